// Handlers end the process: each test looks at a process of its own.
#include "host/signals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>

#include "folder.hpp"
#include "remembered.hpp"

namespace sonde::host {
namespace {

class SignalsDeathTest : public testing::Test {
 protected:
  SignalsDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

constexpr std::array cutting{SIGHUP, SIGINT, SIGTERM};

/// Makes of a process one that removes `made` when it is cut.
void take_care_of(const std::string& made, bool first_rank) {
  test::remember(made);
  at_cut(remove_files);
  handle_signals(first_rank);
}

TEST_F(SignalsDeathTest, the_status_names_the_signal_and_files_are_removed) {
  testing::FLAGS_gtest_death_test_style = "fast";  // the same folder in both processes
  const test::Folder folder;
  for (const int signal : cutting) {
    const auto made = folder.write("made", "x");
    EXPECT_EXIT((take_care_of(made, true), raise(signal)), testing::ExitedWithCode(128 + signal), "");
    EXPECT_FALSE(std::filesystem::exists(made)) << signal;
  }
}

TEST_F(SignalsDeathTest, what_the_parent_ignores_stays_ignored) {
  EXPECT_EXIT(
      {
        for (const int signal : cutting) std::signal(signal, SIG_IGN);
        handle_signals(true);
        for (const int signal : cutting) raise(signal);
        stop_handling_signals();
        for (const int signal : cutting) raise(signal);
        _exit(7);
      },
      testing::ExitedWithCode(7), "");
}

/// A process with a file, and one that is cut and tells it.
void cut_beside_a_peer(const std::string& made) {
  const pid_t peer = fork();
  if (peer == 0) {
    take_care_of(made, false);
    for (int i = 0; i < 200; ++i) usleep(100'000);
    _exit(9);
  }
  usleep(300'000);  // until its handlers stand
  tell_at_cut({&peer, 1});
  handle_signals(true);
  raise(SIGTERM);
}

TEST_F(SignalsDeathTest, peers_hear_of_the_end) {
  testing::FLAGS_gtest_death_test_style = "fast";  // the same folder in both processes
  const test::Folder folder;
  const auto made = folder.write("made", "x");
  EXPECT_EXIT(cut_beside_a_peer(made), testing::ExitedWithCode(128 + SIGTERM), "");
  for (int i = 0; i < 100 && std::filesystem::exists(made); ++i) usleep(50'000);
  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST_F(SignalsDeathTest, after_the_last_line_a_signal_does_what_the_system_does) {
  EXPECT_EXIT(
      {
        handle_signals(true);
        stop_handling_signals();
        raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST_F(SignalsDeathTest, transfers_that_do_not_end_in_time_end_the_run_with_a_message) {
  EXPECT_EXIT(
      {
        handle_signals(true);
        const TransferWatch watch(true, 1);
        for (int i = 0; i < 100; ++i) usleep(100'000);
      },
      testing::ExitedWithCode(1), "file transfers did not end");
}

TEST(Signals, a_watch_that_watches_nothing_sets_no_alarm) {
  {
    const TransferWatch watch(false, 1);
    EXPECT_EQ(alarm(0), 0U);
  }
  {
    const StuckGuard guard(nullptr, 0);
    EXPECT_EQ(alarm(0), 0U);
  }
}

TEST(Signals, a_watch_takes_its_alarm_along) {
  handle_signals(false);
  { const TransferWatch watch(true, 100); }
  EXPECT_EQ(alarm(0), 0U);
  stop_handling_signals();
}

}  // namespace
}  // namespace sonde::host
