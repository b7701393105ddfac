#include "model/describe_fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/least_squares.hpp"

namespace sonde::model {
namespace {

TEST(WithUnit, scales_to_what_a_person_writes) {
  EXPECT_EQ(with_unit(1.5e-6, "s"), "1.5 us");
  EXPECT_EQ(with_unit(0.002, "s"), "2 ms");
  EXPECT_EQ(with_unit(5e-8, "s"), "0.05 us");
  EXPECT_EQ(with_unit(1.001e9, "B/s"), "1.001 GB/s");
  EXPECT_EQ(with_unit(65536, "B"), "64 KiB");
  EXPECT_EQ(with_unit(3.5, "1"), "3.5");
  EXPECT_EQ(with_unit(2e-9, "s/B"), "2 ns/B");
  EXPECT_EQ(with_unit(INFINITY, "B"), "unbounded");
  EXPECT_EQ(with_unit(NAN, "B"), "unknown");
}

TEST(Describe, shows_parameters_quality_notes_and_residuals) {
  FittedCurve curve{.name = "n",
                    .formula = "f1\nf2",
                    .source = "s",
                    .x_label = "length",
                    .x_unit = "B",
                    .y_label = "t",
                    .y_unit = "s",
                    .parameters = {{"A", "what", "s", 1e-6, stats::Interval{5e-7, 2e-6}}},
                    .quality = {},
                    .points = {{1024, 1.1e-6, 1e-6, 1e-8}},
                    .curve = {},
                    .notes = {"beware"}};
  const std::string text = describe(curve);
  for (const char* part :
       {"n\n", "  f1\n  f2\n", "1 us  [0.5 us, 2 us]  what", "note: beware", "1 KiB", "+10.0%"})
    EXPECT_THAT(text, testing::HasSubstr(part));
  EXPECT_THAT(describe(curve, false), testing::Not(testing::HasSubstr("+10.0%")));
}

TEST(Describe, shows_the_second_variable_of_a_model_beside_each_point) {
  FittedCurve curve;
  curve.x_label = "message length", curve.x_unit = "B", curve.y_unit = "s", curve.series_label = "pairs";
  curve.points = {{.x = 8, .measured = 2e-6, .fitted = 1e-6, .series = 4}};
  EXPECT_THAT(describe(curve), testing::ContainsRegex("pairs +message length +measured"));
  EXPECT_THAT(describe(curve), testing::ContainsRegex("  4 +8 B +2 us +1 us +\\+100.0%"));
}

TEST(Describe, a_fit_that_misses_its_points_says_so_first_and_states_no_bandwidth) {
  FittedCurve curve;
  curve.name = "latency and bandwidth";
  curve.parameters = {{"alpha", "latency", "s", 1e-6, {}},
                      {"B", "bandwidth", "B/s", 1e9, {}},
                      {"n_1/2", "half-performance length", "B", 1e3, {}}};
  curve.quality.relative_rms = 0.15;
  EXPECT_THAT(describe(curve), testing::HasSubstr("1 GB/s"));
  curve.quality.relative_rms = 0.16;
  const std::string text = describe(curve);
  EXPECT_THAT(text, testing::StartsWith("latency and bandwidth: misses its points by 16 %\n"));
  EXPECT_THAT(text, testing::AllOf(testing::Not(testing::HasSubstr("GB/s")), testing::HasSubstr("alpha"),
                                   testing::Not(testing::HasSubstr("n_1/2")),
                                   testing::HasSubstr("No bandwidth and no interval is stated")));
  curve.parameters.resize(1);
  EXPECT_THAT(describe(curve), testing::Not(testing::HasSubstr("No bandwidth")));
}

TEST(Describe, no_number_is_printed_that_is_none) {
  FittedCurve curve;
  curve.points = {{.x = 2, .measured = 4096, .fitted = 0},
                  {.x = 4, .measured = 0, .fitted = 0},
                  {.x = 8, .measured = 8192, .fitted = -4096}};
  for (const int parameters : {1, 2}) {
    curve.quality = quality(curve.points, parameters);
    const std::string text = describe(curve);
    EXPECT_THAT(text, testing::Not(testing::ContainsRegex("inf|nan"))) << text;
    EXPECT_THAT(text, testing::HasSubstr(parameters == 2 ? "no AICc (2 parameters need 5 points)"
                                                         : "no AICc (1 parameter needs 4 points)"));
  }
  EXPECT_EQ(relative_residual({.measured = 3, .fitted = 2}), 0.5);
  EXPECT_EQ(relative_residual({.measured = 3, .fitted = -2}), 2.5);
  EXPECT_EQ(relative_residual({.measured = 3, .fitted = 0}), 1);
}

TEST(Describe, a_large_residual_is_printed_in_full) {
  FittedCurve curve;
  curve.quality.relative_rms = 3.456;
  EXPECT_THAT(describe(curve), testing::HasSubstr("relative residual 346 % (rms)"));
  curve.quality.relative_rms = 0.0123;
  EXPECT_THAT(describe(curve), testing::HasSubstr("relative residual 1.2 % (rms)"));
}

}  // namespace
}  // namespace sonde::model
