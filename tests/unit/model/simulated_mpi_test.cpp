// Fits against times of a simulated machine whose latency (10 us) and bandwidth (1250 MB/s) are known.
#include <gtest/gtest.h>

#include "model/fit_collective.hpp"
#include "model/fit_latency.hpp"
#include "model/fit_loggp.hpp"

namespace sonde::model {
namespace {

std::vector<Sample> ping_pong() {
  auto samples = read_samples(std::string(SONDE_TEST_DATA) + "/model/simulated_pingpong.csv").value();
  set_weights(samples);
  return samples;
}

struct Broadcast {
  int processes;
  double bytes, seconds;
};

// Binomial tree: log2 P steps of 10 us + (x + 16) / 1250 MB/s; at 4 KiB a step takes 12 % more, because
// messages that are sent without waiting share the link of their sender.
constexpr Broadcast broadcasts[] = {
    {4, 1, 2.00408e-05},      {4, 16, 2.00768e-05},     {4, 256, 2.06528e-05},     {4, 4096, 2.98688e-05},
    {4, 65536, 0.0001248832}, {8, 1, 3.00816e-05},      {8, 16, 3.01536e-05},      {8, 256, 3.13056e-05},
    {8, 4096, 4.97376e-05},   {8, 65536, 0.0001873248}, {16, 1, 4.0136e-05},       {16, 16, 4.0256e-05},
    {16, 256, 4.2176e-05},    {16, 4096, 7.2896e-05},   {16, 65536, 0.0002497664}, {32, 1, 5.0204e-05},
    {32, 16, 5.0384e-05},     {32, 256, 5.3264e-05},    {32, 4096, 9.9344e-05},    {32, 65536, 0.000312208},
};

TEST(SimulatedMpi, latency_and_bandwidth_of_the_platform_come_back_within_1_percent) {
  const auto segments = segment_lines(ping_pong());
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_NEAR(segments[0].latency / 10.0128e-6, 1, 0.001);  // 10 us and the header, 16 bytes at 1250 MB/s
  EXPECT_NEAR(1 / segments[0].seconds_per_byte / 1.25e9, 1, 0.001);
}

TEST(SimulatedMpi, loggp_sum_and_gap_come_back_within_1_percent) {
  const auto fit = fit_loggp(ping_pong(), {});
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(fit->parameters[0].value / 10.0136e-6, 1, 0.01);
  EXPECT_NEAR(fit->parameters[2].value / 0.8e-9, 1, 0.01);
}

TEST(SimulatedMpi, broadcast_is_a_tree) {
  std::vector<Sample> samples;
  for (const Broadcast& b : broadcasts)
    samples.push_back(
        {.benchmark = "Bcast", .bytes = b.bytes, .seconds = b.seconds, .processes = b.processes});
  set_weights(samples);
  const auto fit = fit_collective(samples);
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  ASSERT_EQ(fit->parameters.size(), 2U) << fit->formula;
  EXPECT_EQ(fit->parameters[0].meaning, "factor of log2(P)");
  EXPECT_EQ(fit->parameters[1].meaning, "factor of log2(P) x");
  // Times of 4096 bytes are 12 % above those of a line.
  EXPECT_NEAR(fit->parameters[0].value / 10.0128e-6, 1, 0.08);
  EXPECT_NEAR(fit->parameters[1].value / 0.8e-9, 1, 0.08);
}

}  // namespace
}  // namespace sonde::model
