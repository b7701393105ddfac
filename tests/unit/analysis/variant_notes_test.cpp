#include "analysis/variant_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/figures.hpp"
#include "compared_runs.hpp"

namespace sonde::analysis {
namespace {

using test::row;
using testing::Contains;
using testing::HasSubstr;

record::Run with(const std::map<std::string, std::string>& variant, double seconds) {
  record::Run run;
  run.header.program = "osu_latency";
  for (const int bytes : {8, 16, 32}) {
    run.cases.push_back(row("osu_latency", bytes, seconds));
    run.cases.back().id.variant = variant;
  }
  return run;
}

TEST(VariantNotes, cases_of_other_labels_are_not_compared_and_it_is_said_why) {
  const std::vector base{with({{"buffers", "H H"}, {"window", "64"}}, 1e-6)};
  const std::vector fresh{with({{"buffers", "D D"}, {"window", "64"}}, 9e-6)};
  const auto c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.count(Verdict::only_in_base), 3U);
  EXPECT_EQ(c.count(Verdict::only_in_new), 3U);
  EXPECT_THAT(c.notes,
              Contains("not compared: buffers H H in the base, buffers D D on the new side (3 cases)"));
  EXPECT_EQ(nothing_in_common(c),
            "base and new have no measured case in common; "
            "not compared: buffers H H in the base, buffers D D on the new side (3 cases)");
}

TEST(VariantNotes, a_label_of_one_side_only_is_said) {
  const std::vector base{with({}, 1e-6)}, fresh{with({{"datatype", "MPI_INT"}}, 1e-6)};
  EXPECT_THAT(
      compare(base, fresh, 0.03).notes,
      Contains("not compared: no such label in the base, datatype MPI_INT on the new side (3 cases)"));
}

TEST(VariantNotes, host_memory_is_named_where_the_other_side_is_on_a_device) {
  const std::vector host{with({}, 1e-6)}, cuda{with({{"memory", "cuda"}}, 1e-6)},
      both{with({{"memory", "host,cuda"}}, 1e-6)};
  EXPECT_THAT(compare(host, cuda, 0.03).notes,
              Contains("not compared: memory host in the base, memory cuda on the new side (3 cases)"));
  EXPECT_THAT(compare(both, host, 0.03).notes,
              Contains("not compared: memory host,cuda in the base, memory host on the new side (3 cases)"));
  EXPECT_EQ(compare(host, cuda, 0.03).count(Verdict::maybe_slower), 0U);
  EXPECT_THAT(compare(cuda, cuda, 0.03).notes, Not(Contains(HasSubstr("not compared"))));
}

TEST(VariantNotes, equal_labels_are_compared_and_nothing_is_said) {
  const std::vector base{with({{"buffers", "D D"}}, 1e-6)}, fresh{with({{"buffers", "D D"}}, 2e-6)};
  const auto c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.count(Verdict::maybe_slower), 3U);
  EXPECT_THAT(c.notes, Not(Contains(HasSubstr("not compared"))));
}

TEST(VariantNotes, cases_that_differ_in_more_than_labels_are_no_pair) {
  std::vector base{with({{"buffers", "H H"}}, 1e-6)}, fresh{with({{"buffers", "D D"}}, 1e-6)};
  for (auto& one : fresh[0].cases) one.id.benchmark = "osu_bw";
  EXPECT_THAT(variant_notes(compare(base, fresh, 0.03).cases), testing::IsEmpty());
}

TEST(VariantNotes, benchmarks_are_named_with_their_labels) {
  record::CaseId id{.benchmark = "osu_bw", .processes = 2, .bytes = 8};
  id.variant = {{"window", "64"}};
  EXPECT_EQ(benchmark_of(id), "osu_bw window 64");
}

}  // namespace
}  // namespace sonde::analysis
