#include "analysis/limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/limits_file.hpp"
#include "compared_runs.hpp"
#include "make_case.hpp"

namespace sonde::analysis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// PingPong of 8 B, a launch each.
std::vector<record::Run> launches(const std::vector<double>& medians) {
  std::vector<record::Run> out;
  for (const double median : medians) {
    record::Run run;
    run.cases = {test::row("PingPong", 8, median)};
    out.push_back(run);
  }
  return out;
}

Limit at_most(double seconds) {
  return {.number = 1, .benchmark = "PingPong", .value = seconds, .text = "<="};
}

CheckedCase one(const std::vector<record::Run>& runs, const Limit& limit) {
  const auto check = check_limits(runs, {limit});
  EXPECT_EQ(check.cases.size(), 1U);
  return check.cases.at(0);
}

TEST(Limits, are_kept_or_broken_with_the_whole_interval) {
  const auto runs = launches({1e-6, 1.1e-6, 1.2e-6, 1.3e-6, 1.4e-6});
  EXPECT_EQ(one(runs, at_most(1.4e-6)).verdict, LimitVerdict::kept);
  EXPECT_EQ(one(runs, at_most(1.39e-6)).verdict, LimitVerdict::open);
  EXPECT_EQ(one(runs, at_most(1e-6)).verdict, LimitVerdict::open);
  EXPECT_EQ(one(runs, at_most(0.99e-6)).verdict, LimitVerdict::broken);
  const auto open = one(runs, at_most(1.25e-6));
  EXPECT_EQ(open.launches, 5U);
  EXPECT_DOUBLE_EQ(open.value, 1.2e-6);
  EXPECT_THAT(open.why, HasSubstr("the limit lies in the interval; the median keeps the limit; "));
}

TEST(Limits, are_neither_kept_nor_broken_within_a_step_of_a_coarse_timer) {
  auto runs = launches({3e-6, 3e-6, 3e-6, 3e-6, 3e-6, 3e-6});
  for (auto& run : runs) {
    run.header.timer_resolution = 1e-6;  // a call a batch
    run.cases[0].measured_seconds = 20 * run.cases[0].summary->median;
  }
  const auto near = one(runs, at_most(3.2e-6));
  EXPECT_EQ(near.verdict, LimitVerdict::open);
  EXPECT_THAT(near.why, HasSubstr("the limit lies within a step of the timer"));
  EXPECT_EQ(one(runs, at_most(3.7e-6)).verdict, LimitVerdict::kept);
  EXPECT_EQ(one(runs, at_most(2.8e-6)).verdict, LimitVerdict::open);
  EXPECT_EQ(one(runs, at_most(2.4e-6)).verdict, LimitVerdict::broken);
}

TEST(Limits, advise_more_launches_the_nearer_they_are) {
  std::vector<double> medians;
  for (int i = 0; i < 12; ++i) medians.push_back((1 + 0.1 * i) * 1e-6);  // median 1.55 us, deviation 0.36 us
  const auto runs = launches(medians);
  const auto advised = [&](double limit) {
    const auto why = one(runs, at_most(limit)).why;
    const auto at = why.find("about ");
    return at == std::string::npos ? 0 : std::stoi(why.substr(at + 6));
  };
  EXPECT_GT(advised(1.85e-6), 12) << "these did not decide";
  EXPECT_GT(advised(1.75e-6), advised(1.85e-6));
  EXPECT_THAT(one(runs, at_most(1.56e-6)).why, HasSubstr("more than 200 would be needed"));
  EXPECT_THAT(one(launches({1e-6, 1.1e-6}), at_most(1.04e-6)).why, HasSubstr("take 5 or more"));
}

TEST(Limits, are_not_broken_within_the_last_printed_digit) {
  auto runs = launches(std::vector<double>(5, 0.04e-6));
  for (auto& run : runs) run.cases[0].rounding = record::Rounding{.seconds = 0.005e-6};
  const auto open = one(runs, at_most(0.0355e-6));
  EXPECT_EQ(open.verdict, LimitVerdict::open);
  EXPECT_EQ(open.why, "the limit lies within the last printed digit");
  EXPECT_EQ(one(runs, at_most(0.03e-6)).verdict, LimitVerdict::broken);
  EXPECT_EQ(one(runs, at_most(0.04e-6)).verdict, LimitVerdict::kept);  // as a limit is read off a table
  for (auto& run : runs) run.cases[0].rounding.reset();
  EXPECT_EQ(one(runs, at_most(0.0355e-6)).verdict, LimitVerdict::broken);
}

TEST(Limits, on_a_rate_leave_out_messages_without_bytes) {
  auto runs = launches(std::vector<double>(5, 1e-6));
  for (auto& run : runs) {
    run.cases[0].megabytes_per_second = 8;
    run.cases.push_back(test::row("PingPong", 0, 1e-6));
  }
  Limit rate{.number = 1, .benchmark = "PingPong", .quantity = Limited::rate, .value = 1e6, .text = ">="};
  const auto check = check_limits(runs, {rate});
  ASSERT_EQ(check.cases.size(), 1U);
  EXPECT_EQ(check.cases[0].id->bytes, 8);
  EXPECT_EQ(check.cases[0].verdict, LimitVerdict::kept);
  rate.bytes = WholeRange{0, 0};
  EXPECT_EQ(check_limits(runs, {rate}).cases.at(0).verdict, LimitVerdict::missing);
}

/// Messages of 8 B, `windows[i]` of them in 1 us of launch i.
std::vector<record::Run> streams(const std::vector<int>& windows) {
  auto out = launches(std::vector<double>(windows.size(), 1e-6));
  for (std::size_t i = 0; i < windows.size(); ++i) {
    auto& row = out[i].cases[0];
    row.times = record::Times{1e-6, 1e-6, 1e-6};
    row.messages_per_second = windows[i] / 1e-6;
  }
  return out;
}

TEST(Limits, on_a_time_do_not_judge_repetitions_of_unlike_numbers_of_messages) {
  Limit limit = at_most(1e-6);
  for (const auto statistic : {std::optional<Quantity>(), std::optional(Quantity::t_max)}) {
    limit.statistic = statistic;
    EXPECT_EQ(one(streams({16, 16, 16, 16, 16}), limit).verdict, LimitVerdict::kept);
    const auto unlike = one(streams({16, 16, 16, 16, 64}), limit);
    EXPECT_EQ(unlike.verdict, LimitVerdict::missing);
    EXPECT_THAT(unlike.why, HasSubstr("unlike numbers of messages"));
  }
  const Limit rate{.number = 1,
                   .benchmark = "PingPong",
                   .quantity = Limited::message_rate,
                   .value = 16e6,
                   .text = ">= 16e6 /s"};
  EXPECT_EQ(one(streams({16, 16, 16, 16, 64}), rate).verdict, LimitVerdict::kept);
}

TEST(Limits, made_of_streams_are_on_messages_so_that_another_window_is_judged_by_them) {
  const auto limits = limits_from(streams({16, 16, 16, 16, 16}), 0.1).limits;
  ASSERT_EQ(limits.size(), 1U);
  EXPECT_EQ(limits[0].quantity, Limited::message_rate);
  EXPECT_DOUBLE_EQ(limits[0].value, 14.5e6);
}

TEST(Limits, do_not_judge_launches_whose_length_means_two_things) {
  auto runs = launches(std::vector<double>(5, 1e-6));
  for (auto& run : runs) {
    run.cases[0].id.benchmark = "Reduce_scatter";
    run.header.conventions_in_force = {{"Reduce_scatter", "X is what each rank receives"}};
  }
  Limit limit = at_most(1e-6);
  limit.benchmark = "Reduce_scatter";
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::kept);
  runs[0].header.conventions_in_force = {{"Reduce_scatter", "X is split over the ranks"}};
  const auto unlike = one(runs, limit);
  EXPECT_EQ(unlike.verdict, LimitVerdict::missing);
  EXPECT_EQ(unlike.why, "X is split over the ranks in some launches, X is what each rank receives in others");
}

TEST(Limits, few_launches_decide_nothing_however_far_they_lie) {
  for (int n = 1; n < 5; ++n) {
    const auto runs = launches(std::vector<double>(static_cast<std::size_t>(n), 9e-6));
    const auto broken = one(runs, at_most(1e-6)), kept = one(runs, at_most(90e-6));
    EXPECT_EQ(broken.verdict, LimitVerdict::open) << n;
    EXPECT_EQ(kept.verdict, LimitVerdict::open) << n;
    EXPECT_THAT(broken.why,
                HasSubstr(n == 1 ? "one launch: no interval; the median is beyond the limit; take 5"
                                 : "launches: no interval; the median is beyond the limit; "));
    EXPECT_THAT(kept.why, HasSubstr("the median keeps the limit"));
  }
}

TEST(Limits, of_rates_are_the_least) {
  std::vector<record::Run> runs;
  for (int i = 0; i < 5; ++i) {
    record::Run run;
    run.header.megabyte = 1e6;
    run.cases = {test::with_rate(test::make_case("PingPong", 8, 1e-6), 100 + i)};
    runs.push_back(run);
  }
  const auto at_least = [&](double rate) {
    return one(
        runs, {.number = 1, .benchmark = "PingPong", .quantity = Limited::rate, .value = rate, .text = ">="});
  };
  EXPECT_EQ(at_least(100e6).verdict, LimitVerdict::kept);
  EXPECT_EQ(at_least(102e6).verdict, LimitVerdict::open);
  EXPECT_EQ(at_least(104.1e6).verdict, LimitVerdict::broken);
}

TEST(Limits, of_bus_rates_come_from_what_must_move) {
  std::vector<record::Run> runs(5);
  for (auto& run : runs) run.cases = {test::make_case("Bcast", 1000, 1e-6)};
  Limit limit{.number = 1, .benchmark = "Bcast", .quantity = Limited::bus, .value = 1e9, .text = ">= 1 GB/s"};
  const auto kept = one(runs, limit);
  EXPECT_EQ(kept.verdict, LimitVerdict::kept);
  EXPECT_DOUBLE_EQ(kept.value, 1e9);  // the root sends 1000 bytes in 1 us
  limit.value = 1.01e9;
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::broken);
  for (auto& run : runs) run.cases = {test::make_case("Unknown", 1000, 1e-6)};
  limit.benchmark = "*";
  EXPECT_EQ(one(runs, limit).why, "its rows have no bus rate");
}

TEST(Limits, may_be_shares_of_the_port_that_records_name) {
  std::vector<record::Run> runs(5);
  for (auto& run : runs) run.cases = {test::make_case("Bcast", 1000, 1e-6)}, run.header.port_rate = 2e9;
  Limit limit{.number = 1,
              .benchmark = "Bcast",
              .quantity = Limited::bus,
              .value = 0.5,
              .of_port = true,
              .text = ">= 50 % of port"};
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::kept);
  EXPECT_EQ(check_limits(runs, {limit}).limits[0].text, ">= 50 % of port (16 Gbit/s)");
  limit.value = 0.51;
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::broken);
  runs[4].header.port_rate = 1e9;
  EXPECT_THAT(one(runs, limit).why, HasSubstr("different rates of their ports: write it"));
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::missing);
  runs[0].header.port_rate.reset();
  EXPECT_THAT(one(runs, limit).why, HasSubstr("no rate of a port is recorded: write it"));
}

TEST(Limits, without_a_case_say_what_is_there) {
  const auto runs = launches({1e-6});
  auto limit = at_most(1);
  limit.bytes = WholeRange{16, 64};
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::missing);
  EXPECT_EQ(one(runs, limit).why, "no such length: 8 B");
  limit.processes = WholeRange{4, 4};
  EXPECT_EQ(one(runs, limit).why, "no such number of processes: 2");
  limit.benchmark = "PingPang";
  EXPECT_EQ(one(runs, limit).why, "no such benchmark: did you mean 'PingPong'?");
  limit.benchmark = "ping*";
  limit.bytes = WholeRange{8, 8}, limit.processes = {};
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::open);
  limit.benchmark = "ping*pong";  // the star stands for nothing
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::open);
  limit.statistic = Quantity::t_init;
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::missing);
  EXPECT_EQ(one(runs, limit).why, "its rows have no t_init");
}

TEST(Limits, a_mode_is_part_of_the_name) {
  auto runs = launches({1e-6});
  runs[0].cases[0].id.mode = "AGGREGATE";
  auto limit = at_most(1);
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::missing);
  limit.benchmark = "PingPong aggregate";
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::open);
  limit.benchmark = "*g*ga*e";
  EXPECT_EQ(one(runs, limit).verdict, LimitVerdict::open);
}

TEST(Limits, are_open_where_a_launch_lacks_the_value) {
  auto runs = launches(std::vector<double>(12, 1e-6));
  EXPECT_EQ(one(runs, at_most(2e-6)).verdict, LimitVerdict::kept);
  runs[1].cases[0].status = record::Status::skipped;
  runs[1].cases[0].reason = record::Reason::time_out;
  EXPECT_EQ(one(runs, at_most(2e-6)).verdict, LimitVerdict::open);
  EXPECT_EQ(one(runs, at_most(2e-6)).why, "not measured in 1 of 12 launches");
  EXPECT_EQ(one(runs, at_most(0.5e-6)).verdict, LimitVerdict::broken);
}

TEST(Limits, wrong_data_break_and_a_failed_launch_opens) {
  auto runs = launches(std::vector<double>(6, 1e-6));
  runs[5].cases[0].status = record::Status::failed;
  runs[5].cases[0].text = "time-out";
  EXPECT_EQ(one(runs, at_most(2e-6)).verdict, LimitVerdict::open);
  EXPECT_EQ(one(runs, at_most(2e-6)).why, "failed in 1 launch");
  EXPECT_EQ(one(runs, at_most(0.5e-6)).verdict, LimitVerdict::broken);
  runs[4].cases[0].defects = 3;
  EXPECT_EQ(one(runs, at_most(2e-6)).verdict, LimitVerdict::broken);
  EXPECT_EQ(one(runs, at_most(2e-6)).why, "wrong data in 1 launch");
  for (auto& run : runs) run.cases[0] = runs[5].cases[0];
  EXPECT_EQ(one(runs, at_most(2e-6)).verdict, LimitVerdict::missing);
  EXPECT_EQ(one(runs, at_most(2e-6)).why, "not measured: time-out");
}

TEST(Limits, count_by_their_worst_case) {
  auto wide = at_most(1.5e-6), none = at_most(1);
  wide.benchmark = "*", none.number = 2, none.benchmark = "Bcast";
  const auto check = check_limits(test::runs(1, 1), {wide, none, at_most(2e-6)});
  EXPECT_EQ(limits_sentence(check), "1 of 3 limits kept, 1 broken, 1 missing");
  ASSERT_EQ(check.cases.size(), 6U);
  EXPECT_EQ(check.cases[0].verdict, LimitVerdict::broken);
  EXPECT_EQ(check.cases[3].verdict, LimitVerdict::missing);
}

TEST(Limits, made_of_runs_are_kept_by_them) {
  const auto runs = test::runs(1, 1);
  const auto made = limits_from(runs, 0.1).limits;
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[1].benchmark, "PingPong");
  EXPECT_DOUBLE_EQ(made[1].value, 1.13e-6);  // the slowest took 1.02 us; 1.122
  const auto again = parse_limits(limits_file(made, {}), "made").value();
  EXPECT_EQ(limits_sentence(check_limits(runs, again)), "3 of 3 limits kept");
  EXPECT_EQ(limits_sentence(check_limits(test::runs(1.2, 1), again)), "2 of 3 limits kept, 1 broken");
}

TEST(Limits, made_of_runs_tell_what_they_leave_out) {
  auto runs = test::runs(1, 1);
  EXPECT_THAT(limits_from(runs, 0.1).notes, IsEmpty());
  runs[0].cases[0].status = record::Status::failed, runs[0].cases[0].text = "time-out";
  for (auto& run : runs) run.cases[1].status = record::Status::failed, run.cases[1].text = "a crash";
  auto twin = runs[0].cases[2];
  twin.id.variant = {{"memory", "device"}};
  runs[0].cases.push_back(twin);
  const auto made = limits_from(runs, 0.1);
  EXPECT_EQ(made.limits.size(), 2U);
  EXPECT_THAT(made.notes,
              testing::UnorderedElementsAre(
                  AllOf(HasSubstr("PingPong"), HasSubstr(": failed in 1 of 5 launches (time-out)")),
                  HasSubstr(": no limit: failed in 5 of 5 launches (a crash)"),
                  HasSubstr(": one limit for 2 cases, which is the loosest of theirs")));
}

TEST(Limits, of_cases_that_some_launches_lack_need_as_many_more) {
  auto runs = launches({0.9e-6, 1e-6, 1.1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6});
  for (std::size_t i = 3; i < runs.size(); ++i) runs[i].cases[0].status = record::Status::failed;
  EXPECT_THAT(one(runs, at_most(1.5e-6)).why, HasSubstr("about 14 probably decide"));  // 5 of 8 are lost
  runs.resize(3);
  EXPECT_THAT(one(runs, at_most(1.5e-6)).why, HasSubstr("about 5 probably decide"));
}

TEST(Limits, tell_how_launches_ended) {
  auto runs = test::runs(1, 1);
  runs[1].footer = record::Footer{.end = "", .exit_status = 139};
  runs[2].footer.reset();
  EXPECT_THAT(
      check_limits(runs, {at_most(1)}).notes,
      testing::IsSupersetOf({testing::StrEq("1 of 5 runs ended with exit status 139"),
                             testing::StrEq("1 of 5 runs was cut short: the end of the record is missing")}));
}

}  // namespace
}  // namespace sonde::analysis
