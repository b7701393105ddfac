#include <gmock/gmock.h>

#include "make_case.hpp"
#include "reports/gnuplot_script.hpp"

namespace sonde::reports {
using test::make_case;
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

record::CaseRecord with_calls(record::CaseRecord c, stats::TailCurve curve) {
  const std::int64_t calls = curve.above.front();
  c.tail = stats::Tail{calls, {}, std::move(curve)};
  return c;
}

const stats::TailCurve few_calls{{1e-6, 2e-6, 8e-6}, {100, 1, 0}}, many_calls{{2e-6, 4e-6}, {1'000'000, 0}};

record::Run tails_run(std::vector<record::CaseRecord> cases, const std::string& source = "a.json") {
  record::Run run;
  run.source = source;
  run.cases = std::move(cases);
  return run;
}

std::string script_of_tails(std::span<const record::Run> runs, const PlotOptions& options = {}) {
  const auto script = tails_script(runs, options);
  return script ? *script : "error: " + script.error().message;
}

TEST(TailsScript, has_a_line_in_steps_for_each_case) {
  const std::string script =
      script_of_tails(std::vector{tails_run({with_calls(make_case("PingPong", 64, 1e-6), few_calls),
                                             with_calls(make_case("PingPong", 128, 1e-6), many_calls)})});
  EXPECT_THAT(script, AllOf(HasSubstr("$line0 << END\n1 1\n2 0.01\n8 0.005\nEND\n"),
                            HasSubstr("$line1 << END\n2 1\n4 5e-07\nEND\n")));
  EXPECT_THAT(script, AllOf(HasSubstr("using 1:2 with steps"), HasSubstr("set logscale x 10"),
                            HasSubstr("set logscale y 10"), HasSubstr("title \"64 B\""),
                            HasSubstr("title \"128 B\"")));
}

TEST(TailsScript, names_processes_where_they_differ_or_no_length_does) {
  const auto script = [](std::int64_t bytes, int processes) {
    auto other = make_case("Bcast", bytes, 1e-6);
    other.id.processes = processes;
    return script_of_tails(std::vector{
        tails_run({with_calls(make_case("Bcast", 0, 1e-6), few_calls), with_calls(other, few_calls)})});
  };
  EXPECT_THAT(script(0, 2), AllOf(HasSubstr("title \"0 B\""), Not(HasSubstr("process"))));
  EXPECT_THAT(script(0, 4), AllOf(HasSubstr("2 processes"), HasSubstr("4 processes")));
  EXPECT_THAT(script(-1, 2), HasSubstr("2 processes"));
}

TEST(TailsScript, has_axes_that_are_linear_where_asked_for) {
  const std::string script =
      script_of_tails(std::vector{tails_run({with_calls(make_case("PingPong", 64, 1e-6), few_calls)})},
                      {.linear_size = true, .linear_value = true});
  EXPECT_THAT(script, AllOf(HasSubstr("\n8 0\nEND\n"), Not(HasSubstr("logscale"))));
}

TEST(TailsScript, pools_the_launches_of_a_side) {
  const auto one = tails_run({with_calls(make_case("PingPong", 64, 1e-6), few_calls)});
  const auto other = tails_run({with_calls(make_case("PingPong", 64, 1e-6), {{3e-6, 9e-6}, {300, 0}})});
  const std::string script = script_of_tails(std::vector{one, other, one}, {.base_runs = 2});
  EXPECT_THAT(script,
              AllOf(HasSubstr("$line0 << END\n1 1\n2 0.7525\n"), HasSubstr("$line1 << END\n1 1\n2 0.01\n"),
                    HasSubstr("title \"64 B, base\""), HasSubstr("title \"64 B, new\"")));
}

TEST(TailsScript, draws_one_call_equal_calls_and_calls_of_no_time) {
  const std::string script = script_of_tails(
      std::vector{tails_run({with_calls(make_case("PingPong", 64, 1e-6), {{1e-6, 1.0078125e-6}, {1, 0}}),
                             with_calls(make_case("PingPong", 128, 1e-6), {{0, 1e-9}, {5, 0}})})});
  EXPECT_THAT(script,
              AllOf(HasSubstr("\n1 1\n1.0078125 0.5\nEND\n"), HasSubstr("\n0.0005 1\n0.001 0.1\nEND\n")));
}

TEST(TailsScript, says_in_one_sentence_what_it_cannot_draw) {
  const auto without = make_case("Barrier", -1, 1e-6),
             with = with_calls(make_case("PingPong", 64, 1e-6), few_calls);
  EXPECT_EQ(script_of_tails(std::vector{tails_run({without})}),
            "error: no case has a curve of single calls: measure with -tails");
  EXPECT_EQ(script_of_tails({}), "error: no case has a curve of single calls: measure with -tails");
  EXPECT_EQ(script_of_tails(std::vector{tails_run({with, without})}, {.benchmark = "barrier"}),
            "error: no case of barrier has a curve of single calls; those of these have: PingPong");
  EXPECT_EQ(
      script_of_tails(std::vector{tails_run({with, with_calls(make_case("Bcast", 64, 1e-6), few_calls)})}),
      "error: several benchmarks; choose one with --benchmark: Bcast, PingPong");
  EXPECT_EQ(script_of_tails(std::vector{tails_run({with})}, {.bytes = *parse_lengths("8")}),
            "error: no case of PingPong of these lengths and processes has a curve of single calls");
  std::vector<record::CaseRecord> cases;
  for (int i = 0; i < 25; ++i) cases.push_back(with_calls(make_case("PingPong", i, 1e-6), few_calls));
  EXPECT_EQ(script_of_tails(std::vector{tails_run(cases)}),
            "error: 25 lines, of which a figure holds 24: choose with --bytes or --processes");
}

}  // namespace
}  // namespace sonde::reports
