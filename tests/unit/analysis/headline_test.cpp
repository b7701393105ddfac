// One sentence about a comparison.
#include "analysis/headline.hpp"

#include <gmock/gmock.h>

#include "analysis/comparison.hpp"
#include "compared_runs.hpp"

namespace sonde::analysis {
namespace {

using test::row;
using test::runs;

std::string sentence_of(std::vector<record::Run> base, const std::vector<record::Run>& fresh) {
  return headline(compare(base, fresh, 0.03));
}

ComparedCase some_case(const std::string& benchmark, int processes, std::int64_t bytes, Verdict verdict,
                       double ratio = 1) {
  ComparedCase c;
  c.id = {.benchmark = benchmark, .processes = processes, .bytes = bytes};
  c.verdict = verdict;
  c.ratio = ratio;
  c.base_runs = c.new_runs = 5;
  c.low = 0.95 * ratio, c.high = 1.1 * ratio, c.level = 0.95;
  return c;
}

TEST(Headline, says_what_is_proven_and_counts_the_rest) {
  EXPECT_EQ(sentence_of(runs(1, 1), runs(1.5, 1)),
            "1 of 3 cases slower: PingPong, 2 processes, 8 B: 1.5 [1.48, 1.52]; 2 the same");
  EXPECT_EQ(sentence_of(runs(1, 1), runs(1.5, 0.5)).substr(0, 20), "1 of 3 cases slower:");
  EXPECT_THAT(sentence_of(runs(1, 1), runs(1.5, 0.5)), testing::EndsWith("; 1 faster; 1 the same"));
  EXPECT_EQ(sentence_of(runs(1, 1), runs(0.5, 1)),
            "1 of 3 cases faster: PingPong, 2 processes, 8 B: 0.5 [0.493, 0.507]; 2 the same");
  EXPECT_EQ(sentence_of(runs(1, 1), runs(1, 1)), "All 3 cases the same");
  EXPECT_EQ(sentence_of(runs(1, 1, 1), runs(2, 1, 1)),
            "So few runs prove no difference in 3 cases: 1 perhaps slower, 2 open");
}

TEST(Headline, joins_neighbours_and_names_three_groups) {
  Comparison c;
  for (const int processes : {64, 128, 256})
    for (const int bytes : {8192, 16384})
      c.cases.push_back(some_case("Allreduce", processes, bytes, Verdict::worse, 1.57));
  EXPECT_EQ(headline(c),
            "6 of 6 cases slower: Allreduce, 64 to 256 processes, 8 KiB to 16 KiB: 1.57 [1.49, 1.73]");
  for (int i = 0; i < 9; ++i) c.cases.push_back(some_case("B" + std::to_string(i), 2, 8, Verdict::worse, 2));
  EXPECT_THAT(headline(c),
              testing::AllOf(testing::StartsWith("15 of 15 cases slower: B0, 2 processes, 8 B: 2 "),
                             testing::EndsWith("; and 7 more groups of cases")));
}

/// An all-clear says what it leaves out.
TEST(Headline, lists_what_was_left_out_by_benchmark) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  for (auto& run : base)
    run.cases.push_back(row("Bcast", 4, 1e-6)), run.cases.push_back(row("Bcast", 8, 1e-6));
  for (auto& run : fresh) run.cases.push_back(row("Gather", 8, 1e-6));
  for (auto* side : {&base, &fresh})
    for (auto& run : *side) {
      run.cases.push_back(row("Links", 8, 1e-6));
      run.cases.back().summary.reset(), run.cases.back().times.reset();
    }
  EXPECT_EQ(
      sentence_of(base, fresh),
      "All 3 cases the same; 2 only in base (Bcast 2), 1 only in new (Gather 1), 1 not compared (Links 1)");
  Comparison many;
  many.cases.push_back(some_case("A", 2, 8, Verdict::same));
  for (int i = 0; i < 8; ++i) {
    many.cases.push_back(some_case("B" + std::to_string(i), 2, 8, Verdict::only_in_base));
    many.cases.back().new_runs = 0;
  }
  EXPECT_EQ(headline(many),
            "The one case is the same; 8 only in base (B0 1, B1 1, B2 1, B3 1, B4 1, 3 more benchmarks)");
}

TEST(Headline, counts_a_case_once_by_what_matters_most) {
  Comparison c;
  c.cases.push_back(some_case("Ibcast", 2, 8, Verdict::same));
  c.cases.push_back(some_case("Ibcast", 2, 8, Verdict::worse, 1.3));
  c.cases.back().leading = false;
  c.cases.back().measure = {Quantity::t_pure};
  EXPECT_EQ(headline(c), "1 of 1 case slower: Ibcast, 2 processes, 8 B, t_pure: 1.3 [1.23, 1.43]");
}

}  // namespace
}  // namespace sonde::analysis
