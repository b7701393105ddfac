// Of one benchmark the cases that figures of single calls and of loops are drawn from.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"
#include "reports/gnuplot_script.hpp"

namespace sonde::reports {

/// A case of a file, or of a side with all its launches.
struct CallCase {
  std::size_t source = 0;  ///< number of the file or side
  record::CaseId id;
  std::vector<const record::CaseRecord*> records;  ///< of `runs`; one or more
};

struct CallCases {
  std::string benchmark;
  std::vector<CallCase> cases;  ///< one or more, by file or side and then by case
};

/// What cases must have, and the option that measures it.
struct Wanted {
  bool (*has)(const record::CaseRecord&) = nullptr;
  std::string_view name, option;
};
inline constexpr Wanted with_curve{
    [](const record::CaseRecord& c) { return c.tail && !c.tail->curve.seconds.empty(); },
    "a curve of single calls", "-tails"};
inline constexpr Wanted with_samples{[](const record::CaseRecord& c) { return !c.batch_seconds.empty(); },
                                     "the times of its batches", "-samples all"};

/// Those that benchmark, lengths and processes of the options choose. An error where none has it, or the
/// choice is not clear.
[[nodiscard]] Result<CallCases> cases_with(const Wanted& wanted, std::span<const record::Run> runs,
                                           const PlotOptions& options);

}  // namespace sonde::reports
