// Which performance variables -pvars takes, and what two readings of one mean.
#include "library/variable_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace sonde::library {
namespace {

using enum VariableClass;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<VariableFacts> library{
    {.index = 0, .name = "queue_length", .klass = level, .binding = Binding::communicator},
    {.index = 1, .name = "messages_sent", .klass = counter},
    {.index = 2, .name = "put_retry_count", .klass = counter, .binding = Binding::other},
    {.index = 3, .name = "flush", .klass = generic, .number = false}};

std::vector<std::string> chosen(const std::string& pattern) {
  std::vector<std::string> names;
  const auto choice = choose_variables(library, pattern);
  for (const auto& variable : choice->chosen) names.push_back(variable.name);
  return names;
}

std::string refused(const std::string& pattern) {
  const auto choice = choose_variables(library, pattern);
  return choice ? "" : choice.error().message;
}

TEST(VariableChoice, finds_names_anywhere_in_either_case) {
  EXPECT_THAT(chosen("LENGTH|sent$"), ElementsAre("queue_length", "messages_sent"));
  EXPECT_THAT(chosen("^m"), ElementsAre("messages_sent"));
}

TEST(VariableChoice, leaves_out_what_is_bound_elsewhere_or_no_number) {
  const auto choice = choose_variables(library, ".");
  EXPECT_EQ(choice->chosen.size(), 2U);
  EXPECT_EQ(choice->elsewhere, 1);
  EXPECT_EQ(choice->no_numbers, 1);
  EXPECT_THAT(describe(*choice), HasSubstr("1 bound to windows, files or other objects, 1 without numbers"));
}

TEST(VariableChoice, says_what_there_is_where_nothing_can_be_read) {
  EXPECT_THAT(refused("nothing"), HasSubstr("none of the 4 performance variables"));
  EXPECT_THAT(refused("nothing"), HasSubstr("queue_length, messages_sent"));
  EXPECT_THAT(refused("retry"), HasSubstr("cannot be measured (1 bound"));
  EXPECT_THAT(choose_variables({}, ".").error().message, HasSubstr("has no performance variables"));
}

template <class Number>
double value(VariableClass klass, std::vector<Number> before, std::vector<Number> after) {
  return value_of_rank<Number>(klass, before, after);
}

TEST(VariableValue, grows_or_is_what_it_was_at_the_end) {
  for (const auto klass : {counter, aggregate, timer})
    EXPECT_EQ(value<unsigned long>(klass, {5, 1}, {25, 2}), 21);
  EXPECT_DOUBLE_EQ(value<double>(timer, {0.5}, {0.75}), 0.25);
  for (const auto klass : {level, size}) EXPECT_EQ(value<int>(klass, {5, 1}, {3, 4}), 7);
  for (const auto klass : {high_watermark, state, percentage})
    EXPECT_EQ(value<int>(klass, {9, 9}, {3, 4}), 4);
  EXPECT_EQ(value<int>(low_watermark, {1, 1}, {3, 4}), 3);
}

TEST(VariableValue, of_a_counter_that_began_again) {
  EXPECT_EQ(value<unsigned>(counter, {4294967290U}, {4}), 10);
  EXPECT_EQ(value<unsigned long long>(counter, {100}, {40}), -60);
}

TEST(VariableValue, of_several_loops) {
  EXPECT_EQ(value_of_loops(counter, 3, 4), 7);
  EXPECT_EQ(value_of_loops(level, 3, 4), 4);
  EXPECT_EQ(value_of_loops(high_watermark, 5, 4), 5);
  EXPECT_EQ(value_of_loops(low_watermark, 5, 4), 4);
  EXPECT_EQ(value_of_loops(low_watermark, 4, 5), 4);
}

}  // namespace
}  // namespace sonde::library
