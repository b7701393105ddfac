// The memory that the messages of a run lay in, as text, and back.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "record/record.hpp"

namespace sonde::record {

/// The label of cases that tells kinds of memory apart (CaseId::variant).
inline constexpr std::string_view memory_label = "memory";

/// Its value: "cuda", or "host,cuda" of the first and the second rank of each pair.
[[nodiscard]] std::string kinds_of(const MessageMemory& memory);

/// For a person: "cuda (NVIDIA H100 80GB HBM3, driver 580.159.04, CUDA 13.0, device 0 of 1 on each rank);
/// library: CUDA-aware".
[[nodiscard]] std::string memory_text(const MessageMemory& memory);

/// Kinds, driver and library of such a text; nothing where it is none.
[[nodiscard]] std::optional<MessageMemory> memory_of_text(std::string_view text);

/// What the devices are: "NVIDIA H100 80GB HBM3, driver 580.159.04, CUDA 13.0"; "" where no messages lay in
/// memory of a driver.
[[nodiscard]] std::string device_model(const Header& header);

}  // namespace sonde::record
