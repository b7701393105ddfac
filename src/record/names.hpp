// The words that stand for enumerations in records, both ways.
#pragma once
#include <optional>
#include <string_view>

#include "record/record.hpp"

namespace sonde::record {

[[nodiscard]] std::string_view to_word(Status status);
[[nodiscard]] std::string_view to_word(Reason reason);  ///< "" for none
[[nodiscard]] std::string_view to_word(stats::StopReason reason);
[[nodiscard]] std::string_view to_word(Format format);

[[nodiscard]] std::optional<Status> status_of(std::string_view word);
[[nodiscard]] std::optional<Reason> reason_of(std::string_view word);
[[nodiscard]] std::optional<stats::StopReason> stop_reason_of(std::string_view word);

}  // namespace sonde::record
