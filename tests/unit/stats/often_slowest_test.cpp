// How often an innocent rank would be named slow, and how often a delayed one is: by simulation with a fixed
// seed. The rule itself (5 %, 2 of 1000) is that of record/slow_rank.hpp.
#include "stats/often_slowest.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

using synthetic::Draw;
using synthetic::noise;
using synthetic::Source;

std::vector<double> heavy_tailed(Source& s, int n) {
  return s.series(n, [&] { return s.pareto(1.5); });
}

/// Of `ranks` alike ranks, of which the last one takes `delay` longer.
std::vector<Slowest> loop(Source& source, int ranks, int batches, const Draw& draw, double delay) {
  std::vector<Slowest> slowest(static_cast<std::size_t>(batches));
  for (int rank = 0; rank < ranks; ++rank) {
    const auto times = draw(source, batches);
    const double factor = rank + 1 == ranks ? 1 + delay : 1;
    for (std::size_t i = 0; i < times.size(); ++i)
      slowest[i] = combine(slowest[i], {.value = factor * times[i], .rank = rank});
  }
  return slowest;
}

bool would_be_named(const OftenSlowest& found) {
  return found.share > 0.5 && found.lead.value_or(0) > 0.05 && found.chance.value_or(1) < 0.002;
}

struct Shares {
  double right = 0, wrong = 0;
};

Shares named(int ranks, int batches, const Draw& draw, double delay, int loops = 1000) {
  Source source(7u + static_cast<unsigned>(100 * ranks + batches));
  Shares out;
  for (int i = 0; i < loops; ++i) {
    const auto found = often_slowest(loop(source, ranks, batches, draw, delay), ranks);
    if (!would_be_named(found)) continue;
    (delay > 0 && found.rank + 1 == ranks ? out.right : out.wrong) += 1.0 / loops;
  }
  return out;
}

constexpr std::array most_ranks{2, 3, 4, 8};
constexpr std::array most_batches{5, 8, 10, 13, 20, 30, 50};

TEST(OftenSlowest, an_innocent_rank_is_named_in_less_than_one_loop_of_a_hundred) {
  for (const int ranks : most_ranks)
    for (const int batches : most_batches) {
      for (const double relative : {0.05, 0.2})
        for (const double rho : {0.0, 0.5, 0.8})
          EXPECT_LE(named(ranks, batches, noise(relative, rho), 0).wrong, rho > 0.5 ? 0.014 : 0.005)
              << ranks << " ranks, " << batches << " batches, noise " << relative << ", rho " << rho;
      EXPECT_LE(named(ranks, batches, heavy_tailed, 0).wrong, 0.005) << ranks << ' ' << batches;
    }
}

/// A rank that stays at one of two levels for ten batches on average cannot be told from one that is slow.
TEST(OftenSlowest, levels_that_are_kept_for_long_look_like_a_slow_rank_at_times) {
  const Draw levels = [](Source& s, int n) { return s.two_levels(n, 0.6, 2.4, 0.02, 0.1); };
  for (const int ranks : most_ranks)
    for (const int batches : most_batches) EXPECT_LE(named(ranks, batches, levels, 0).wrong, 0.08);
}

TEST(OftenSlowest, a_delayed_rank_is_found) {
  for (const int ranks : most_ranks) {
    EXPECT_GE(named(ranks, 50, noise(0.05, 0), 0.2).right, 0.99) << ranks;
    EXPECT_GE(named(ranks, 30, noise(0.05, 0), 0.2).right, 0.93) << ranks;
    EXPECT_GE(named(ranks, 20, noise(0.05, 0), 0.2).right, 0.6) << ranks;
    EXPECT_GE(named(ranks, 50, noise(0.05, 0.5), 0.2).right, 0.6) << ranks;
    EXPECT_LE(named(ranks, 50, noise(0.05, 0), 0.2).wrong, 0) << ranks;
  }
}

TEST(OftenSlowest, counts_leads_and_chance) {
  EXPECT_EQ(often_slowest({}, 2).rank, -1);
  std::vector<Slowest> batches(20, {.value = 1.2, .rank = 1, .next = 1});
  const auto always = often_slowest(batches, 2);
  EXPECT_EQ(always.rank, 1);
  EXPECT_DOUBLE_EQ(always.share, 1);
  EXPECT_NEAR(always.lead.value(), 0.2, 1e-12);
  // equal leads look independent; one standard error is 1 / sqrt(20): 12.7 batches, any of two ranks
  EXPECT_NEAR(always.chance.value(), std::pow(0.5, 20 * (1 - 0.2236) / 1.2236 - 1), 1e-6);
  EXPECT_LT(often_slowest(batches, 8).chance.value(), always.chance.value());
  for (std::size_t i = 0; i < 11; ++i) batches[i] = {.value = 1.5, .rank = 0, .next = 1};
  const auto shared = often_slowest(batches, 2);
  EXPECT_EQ(shared.rank, 0);
  EXPECT_DOUBLE_EQ(shared.share, 0.55);
  EXPECT_NEAR(shared.lead.value(), 0.5, 1e-12);
  EXPECT_GT(shared.chance.value(), 0.5);
}

TEST(OftenSlowest, what_is_not_known_is_absent) {
  const std::vector<Slowest> few(7, {.value = 2, .rank = 1, .next = 1});
  EXPECT_FALSE(often_slowest(few, 2).chance);
  EXPECT_TRUE(often_slowest(few, 2).lead);
  const std::vector<Slowest> alone(20, {.value = 2, .rank = 0});
  EXPECT_FALSE(often_slowest(alone, 1).chance);
  EXPECT_FALSE(often_slowest(alone, 1).lead);
}

}  // namespace
}  // namespace sonde::stats
