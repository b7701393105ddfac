#include "reports/gnuplot_axis.hpp"

#include <gmock/gmock.h>

namespace sonde::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string lengths(double low, double high, std::size_t most = 5) {
  return gnuplot_axis({'x', Scale::log2, {low, high}, tick_of_bytes, true, true, most});
}

std::string times(double low, double high) {
  return gnuplot_axis({'y', Scale::log10, {low, high}, tick_of_number});
}

TEST(GnuplotAxis, lengths_are_powers_of_two_of_which_as_many_have_a_text_as_fit) {
  EXPECT_THAT(
      lengths(1, 1 << 20),
      AllOf(HasSubstr("(\"1 B\" 1, \"32 B\" 32, \"1 KiB\" 1024, \"32 KiB\" 32768, \"1 MiB\" 1048576, "),
            HasSubstr("\"\" 2 1, \"\" 4 1, ")));
  EXPECT_THAT(lengths(1, 1 << 20, 11), HasSubstr("\"4 B\" 4, \"16 B\" 16"));
  EXPECT_THAT(lengths(64, 64), HasSubstr("\"32 B\" 32, \"48 B\" 48, \"64 B\" 64"));
}

TEST(GnuplotAxis, numbers_of_processes_are_whole) {
  const auto processes = [](double low, double high) {
    return gnuplot_axis({'x', Scale::log2, {low, high}, tick_of_number, true});
  };
  EXPECT_THAT(processes(2, 4), HasSubstr("(\"2\" 2, \"3\" 3, \"4\" 4)"));
  EXPECT_THAT(processes(1, 2), AllOf(HasSubstr("\"1\" 1, \"2\" 2"), Not(HasSubstr("1.5"))));
}

TEST(GnuplotAxis, times_have_three_texts_or_more_however_few_decades_they_span) {
  EXPECT_THAT(times(0.3, 2000), HasSubstr("(\"1\" 1, \"10\" 10, \"100\" 100, \"1000\" 1000, \"\" "));
  EXPECT_THAT(times(7, 110), HasSubstr("(\"10\" 10, \"20\" 20, \"50\" 50, \"100\" 100, \"\" 6 1"));
  EXPECT_THAT(times(3.5, 7.2), HasSubstr("\"4\" 4, \"5\" 5, \"6\" 6, \"7\" 7"));
  EXPECT_THAT(times(3, 3), HasSubstr("\"2.9\" 2.9, \"2.95\" 2.95, \"3\" 3"));
  EXPECT_THAT(times(0.3, 2e6),
              HasSubstr("(\"10^{0}\" 1, \"10^{2}\" 100, \"10^{4}\" 10000, \"10^{6}\" 1000000, "));
}

TEST(GnuplotAxis, data_keep_away_from_the_frame) {
  EXPECT_THAT(gnuplot_axis({'y', Scale::linear, {0, 88}, tick_of_number}), HasSubstr("[-6:94]"));
  EXPECT_THAT(gnuplot_axis({'y', Scale::linear, {10, 88}, tick_of_number}), HasSubstr("[-6:94]"));
  EXPECT_THAT(gnuplot_axis({'y', Scale::linear, {56, 100}, tick_of_number}), HasSubstr("[53:103]"));
  EXPECT_THAT(gnuplot_axis({'y', Scale::linear, {0, 0}, tick_of_number}), HasSubstr("[-1:1]"));
}

TEST(GnuplotAxis, rates_and_counts_have_prefixes) {
  EXPECT_EQ(tick_of_rate(1e9), "1 GB/s");
  EXPECT_EQ(tick_of_count(2.5e6), "2.5 M");
  EXPECT_EQ(tick_of_count(10), "10");
  EXPECT_EQ(gnuplot_axis({}), "");
}

}  // namespace
}  // namespace sonde::reports
