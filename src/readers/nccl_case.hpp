// What the text and the JSON of nccl-tests have in common: a result of one message length becomes a case.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/record.hpp"

namespace sonde::readers {

/// What stands before the results of a row.
struct NcclSize {
  std::int64_t bytes = 0;
  std::string type{}, operation{};  ///< "float"; "sum", or "none" where nothing is reduced
  std::optional<int> root{};        ///< -1: the collective has none
};

/// Of one of the two ways to call a collective.
struct NcclResult {
  std::string_view mode;                   ///< "out-of-place", "in-place"
  std::optional<double> microseconds{};    ///< nothing: not measured
  std::optional<double> algbw{}, busbw{};  ///< in 10^9 bytes per second
  std::optional<double> wrong{};           ///< elements; nothing: not checked
};

/// A run of nccl-tests; of an empty program the text does not say which.
[[nodiscard]] record::Run nccl_run(record::Format format);

/// Names what was run: "all_reduce_perf" of a path.
void set_nccl_program(record::Header& header, std::string_view path);

/// "NCCL 2.27.3" of 22703, and of the numbers before 2.9: 2708 is 2.7.8.
[[nodiscard]] std::string nccl_library(int code);

/// Ranks stand in groups of equal size that run at the same time.
void set_nccl_ranks(record::CaseId& id, std::size_t ranks, std::size_t groups);

/// The case of one result: the rate is that of the bus, as the suite has it.
[[nodiscard]] record::CaseRecord nccl_case(const record::CaseId& id, const NcclSize& size,
                                           const NcclResult& result);

/// What a run is called that does not say what it measures.
inline constexpr std::string_view unnamed_nccl = "nccl-tests";

}  // namespace sonde::readers
