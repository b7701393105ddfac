// The words that stand for enumerations in records, in the order of the enumerators.
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "record/record.hpp"

namespace sonde::record {

template <std::size_t count>
using Words = std::array<std::string_view, count>;

inline constexpr Words<3> status_words{"measured", "skipped", "failed"};
inline constexpr Words<12> reason_words{"",  // none
                                        "invalid_process_count",
                                        "unsupported",
                                        "out_of_memory",
                                        "time_out",
                                        "mpi_error",
                                        "io_error",
                                        "too_large",
                                        "interrupted",
                                        "device_error",
                                        "skew_not_kept",
                                        "no_load"};
inline constexpr Words<4> stop_words{"fixed_count", "time_limit", "precision_reached",
                                     "precision_not_reached"};
inline constexpr Words<9> format_words{"record",          "CSV record",      "Sonde text",
                                       "IMB text",        "OSU text",        "ReFrame perflog",
                                       "nccl-tests text", "nccl-tests JSON", "MPIBenchmarks.jl CSV"};
/// Of MemoryGrowth::resident.
inline constexpr Words<2> memory_sources{"smaps_rollup", "resident"};
inline constexpr Words<2> link_quantities{"bandwidth", "latency"};
inline constexpr Words<3> link_directions{"sends", "receives", "both"};

[[nodiscard]] constexpr std::string_view to_word(Status status) {
  return status_words[static_cast<std::size_t>(status)];
}
[[nodiscard]] constexpr std::string_view to_word(Reason reason) {
  return reason_words[static_cast<std::size_t>(reason)];
}
[[nodiscard]] constexpr std::string_view to_word(Format format) {
  return format_words[static_cast<std::size_t>(format)];
}

template <class Enumeration, std::size_t count>
[[nodiscard]] std::optional<Enumeration> value_of(std::string_view word, const Words<count>& words) {
  for (std::size_t i = 0; i < count; ++i)
    if (words[i] == word) return static_cast<Enumeration>(i);
  return std::nullopt;
}

}  // namespace sonde::record
