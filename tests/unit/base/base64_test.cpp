#include "base/base64.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sonde {
namespace {

TEST(Base64, is_that_of_the_standard_over_little_endian_floats) {
  EXPECT_EQ(to_base64(std::vector<float>{1.0F}), "AACAPw==");
  EXPECT_EQ(to_base64(std::vector<float>{1.0F, -2.5F, 0.1F}), "AACAPwAAIMDNzMw9");
  EXPECT_EQ(to_base64({}), "");
}

TEST(Base64, comes_back_as_it_went) {
  for (std::size_t count = 0; count < 20; ++count) {
    std::vector<float> numbers;
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(1.1F * static_cast<float>(i * i) - 7);
    const auto back = floats_from_base64(to_base64(numbers));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, numbers);
  }
  const auto unknown = floats_from_base64(to_base64(std::vector{std::numeric_limits<float>::quiet_NaN()}));
  ASSERT_TRUE(unknown && unknown->size() == 1);
  EXPECT_TRUE(std::isnan(unknown->front()));
}

TEST(Base64, refuses_what_is_none) {
  EXPECT_FALSE(floats_from_base64("AACA!w=="));
  EXPECT_FALSE(floats_from_base64("AACA\xffw=="));
  EXPECT_FALSE(floats_from_base64("AACA"));
  EXPECT_FALSE(floats_from_base64("AACAPwA="));
}

}  // namespace
}  // namespace sonde
