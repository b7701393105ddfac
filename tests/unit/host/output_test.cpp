#include "host/output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <string>

#include "folder.hpp"

namespace sonde::host {
namespace {

/// Standard output is a file or device of this path while it lives.
class OutputTo {
 public:
  explicit OutputTo(const std::string& path) : before_(dup(STDOUT_FILENO)) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    dup2(file, STDOUT_FILENO);
    close(file);
  }
  ~OutputTo() {
    dup2(before_, STDOUT_FILENO);
    close(before_);
  }
  OutputTo(const OutputTo&) = delete;
  OutputTo& operator=(const OutputTo&) = delete;

 private:
  int before_;
};

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Output, writes_all_of_a_long_text) {
  const test::Folder folder;
  const std::string text(1 << 20, 'x');
  {
    const OutputTo file(folder / "out");
    write_output(text);
    finish_output();
  }
  EXPECT_EQ(content(folder / "out"), text);
}

TEST(Output, a_full_device_is_lost_output) {
  const OutputTo full("/dev/full");
  EXPECT_THROW(write_output("x"), OutputLost);
}

TEST(Output, a_closed_pipe_is_lost_output_and_no_signal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::signal(SIGPIPE, SIG_IGN);
  const int before = dup(STDOUT_FILENO);
  dup2(ends[1], STDOUT_FILENO);
  close(ends[0]);
  std::string what;
  try {
    write_output("x");
  } catch (const OutputLost& lost) {
    what = lost.what();
  }
  dup2(before, STDOUT_FILENO);
  close(before);
  close(ends[1]);
  std::signal(SIGPIPE, SIG_DFL);
  EXPECT_NE(what.find("standard output is lost"), std::string::npos) << what;
}

}  // namespace
}  // namespace sonde::host
