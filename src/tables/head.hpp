// What stands before the first table and after the last one.
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "args/settings.hpp"
#include "plan/plan.hpp"
#include "record/record.hpp"

namespace sonde::tables {

/// The head: title, date, machine, MPI library, run-time control, calling sequence, lengths, datatypes,
/// conventions in force, benchmarks (guide chapter 6).
[[nodiscard]] std::string head(const record::Header& header, const Settings& settings, const Plan& plan);

/// "Sat Nov 21 21:21:04 2026" of "2026-11-21T21:21:04+00:00"; a text of another form comes back as it is.
[[nodiscard]] std::string date_line(const std::string& iso);

/// What the foot needs to know of the rows; filled by `count`.
struct Tally {
  std::int64_t measured = 0;
  std::map<record::Reason, std::int64_t> missing;  ///< rows without a result, none of 0
  std::int64_t skipped = 0;  ///< rows that cannot be: too few processes, a library that lacks what they need
  std::int64_t checked = 0;  ///< rows whose result was compared
  std::int64_t defective = 0;               ///< of these, rows with a defect
  double defects = 0;                       ///< wrong elements over all rows
  std::int64_t compared = 0, repeated = 0;  ///< repetitions of the checked rows, checked and measured
  std::int64_t barely = 0;  ///< checked rows of which so few repetitions were that a rare fault may be missed
  std::string first_defect;  ///< a sentence about the first one
  std::int64_t slow = 0;     ///< hosts, links and switches that are proved slow
};

void count(Tally& tally, const record::CaseRecord& result);

/// 3 where a defect was found, 4 where rows are missing, 1 where a host or link is proved slow, else 0. A
/// benchmark that cannot run on so few processes is not missing, nor is one that the library cannot run,
/// unless it was asked for by name. (2 and other reasons for 1 are decided elsewhere.)
[[nodiscard]] int exit_status(const Tally& tally);

/// The foot: rows without a result by reason, the verdict of -check, the closing line.
[[nodiscard]] std::string foot(const Settings& settings, const Tally& tally);

}  // namespace sonde::tables
