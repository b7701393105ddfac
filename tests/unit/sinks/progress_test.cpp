// The line of progress as a terminal shows it: standard error is a pseudo terminal here.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "../plan/rows.hpp"
#include "make_case.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {
namespace {

using testing::StartsWith;

/// Standard error is a terminal of this process while it lives.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)), before_(dup(STDERR_FILENO)) {
    grantpt(master_);
    unlockpt(master_);
    const int slave = open(ptsname(master_), O_RDWR | O_NOCTTY);
    dup2(slave, STDERR_FILENO);
    close(slave);
  }
  ~Terminal() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void be_wide(unsigned short columns) const {
    struct winsize size {};
    size.ws_row = 24;
    size.ws_col = columns;
    ioctl(master_, TIOCSWINSZ, &size);
  }
  [[nodiscard]] std::string text() const {
    std::array<char, 4096> bytes{};
    fcntl(master_, F_SETFL, O_NONBLOCK);
    const auto got = read(master_, bytes.data(), bytes.size());
    return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : "";
  }

 private:
  int master_, before_;
};

/// What takes away a line of so many characters.
std::string blanked(std::size_t characters) {
  return "\r" + std::string(characters, ' ') + "\r";
}

TEST(Progress, says_what_is_done_and_clears_its_line_at_the_end) {
  Settings settings;
  settings.lengths = {8, 64};
  settings.benchmarks = {"PingPong"};
  const auto plan = make_plan(settings, Catalog(&test::ping_pong, 1), 2);
  ASSERT_TRUE(plan.has_value());
  const Terminal terminal;
  const auto progress = make_progress(settings, *plan);
  ASSERT_NE(progress, nullptr);
  const TableRun& section = plan->sections.front();
  progress->section(section);
  EXPECT_EQ(terminal.text(), "");
  progress->after_all();
  EXPECT_EQ(terminal.text(), "[0/2] PingPong, 2 processes");
  progress->size(section);
  EXPECT_EQ(terminal.text(), blanked(27));
  progress->add(section, test::make_case("PingPong", 8, 1e-6));
  EXPECT_EQ(terminal.text(), "") << "before the others have written their rows";
  progress->after_all();
  const std::string line = terminal.text();
  EXPECT_THAT(line, StartsWith("[1/2] PingPong, 2 processes, 8 B done; about "));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  progress->remark("# something to say");
  EXPECT_EQ(terminal.text(), blanked(line.size()));
  progress->end({});
  EXPECT_EQ(terminal.text(), "");
}

TEST(Progress, is_cut_at_the_width_of_the_terminal) {
  Settings settings;
  settings.lengths = {8};
  settings.benchmarks = {"PingPong"};
  const auto plan = make_plan(settings, Catalog(&test::ping_pong, 1), 2);
  ASSERT_TRUE(plan.has_value());
  const Terminal terminal;
  terminal.be_wide(20);
  const auto progress = make_progress(settings, *plan);
  progress->section(plan->sections.front());
  progress->after_all();
  EXPECT_EQ(terminal.text(), "[0/1] PingPong, 2 p");
  terminal.be_wide(12);
  progress->after_all();
  EXPECT_EQ(terminal.text(), blanked(19) + "[0/1] PingP");
  progress->end({});
  EXPECT_EQ(terminal.text(), blanked(11));
}

TEST(Progress, is_silent_where_nobody_watches) {
  const int before = dup(STDERR_FILENO);
  const int nobody = open("/dev/null", O_WRONLY);
  dup2(nobody, STDERR_FILENO);
  close(nobody);
  const bool silent = make_progress({}, Plan{}) == nullptr;
  dup2(before, STDERR_FILENO);
  close(before);
  EXPECT_TRUE(silent);
}

}  // namespace
}  // namespace sonde::sinks
