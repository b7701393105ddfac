#include "analysis/findings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "make_case.hpp"

namespace sonde::analysis {
using test::make_case;
using test::with_rate;
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

auto says(const std::string& text) {
  return Field(&Finding::text, HasSubstr(text));
}
auto says(Weight weight, const std::string& text) {
  return AllOf(Field(&Finding::weight, weight), says(text));
}

auto advises(const std::string& text) {
  return Field(&Finding::advice, HasSubstr(text));
}

record::Run run_of(std::vector<record::CaseRecord> cases, const std::string& source = "a") {
  record::Run run;
  run.source = source;
  run.format = record::Format::imb_text;
  run.cases = std::move(cases);
  return run;
}

std::vector<Finding> of(const record::Run& run) {
  return findings(std::vector{run});
}

TEST(Findings, a_run_without_cases_is_a_problem) {
  EXPECT_THAT(of(run_of({})), ElementsAre(says(Weight::problem, "holds no case")));
}

TEST(Findings, failed_cases_come_before_everything_else) {
  record::Run run = run_of({make_case("PingPong", 8, 1e-6), make_case("PingPong", 16, 1e-6)});
  run.cases[1].status = record::Status::failed;
  run.cases[1].text = "no memory";
  const auto found = of(run);
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found.front(), says(Weight::problem, "1 case failed: no memory"));
}

TEST(Findings, many_reasons_are_not_all_told) {
  record::Run run = run_of({});
  for (int i = 0; i < 100; ++i) {
    run.cases.push_back(make_case("PingPong", i, 1e-6));
    run.cases.back().status = record::Status::skipped;
    run.cases.back().text = std::to_string(i);
  }
  EXPECT_LT(of(run).size(), 10U);
  for (int i = 0; i < 3; ++i) run.cases[static_cast<std::size_t>(i)].text = "zzz";
  const auto found = of(run);
  EXPECT_THAT(found, Contains(says(Weight::caution, "3 cases skipped: zzz."))) << "the most frequent is told";
  EXPECT_THAT(found, Contains(says(Weight::caution, "93 more cases skipped for other reasons.")));
}

TEST(Findings, defects_name_the_first_case) {
  record::Run run = run_of({make_case("PingPong", 8, 1e-6), make_case("Bcast", 16, 1e-6)});
  run.cases[1].defects = 2;
  EXPECT_THAT(of(run), Contains(says(Weight::problem, "wrong data in 1 case, first in Bcast, 16 B")));
}

TEST(Findings, a_record_without_its_end_was_cut_short) {
  record::Run run = run_of({make_case("PingPong", 8, 1e-6)});
  EXPECT_THAT(of(run), Not(Contains(says("cut short"))));
  run.format = record::Format::json;
  EXPECT_THAT(of(run), Contains(AllOf(says(Weight::caution, "cut short"), advises("-resume"))));
}

TEST(Findings, a_table_that_was_cut_short_cannot_be_resumed) {
  record::Run run = run_of({make_case("PingPong", 8, 1e-6)});
  run.torn = true;
  EXPECT_THAT(of(run), Contains(AllOf(says(Weight::caution, "cut short"), Not(advises("-resume")))));
}

TEST(Findings, a_run_whose_launcher_says_that_it_died_is_told) {
  record::Run run = run_of({make_case("PingPong", 8, 1e-6)});
  run.notes = {"some line is odd"};
  EXPECT_THAT(of(run), Not(Contains(says(Weight::caution, "odd"))));
  run.notes.push_back("the program died: exited on signal 9");
  EXPECT_THAT(of(run), Contains(says(Weight::caution, "a: the program died: exited on signal 9.")));
}

// 100 to 60 MB/s is a fall of 40 %; 60 to 55 is none worth telling.
TEST(Findings, a_fall_of_the_rate_is_told_with_its_sizes) {
  const record::Run run = run_of({with_rate(make_case("PingPong", 32768, 1e-6), 100),
                                  with_rate(make_case("PingPong", 65536, 1e-6), 60),
                                  with_rate(make_case("PingPong", 131072, 1e-6), 55)});
  const auto found = of(run);
  EXPECT_THAT(found, Contains(says(Weight::caution,
                                   "PingPong, 2 processes: the rate falls by 40 % from 32 KiB to 64 KiB")));
  EXPECT_THAT(found, Not(Contains(says("128 KiB"))));
}

// 0.0151 to 0.0149 MB/s, as a table has them.
TEST(Findings, a_step_of_the_digits_or_of_the_timer_is_no_fall) {
  record::Run run = run_of({with_rate(make_case("PingPong", 1000, 1e-3), 0.02),
                            with_rate(make_case("PingPong", 1100, 1e-3), 0.01)});
  EXPECT_THAT(of(run), Contains(says("falls by")));
  for (record::CaseRecord& c : run.cases) c.rounding = record::Rounding{.megabytes_per_second = 0.005};
  EXPECT_THAT(of(run), Not(Contains(says("falls by"))));
  run.cases[0].megabytes_per_second = 0.2;
  EXPECT_THAT(of(run), Contains(says("falls by")));

  for (record::CaseRecord& c : run.cases) {
    c.rounding.reset();
    c.summary = stats::Summary{.mean = 1e-6, .median = 1e-6, .repetitions = 10, .batches = 10};
  }
  run.cases[0].megabytes_per_second = 0.014;
  EXPECT_THAT(of(run), Contains(says("falls by")));
  run.header.timer_resolution = 0.2e-6;
  EXPECT_THAT(of(run), Not(Contains(says("falls by"))));
}

TEST(Findings, a_fall_is_seen_across_a_row_that_failed) {
  record::Run run =
      run_of({with_rate(make_case("PingPong", 32768, 1e-6), 100), make_case("PingPong", 65536, 1e-6),
              with_rate(make_case("PingPong", 131072, 1e-6), 60)});
  run.cases[1].status = record::Status::failed;
  EXPECT_THAT(of(run), Contains(says("falls by 40 % from 32 KiB to 128 KiB")));
}

TEST(Findings, falls_beyond_the_third_are_counted) {
  record::Run run = run_of({});
  for (const char* name : {"A", "B", "C", "D", "E"}) {
    run.cases.push_back(with_rate(make_case(name, 32768, 1e-6), 100));
    run.cases.push_back(with_rate(make_case(name, 65536, 1e-6), 60));
  }
  EXPECT_THAT(
      of(run),
      Contains(says("the rate falls by more than a quarter in 2 more benchmarks or numbers of processes.")));
  run.cases.resize(6);
  EXPECT_THAT(of(run), Not(Contains(says("more than a quarter"))));
}

TEST(Findings, falls_of_one_benchmark_are_told_apart) {
  record::Run run = run_of({with_rate(make_case("Exchange", 32768, 1e-6), 100),
                            with_rate(make_case("Exchange", 65536, 1e-6), 60)});
  for (const std::size_t i : {0U, 1U}) {
    run.cases.push_back(run.cases[i]);
    run.cases.back().id.processes = 4;
  }
  EXPECT_THAT(of(run), Contains(says("Exchange, 2 processes: the rate falls")));
  EXPECT_THAT(of(run), Contains(says("Exchange, 4 processes: the rate falls")));
}

TEST(Findings, one_length_measured_twice_has_no_fall) {
  const record::Run run = run_of({with_rate(make_case("PingPong", 4096, 1e-6), 100),
                                  with_rate(make_case("PingPong", 4096, 2e-6), 50),
                                  with_rate(make_case("PingPong", 8192, 2e-6), 50)});
  EXPECT_THAT(of(run), Not(Contains(says("falls by"))));
}

TEST(Findings, a_fall_within_the_intervals_is_not_told) {
  record::Run run = run_of(
      {with_rate(make_case("PingPong", 8, 1e-6), 100), with_rate(make_case("PingPong", 16, 1e-6), 60)});
  for (record::CaseRecord& c : run.cases) {
    c.summary = stats::Summary{};
    c.summary->median = 1e-6;
    c.summary->ci_low = 0.5e-6;
    c.summary->ci_high = 2e-6;
  }
  EXPECT_THAT(of(run), Not(Contains(says("falls by"))));
}

TEST(Findings, the_best_figures_are_those_of_cases_with_a_rate) {
  const record::Run run = run_of(
      {make_case("Barrier", -1, 1e-7), with_rate(make_case("Unidir_Put", 0, 2e-8), 0),
       with_rate(make_case("PingPong", 8, 2e-6), 4), with_rate(make_case("PingPong", 16, 3e-6), 5.25)});
  EXPECT_THAT(of(run), Contains(says(Weight::fact,
                                     "of cases with a rate: shortest time 2 us (PingPong, 8 B, 2 processes); "
                                     "highest rate 5.505 MB/s (PingPong, 16 B, 2 processes)")));
}

// Ratios 2 and 8: geometric mean 4.
TEST(Findings, a_second_run_is_compared_with_the_first) {
  const std::vector runs{run_of({make_case("PingPong", 8, 1e-6), make_case("PingPong", 16, 1e-6)}, "first"),
                         run_of({make_case("PingPong", 8, 2e-6), make_case("PingPong", 16, 8e-6)}, "second")};
  const auto found = findings(runs);
  EXPECT_THAT(found, Contains(says("second is on average 4.00 times slower than first over 2 common cases")));
  EXPECT_THAT(found, Contains(says("Most slowed: PingPong, 16 B, 2 processes (× 8)")));
}

// One has a median of 1 us and 2 us for its slowest rank, the other 4 us for its slowest rank alone: 4 / 2.
TEST(Findings, runs_are_compared_by_a_number_that_both_have) {
  std::vector runs{run_of({make_case("PingPong", 8, 2e-6)}, "first"),
                   run_of({make_case("PingPong", 8, 4e-6)}, "second")};
  runs[0].cases[0].summary = stats::Summary{.median = 1e-6, .batches = 20};
  EXPECT_THAT(findings(runs),
              Contains(says("second is on average 2.00 times slower than first over 1 common case "
                            "(geometric mean of times of the slowest rank)")));
  runs[1].cases[0].summary = stats::Summary{.median = 3e-6, .batches = 20};
  EXPECT_THAT(findings(runs),
              Contains(says("3.00 times slower than first over 1 common case (geometric mean of medians)")));
}

TEST(Findings, runs_are_compared_by_the_transfer_alone_and_by_what_the_computation_hides) {
  const auto beside = [](double overlapped, double pure, double percent, const std::string& source) {
    record::Run run = run_of({make_case("Ibcast", 8, overlapped)}, source);
    run.cases[0].overlap =
        record::OverlapTimes{.overlapped = overlapped, .pure = pure, .cpu = 4e-6, .percent = percent};
    return run;
  };
  const record::Run first = beside(8e-6, 2e-6, 50, "first");
  const auto of_both = [&](const record::Run& second) { return findings(std::vector{first, second}); };
  EXPECT_THAT(
      of_both(beside(8e-6, 4e-6, 50, "second")),
      Contains(says("2.00 times slower than first over 1 common case (geometric mean of times without "
                    "computation). Most slowed: Ibcast, 8 B, 2 processes (× 2).")));
  EXPECT_THAT(
      of_both(beside(10e-6, 2e-6, 0, "second")),
      Contains(says("as fast as first over 1 common case (geometric mean of times without computation). "
                    "By overlaps: 1.33 times slower (1 case). By times beside computation: 1.25 times "
                    "slower (1 case).")));
  EXPECT_THAT(of_both(beside(8.1e-6, 2.01e-6, 49, "second")),
              Contains(Field(&Finding::text, testing::EndsWith("of times without computation)."))));
}

TEST(Findings, runs_without_a_common_case_are_not_compared) {
  const std::vector runs{run_of({make_case("PingPong", 8, 1e-6)}, "first"),
                         run_of({make_case("Bcast", 8, 1e-6)}, "second")};
  EXPECT_THAT(findings(runs), Contains(says(Weight::caution, "second has no case in common with first")));
}

TEST(Findings, all_runs_without_a_common_case_are_told_at_once_with_the_reason) {
  const auto device = [](const std::string& source) {
    record::Run run = run_of({make_case("PingPong", 8, 1e-6)}, source);
    run.cases[0].id.variant["memory"] = "device";
    return run;
  };
  const record::Run host = run_of({make_case("PingPong", 8, 1e-6)}, "host");
  const auto found = findings(std::vector{host, device("b"), device("c"), device("d")});
  EXPECT_THAT(found, Contains(AllOf(says("b and 2 other files have no case in common with host."),
                                    advises("differ in labels such as that of the memory"))));
  EXPECT_EQ(std::ranges::count_if(found, [](const Finding& f) { return f.weight == Weight::caution; }), 1);
  const auto mixed = findings(std::vector{host, device("b"), run_of({make_case("Bcast", 8, 1e-6)}, "e")});
  EXPECT_THAT(
      mixed, Contains(AllOf(says("b and e have no case in common with host."), advises("Measure the same"))));
}

TEST(Findings, settings_of_a_scan_are_not_told_as_files_without_a_common_case) {
  std::vector runs(4, run_of({make_case("PingPong", 8, 1e-6)}));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].header.scan = {{"eager", std::to_string(i / 2)}};
    runs[i].cases[0].id.variant["eager"] = std::to_string(i / 2);
  }
  EXPECT_THAT(findings(runs), Not(Contains(says("no case in common"))));
  EXPECT_THAT(findings(runs), Contains(says("as fast as")));
}

TEST(Findings, runs_with_common_cases_but_no_common_number_say_so) {
  std::vector runs{run_of({make_case("PingPong", 8, 1e-6)}, "first"),
                   run_of({with_rate(make_case("PingPong", 8, 1e-6), 5)}, "second")};
  runs[1].cases[0].times.reset();
  EXPECT_THAT(findings(runs),
              Contains(says(Weight::caution,
                            "second has cases in common with first, but no number of them: 1 not "
                            "compared (PingPong 1)")));
}

TEST(Findings, runs_of_different_conventions_are_told_apart) {
  std::vector runs{run_of({make_case("PingPong", 8, 1e-6)}, "first"),
                   run_of({make_case("PingPong", 8, 1e-6)}, "second")};
  EXPECT_THAT(findings(runs), Not(Contains(says("conventions"))));
  runs[0].header.conventions = "IMB 3.2";
  runs[1].header.conventions = "IMB 2021.11";
  runs[0].header.conventions_in_force = {
      {"Root", "i mod P"}, {"Mbyte", "2^20 bytes"}, {"Start", "2 barriers"}};
  runs[1].header.conventions_in_force = {{"Root", "rank 0"}, {"Mbyte", "2^20 bytes"}};
  EXPECT_THAT(findings(runs),
              Contains(says(Weight::caution,
                            "first and second follow different conventions: suite: IMB 3.2 -> IMB "
                            "2021.11; Root: i mod P -> rank 0.")));
}

TEST(Findings, equal_ones_of_several_runs_are_one) {
  std::vector runs{run_of({make_case("PingPong", 8, 1e-6)}, "a"),
                   run_of({make_case("PingPong", 8, 1e-6)}, "b"),
                   run_of({make_case("PingPong", 8, 1e-6)}, "c")};
  for (auto& run : runs) run.cases[0].status = record::Status::failed, run.cases[0].text = "no memory";
  const auto of_three = findings(runs);
  EXPECT_THAT(of_three, Contains(says(Weight::problem, "a and 2 others: 1 case failed: no memory")));
  EXPECT_EQ(std::ranges::count(of_three, Weight::problem, &Finding::weight), 1);
  runs.pop_back();
  EXPECT_THAT(findings(runs), Contains(says("a and b: 1 case failed")));
}

TEST(Findings, ranks_that_share_cores_make_figures_unusable) {
  record::Run run = run_of({make_case("PingPong", 8, 1e-6)});
  EXPECT_THAT(of(run), Not(Contains(Field(&Finding::unusable, true))));
  run.header.warnings = {{"unbound", "n: ranks 0 are not bound to a core", "Bind."}};
  EXPECT_THAT(of(run), Contains(says(Weight::caution, "a: n: ranks 0 are not bound to a core.")));
  EXPECT_THAT(of(run), Not(Contains(Field(&Finding::unusable, true))));
  run.header.warnings = {{"oversubscribed", "n: 4 ranks on 2 processing units", "Start fewer."}};
  const auto found = of(run);
  EXPECT_THAT(found.front(), says(Weight::problem, "4 ranks on 2 processing units"));
  EXPECT_TRUE(found.front().unusable);
  run.header.warnings = {{"shared_core", "n: ranks=0,1 share cores", "Bind."}};
  EXPECT_THAT(of(run).front(), says(Weight::problem, "ranks=0,1 share cores"));
  EXPECT_TRUE(of(run).front().unusable);
}

/// Eight hosts of two ranks; rank 4 (on the third) stands apart in `times` of ten cases, all others in turn.
record::Run run_of_hosts(int times) {
  record::Run run = run_of({});
  for (int rank = 0; rank < 16; ++rank)
    run.header.places.push_back({rank, "n" + std::to_string(rank / 2), {}, 0});
  for (int i = 0; i < 40; ++i) {
    const std::array<const char*, 5> benchmarks{"Allreduce", "Alltoall", "Allgather", "Exchange", "Sendrecv"};
    auto c = make_case(benchmarks[static_cast<std::size_t>(i / 8)], 8 + i, 1e-6);
    c.id.processes = 16;
    for (int rank = 0; rank < 16; ++rank) c.ranks.push_back(rank);
    c.summary = stats::Summary{.slowest_lead = 0.2, .slowest_chance = 1e-5};
    c.summary->slowest_rank = i % 10 < times ? 4 : (2 * i) % 16;
    c.summary->slowest_share = 0.9;
    run.cases.push_back(c);
  }
  return run;
}

TEST(Findings, a_host_that_holds_the_others_up_is_named) {
  EXPECT_THAT(of(run_of_hosts(7)),
              Contains(says(Weight::caution, "ranks on n2 are slower than all others in 2")));
  EXPECT_THAT(of(run_of_hosts(7)), Contains(says("of 40 cases, of 5 benchmarks; ")));
  EXPECT_THAT(of(run_of_hosts(0)), Not(Contains(says("slower than all others"))));
  EXPECT_THAT(of(run_of_hosts(7)), Not(Contains(says("messages to itself"))));
  record::Run by_itself = run_of_hosts(0);
  for (auto& c : by_itself.cases)
    for (int rank = 0; rank < 16; ++rank)
      c.witnesses.push_back({.world_rank = rank, .alone_seconds = rank == 6 ? 3e-6 : 1e-6});
  for (auto& c : by_itself.cases) c.summary->slowest_lead = 0.0;
  EXPECT_THAT(of(by_itself),
              Contains(says("In 40 of these, messages to itself take 3 times as long as on any "
                            "other host.")));
}

}  // namespace
}  // namespace sonde::analysis
