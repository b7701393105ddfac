#include "record/repeated_cases.hpp"

#include <gtest/gtest.h>

namespace sonde::record {
namespace {

CaseRecord made(const char* benchmark, std::int64_t bytes) {
  CaseRecord one;
  one.id = {.benchmark = benchmark, .processes = 2, .bytes = bytes};
  return one;
}

TEST(Repeated, cases_that_stand_twice_are_said) {
  const std::vector cases{made("PingPong", 8), made("PingPong", 16), made("pingpong", 8), made("Bcast", 8),
                          made("PingPong", 8)};
  EXPECT_EQ(
      note_of_repeated(cases),
      "1 case stands in it more than once, first PingPong, 2 processes, 8 B (3 times): where one number is needed, their median counts");
}

TEST(Repeated, cases_of_other_labels_or_without_a_result_are_no_repetition) {
  std::vector cases{made("PingPong", 8), made("PingPong", 8), made("PingPong", 8)};
  cases[1].id.variant = {{"buffers", "D D"}};
  cases[2].status = Status::failed;
  EXPECT_EQ(note_of_repeated(cases), std::nullopt);
  EXPECT_EQ(note_of_repeated({}), std::nullopt);
}

}  // namespace
}  // namespace sonde::record
