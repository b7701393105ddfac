#include "base/complain.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "base/descriptor.hpp"

namespace sonde {
namespace {

TEST(MessageLine, is_one_clean_line_of_bounded_length) {
  EXPECT_EQ(message_line("plain"), "plain");
  EXPECT_EQ(message_line("a\nb\x1b[2Jc\r\n"), "a b [2Jc");
  EXPECT_EQ(message_line(std::string(longest_message, 'x')), std::string(longest_message, 'x'));
  EXPECT_EQ(message_line(std::string(60'000'000, 'x')), std::string(longest_message - 3, 'x') + "...");
}

TEST(Complain, writes_one_line) {
  testing::internal::CaptureStderr();
  complain("sonde", "first\nsecond");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "sonde: first second\n");
}

TEST(Complain, survives_a_stream_that_takes_nothing) {
  const Descriptor before(::dup(STDERR_FILENO)), full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_EQ(::dup2(full.number(), STDERR_FILENO), STDERR_FILENO);
  complain("sonde", "lost");
  ::close(STDERR_FILENO);
  complain("sonde", "lost, too");
  ASSERT_EQ(::dup2(before.number(), STDERR_FILENO), STDERR_FILENO);
}

}  // namespace
}  // namespace sonde
