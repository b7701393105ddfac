// What a comparison found to differ, said once for neighbouring lengths and numbers of processes with one
// verdict.
#pragma once
#include <string>
#include <vector>

#include "analysis/comparison.hpp"

namespace sonde::analysis {

/// Cases that stand next to each other among all that were compared, by one of their numbers.
struct Change {
  Verdict verdict = Verdict::worse;
  Measure measure{};  ///< of the first
  bool leading = true;
  record::CaseId first, last;  ///< by processes and length
  std::size_t cases = 0;
  double ratio = 1;          ///< time of new over base, median of the cases; of cases on both sides
  double low = 0, high = 0;  ///< the ends of all their intervals; 0 where none has one
};

/// All cases but those that are the same or open, the verdict that matters most first, of one verdict the
/// largest ratio.
[[nodiscard]] std::vector<Change> changes(const Comparison& comparison);

/// "Bcast, 4 processes, 8 B to 64 B"; a number that does not stand for the whole case is named: "...,
/// t_pure".
[[nodiscard]] std::string change_name(const Change& change);

}  // namespace sonde::analysis
