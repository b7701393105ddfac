// One number per run and case, by which runs are compared. Batches of several runs are never pooled.
#pragma once
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/quantities.hpp"
#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

/// The runs in files and directories, in the order given. A directory stands for its files *.json, *.jsonl
/// and *.ndjson, or, where there are none, for its *.txt and *.out, in alphabetical order; folders in it are
/// not entered. At least one run.
[[nodiscard]] Result<std::vector<record::Run>> read_all(std::span<const std::string> paths);

/// What one case left behind in several runs.
struct Occurrence {
  std::size_t run = 0;
  const record::CaseRecord* row = nullptr;
  double megabyte = 0;        ///< bytes in the Mbytes of that run
  std::string_view length{};  ///< what its X is, where the head of the run says so; empty: as always
  double tick = 0;            ///< step of the timer of that run, seconds; 0: not known
};

using Occurrences = std::span<const Occurrence>;

/// Whether the row has numbers that count: measured, and not found to have moved wrong data.
[[nodiscard]] bool is_sound(const record::CaseRecord& row);

/// Whether the end of a run is missing. Only a record of Sonde has one; of other text a line that is torn
/// tells.
[[nodiscard]] bool was_cut_short(const record::Run& run);

/// How many runs of a side (" in new") were cut short, hold no case or ended with a status that is not 0:
/// what they did not come to measure is not in what is said of the side.
[[nodiscard]] std::vector<std::string> notes_on_ends(std::span<const record::Run> runs,
                                                     std::string_view side);

/// How the runs of a case ended.
struct Endings {
  std::size_t runs = 0;
  std::size_t failed = 0, wrong = 0;  ///< with a row that failed, or moved wrong data
  std::size_t lost = 0;               ///< of both those that have no sound row
};
[[nodiscard]] Endings endings_of(Occurrences rows);

/// What a case is compared by, the number that stands for the whole case first: of each group of quantities
/// the first that all of its records have, of those that have any of that group; then what other columns
/// hold. Times stand for nothing where repetitions move unlike numbers of messages (-window_size). Records on
/// both sides of a comparison, or of one side that is followed.
[[nodiscard]] std::vector<Measure> measures_of(Occurrences base, Occurrences fresh);

/// Whether repetitions of these rows move unlike numbers of messages (-window_size).
[[nodiscard]] bool unlike_messages(Occurrences rows);

/// All records, those of one case next to each other and in the order of runs. They point into `runs`.
[[nodiscard]] std::vector<Occurrence> by_case(std::span<const record::Run> runs);

/// The records of the case that `rows`, from by_case(), begins with; `rows` begins with the next one from now
/// on.
[[nodiscard]] Occurrences pop_case(Occurrences& rows);

/// One value for each run that measured the case: of several records in one run their median. Records of
/// wrong data have none.
[[nodiscard]] std::map<std::size_t, double> value_of_runs(Occurrences rows, const Measure& measure);

[[nodiscard]] double calls_of_batch(const record::CaseRecord& row);
/// Seconds by which half a step of a coarse timer, which is read once a batch, leaves a call of a guideline
/// open; 0 of another timer.
[[nodiscard]] double open_by_step(const Occurrence& found);

/// How far the digits of texts, or a coarse timer where records have medians, leave slowness() of a value
/// open: the most of all rows.
[[nodiscard]] double rounding_of(Occurrences rows, const Measure& measure);
/// The same of one row of a run with this header.
[[nodiscard]] double rounding_of(const record::CaseRecord& row, const record::Header& header,
                                 const Measure& measure);
/// The part of rounding_of() that is the timer's.
[[nodiscard]] double timer_rounding_of(Occurrences rows, const Measure& measure);

}  // namespace sonde::analysis
