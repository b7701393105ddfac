// Does a library keep performance guidelines: does a longer message, or another way to send it, take less
// time than it should?
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"
#include "stats/max_test.hpp"

namespace sonde::analysis {

enum class Guideline {
  longer,      ///< T(X) <= T(X') for X < X'
  split,       ///< T(k X) <= k T(X)
  more_ranks,  ///< T on P <= T on P' > P ranks, of collectives
  composition  ///< T of a call <= T of a composition of others with its effect
};

struct GuidelineFacts {
  Guideline guideline;
  std::string_view word;
};

inline constexpr std::array guidelines{GuidelineFacts{Guideline::longer, "longer"},
                                       GuidelineFacts{Guideline::split, "split"},
                                       GuidelineFacts{Guideline::more_ranks, "more ranks"},
                                       GuidelineFacts{Guideline::composition, "composition"}};

[[nodiscard]] constexpr std::string_view to_word(Guideline guideline) {
  return guidelines[static_cast<std::size_t>(guideline)].word;
}

/// How well one launch knows a ratio by its batches.
struct KnownWithin {
  double error = 0;    ///< standard error of its logarithm
  double freedom = 1;  ///< degrees of freedom
};

/// What a row knows that measures a call (left) beside a composition (right). Seconds of a call, medians over
/// launches.
struct Composed {
  std::string id{};  ///< of the guideline, "G2"
  double left = 0, right = 0;
  std::int64_t buffer_bytes = 0;  ///< more memory that the composition takes
  double skew = 0;                ///< that the start of a batch can add to a call; 0: not known
};

/// `left` must take no longer than `right`, done `times` times. What a guideline is judged by, wherever the
/// ratios come from.
struct GuidelinePair {
  Guideline guideline{};
  record::CaseId left, right;
  double times = 1;
  stats::Cell logs{};                   ///< of the ratio left over right, one a launch
  double rounding = 0;                  ///< how far printed digits or a coarse timer leave `logs` open
  std::optional<KnownWithin> within{};  ///< of the last of `logs`
  std::optional<Composed> composed{};   ///< of a composition: both sides are one row
};

/// Worst first.
enum class GuidelineVerdict { violated, open, held };

[[nodiscard]] std::string_view to_word(GuidelineVerdict verdict);

/// A guideline and a case, against that other case which it looks worst beside.
struct CheckedGuideline {
  Guideline guideline{};
  record::CaseId left, right;
  double times = 1;
  GuidelineVerdict verdict = GuidelineVerdict::open;
  std::size_t launches = 0;
  double ratio = 1;  ///< median over launches
  double low = 0, high = 0,
         level = 0;   ///< its interval over launches, or within the only one; level 0: there is none
  std::string why{};  ///< of what is open
  std::optional<Composed> composed{};
};

struct GuidelineCheck {
  double tolerance = 0.05;
  std::size_t launches = 0;
  bool one_launch = false;  ///< verdicts are of this launch alone
  /// By guideline and case, lengths next to each other in ascending order.
  std::vector<CheckedGuideline> rows{};
  std::vector<std::string> notes{};  ///< what a reader must know before believing it

  [[nodiscard]] std::size_t count(GuidelineVerdict verdict) const;
};

/// The guidelines that rows of one run can say something about, by the time of a call or of a message (of a
/// rate its inverse). Left out are rows without a length, except for `more_ranks`, which takes collectives
/// only; surveys of links; rows with wrong data. Rows that measure a call beside a composition stand for that
/// alone.
[[nodiscard]] std::vector<GuidelinePair> guideline_pairs(std::span<const record::Run> runs);

/// The cases that failed or moved wrong data: in every launch, so that nothing judges them, or in some.
struct LostCases {
  std::size_t in_every_launch = 0;
  std::vector<std::string> notes{};
};

[[nodiscard]] LostCases lost_cases(std::span<const record::Run> runs);

/// With several launches the test of stats/sign_flip.hpp, over all pairs: the chance of any false `violated`
/// is at most 5 %, and so is that of any false `held`. `tolerance`: 0.05 is a ratio of 1.05 that is allowed.
/// `one_launch`: verdicts from the batches of a single launch, which say nothing of the next one. A
/// composition that saves less of a call than the start of a batch can add is open.
[[nodiscard]] GuidelineCheck judge_guidelines(std::span<const GuidelinePair> pairs, double tolerance,
                                              bool one_launch);

/// "2 of 120 guidelines violated, 100 held, 18 open".
[[nodiscard]] std::string guidelines_sentence(const GuidelineCheck& check);

/// What is violated, a sentence for neighbouring lengths, the largest ratio first: "Allreduce np=4: 2 KiB
/// takes 1.31 [1.27, 1.36] times as long as 4 KiB: send 4 KiB"; of a call and a length the cheapest
/// composition.
[[nodiscard]] std::vector<std::string> violations(const GuidelineCheck& check);

}  // namespace sonde::analysis
