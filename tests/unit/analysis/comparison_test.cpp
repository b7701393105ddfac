#include "analysis/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "compared_runs.hpp"

namespace sonde::analysis {
namespace {

using record::CaseRecord;
using record::Run;
using test::row;
using test::runs;
using testing::EndsWith;
using testing::HasSubstr;

TEST(Compare, finds_what_became_slower_and_what_became_faster) {
  const Comparison c = compare(runs(1, 1), runs(1.1, 0.8), 0.03);
  ASSERT_EQ(c.cases.size(), 3u);
  EXPECT_EQ(c.cases[0].verdict, Verdict::worse);
  EXPECT_EQ(c.cases[0].id.bytes, 8);
  EXPECT_NEAR(c.cases[0].ratio, 1.1, 1e-9);
  EXPECT_LT(c.cases[0].low, 1.1);
  EXPECT_GT(c.cases[0].high, 1.1);
  EXPECT_NEAR(c.cases[0].level, 1 - 8.0 / 252, 1e-12);
  EXPECT_DOUBLE_EQ(c.cases[0].rank_sum_p, 2.0 / 252);
  EXPECT_DOUBLE_EQ(c.cases[0].holm_p, 6.0 / 252);
  EXPECT_LE(c.cases[0].p, 0.05);
  EXPECT_EQ(c.cases[1].verdict, Verdict::better);
  EXPECT_NEAR(c.cases[1].ratio, 0.8, 1e-9);
  EXPECT_EQ(c.cases[2].verdict, Verdict::same);
  EXPECT_TRUE(c.notes.empty());
}

/// Allreduce of 0 B, as tables of two decimals have it: five launches.
std::vector<Run> printed_runs(double seconds, record::Rounding rounding) {
  std::vector<Run> out(5);
  for (auto& run : out) {
    CaseRecord one;
    one.id = row("Allreduce", 0, seconds).id;
    one.times = record::Times{seconds, seconds, seconds};
    one.rounding = rounding;
    run.cases.push_back(one);
  }
  return out;
}

TEST(Compare, a_difference_of_the_last_printed_digit_is_none) {
  const record::Rounding two_decimals{.seconds = 0.005e-6};
  const auto judged = [&](double base, double fresh, record::Rounding rounding) {
    return compare(printed_runs(base, rounding), printed_runs(fresh, rounding), 0.03).cases.at(0);
  };
  const auto near = judged(0.03e-6, 0.04e-6, two_decimals);  // 34.8 and 35.2 ns are printed so
  EXPECT_EQ(near.verdict, Verdict::open);
  EXPECT_EQ(near.why, "the digits or the timer are too coarse");
  EXPECT_LT(near.low, 1);
  EXPECT_GT(near.high, 0.04 / 0.03);
  EXPECT_EQ(judged(0.04e-6, 0.03e-6, two_decimals).verdict, Verdict::open);
  EXPECT_EQ(judged(0.03e-6, 0.03e-6, two_decimals).verdict, Verdict::open);
  EXPECT_EQ(judged(0.03e-6, 0.06e-6, two_decimals).verdict, Verdict::worse);
  EXPECT_EQ(judged(3e-6, 3.01e-6, two_decimals).verdict, Verdict::same);
  EXPECT_EQ(judged(3e-6, 3.3e-6, two_decimals).verdict, Verdict::worse);
  EXPECT_EQ(judged(0.03e-6, 0.04e-6, {}).verdict, Verdict::worse);  // a record has all digits
}

/// Five launches; batches of one repetition of `seconds`, by a timer with steps of `tick`.
std::vector<record::Run> timed_runs(double seconds, double tick) {
  auto out = printed_runs(seconds, {});
  for (auto& run : out) {
    run.header.timer_resolution = tick;
    auto& summary = run.cases[0].summary.emplace();
    summary.median = summary.mean = seconds;
    summary.batches = 50, summary.repetitions = 50;
  }
  return out;
}

TEST(Compare, a_difference_of_one_step_of_the_timer_is_none) {
  const auto judged = [](double base, double fresh, double tick) {
    return compare(timed_runs(base, tick), timed_runs(fresh, tick), 0.03).cases.at(0);
  };
  const auto near = judged(1e-6, 2e-6, 1e-6);
  EXPECT_EQ(near.verdict, Verdict::open);
  EXPECT_EQ(near.why, "the digits or the timer are too coarse");
  EXPECT_EQ(judged(2e-6, 1e-6, 1e-6).verdict, Verdict::open);
  EXPECT_EQ(judged(1e-6, 4e-6, 1e-6).verdict, Verdict::worse);
  EXPECT_EQ(judged(1e-6, 2e-6, 1e-9).verdict, Verdict::worse);
  EXPECT_EQ(judged(100e-6, 110e-6, 1e-6).verdict, Verdict::worse);
}

TEST(Compare, a_step_of_the_timer_is_no_difference_of_the_calls_of_a_guideline) {
  const auto judged = [](double base, double fresh, double tick) {
    std::array sides{timed_runs(10e-6, tick), timed_runs(10e-6, tick)};
    for (std::size_t side = 0; side < 2; ++side)
      for (auto& run : sides[side])
        run.cases[0].guideline = record::MeasuredGuideline{
            .id = "G1", .left = side == 0 ? base : fresh, .right = 10e-6, .ratio = {1, 1, 1, 0.95, 50}};
    const auto found = compare(sides[0], sides[1], 0.03);
    const auto c = std::ranges::find(found.cases, Measure{Quantity::left}, &ComparedCase::measure);
    return c == found.cases.end() ? Verdict::not_compared : c->verdict;
  };
  EXPECT_EQ(judged(10e-6, 14e-6, 4e-6), Verdict::open);
  EXPECT_EQ(judged(10e-6, 10e-6, 4e-6), Verdict::open);
  EXPECT_EQ(judged(10e-6, 20e-6, 4e-6), Verdict::worse);
  EXPECT_EQ(judged(10e-6, 14e-6, 1e-9), Verdict::worse);
}

TEST(Compare, a_rate_of_few_digits_gives_way_to_that_of_the_messages) {
  auto base = printed_runs(1e-6, {.megabytes_per_second = 0.005, .messages_per_second = 0.5});
  for (auto& run : base) run.cases[0].times.reset(), run.cases[0].messages_per_second = 75000;
  auto fresh = base;
  for (auto& run : base) run.cases[0].megabytes_per_second = 0.08;
  for (auto& run : fresh) run.cases[0].megabytes_per_second = 0.07, run.cases[0].messages_per_second = 74900;
  const auto c = compare(base, fresh, 0.03).cases.at(0);
  EXPECT_EQ(c.measure, (Measure{Quantity::message_rate}));
  EXPECT_EQ(c.verdict, Verdict::same);
  for (auto& run : fresh) run.cases[0].messages_per_second = 60000;
  EXPECT_EQ(compare(base, fresh, 0.03).cases.at(0).verdict, Verdict::worse);
}

TEST(Compare, a_proven_difference_below_the_threshold_is_the_same) {
  const auto a = compare(runs(1, 1), runs(1.1, 1), 0.12);
  EXPECT_EQ(a.count(Verdict::same), 3u);
  EXPECT_EQ(compare(runs(1, 1), runs(1.1, 1), 0.03).count(Verdict::worse), 1u);
}

TEST(Compare, one_run_a_side_says_how_little_it_proves) {
  const Comparison c = compare(runs(1, 1, 1), runs(2, 1, 1), 0.03);
  EXPECT_EQ(c.cases[0].verdict, Verdict::maybe_slower);
  EXPECT_EQ(c.cases[0].level, 0);
  EXPECT_EQ(c.cases[1].verdict, Verdict::open);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_THAT(c.notes[0], HasSubstr("one run on each side"));
  EXPECT_THAT(compare(runs(1, 1, 3), runs(2, 1, 3), 0.03).notes.at(0), HasSubstr("probability 0.1"));
}

TEST(Compare, cases_of_one_side_and_failures) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base)
    run.cases.push_back(row("Bcast", 4, 1e-6)), run.cases.push_back(row("Gather", 4, 1e-6));
  for (auto& run : fresh) {
    run.cases.push_back(row("Scatter", 4, 1e-6));
    CaseRecord failed;
    failed.id = row("Bcast", 4, 1).id;
    failed.status = record::Status::failed;
    run.cases.push_back(failed);
  }
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].id.benchmark, "Bcast");
  EXPECT_EQ(c.cases[0].verdict, Verdict::failed);
  EXPECT_EQ(c.count(Verdict::only_in_base), 1u);
  EXPECT_EQ(c.count(Verdict::only_in_new), 1u);
}

TEST(Compare, uses_times_where_a_side_has_no_medians_and_rates_where_it_has_no_times) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : fresh) {
    run.cases[0].summary.reset();
    run.cases[1].summary.reset();
    run.cases[1].times.reset();
    run.cases[1].megabytes_per_second = 50;
  }
  for (auto& run : base) run.cases[1].megabytes_per_second = 100;
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].measure.quantity, Quantity::rate);
  EXPECT_EQ(c.cases[0].base, 100.0 * 1048576);
  EXPECT_NEAR(c.cases[0].ratio, 2, 1e-12);  // half the rate is twice as slow
  EXPECT_EQ(c.cases[1].id.bytes, -1);
  EXPECT_EQ(c.cases[2].measure.quantity, Quantity::t_max);
  EXPECT_EQ(c.cases[2].ratio, 1);
}

/// In suites from 2018 on X of a Reduce_scatter is what each rank receives.
TEST(Compare, a_length_that_is_another_volume_on_each_side_is_not_compared) {
  const auto reduced = [](const char* meaning, double seconds) {
    auto out = runs(1, 1);
    for (auto& run : out) {
      run.cases = {row("Reduce_scatter", 1024, seconds), row("Reduce_scatter_block", 1024, 1e-6)};
      if (meaning != nullptr) run.header.conventions_in_force.emplace_back("Reduce_scatter", meaning);
    }
    return out;
  };
  const auto all = reduced("X is split over the ranks", 1e-6),
             each = reduced("X is what each rank receives", 4e-6);
  const Comparison c = compare(all, each, 0.03);
  ASSERT_EQ(c.cases.size(), 2U);
  const auto& unlike =
      *std::ranges::find(c.cases, "Reduce_scatter", [](const auto& one) { return one.id.benchmark; });
  EXPECT_EQ(unlike.verdict, Verdict::not_compared);
  EXPECT_EQ(unlike.why, "X is split over the ranks in base, X is what each rank receives in new");
  EXPECT_EQ(c.count(Verdict::worse), 0);
  EXPECT_EQ(c.count(Verdict::same), 1);
  EXPECT_EQ(compare(each, reduced("X is what each rank receives", 8e-6), 0.03).count(Verdict::worse), 1);
  EXPECT_EQ(compare(all, reduced(nullptr, 8e-6), 0.03).count(Verdict::worse), 1);  // not known
}

TEST(Compare, a_case_without_a_positive_number_is_counted_and_not_compared) {
  auto base = runs(0, 1), fresh = runs(1, 1);
  for (auto& run : base) run.cases[0].times = record::Times{0, 0, 0};
  const auto c = compare(base, fresh, 0.03);
  ASSERT_EQ(c.cases.size(), 3u);
  EXPECT_EQ(verdict_text(c.cases[2]), "not compared: no number in base");
  EXPECT_EQ(verdict_text(compare(base, base, 0.03).cases[2]),
            "not compared: no number in base, no number in new");
  EXPECT_EQ(verdict_counts(c), "2 same, 1 not compared");
}

TEST(Compare, says_where_two_sides_have_no_number_in_common) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  for (auto& run : base) run.cases.resize(1);
  for (auto& run : fresh) {
    run.cases.resize(1);
    run.cases[0].summary.reset(), run.cases[0].times.reset();
    run.cases[0].messages_per_second = 5;
  }
  const auto c = compare(base, fresh, 0.03);
  EXPECT_EQ(verdict_text(c.cases.at(0)), "not compared: no number in common");
  EXPECT_EQ(nothing_in_common(c),
            "base and new have 1 case in common, but no number of any of them: 1 not compared (PingPong 1)");
  base[0].cases[0].id.benchmark = "Bcast";
  EXPECT_EQ(
      nothing_in_common(compare(std::span(base).first(1), fresh, 0.03)),
      "base and new have no measured case in common: 1 only in base (Bcast 1), 1 only in new (PingPong 1)");
  fresh[0].cases[0].id.processes = 16, fresh[0].cases[0].id.benchmark = "Bcast";
  EXPECT_THAT(nothing_in_common(compare(std::span(base).first(1), std::span(fresh).first(1), 0.03)).value(),
              EndsWith("; processes: 2 in base, 16 in new"));
}

TEST(Compare, what_was_skipped_on_both_sides_is_counted) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  for (auto* side : {&base, &fresh})
    for (auto& run : *side) run.cases[0].status = record::Status::skipped;
  EXPECT_EQ(verdict_text(compare(base, fresh, 0.03).cases.at(2)),
            "not compared: skipped in base, skipped in new");
  for (auto& run : base) run.cases[0].status = record::Status::measured;
  for (auto& run : fresh) run.cases[0].reason = record::Reason::out_of_memory;
  EXPECT_EQ(verdict_text(compare(base, fresh, 0.03).cases.at(2)),
            "not compared: skipped in new (out_of_memory)");
  EXPECT_EQ(verdict_text(compare(fresh, base, 0.03).cases.at(2)),
            "not compared: skipped in base (out_of_memory)");
}

TEST(Compare, wrong_data_are_a_failure_and_no_number) {
  auto base = runs(1, 1), fresh = runs(0.8, 1);
  for (auto& run : fresh) run.cases[0].defects = 7;
  const auto wrong = compare(base, fresh, 0.03);
  EXPECT_EQ(verdict_text(wrong.cases.at(0)), "failed: wrong data in 5 of 5 new runs");
  EXPECT_EQ(wrong.count(Verdict::better), 0U);
  EXPECT_EQ(verdict_text(compare(fresh, base, 0.03).cases.at(2)), "not compared: wrong data in base");
  for (auto& run : fresh) run.cases[0].defects = 0;
  EXPECT_EQ(compare(base, fresh, 0.03).count(Verdict::better), 1U);
  fresh[1].cases[0].defects = 1;
  EXPECT_EQ(verdict_text(compare(base, fresh, 0.03).cases.at(0)), "failed: wrong data in 1 of 5 new runs");
  base[3].cases[0].defects = 1;
  EXPECT_EQ(compare(base, fresh, 0.03).count(Verdict::failed), 0U) << "as often as before";
}

TEST(Compare, cases_that_fail_or_are_missing_more_often_are_named_and_counted) {
  auto base = runs(1, 1, 6), fresh = runs(1.2, 1, 6);
  EXPECT_THAT(compare(base, fresh, 0.03).notes, testing::IsEmpty());
  fresh[0].cases[0].status = record::Status::failed;
  fresh[1].cases[1].status = record::Status::failed;
  fresh[2].cases.pop_back();
  base[3].cases[1].status = record::Status::skipped;
  const auto c = compare(base, fresh, 0.03);
  EXPECT_THAT(
      c.notes,
      testing::IsSupersetOf(
          {HasSubstr("2 cases with more failures in new runs: "),
           HasSubstr("1 case measured in fewer new runs: Barrier, 2 processes: 5 of 6 new runs, 6 of 6 "
                     "base runs")}));
  EXPECT_EQ(verdict_text(c.cases.at(0)), "worse: failed in 1 of 6 new runs");
}

TEST(Compare, runs_that_were_cut_short_are_counted) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  const auto said = [&] { return fmt::format("{}", fmt::join(compare(base, fresh, 0.03).notes, "\n")); };
  EXPECT_THAT(said(), Not(HasSubstr("cut short")));
  fresh[1].footer.reset();
  EXPECT_THAT(said(), HasSubstr("1 of 5 runs in new was cut short: the end of the record is missing"));
  for (auto& run : base) run.format = record::Format::imb_text, run.footer.reset();
  base[0].torn = base[2].torn = true;
  EXPECT_THAT(said(), HasSubstr("2 of 5 runs in base were cut short"));
  fresh[2].cases.clear();
  fresh[3].footer = record::Footer{.end = "", .exit_status = 139},
  fresh[4].footer = record::Footer{.end = "", .exit_status = 1};
  EXPECT_THAT(said(), HasSubstr("1 of 5 runs in new holds no case"));
  EXPECT_THAT(said(), HasSubstr("2 of 5 runs in new ended with exit status 1, 139"));
}

TEST(Compare, what_fails_in_some_new_runs_only_is_open_at_best) {
  auto base = runs(1, 1, 8), fresh = runs(1, 1, 8);
  for (std::size_t i = 0; i < 2; ++i) fresh[i].cases[0].status = record::Status::failed;
  const auto some = compare(base, fresh, 0.03);
  EXPECT_EQ(verdict_text(some.cases.at(0)), "open: failed in 2 of 8 new runs");
  EXPECT_EQ(some.count(Verdict::same), 2U);
  EXPECT_THAT(
      some.notes,
      testing::Contains(HasSubstr(
          "1 case with more failures in new runs: PingPong, 2 processes, 8 B: failed in 2 of 8 new runs")));
  EXPECT_EQ(compare(fresh, base, 0.03).count(Verdict::same), 3U) << "it no longer fails";
  base[0].cases[0].status = record::Status::failed;
  EXPECT_EQ(compare(base, fresh, 0.03).count(Verdict::same), 3U) << "it failed before, too";
  fresh[2].cases[0].status = record::Status::failed;
  EXPECT_EQ(verdict_text(compare(base, fresh, 0.03).cases.at(0)),
            "open: failed in 3 of 8 new runs, 1 of 8 base runs");
  const auto slow = compare(
      runs(1, 1, 8),
      [] {
        auto slower = runs(1.5, 1, 8);
        slower[0].cases[0].status = record::Status::failed;
        return slower;
      }(),
      0.03);
  EXPECT_EQ(verdict_text(slow.cases.at(0)), "worse: failed in 1 of 8 new runs");
}

TEST(Compare, too_few_runs_are_never_the_same) {
  for (const int launches : {2, 3})
    EXPECT_EQ(compare(runs(1, 1, launches), runs(1, 1, launches), 0.03).count(Verdict::same), 0U);
  EXPECT_EQ(compare(runs(1, 1, 2), runs(1, 1, 1), 0.03).count(Verdict::same), 0U);
  EXPECT_EQ(compare(runs(1, 1, 4), runs(1, 1, 4), 0.03).count(Verdict::same), 3U);
}

TEST(Compare, rates_of_different_Mbytes_are_the_same) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  const auto rate_only = [](std::vector<record::Run>& side, double megabyte) {
    for (auto& run : side) {
      run.header.megabyte = megabyte;
      run.cases.resize(1);
      run.cases[0].megabytes_per_second = 2.62144e9 * run.cases[0].summary->median / 1e-6 / megabyte;
      run.cases[0].summary.reset(), run.cases[0].times.reset();
    }
  };
  rate_only(base, 1048576), rate_only(fresh, 1e6);
  const auto c = compare(base, fresh, 0.03);
  EXPECT_EQ(verdict_counts(c), "1 same");
  EXPECT_NEAR(c.cases[0].ratio, 1, 1e-12);
}

/// Five runs of transfers beside computation.
std::vector<Run> beside(double overlapped, double pure, double percent) {
  auto out = runs(1, 1);
  for (auto& run : out) {
    const double wobble = run.cases[0].summary->median / 1e-6;
    run.cases.resize(1);
    run.cases[0].summary.reset(), run.cases[0].times.reset();
    run.cases[0].overlap = record::OverlapTimes{.overlapped = 10e-6 * overlapped * wobble,
                                                .pure = 5e-6 * pure * wobble,
                                                .cpu = 5e-6,
                                                .percent = percent + 100 * (wobble - 1.01)};
  }
  return out;
}

TEST(Compare, transfers_beside_computation_by_each_of_their_numbers) {
  const auto slow_transfer = compare(beside(1, 1, 50), beside(0.991, 1.3, 50), 0.03);
  ASSERT_EQ(slow_transfer.cases.size(), 3u);
  EXPECT_EQ(slow_transfer.cases[0].measure.quantity, Quantity::t_pure);
  EXPECT_EQ(slow_transfer.cases[0].verdict, Verdict::worse);
  EXPECT_NEAR(slow_transfer.cases[0].ratio, 1.3, 1e-9);
  EXPECT_EQ(verdict_counts(slow_transfer), "1 worse");  // cases, not rows
  const auto less_overlap = compare(beside(1, 1, 90), beside(1, 1, 60), 0.03);
  EXPECT_EQ(less_overlap.cases[0].measure.quantity, Quantity::overlap);
  EXPECT_EQ(less_overlap.cases[0].verdict, Verdict::worse);
  EXPECT_NEAR(less_overlap.cases[0].ratio, 1.4 / 1.1, 1e-2);
  EXPECT_NEAR(less_overlap.cases[0].base, 90, 1.1);
  EXPECT_EQ(compare(beside(1, 1, 60), beside(1, 1, 90), 0.03).cases[0].verdict, Verdict::better);
  EXPECT_EQ(verdict_counts(compare(beside(1, 1, 50), beside(1, 1, 50), 0.03)), "1 same");
}

/// Cases of every kind, whose runs differ by chance alone.
std::vector<Run> alike(std::mt19937_64& dice) {
  std::normal_distribution<double> spread(0, 0.02);
  auto out = runs(1, 1);
  for (auto& run : out) {
    for (auto& c : run.cases) c.summary->median *= std::exp(spread(dice));
    for (const char* name : {"Ibcast", "Iallreduce", "Uniband", "Persistent"}) {
      CaseRecord c;
      c.id = {.benchmark = name, .processes = 2, .bytes = 64};
      if (name[0] == 'I')
        c.overlap = record::OverlapTimes{.overlapped = 9e-6 * std::exp(spread(dice)),
                                         .pure = 5e-6 * std::exp(spread(dice)),
                                         .cpu = 5e-6,
                                         .percent = std::clamp(60 + 300 * spread(dice), 0.0, 100.0)};
      else
        c.megabytes_per_second = 1000 * std::exp(spread(dice));
      if (name[0] == 'P') {
        c.init_seconds = 1e-6 * std::exp(spread(dice));
        c.tail =
            stats::Tail{4000, {{0.9, 2e-6 * std::exp(spread(dice))}, {0.999, 3e-6 * std::exp(spread(dice))}}};
      }
      run.cases.push_back(c);
    }
  }
  return out;
}

/// 1 in 20 is the bound on any false verdict in a comparison, all numbers of all cases together: of 400 about
/// 20, and 40 never.
TEST(Compare, equal_sides_are_rarely_called_different_whatever_they_are_compared_by) {
  std::mt19937_64 dice(1);
  int wrong = 0;
  for (int i = 0; i < 400; ++i) {
    const auto c = compare(alike(dice), alike(dice), 0.03);
    ASSERT_EQ(c.cases.size(), 14u);
    wrong += c.count(Verdict::worse) + c.count(Verdict::better) > 0 ? 1 : 0;
  }
  EXPECT_LE(wrong, 33);
}

TEST(Compare, a_longer_tail_is_found_where_the_median_is_the_same) {
  auto base = runs(6, 1), fresh = runs(6, 1);
  for (auto* side : {&base, &fresh})
    for (auto& run : *side)
      for (auto& c : run.cases)
        c.tail = stats::Tail{4000, {{0.5, 1e-6}, {0.999, side == &fresh ? 5e-6 : 3e-6}}};
  for (const auto& c : compare(base, fresh, 0.03).cases)
    EXPECT_EQ(c.verdict == Verdict::worse, c.measure == Measure{Quantity::call_p999}) << word_of(c.measure);
}

TEST(Compare, a_call_beside_its_composition_and_a_loaded_one_have_numbers_of_their_own) {
  for (const auto changed : {Quantity::left, Quantity::loaded_p99, Quantity::d_last, Quantity::median}) {
    auto base = runs(6, 1), fresh = runs(6, 1);
    for (auto* side : {&base, &fresh})
      for (auto& run : *side)
        for (auto& c : run.cases) {
          const auto time = [&](Quantity quantity) {
            return side == &fresh && quantity == changed ? 2e-6 : 1e-6;
          };
          c.guideline.emplace().left = time(Quantity::left);
          c.load.emplace().loaded = stats::Tail{4000, {{0.5, 1e-6}, {0.99, time(Quantity::loaded_p99)}}};
          c.arrival.emplace().last.median = time(Quantity::d_last);
          c.arrival->each.median = 1e-6;
          if (changed == Quantity::median && side == &fresh) c.summary->median *= 2;
        }
    const auto found = compare(base, fresh, 0.03);
    EXPECT_EQ(found.cases.size(), 6 * runs(1, 1)[0].cases.size());
    for (const auto& c : found.cases) {
      EXPECT_EQ(c.verdict == Verdict::worse, c.measure == Measure{changed}) << word_of(c.measure);
      EXPECT_EQ(c.leading, c.measure == Measure{Quantity::left});
    }
  }
}

TEST(Compare, proves_nothing_whose_interval_has_1_inside) {
  std::mt19937_64 dice(3);
  std::normal_distribution<double> spread(0, 0.3);
  int proven = 0;
  for (int i = 0; i < 400; ++i) {
    auto base = runs(5, 1), fresh = runs(5, 1);
    for (auto* side : {&base, &fresh})
      for (auto& run : *side)
        for (auto& c : run.cases) c.summary->median *= std::exp(spread(dice) + (side == &fresh ? 0.6 : 0));
    for (const auto& c : compare(base, fresh, 0.03).cases) {
      if (c.verdict != Verdict::worse && c.verdict != Verdict::better) continue;
      ++proven;
      EXPECT_FALSE(c.low <= 1 && c.high >= 1) << c.low << ' ' << c.high;
    }
  }
  EXPECT_GT(proven, 20);
}

TEST(Compare, says_what_differs_between_the_sides) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base) run.header.mpi_library = "A 4.1";
  for (auto& run : fresh) run.header.mpi_library = "A 5.0", run.header.kernel = "6.1";
  const Comparison c = compare(base, fresh, 0.03);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_EQ(c.notes[0], "differs: MPI library: A 4.1 -> A 5.0");
}

TEST(Compare, two_levels_between_launches_are_open_and_not_the_same) {
  auto base = runs(1, 1, 10);
  auto fresh = runs(1, 1, 10);
  for (std::size_t i = 0; i < 10; ++i)  // launches at one of two levels
    base[i].cases[0].summary->median *= i % 2 == 0 ? 1 : 1.3,
        fresh[i].cases[0].summary->median *= i % 2 == 1 ? 1 : 1.3;
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].verdict, Verdict::open);
  EXPECT_NEAR(c.cases[0].ratio, 1, 0.03);
  EXPECT_GT(c.cases[0].high, 1.2);
  EXPECT_LT(c.cases[0].low, 0.8);
  EXPECT_EQ(c.count(Verdict::same), 2u);
  EXPECT_EQ(to_word(Verdict::open), "open");
}

TEST(Compare, one_new_run_of_ten_proves_nothing_for_its_case) {
  auto base = runs(1, 1, 10);
  auto fresh = runs(1, 1, 10);
  for (auto& run : base) run.cases.push_back(row("Bcast", 4, 1e-6));
  fresh[3].cases.push_back(row("Bcast", 4, 3e-6));
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].id.benchmark, "Bcast");
  EXPECT_EQ(c.cases[0].verdict, Verdict::maybe_slower);
  EXPECT_GE(c.cases[0].p, 1.0 / 11);
  EXPECT_THAT(c.notes, testing::ElementsAre(HasSubstr("measured in fewer new runs"),
                                            HasSubstr("some runs lack some cases")));
}

}  // namespace
}  // namespace sonde::analysis
