#include "readers/printed.hpp"

#include <gtest/gtest.h>

namespace sonde::readers {
namespace {

TEST(Printed, half_of_the_last_digit_follows_from_how_a_number_is_written) {
  EXPECT_DOUBLE_EQ(half_of_last_digit("1.20"), 0.005);
  EXPECT_DOUBLE_EQ(half_of_last_digit("-0.3"), 0.05);
  EXPECT_DOUBLE_EQ(half_of_last_digit("12"), 0.5);
  EXPECT_DOUBLE_EQ(half_of_last_digit("1.2e3"), 50);
  EXPECT_DOUBLE_EQ(half_of_last_digit("1.2e+06"), 5e4);
  EXPECT_DOUBLE_EQ(half_of_last_digit("1.25E-03"), 5e-6);
  EXPECT_EQ(half_of_last_digit("N/A"), 0);
  EXPECT_EQ(half_of_last_digit(""), 0);
}

TEST(Printed, the_coarsest_column_of_a_unit_counts) {
  record::CaseRecord record;
  printed(record, &record::Rounding::seconds, "12.345", 1e-6);
  printed(record, &record::Rounding::seconds, "1.2", 1e-6);
  printed(record, &record::Rounding::messages_per_second, "801");
  EXPECT_EQ(*record.rounding, (record::Rounding{.seconds = 0.05e-6, .messages_per_second = 0.5}));
}

}  // namespace
}  // namespace sonde::readers
