#include "host/streams.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <thread>

#include "base/complain.hpp"
#include "host/output.hpp"

namespace sonde::host {
namespace {

/// The exit status of a child process that runs `action`; 255 where it died otherwise.
template <class Action>
int status_of(const Action& action) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(action());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

TEST(OpenMissingStreams, KeepsFilesFromTheNumbersOfClosedStreams) {
  EXPECT_EQ(status_of([] {
              for (const int stream : {0, 1, 2}) close(stream);
              open_missing_streams();
              return open("/dev/null", O_RDONLY | O_CLOEXEC) > STDERR_FILENO ? 0 : 1;
            }),
            0);
}

TEST(OpenMissingStreams, WritingToAClosedStreamStillFails) {
  EXPECT_EQ(status_of([] {
              close(STDOUT_FILENO);
              open_missing_streams();
              return write(STDOUT_FILENO, "x", 1) == -1 && errno == EBADF ? 0 : 1;
            }),
            0);
}

TEST(OpenMissingStreams, LeavesOpenStreamsAlone) {
  EXPECT_EQ(status_of([] {
              std::array<int, 2> pipe_ends{};
              if (pipe(pipe_ends.data()) != 0 || dup2(pipe_ends[1], STDOUT_FILENO) < 0) return 1;
              open_missing_streams();
              std::array<char, 2> got{};
              if (write(STDOUT_FILENO, "x", 1) != 1 || read(pipe_ends[0], got.data(), 1) != 1) return 2;
              return got[0] == 'x' ? 0 : 3;
            }),
            0);
}

TEST(WriteMessage, DropsWhatNobodyTakes) {
  EXPECT_EQ(status_of([] {
              const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
              if (full < 0 || dup2(full, STDERR_FILENO) < 0) return 1;
              write_message("lost\n");
              close(STDERR_FILENO);
              write_message("lost too\n");
              return 0;
            }),
            0);
}

TEST(WriteMessage, OutlivesAPipeThatNobodyReads) {
  EXPECT_EQ(status_of([] {
              std::array<int, 2> ends{};
              if (pipe(ends.data()) != 0 || dup2(ends[1], STDERR_FILENO) < 0) return 1;
              close(ends[0]);
              write_message("lost\n");
              return 0;
            }),
            0);
}

TEST(WriteOutput, WaitsForAPipeThatIsFullForAMoment) {
  EXPECT_EQ(status_of([] {
              std::array<int, 2> ends{};
              if (pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
                return 1;
              const std::string text(1 << 20, 'x');  // more than a pipe holds
              std::size_t read_bytes = 0;
              std::thread reader([&] {
                std::array<char, 65536> block{};
                while (read_bytes < text.size())
                  if (const auto got = read(ends[0], block.data(), block.size()); got > 0)
                    read_bytes += static_cast<std::size_t>(got);
                  else
                    usleep(1000);
              });
              write_output(text);
              reader.join();
              return read_bytes == text.size() ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace sonde::host
