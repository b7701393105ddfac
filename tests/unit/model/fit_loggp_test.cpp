#include "model/fit_loggp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "synthetic.hpp"

namespace sonde::model {
namespace {

std::vector<Sample> line(double constant, double per_byte) {
  std::vector<Sample> samples;
  for (const std::int64_t x : lengths(1, 1 << 20, 1)) {
    const auto bytes = static_cast<double>(x);
    samples.push_back(
        {.benchmark = "PingPong", .bytes = bytes, .seconds = constant + (bytes - 1) * per_byte});
  }
  set_weights(samples);
  return samples;
}

TEST(FitLogGp, reports_the_sum_where_l_and_o_cannot_be_told_apart) {
  const auto fit = fit_loggp(line(7e-6, 1e-9), {});  // L = 5 us, o = 1 us
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->parameters[0].name, "L + 2 o");
  EXPECT_NEAR(fit->parameters[0].value, 7e-6, 1e-12);
  EXPECT_NEAR(fit->parameters[2].value, 1e-9, 1e-15);
  EXPECT_EQ(fit->parameters.size(), 3U);
  EXPECT_THAT(fit->notes, testing::Contains(testing::HasSubstr("g needs a streaming measurement")));
}

TEST(FitLogGp, streaming_gives_the_gap) {
  const auto fit = fit_loggp(line(7e-6, 1e-9), line(0.8e-6, 1.1e-9));
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->parameters[3].name, "max(g, o)");
  EXPECT_NEAR(fit->parameters[3].value, 0.8e-6, 1e-12);
  EXPECT_NEAR(fit->parameters[4].value, 1.1e-9, 1e-15);
}

TEST(FitLogGp, needs_lengths) {
  EXPECT_THAT(fit_loggp({}, {}).error().message, testing::HasSubstr("not identifiable"));
}

}  // namespace
}  // namespace sonde::model
