#include "reports/explanations.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "analysis/comparison.hpp"
#include "analysis/limits.hpp"
#include "base/text.hpp"
#include "record/names.hpp"

namespace sonde::reports {
namespace {

TEST(Explain, knows_every_verdict_and_every_reason) {
  for (int i = 0; i <= static_cast<int>(analysis::Verdict::not_compared); ++i) {
    const auto word = analysis::to_word(static_cast<analysis::Verdict>(i));
    EXPECT_FALSE(explain(word).empty()) << word;
  }
  for (int i = 0; i <= static_cast<int>(analysis::LimitVerdict::kept); ++i) {
    const auto word = analysis::to_word(static_cast<analysis::LimitVerdict>(i));
    EXPECT_FALSE(explain(word).empty()) << word;
  }
  for (int i = 1; i <= static_cast<int>(record::Reason::device_error); ++i) {
    const auto word = record::to_word(static_cast<record::Reason>(i));
    EXPECT_FALSE(explain(word).empty()) << word;
  }
}

TEST(Explain, says_a_few_lines_and_each_word_once) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& known : explanations()) {
    EXPECT_TRUE(seen.emplace(known.kind, plain_word(known.word)).second) << known.word;
    const auto texts = explain(known.word);
    ASSERT_FALSE(texts.empty()) << known.word;
    for (const auto& text : texts) EXPECT_LE(text.size(), 600U) << known.word;
    EXPECT_TRUE(known.kind != "warning" || !known.advice.empty()) << known.word;
  }
}

TEST(Explain, takes_words_as_they_are_printed) {
  EXPECT_EQ(plain_word("ci95[+-%]"), "ci95");
  EXPECT_EQ(plain_word("Slow rank"), "slow_rank");
  EXPECT_EQ(plain_word("--no-warnings"), "no_warnings");
  EXPECT_EQ(plain_word("#bytes"), "bytes");
  EXPECT_EQ(plain_word("--"), "");
  EXPECT_EQ(plain_word("Time, us"), "time");
  EXPECT_EQ(plain_word("next run, 95 %"), "next_run");
  EXPECT_EQ(plain_word("Hosts (ranks)"), "hosts");
  EXPECT_EQ(plain_word("[usec]"), "[usec]");
  EXPECT_EQ(explain("Slow-Rank").size(), 1U);
  EXPECT_EQ(explain("alpha_12"), explain("alpha_i"));
  EXPECT_EQ(explain("n_1/2").size(), 1U);
  EXPECT_TRUE(explain("alpha_").empty());
  EXPECT_TRUE(explain("sloow").empty());
}

}  // namespace
}  // namespace sonde::reports
