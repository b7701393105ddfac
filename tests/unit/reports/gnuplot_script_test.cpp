#include "reports/gnuplot_script.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "make_case.hpp"

namespace sonde::reports {
using test::make_case;
using test::with_rate;
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

record::Run plotted(std::vector<record::CaseRecord> cases, const std::string& source = "a.json") {
  record::Run run;
  run.source = source;
  run.header.megabyte = 1e6;
  run.cases = std::move(cases);
  return run;
}

std::string script_of(std::span<const record::Run> runs, const PlotOptions& options = {}) {
  const auto script = gnuplot_script(runs, options);
  return script ? *script : "error: " + script.error().message;
}

TEST(GnuplotScript, carries_times_in_microseconds_with_their_intervals) {
  record::CaseRecord c = make_case("PingPong", 64, 3e-6);
  c.summary = stats::Summary{};
  c.summary->median = 2e-6;
  c.summary->ci_low = 1.5e-6;
  c.summary->ci_high = 2.5e-6;
  const std::string script = script_of(std::vector{plotted({c})});
  EXPECT_THAT(script, HasSubstr("$line0 << END\n64 2 1.5 2.5\nEND\n"));
  EXPECT_THAT(script, HasSubstr("yerrorbars"));
  EXPECT_THAT(script, HasSubstr("set logscale x 2\n"));
  EXPECT_THAT(script, HasSubstr("Time (µs)"));
}

TEST(GnuplotScript, breaks_a_line_where_a_case_failed_or_was_skipped) {
  std::vector<record::CaseRecord> cases;
  for (const int bytes : {16, 32, 64, 128, 256}) cases.push_back(make_case("PingPong", bytes, 1e-6));
  for (const std::size_t missing : {0U, 2U, 4U})
    cases[missing].times.reset(), cases[missing].status = record::Status::failed;
  const auto whole = "$line0 << END\n32 1 1 1\n128 1 1 1\nEND\n";
  EXPECT_THAT(script_of(std::vector{plotted(cases)}),
              HasSubstr("$line0 << END\n32 1 1 1\n\n128 1 1 1\nEND\n"));
  cases[2].status = record::Status::skipped;
  EXPECT_THAT(script_of(std::vector{plotted(cases)}), Not(HasSubstr(whole)));
  cases[2].status = record::Status::measured;  // without a time: not of this quantity
  EXPECT_THAT(script_of(std::vector{plotted(cases)}), HasSubstr(whole));
  cases.erase(cases.begin() + 2);
  EXPECT_THAT(script_of(std::vector{plotted(cases)}), HasSubstr(whole)) << "it was not asked for";
}

TEST(GnuplotScript, a_launch_that_measured_the_case_closes_the_gap_of_another) {
  std::vector<record::CaseRecord> good, bad;
  for (const int bytes : {32, 64, 128}) good.push_back(make_case("PingPong", bytes, 1e-6));
  bad = good;
  bad[1].times.reset(), bad[1].status = record::Status::failed;
  PlotOptions sides;
  sides.base_runs = 2, sides.side_names = {"base", "new"};
  const auto script = script_of(std::vector{plotted(good), plotted(bad), plotted(bad)}, sides);
  EXPECT_THAT(script, HasSubstr("$line0 << END\n32 1 1 1\n64 1 1 1\n128 1 1 1\nEND\n"));
  EXPECT_THAT(script, HasSubstr("$line1 << END\n32 1 1 1\n\n128 1 1 1\nEND\n"));
}

TEST(GnuplotScript, draws_kinds_of_memory_as_lines_of_one_picture) {
  record::CaseRecord host = make_case("PingPong", 64, 3e-6), cuda = make_case("PingPong", 64, 9e-6);
  cuda.id.variant["memory"] = "cuda";
  const std::vector runs{plotted({host}, "host.json"), plotted({cuda}, "cuda.json")};
  const std::string script = script_of(runs, {.benchmark = "PingPong"});
  EXPECT_THAT(script, AllOf(HasSubstr("\n64 3 3 3\n"), HasSubstr("\n64 9 9 9\n"),
                            HasSubstr("cuda memory, cuda.json")));
  EXPECT_THAT(script_of(runs), Not(HasSubstr("error")));
}

TEST(GnuplotScript, draws_bars_below_all_lines_over_a_pale_grid_and_apart_from_the_key) {
  record::CaseRecord c = make_case("PingPong", 64, 3e-6);
  c.summary = stats::Summary{};
  c.summary->median = 2e-6;
  c.summary->ci_low = 1.5e-6;
  c.summary->ci_high = 2.5e-6;
  const std::string script = script_of(std::vector{plotted({c}, "a.json"), plotted({c}, "b.json")});
  EXPECT_LT(script.rfind("yerrorbars"), script.find("linespoints"));
  EXPECT_THAT(script,
              AllOf(HasSubstr("set grid lt 1 lc rgb \"#cccccc\""), HasSubstr("set key below left height ")));
}

TEST(GnuplotScript, draws_rates_without_bars_where_there_is_no_interval) {
  const std::string script = script_of(std::vector{plotted({with_rate(make_case("PingPong", 64, 4e-6), 16)})},
                                       {.quantity = Plotted::rate});
  EXPECT_THAT(script, HasSubstr("\n64 16000000 16000000 16000000\n"));
  EXPECT_THAT(script, AllOf(HasSubstr("set ylabel \"Rate\""), HasSubstr("MB/s\" ")));
  EXPECT_THAT(script, Not(HasSubstr("yerrorbars")));
}

TEST(GnuplotScript, draws_rates_of_messages_and_overlap) {
  record::CaseRecord rate = make_case("Uniband", 64, 4e-6);
  rate.messages_per_second = 250000;
  EXPECT_THAT(script_of(std::vector{plotted({rate})}, {.quantity = Plotted::message_rate}),
              AllOf(HasSubstr("\n64 250000 250000 250000\n"), HasSubstr("\"Messages per second\""),
                    HasSubstr("logscale y")));
  record::CaseRecord beside = make_case("Ibcast", 64, 4e-6);
  beside.overlap = record::OverlapTimes{4e-6, 3e-6, 3e-6, 0};
  EXPECT_THAT(script_of(std::vector{plotted({beside})}, {.quantity = Plotted::overlap}),
              AllOf(HasSubstr("\n64 0 0 0\n"), HasSubstr("\"Overlap (%)\""), Not(HasSubstr("logscale y"))));
}

TEST(GnuplotScript, beside_computation_it_draws_the_time_of_the_transfer_alone) {
  record::CaseRecord beside = make_case("Ibcast", 64, 9e-6);
  EXPECT_THAT(script_of(std::vector{plotted({beside})}),
              AllOf(HasSubstr("\n64 9 9 9\n"), HasSubstr("\"Time (µs)\"")));
  beside.overlap = record::OverlapTimes{9e-6, 3e-6, 6e-6, 0};
  EXPECT_THAT(script_of(std::vector{plotted({beside})}),
              AllOf(HasSubstr("\n64 3 3 3\n"), HasSubstr("\"t_pure (µs)\"")));
}

TEST(GnuplotScript, leaves_out_what_moved_wrong_data) {
  record::CaseRecord right = make_case("Bcast", 64, 4e-6), wrong = make_case("Bcast", 128, 7e-6);
  wrong.defects = 2;
  EXPECT_THAT(script_of(std::vector{plotted({right, wrong})}),
              AllOf(HasSubstr("\n64 4 4 4\n"), Not(HasSubstr("128 7 7 7"))));
  EXPECT_EQ(script_of(std::vector{plotted({wrong})}),
            "error: Bcast has no time to draw: its data were wrong");
}

TEST(GnuplotScript, a_line_is_named_by_what_is_known_of_it) {
  record::CaseRecord unknown = make_case("osu_bcast", 64, 4e-6);
  unknown.id.processes = 0;
  EXPECT_THAT(script_of(std::vector{plotted({unknown})}),
              AllOf(HasSubstr("title \"a.json\""), Not(HasSubstr("0 processes"))));
  record::CaseRecord threads = make_case("BcastMT", 64, 4e-6);
  threads.id.processes = 1;
  threads.id.threads = 4;
  EXPECT_THAT(script_of(std::vector{plotted({threads})}), HasSubstr("title \"1 process, 4 threads\""));
}

TEST(GnuplotScript, other_cases_lie_on_other_lines) {
  record::CaseRecord one = make_case("BcastMT", 64, 4e-6), two = make_case("BcastMT", 64, 9e-6);
  one.id.threads = 1;
  two.id.threads = 4;
  const auto script = script_of(std::vector{plotted({one, two})});
  EXPECT_THAT(script,
              AllOf(HasSubstr("$line0 << END\n64 4 4 4\nEND"), HasSubstr("$line1 << END\n64 9 9 9\nEND")));
}

TEST(GnuplotScript, says_what_there_is_instead) {
  record::CaseRecord beside = make_case("Ibcast", 64, 4e-6);
  beside.overlap = record::OverlapTimes{4e-6, 3e-6, 3e-6, 50};
  EXPECT_EQ(script_of(std::vector{plotted({beside})}, {.quantity = Plotted::rate}),
            "error: Ibcast has no rate to draw; it has: time, overlap (--overlap)");
}

TEST(GnuplotScript, several_runs_are_lines_with_their_names) {
  const std::string script = script_of(std::vector{plotted({make_case("Bcast", 8, 1e-6)}, "a.json"),
                                                   plotted({make_case("Bcast", 8, 2e-6)}, "b.json")});
  EXPECT_THAT(script, AllOf(HasSubstr("title \"a.json\""), HasSubstr("title \"b.json\"")));
}

TEST(GnuplotScript, points_that_cannot_stand_on_a_logarithmic_axis_are_left_out) {
  const std::vector runs{plotted(
      {make_case("Bcast", 0, 1e-6), make_case("Bcast", 8, std::nan("")), make_case("Bcast", 16, 1e-6)})};
  EXPECT_THAT(script_of(runs), HasSubstr("END\n16 1 1 1\nEND\n"));
  EXPECT_THAT(script_of(runs, {.linear_size = true}), HasSubstr("END\n0 1 1 1\n16 1 1 1\nEND\n"));
}

TEST(GnuplotScript, a_name_cannot_leave_its_quotes) {
  const std::string hostile = "x\"; system(\"touch /tmp/y\")\n`id`\\";
  const std::string script =
      script_of(std::vector{plotted({make_case("Bcast", 8, 1e-6)})}, {.look = {.title = hostile}});
  EXPECT_THAT(script, HasSubstr("set title \"x'; system('touch /tmp/y') 'id'/\" noenhanced\n"));
}

TEST(GnuplotScript, an_unclear_choice_is_an_error_that_lists_the_benchmarks) {
  const std::vector runs{plotted({make_case("Bcast", 8, 1e-6), make_case("Reduce", 8, 1e-6)})};
  EXPECT_THAT(script_of(runs), HasSubstr("choose one with --benchmark: Bcast, Reduce"));
  EXPECT_THAT(script_of(runs, {.benchmark = "Gather"}), HasSubstr("no benchmark Gather"));
  EXPECT_THAT(script_of(runs, {.benchmark = "reduce"}),
              AllOf(HasSubstr("$line0"), Not(HasSubstr("set title"))));
}

TEST(GnuplotScript, draws_the_processes_that_were_asked_for) {
  std::vector<record::CaseRecord> cases;
  for (const int processes : {2, 4, 8}) {
    cases.push_back(make_case("Bcast", 8, processes * 1e-6));
    cases.back().id.processes = processes;
  }
  const std::vector runs{plotted(cases)};
  const std::string script = script_of(runs, {.processes = {{{4, 8}}}});
  EXPECT_THAT(script, AllOf(HasSubstr("\"4 processes\""), HasSubstr("\"8 processes\""),
                            Not(HasSubstr("\"2 processes\""))));
  EXPECT_EQ(script_of(runs, {.processes = {{{16, 16}}}}),
            "error: Bcast has no time to draw of these processes");
}

TEST(GnuplotScript, says_that_0_has_no_place_on_a_logarithmic_axis) {
  const std::vector runs{plotted({make_case("Bcast", 0, 1e-6), make_case("Bcast", 8, 1e-6)})};
  EXPECT_EQ(
      script_of(runs, {.bytes = {{{0, 0}}}}),
      "error: Bcast has no time to draw on a logarithmic axis, where 0 has no place: give --linear-size or "
      "--over-processes");
  EXPECT_THAT(script_of(runs, {.linear_size = true, .bytes = {{{0, 0}}}}), Not(HasSubstr("error")));
}

TEST(GnuplotScript, a_figure_for_a_column_is_85_mm_wide) {
  const std::vector runs{plotted({make_case("Bcast", 8, 1e-6)})};
  EXPECT_THAT(script_of(runs, {.look = {.picture = Picture::pdf, .width_mm = 85}}),
              HasSubstr("pdfcairo size 8.5cm,"));
  EXPECT_THAT(script_of(runs, {.look = {.picture = Picture::svg, .width_mm = 170}}),
              HasSubstr("svg size 643,482 "));
}

// 13 groups of each number of processes, of which the k-th takes k us.
TEST(GnuplotScript, many_lines_are_a_band_for_each_number_of_processes) {
  std::vector<record::CaseRecord> cases;
  for (const int processes : {2, 4})
    for (int group = 0; group < 13; ++group) {
      cases.push_back(make_case("Bcast", 8, (group + 1) * 1e-6));
      cases.back().id.processes = processes;
      cases.back().id.group = group;
    }
  const std::string script = script_of(std::vector{plotted(cases)});
  EXPECT_THAT(script, HasSubstr("$line0 << END\n8 7 1 13\nEND\n$line1 << END\n8 7 1 13\nEND\n"));
  EXPECT_THAT(script, HasSubstr("using 1:3:4 with filledcurves lc rgb"));
  EXPECT_THAT(script, HasSubstr("\"2 processes: median and range of 13 lines\""));
  EXPECT_THAT(script, Not(HasSubstr("$line2")));
  cases.erase(cases.begin(), cases.begin() + 2);
  EXPECT_THAT(script_of(std::vector{plotted(cases)}), HasSubstr("$line23 << END"));
}

TEST(GnuplotScript, many_numbers_of_processes_are_one_band) {
  std::vector<record::CaseRecord> cases;
  for (int processes = 2; processes <= 26; ++processes) {
    cases.push_back(make_case("Bcast", 8, processes * 1e-6));
    cases.back().id.processes = processes;
  }
  EXPECT_THAT(script_of(std::vector{plotted(cases)}),
              AllOf(HasSubstr("8 14 2 26\n"), HasSubstr("\"median and range of 25 lines\"")));
}

TEST(GnuplotScript, nothing_to_draw_is_an_error) {
  EXPECT_THAT(script_of({}), HasSubstr("error: the files hold no case"));
  EXPECT_THAT(script_of(std::vector{plotted({make_case("Bcast", 8, -1)})}),
              HasSubstr("error: Bcast has no time"));
}

}  // namespace
}  // namespace sonde::reports
