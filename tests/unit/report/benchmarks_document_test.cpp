#include "report/benchmarks_document.hpp"

#include <gmock/gmock.h>

#include "../plan/rows.hpp"

namespace sonde::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BenchmarksMarkdown, SaysWhatARowSays) {
  EXPECT_EQ(
      benchmarks_markdown("IMB-MPI1", std::span(&test::ping_pong, 1)),
      "# Benchmarks of IMB-MPI1\n"
      "\n"
      "<!-- made from the rows of the catalog; not to be edited -->\n"
      "\n"
      "X is the message length, P the number of processes of a group, t the time of the slowest rank. Every "
      "benchmark has\n"
      "a `Multi-` version: `-multi` runs it in as many groups as there are processes for.\n"
      "\n"
      "| benchmark | class | processes | time | rate |\n"
      "|---|---|---|---|---|\n"
      "| PingPong | single transfer | 2 | half a repetition | X / t |\n"
      "\n"
      "## PingPong\n"
      "\n"
      "There and back.\n"
      "\n"
      "Elements are bytes (`-data_type`). Memory of a rank: sends X, receives X. `-check`: the message of "
      "the "
      "other rank arrived.\n");
}

TEST(BenchmarksMarkdown, HasALineAndASectionForEveryRow) {
  const auto page = benchmarks_markdown("all", test::rows);
  for (const auto& row : test::rows) {
    EXPECT_THAT(page, HasSubstr("\n| " + std::string(row.name) + " | "));
    EXPECT_THAT(page, HasSubstr("\n## " + std::string(row.name) + "\n\n"));
  }
  EXPECT_THAT(page, Not(HasSubstr("\n\n\n")));
}

TEST(BenchmarksMarkdown, TellsTheKindsApart) {
  const auto page = benchmarks_markdown("all", test::rows);
  EXPECT_THAT(page, HasSubstr("| Exchange | parallel transfer | any number | a repetition | 4 X / t |"));
  EXPECT_THAT(page, HasSubstr("| Allreduce | collective | any number | a repetition | none |"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "| S_IWrite_indv | single transfer | 1 | three: overlapped, pure I/O, pure computing | none |"));
  EXPECT_THAT(page, HasSubstr("The root of repetition i is rank i mod P"));
  EXPECT_THAT(page, HasSubstr("Modes: AGGREGATE, NON-AGGREGATE."));
  EXPECT_THAT(page, HasSubstr("## Barrier\n\nNo data.\n"));
}

}  // namespace
}  // namespace sonde::report
