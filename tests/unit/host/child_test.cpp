#include "host/child.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

namespace sonde::host {
namespace {

Result<std::string> answer_of(const std::string& script, double seconds = 60,
                              const std::vector<std::string>& environment = {}) {
  auto child = Child::start({"/bin/sh", "-c", script}, environment);
  if (!child) return tl::unexpected(child.error());
  return child->answer(seconds);
}

TEST(Child, answers_on_its_third_descriptor_and_nowhere_else) {
  EXPECT_EQ(answer_of("echo lost; echo lost >&2; printf 'one\\0two' >&3").value(),
            std::string("one\0two", 7));
  EXPECT_EQ(answer_of("true").value(), "");
  EXPECT_EQ(answer_of("cat >&3").value(), "");  // has no input
}

TEST(Child, may_answer_at_length) {
  EXPECT_EQ(answer_of("i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; "
                      "i=$((i+1)); done >&3")
                .value()
                .size(),
            3000U * 41);
}

TEST(Child, has_the_environment_that_it_is_given) {
  EXPECT_EQ(answer_of("echo $A $HOME >&3", 60, {"A=b"}).value(), "b\n");
}

TEST(Child, that_fails_has_no_answer) {
  EXPECT_EQ(answer_of("echo half >&3; exit 3").error().message, "it ended with status 3");
  EXPECT_EQ(answer_of("echo half >&3; kill -9 $$").error().message, "it ended by signal 9");
  EXPECT_NE(Child::start({"/no/such/program"}, {}).error().message.find("/no/such/program"),
            std::string::npos);
}

TEST(Child, is_not_waited_for_beyond_its_time) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(answer_of("exec sleep 60", 0.05).error().message, "it takes more than 0.05 s");
  { const auto forgotten = Child::start({"/bin/sh", "-c", "exec sleep 60"}, {}); }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Child, that_filters_has_an_input_of_any_length) {
  const std::string input(300'000, 'x');  // more than a pipe holds
  const auto answer_to = [](const std::string& script, std::string_view text) {
    return Child::start_filter({"sh", "-c", script}, text)->answer(60);
  };
  EXPECT_EQ(answer_to("cat; cat", input).value(), input);
  EXPECT_EQ(answer_to("exit 0", input).value(), "");  // not read
  EXPECT_EQ(answer_to("cat; exit 2", "a").error().message, "it ended with status 2");
}

TEST(Child, whose_end_the_system_does_not_tell_has_no_answer) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(answer_of("echo all >&3").error().message, "it ended, and the system does not say how");
  std::signal(SIGCHLD, before);
}

}  // namespace
}  // namespace sonde::host
