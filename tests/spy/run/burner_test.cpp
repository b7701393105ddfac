// The calibration of the CPU burner on an invented machine.
#include "engine/burner.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace sonde::engine {
namespace {

double now = 0;
double unit_seconds = 1e-6;
std::vector<std::int64_t> burnt;

double invented_burn(std::int64_t units) {
  burnt.push_back(units);
  now += unit_seconds * static_cast<double>(units);
  return 0;
}
double invented_clock() {
  return now;
}

struct Calibration : testing::Test {
  Calibration() {
    now = 0;
    unit_seconds = 1e-6;
    burnt.clear();
  }
};

TEST_F(Calibration, finds_the_time_of_a_unit) {
  const auto rate = calibrate(invented_burn, invented_clock);
  EXPECT_NEAR(rate.unit_seconds, 1e-6, 1e-12);
  EXPECT_NEAR(rate.spread, 0, 1e-9);
  EXPECT_NEAR(rate.mflops(), 200, 1e-6);
}

TEST_F(Calibration, times_five_trials_of_ten_milliseconds) {
  static_cast<void>(calibrate(invented_burn, invented_clock));
  ASSERT_GE(burnt.size(), 5U);
  const auto trials = std::vector(burnt.end() - 5, burnt.end());
  EXPECT_THAT(trials, testing::Each(10000));
}

TEST_F(Calibration, tells_how_much_the_trials_differ) {
  const auto disturbed = [](std::int64_t units) {
    burnt.push_back(units);
    now += 1e-6 * static_cast<double>(units) * (units == 10000 && burnt.size() % 5 == 0 ? 1.5 : 1.0);
    return 0.0;
  };
  const auto rate = calibrate(disturbed, invented_clock);
  EXPECT_NEAR(rate.unit_seconds, 1e-6, 1e-12) << "the median does not mind one interruption";
  EXPECT_NEAR(rate.spread, 0.5, 1e-9);
}

TEST_F(Calibration, gives_up_where_the_clock_stands_still) {
  unit_seconds = 0;
  const auto rate = calibrate(invented_burn, invented_clock);
  EXPECT_EQ(rate.unit_seconds, 0);
  EXPECT_EQ(rate.mflops(), 0);
  EXPECT_EQ(rate.units_for(1), 1);
}

TEST(BurnRate, converts_seconds_into_whole_units) {
  const BurnRate rate{.unit_seconds = 1e-6, .spread = 0};
  EXPECT_EQ(rate.units_for(0.1), 100000);
  EXPECT_EQ(rate.units_for(1.6e-6), 2);
  EXPECT_EQ(rate.units_for(0), 1);
}

/// A product of the matrix 1 / (i + j + 1) with the vector 1 / (j + 1), of which a unit is a column of 100.
TEST(Burn, computes_a_product_column_by_column) {
  EXPECT_DOUBLE_EQ(burn(1), 1);
  EXPECT_DOUBLE_EQ(burn(3), 1 + 1.0 / 4 + 1.0 / 9);
  double whole = 0;
  for (int column = 1; column <= 100; ++column) whole += 1.0 / (column * column);
  EXPECT_DOUBLE_EQ(burn(100), whole);
  EXPECT_DOUBLE_EQ(burn(102), 1 + 1.0 / 4) << "the next product begins at its first column";
}

}  // namespace
}  // namespace sonde::engine
