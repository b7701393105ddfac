// Are the new runs slower than the old ones? One number a run and case, tested over all cases together.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/observations.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

enum class Verdict {
  failed,  ///< measured in a base run; in no new run, where it failed, or with more wrong data in new runs
  worse,   ///< slower by more than the threshold, and proven
  better,  ///< faster by more than the threshold, and proven
  maybe_slower,  ///< slower by more than the threshold, not proven
  maybe_faster,  ///< faster by more than the threshold, not proven
  open,          ///< within the threshold, but its interval reaches beyond, or has less than 95 %
  same,          ///< within the threshold with its whole interval
  only_in_base,
  only_in_new,
  not_compared,  ///< on both sides, but without a number that both have
};

/// Whether both sides have a number.
[[nodiscard]] constexpr bool is_compared(Verdict verdict) {
  return verdict != Verdict::failed && verdict < Verdict::only_in_base;
}

/// One number of one case. Ratios say how much slower the new runs are: 1.1 is 10 % more time, or 10 % less
/// of a rate.
struct ComparedCase {
  record::CaseId id;
  Verdict verdict = Verdict::same;
  Measure measure{};
  bool leading =
      true;           ///< the number that stands for the whole case; others of it follow as rows of their own
  std::string why{};  ///< of what is not compared: what is missing; of others: in how many runs it failed or
                      ///< had wrong data; of what is open: digits
  std::size_t base_runs = 0, new_runs = 0;
  double base = 0, fresh = 0;  ///< median over the runs, in the unit of `measure`
  double ratio = 1;            ///< Hodges and Lehmann, over runs
  double low = 0, high = 0;    ///< interval of the ratio
  double level = 0;            ///< its confidence; 0: there is none
  double rounding =
      0;         ///< how far printed digits leave the logarithm of the ratio open; in the interval, too
  double p = 1;  ///< corrected for all cases (stats::max_test)
  double rank_sum_p = 1, holm_p = 1;  ///< Mann and Whitney, for this case alone and corrected by Holm

  [[nodiscard]] bool on_both_sides() const { return base_runs > 0 && new_runs > 0; }
};

struct Comparison {
  double threshold = 0.03;
  std::size_t base_runs = 0, new_runs = 0;
  bool can_prove = true;              ///< whether so many runs could prove anything
  std::vector<ComparedCase> cases{};  ///< what matters first
  std::vector<std::string> notes{};   ///< what a reader must know before believing the table

  /// Rows.
  [[nodiscard]] std::size_t count(Verdict verdict) const;
  /// Cases by the verdict that matters most among their rows.
  [[nodiscard]] std::map<Verdict, std::size_t> cases_by_verdict() const;
};

/// Runs a side that can prove a difference where so many comparisons are looked at together.
[[nodiscard]] std::size_t runs_to_prove(std::size_t tests);

/// Whether the test of all cases together rejects that nothing differs, and the case's own interval, which is
/// of ranks, leaves 1 out:
/// the two disagree where one launch lies far off.
[[nodiscard]] bool proved_different(const ComparedCase& compared);

inline constexpr double alpha =
    0.05;  ///< bound on the chance of any false "worse" or "better" in a comparison

/// Compares two sets of runs; `threshold` is the fraction below which a difference does not matter. `tests`:
/// how many such comparisons are looked at together, for which p is corrected (Bonferroni), so that `alpha`
/// bounds the chance in all of them.
[[nodiscard]] Comparison compare(std::span<const record::Run> base, std::span<const record::Run> fresh,
                                 double threshold, std::size_t tests = 1);

/// What matters first: by verdict, then by the size of the change.
void sort_by_weight(std::vector<ComparedCase>& cases);

/// Why nothing at all was compared; nothing where something was.
[[nodiscard]] std::optional<std::string> nothing_in_common(const Comparison& comparison);

[[nodiscard]] std::string_view to_word(Verdict verdict);

/// "not compared: no number in new": with what is missing.
[[nodiscard]] std::string verdict_text(const ComparedCase& compared);

/// "4 worse, 36 same": how many cases have which verdict.
[[nodiscard]] std::string verdict_counts(const Comparison& comparison);

/// "base: 5 runs, new: 5 runs; threshold 3 %".
[[nodiscard]] std::string sides_text(const Comparison& comparison);

}  // namespace sonde::analysis
