#include "base/units.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

TEST(ParseBytes, takes_plain_numbers_and_binary_suffixes) {
  EXPECT_EQ(parse_bytes("0").value(), 0);
  EXPECT_EQ(parse_bytes("123").value(), 123);
  EXPECT_EQ(parse_bytes("4k").value(), 4096);
  EXPECT_EQ(parse_bytes("3M").value(), 3 * 1048576);
  EXPECT_EQ(parse_bytes("5G").value(), 5368709120);
}

TEST(ParseBytes, refuses_everything_else_with_a_reason) {
  for (const char* wrong :
       {"", "k", "-1", "2junk", "1kk", "1.5", " 1", "0x10", "9223372036854775808", "8589934592G"})
    EXPECT_FALSE(parse_bytes(wrong).has_value()) << wrong;
  EXPECT_NE(parse_bytes("8589934592G").error().message.find("64 bits"), std::string::npos);
}

TEST(Human, shows_units) {
  EXPECT_EQ(human_bytes(512), "512 B");
  EXPECT_EQ(human_bytes(65536), "64 KiB");
  EXPECT_EQ(human_bytes(1572864), "1.5 MiB");
  EXPECT_EQ(human_seconds(3.7e-7), "0.37 us");
  EXPECT_EQ(human_seconds(0.012), "12 ms");
  EXPECT_EQ(human_seconds(125), "2 min 5 s");
  EXPECT_EQ(human_seconds(3725), "1 h 2 min");
}

TEST(ExactBytes, tell_neighbouring_lengths_apart) {
  EXPECT_EQ(exact_bytes(0), "0 B");
  EXPECT_EQ(exact_bytes(16383), "16383 B");
  EXPECT_EQ(exact_bytes(16384), "16 KiB");
  EXPECT_EQ(exact_bytes(16385), "16385 B");
  EXPECT_EQ(exact_bytes(1048575), "1048575 B");
  EXPECT_EQ(exact_bytes(1572864), "1.5 MiB");
  EXPECT_EQ(exact_bytes(1000000), "1000000 B");
  EXPECT_EQ(exact_bytes(std::int64_t{8} << 50), "8192 TiB");
}

TEST(RateUnit, names_both_megabytes_apart) {
  EXPECT_EQ(rate_unit(1e6), "MB/s");
  EXPECT_EQ(rate_unit(1048576), "MiB/s");
  EXPECT_EQ(rate_unit(1000), "MB/s of 1000 bytes");
}

TEST(HumanRate, has_decimal_multiples) {
  EXPECT_EQ(human_rate(2621.44e6), "2.621 GB/s");
  EXPECT_EQ(human_rate(12e6), "12 MB/s");
  EXPECT_EQ(human_rate(950), "950 B/s");
  EXPECT_EQ(human_rate(999.96e6), "1 GB/s");
  EXPECT_EQ(human_rate(3.5e15), "3500 TB/s");
}

TEST(HumanPercent, is_never_a_power_of_ten) {
  EXPECT_EQ(human_percent(0.031), "3.1 %");
  EXPECT_EQ(human_percent(0.12), "12 %");
  EXPECT_EQ(human_percent(0.996), "100 %");
  EXPECT_EQ(human_percent(1.5), "150 %");
  EXPECT_EQ(human_percent(15), "1500 %");
}

}  // namespace
}  // namespace sonde
