// -arrival PATTERN[:SCALE].
#include "args/arrival_words.hpp"

#include <gmock/gmock.h>

#include "command_line.hpp"

namespace sonde::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string shown(std::string_view value, const Files& files = {}) {
  return text_of(good("-arrival " + std::string(value), mpi1, files).arrival.value());
}

TEST(Arrival, HasAPatternAndAFactorOrADelay) {
  EXPECT_EQ(shown("last"), "last:1");
  EXPECT_EQ(shown("Ascending:0.5"), "ascending:0.5");
  EXPECT_EQ(shown("halves:50us"), "halves:50us");
  EXPECT_EQ(shown("root:2ms"), "root:2000us");
  EXPECT_EQ(shown("first:1s"), "first:1000000us");
  EXPECT_EQ(shown("random"), "random,0:1");
  EXPECT_EQ(shown("random,17:3"), "random,17:3");
  EXPECT_EQ(shown("all"), "all,0:1");
  EXPECT_EQ(shown("all,5:2ms"), "all,5:2000us");
}

TEST(Arrival, StartsByClocks) {
  EXPECT_EQ(good("-arrival last").start, Start::clock);
  EXPECT_EQ(good("-arrival last -start clock").start, Start::clock);
  EXPECT_THAT(wrong("-arrival last -start none"), HasSubstr("leave out -start"));
  EXPECT_THAT(wrong("-start none -arrival last"), HasSubstr("leave out -start"));
  EXPECT_EQ(good("").start, Start::barrier);
}

TEST(Arrival, KeepsTheRootWhereItIs) {
  EXPECT_FALSE(good("-arrival last").root_shift);
  EXPECT_FALSE(good("-conventions 2021 -arrival last").sync_calls);
  EXPECT_THAT(wrong("-conventions 2021 -arrival last -sync on"), HasSubstr("leave out -sync"));
  EXPECT_TRUE(good("-root_shift on -arrival last").root_shift);
  EXPECT_TRUE(good("").root_shift);
}

TEST(Arrival, TakesDelaysFromAFile) {
  const Files files{{"late.txt", "0\n3 # slow\n1.5\n"}, {"nobody.txt", "0\n0\n"}, {"words.txt", "late\n"}};
  const auto arrival = good("-arrival trace,late.txt:20us", mpi1, files).arrival.value();
  EXPECT_THAT(arrival.trace, ElementsAre(0, 3, 1.5));
  EXPECT_DOUBLE_EQ(arrival.seconds, 20e-6);
  EXPECT_NE(shown("trace,late.txt", files), shown("trace,other.txt", {{"other.txt", "0\n3\n"}}))
      << "what the file says counts";
  EXPECT_THAT(wrong("-arrival trace,nobody.txt", mpi1, files), HasSubstr("delays no rank"));
  EXPECT_THAT(wrong("-arrival trace,words.txt", mpi1, files), HasSubstr("line 1"));
  EXPECT_THAT(wrong("-arrival trace,none.txt", mpi1, files), HasSubstr("none.txt"));
  EXPECT_THAT(wrong("-arrival trace"), HasSubstr("trace,FILE"));
  EXPECT_THAT(wrong("-arrival trace,late:today"), HasSubstr("needs a factor behind it: trace,FILE:1"));
  EXPECT_THAT(wrong("-arrival random,1:today"), Not(HasSubstr("FILE")));
}

TEST(Arrival, RefusesWhatItCannotFollow) {
  EXPECT_THAT(wrong("-arrival late"), HasSubstr("expected one of none, first, last"));
  EXPECT_THAT(wrong("-arrival last:0"), HasSubstr("neither a factor"));
  EXPECT_THAT(wrong("-arrival last:-2"), HasSubstr("neither a factor"));
  EXPECT_THAT(wrong("-arrival last:nan"), HasSubstr("neither a factor"));
  EXPECT_THAT(wrong("-arrival last:1e9s"), HasSubstr("not a delay"));
  EXPECT_THAT(wrong("-arrival last:us"), HasSubstr("not a delay"));
  EXPECT_THAT(wrong("-arrival last:"), HasSubstr("neither a factor"));
  EXPECT_THAT(wrong("-arrival last,3"), HasSubstr("behind a comma"));
  EXPECT_THAT(wrong("-arrival random,x"), HasSubstr("whole number"));
  for (const char* other : {"-sync on", "-tails", "-imb_barrier on", "-multi 0"})
    EXPECT_THAT(wrong(std::string("-arrival last ") + other), HasSubstr("-arrival")) << other;
  EXPECT_THAT(wrong("-arrival all -pvars ^x"), HasSubstr("over all patterns"));
  EXPECT_FALSE(good("-arrival last -pvars ^x").performance_variables.empty());
  EXPECT_THAT(wrong("-arrival last", io), HasSubstr("-arrival"));
}

}  // namespace
}  // namespace sonde::testing
