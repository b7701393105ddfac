// One number a run and case: what runs are compared by. Never the batches of several runs in one pot.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

enum class Quantity {
  median,  ///< of the batch means, seconds
  time,    ///< of the slowest rank, seconds
  rate,    ///< Mbytes/s, where a table has no time
};

/// "medians", "times of the slowest rank", "rates".
[[nodiscard]] std::string_view plural_word(Quantity quantity);

/// The runs in files and directories, in the order given. A directory stands for its files *.json, *.jsonl
/// and *.ndjson, or, where there are none, for its *.txt and *.out, in alphabetical order; folders in it are
/// not entered. At least one run.
[[nodiscard]] Result<std::vector<record::Run>> read_all(std::span<const std::string> paths);

/// The value of a measured case, positive and finite; nothing where it has none of that quantity.
[[nodiscard]] std::optional<double> value_of(const record::CaseRecord& row, Quantity quantity);

/// The first of median, time and rate that every measured record of a case has; nothing where they share
/// none.
[[nodiscard]] std::optional<Quantity> common_quantity(std::span<const record::CaseRecord* const> rows);

/// What one case left behind in several runs.
struct Occurrence {
  std::size_t run = 0;
  const record::CaseRecord* row = nullptr;
};

using Occurrences = std::span<const Occurrence>;

/// All records, those of one case next to each other and in the order of runs. They point into `runs`.
[[nodiscard]] std::vector<Occurrence> by_case(std::span<const record::Run> runs);

/// The records of the case that `rows`, from by_case(), begins with; `rows` begins with the next one from now on.
[[nodiscard]] Occurrences take_case(Occurrences& rows);

/// One value for each run that measured the case: of several records in one run their median.
[[nodiscard]] std::map<std::size_t, double> value_of_runs(Occurrences rows, Quantity quantity);

}  // namespace sonde::analysis
