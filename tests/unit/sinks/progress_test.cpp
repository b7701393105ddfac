// The line of progress as a terminal shows it: standard error is a pseudo terminal here.
#include "sinks/progress.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "../plan/rows.hpp"
#include "make_case.hpp"

namespace sonde::sinks {
namespace {

using testing::HasSubstr;

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

  [[nodiscard]] std::string text() const {
    std::array<char, 4096> bytes{};
    fcntl(master_, F_SETFL, O_NONBLOCK);
    const auto got = read(master_, bytes.data(), bytes.size());
    return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : "";
  }

 private:
  int master_, before_;
};

TEST(Progress, says_what_is_done_and_clears_its_line_at_the_end) {
  Settings settings;
  settings.lengths = {8, 64};
  settings.benchmarks = {"PingPong"};
  const auto plan = make_plan(settings, Catalog(&test::ping_pong, 1), 2);
  ASSERT_TRUE(plan.has_value());
  const Terminal terminal;
  const auto progress = make_progress(settings, *plan);
  ASSERT_NE(progress, nullptr);
  const Section& section = plan->sections.front();
  progress->section(section);
  progress->size(section);
  progress->add(section, test::make_case("PingPong", 8, 1e-6));
  const std::string line = terminal.text();
  EXPECT_THAT(line, HasSubstr("[1/2] PingPong, 2 processes, 8 B done; about "));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  progress->end({});
  EXPECT_EQ(terminal.text(), "\r" + std::string(line.size() - 1, ' ') + "\r");
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
