#include "base/descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <thread>

namespace sonde {
namespace {

bool is_open(int number) {
  return ::fcntl(number, F_GETFD) >= 0;
}

TEST(Descriptor, closes_what_it_owns_once) {
  const int number = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  {
    Descriptor first(number);
    Descriptor second(std::move(first));
    EXPECT_FALSE(first.open());  // NOLINT(bugprone-use-after-move): that is what is asked
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, closes_the_old_one_when_it_takes_another) {
  const int old = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  Descriptor file(old);
  file = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(is_open(old));
  EXPECT_TRUE(file.close());
  EXPECT_FALSE(file.open());
  EXPECT_TRUE(file.close());
}

TEST(WriteAll, says_why_nothing_more_fits) {
  const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  EXPECT_EQ(write_all(full.number(), "line\n").error().message, "No space left on device");
  EXPECT_TRUE(write_all(full.number(), ""));
}

TEST(WriteAll, waits_for_a_reader_where_writing_does_not_block) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
  const Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  const std::string sent(1 << 20, 'x');  // more than a pipe holds
  std::size_t received = 0;
  std::thread reader([&] {
    std::array<char, 4096> piece{};
    for (;;) {
      const ssize_t got = ::read(in.number(), piece.data(), piece.size());
      if (got == 0) return;
      if (got > 0) received += static_cast<std::size_t>(got);
      if (got < 0 && errno != EAGAIN) return;
    }
  });
  const auto written = write_all(out.number(), sent);
  out.close();
  reader.join();
  EXPECT_TRUE(written) << written.error().message;
  EXPECT_EQ(received, sent.size());
}

}  // namespace
}  // namespace sonde
