#include <gmock/gmock.h>

#include "make_case.hpp"
#include "reports/gnuplot_script.hpp"

namespace sonde::reports {
using test::make_case;
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

record::CaseRecord with_batches(record::CaseRecord c, std::vector<double> seconds, std::int64_t repetitions) {
  c.batch_seconds = std::move(seconds);
  c.repetitions = repetitions;
  return c;
}

record::Run loop_run(std::vector<record::CaseRecord> cases) {
  record::Run run;
  run.source = "a.json";
  run.cases = std::move(cases);
  return run;
}

std::string script_of_loop(std::span<const record::Run> runs, const PlotOptions& options = {}) {
  const auto script = loop_script(runs, options);
  return script ? *script : "error: " + script.error().message;
}

const auto first_loop = with_batches(make_case("PingPong", 64, 1e-6), {1e-6, 1e-6, 16e-6}, 300);

TEST(LoopScript, counts_batches_in_cells) {
  const std::string script = script_of_loop(std::vector{loop_run({first_loop})});
  EXPECT_THAT(script, AllOf(HasSubstr("\n50 1.03526492 0 100 1 1.07177346 1\n"),
                            HasSubstr("\n150 1.03526492 100 200 "),
                            HasSubstr("\n250 15.4549813 200 300 14.9285279 16 1\n")));
  EXPECT_THAT(script, AllOf(HasSubstr("with boxxyerror lc palette title \"3 batches of 100 repetitions\""),
                            HasSubstr("set cbrange [0:1]"),
                            HasSubstr("set key title \"PingPong: 2 processes, 64 B; slowest rank\""),
                            Not(HasSubstr("multiplot"))));
}

TEST(LoopScript, sums_files_and_groups_and_sets_sides_beside_each_other) {
  auto group = first_loop;
  group.id.group = 1;
  const std::string summed =
      script_of_loop(std::vector{loop_run({first_loop, group}), loop_run({first_loop})});
  EXPECT_THAT(summed, AllOf(HasSubstr("9 batches of 100 repetitions, sum of 3 loops"),
                            HasSubstr("set cbrange [0:3]")));
  const std::string sides =
      script_of_loop(std::vector{loop_run({first_loop}), loop_run({first_loop})}, {.base_runs = 1});
  EXPECT_THAT(sides, AllOf(HasSubstr("set multiplot layout 2,1"), HasSubstr("base: 3 batches"),
                           HasSubstr("new: 3 batches"), HasSubstr("$map1 using")));
}

TEST(LoopScript, says_in_one_sentence_what_it_cannot_draw) {
  EXPECT_EQ(script_of_loop(std::vector{loop_run({make_case("PingPong", 64, 1e-6)})}),
            "error: no case has the times of its batches: measure with -samples all");
  EXPECT_EQ(
      script_of_loop(
          std::vector{loop_run({first_loop, with_batches(make_case("PingPong", 128, 1e-6), {1e-6}, 1)})}),
      "error: 2 cases of PingPong have batches; choose one with --bytes and --processes: 2 processes, 64 B; 2 processes, 128 B");
}

}  // namespace
}  // namespace sonde::reports
