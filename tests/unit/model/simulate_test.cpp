#include "model/simulate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/repetition_rule.hpp"
#include "paper_equations.hpp"

namespace sonde::model {
namespace {

// One line a piece: direction, process, half, start to end.
std::string trace(PingPongSetup setup) {
  setup.keep_trace = true;
  std::string text;
  const auto run = simulate(setup);
  for (const Service& s : run.value().trace)
    text += fmt::format("{} p{} h{} {:g}-{:g}\n", s.direction == 0 ? "->" : "<-", s.process, s.half, s.start,
                        s.end);
  return text + fmt::format("total {:g}\n", run->total);
}

PingPongSetup small() {  // 1 byte = 1 s, messages of two chunks
  return {.pairs = 2, .group = 2, .bytes = 2, .repetitions = 1, .rate = 1, .inner = 1};
}

double bandwidth(const PingPongSetup& s) {
  return 2.0 * s.pairs * static_cast<double>(s.bytes) * static_cast<double>(s.repetitions) /
         simulate(s).value().total;
}

TEST(Simulate, golden_trace_of_figure_1_a) {
  PingPongSetup setup = small();
  setup.inner = 2;  // whole messages: ideal overlap
  setup.coupling = Coupling::locked;
  setup.repetitions = 2;
  EXPECT_EQ(trace(setup),
            "-> p0 h0 0-2\n-> p1 h0 2-4\n<- p0 h1 2-4\n<- p1 h1 4-6\n-> p0 h2 4-6\n-> p1 h2 6-8\n"
            "<- p0 h3 6-8\n<- p1 h3 8-10\ntotal 10\n");
}

TEST(Simulate, golden_trace_of_figure_1_b) {
  PingPongSetup setup = small();
  setup.coupling = Coupling::locked;
  EXPECT_EQ(trace(setup),
            "-> p0 h0 0-1\n-> p1 h0 1-2\n-> p0 h0 2-3\n-> p1 h0 3-4\n"
            "<- p0 h1 3-4\n<- p1 h1 4-5\n<- p0 h1 5-6\n<- p1 h1 6-7\ntotal 7\n");
  setup.latency = 0.25;
  setup.rule = LatencyRule::paper;  // 2 (4 + 0.25) - (1 - 0.25) = 7.75
  EXPECT_DOUBLE_EQ(simulate(setup)->total, 7.75);
}

// A reply begins when its message of two chunks has come: 2 s on the link and twice the latency after it
// began.
TEST(Simulate, one_pair_replies_when_all_chunks_have_come) {
  PingPongSetup setup = small();
  setup.pairs = setup.group = 1;
  setup.coupling = Coupling::locked;
  setup.latency = 0.25;
  setup.rule = LatencyRule::causal;
  EXPECT_DOUBLE_EQ(simulate(setup)->total, 2 + 2 * 0.25 + 2 + 0.25);
}

TEST(Simulate, golden_trace_of_free_processes_that_fall_into_antiphase) {
  PingPongSetup setup = small();
  setup.repetitions = 2;
  EXPECT_EQ(
      trace(setup),
      "-> p0 h0 0-1\n-> p1 h0 1-2\n-> p0 h0 2-3\n-> p1 h0 3-4\n<- p0 h1 3-4\n<- p0 h1 4-5\n<- p1 h1 5-6\n"
      "-> p0 h2 5-6\n<- p1 h1 6-7\n-> p0 h2 6-7\n-> p1 h2 7-8\n<- p0 h3 7-8\n-> p1 h2 8-9\n<- p0 h3 8-9\n"
      "<- p1 h3 9-10\n<- p1 h3 10-11\ntotal 11\n");
}

TEST(Simulate, one_pair_takes_latency_and_transfer_each_way) {
  PingPongSetup setup{
      .pairs = 1, .group = 1, .bytes = 1000, .repetitions = 7, .rate = 1e6, .latency = 1e-4, .inner = 10};
  EXPECT_NEAR(simulate(setup)->total, 14 * (1e-3 + 1e-4), 1e-12);
  EXPECT_NEAR(simulate(setup)->busy[0], 7e-3, 1e-12);
}

TEST(Simulate, locked_processes_reproduce_equations_4_and_6_for_every_length) {
  for (std::int64_t x = 1000; x < 50'000'000; x = x * 5 / 4 + 3) {
    for (double latency : {0.0, 5e-6, 1e-3}) {
      const OverlapParameters paper{1e9, latency, 1 << 20};
      PingPongSetup setup{
          .bytes = x, .repetitions = repetitions(x), .rate = 1e9, .latency = latency, .inner = 1 << 20};
      setup.coupling = Coupling::locked;
      setup.rule = LatencyRule::paper;
      setup.remainder = Remainder::inside;
      const double expected = total_time(paper, double(x), setup.repetitions);
      ASSERT_NEAR(simulate(setup)->total, expected, 1e-9 * expected) << x << ' ' << latency;
      ASSERT_NEAR(bandwidth(setup), aggregate_bandwidth(paper, double(x), setup.repetitions),
                  1e-9 * bandwidth(setup));
    }
  }
}

TEST(Simulate, locked_processes_reproduce_the_general_form_over_a_grid) {
  int compared = 0;
  for (int k : {1, 2, 3, 4, 6, 8})
    for (int m = 1; m <= k; ++m)
      for (std::int64_t inner : {1000, 4096})
        for (std::int64_t ratio : {1, 3, 8})
          for (double latency : {0.0, 2e-6, 4e-5})
            for (double rate : {1e8, 1e9})
              for (std::int64_t x = 100; x < 400'000 && k % m == 0; x = x * 7 / 3 + 1)
                for (LatencyRule rule : {LatencyRule::paper, LatencyRule::delay}) {
                  PingPongSetup s{.pairs = k,
                                  .group = m,
                                  .bytes = x,
                                  .repetitions = 5,
                                  .rate = rate,
                                  .latency = latency,
                                  .inner = inner,
                                  .outer = inner * ratio,
                                  .coupling = Coupling::locked,
                                  .rule = rule,
                                  .remainder = Remainder::inside};
                  const PairModel model{k, m, rate, latency, double(inner), double(inner * ratio), rule};
                  const double expected = total_time(model, double(x), 5);
                  ASSERT_NEAR(simulate(s)->total, expected, 1e-9 * expected)
                      << k << m << ' ' << x << ' ' << inner << ' ' << ratio;
                  ++compared;
                }
  EXPECT_GT(compared, 4000);
}

// The figures of docs/design/overlap-model-proof.md: 1 MiB chunks, 1 GB/s, 5 us.
double free_ratio(int k, double chunks, std::int64_t n, Remainder remainder = Remainder::last) {
  PingPongSetup s{.pairs = k,
                  .group = k,
                  .bytes = std::llround(chunks * 1048576),
                  .repetitions = n,
                  .rate = 1e9,
                  .latency = 5e-6,
                  .inner = 1 << 20,
                  .remainder = remainder};
  return bandwidth(s) / 1e9;
}

TEST(Simulate, free_processes_show_antiphase_and_the_return_of_full_duplex) {
  EXPECT_NEAR(free_ratio(2, 1.0, 40), 1.97, 0.01);
  EXPECT_NEAR(free_ratio(2, 1.1, 40), 1.05, 0.01);
  EXPECT_NEAR(free_ratio(2, 1.9, 40), 1.30, 0.01);
  EXPECT_NEAR(free_ratio(2, 2.0, 40), 1.95, 0.02);
  EXPECT_NEAR(free_ratio(2, 2.1, 40), 1.02, 0.01);
  EXPECT_NEAR(free_ratio(2, 3.0, 40), 1.95, 0.01);
  for (double chunks : {4, 5, 6, 7, 8}) EXPECT_NEAR(free_ratio(2, chunks, 40), 1.9, 0.05) << chunks;
}

// A short last piece of r bytes keeps the second process r bytes behind: b = 2 B_r / (2 - r / x + T_l / T_p).
TEST(Simulate, a_short_last_piece_is_the_offset_that_reproduces_itself) {
  for (double chunks : {1.2, 1.7, 2.3, 3.6, 5.4}) {
    const double short_piece = chunks - std::floor(chunks), latency = 5e-6 * 1e9 / 1048576;
    EXPECT_NEAR(free_ratio(2, chunks, 400), 2 / (2 - short_piece / chunks + latency / chunks), 0.005)
        << chunks;
  }
}

TEST(Simulate, fine_pieces_and_pauses_give_the_mean_values_of_wandering_phases) {
  for (int k : {2, 4, 8}) {
    PingPongSetup s{
        .pairs = k, .group = k, .bytes = (1 << 20) + 37, .repetitions = 200, .rate = 1e9, .inner = 2048};
    s.jitter = 0.3 * 1.048576e-3;
    const PairModel model{
        .pairs = k, .group = k, .bandwidth = 1e9, .latency = s.jitter, .inner = 2048, .outer = 2048};
    const double expected = aggregate_bandwidth(model, double(s.bytes), s.repetitions, LinkPhase::mixed);
    EXPECT_NEAR(bandwidth(s) / expected, 1, 0.03) << k;
  }
}

TEST(Simulate, four_free_pairs_fall_only_just_above_a_multiple_of_the_chunk) {
  for (double chunks : {1.05, 1.2, 1.3, 2.05, 2.2}) EXPECT_LT(free_ratio(4, chunks, 40), 1.3) << chunks;
  for (double chunks : {0.5, 1.0, 1.4, 1.7, 2.0, 2.5, 3.0})
    EXPECT_GT(free_ratio(4, chunks, 40), 1.85) << chunks;
}

TEST(Simulate, a_whole_last_piece_drives_free_processes_into_antiphase_at_every_length) {
  for (double chunks : {1.1, 1.5, 2.1, 3.3, 5.7})
    EXPECT_GT(free_ratio(2, chunks, 400, Remainder::inside), 1.9) << chunks;
}

TEST(Simulate, pauses_depend_on_the_seed_and_on_nothing_else) {
  PingPongSetup s = small();
  s.repetitions = 50;
  s.jitter = 0.3;
  const double total = simulate(s)->total;
  EXPECT_EQ(simulate(s)->total, total);
  s.seed = 2;
  EXPECT_NE(simulate(s)->total, total);
}

TEST(Simulate, refuses_what_makes_no_sense_with_the_reason) {
  const auto message = [](auto change) {
    PingPongSetup s = small();
    change(s);
    const auto run = simulate(s);
    return run ? std::string("accepted") : run.error().message;
  };
  EXPECT_NE(message([](auto& s) { s.pairs = 3; }).find("do not divide"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.bytes = 0; }).find("at least 1 byte"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.rate = 0; }).find("rate"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.rate = std::nan(""); }).find("rate"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.latency = -1; }).find("latency"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.inner = 2, s.outer = 1; }).find("smaller"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.bytes = 1 << 30; }).find("5e7 pieces"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.latency = 1e15; }).find("too long"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.coupling = Coupling::locked, s.jitter = 1; }).find("jitter"),
            std::string::npos);
}

}  // namespace
}  // namespace sonde::model
