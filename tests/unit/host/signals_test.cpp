// Handlers end the process: each test looks at a process of its own.
#include "host/signals.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <thread>

#include "folder.hpp"
#include "remembered.hpp"

namespace sonde::host {
namespace {

class SignalsDeathTest : public testing::Test {
 protected:
  SignalsDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

constexpr std::array cutting{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGUSR2};

/// Whether `wait_status` is that of a process which `signal` has ended. SIGQUIT leaves a core file.
class EndedBy {
 public:
  explicit EndedBy(int signal) : signal_(signal) {}
  bool operator()(int wait_status) const {
    if (signal_ == SIGQUIT) return testing::KilledBySignal(SIGQUIT)(wait_status);
    return testing::ExitedWithCode(128 + signal_)(wait_status);
  }

 private:
  int signal_;
};

/// Makes of a process one that removes `made` when it is cut.
void take_care_of(const std::string& made, bool first_rank, double grace_seconds = 0) {
  test::remember(made);
  at_cut(remove_files);
  handle_signals(first_rank, grace_seconds);
}

TEST_F(SignalsDeathTest, the_status_names_the_signal_and_files_are_removed) {
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
  testing::FLAGS_gtest_death_test_style = "fast";  // the same folder in both processes
  const test::Folder folder;
  for (const int signal : cutting) {
    const auto made = folder.write("made", "x");
    EXPECT_EXIT((take_care_of(made, true), raise(signal)), EndedBy(signal), "");
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

/// A process with a file that SIGTERM leaves a grace, and one that is cut and tells it.
void cut_beside_a_peer(const std::string& made, int signal, double grace_seconds) {
  const pid_t peer = fork();
  if (peer == 0) {
    take_care_of(made, false, grace_seconds);
    for (int i = 0; i < 200; ++i) usleep(100'000);
    _exit(9);
  }
  usleep(300'000);  // until its handlers stand
  tell_at_cut({&peer, 1});
  handle_signals(true);
  raise(signal);
}

TEST_F(SignalsDeathTest, peers_hear_of_the_end) {
  testing::FLAGS_gtest_death_test_style = "fast";  // the same folder in both processes
  const test::Folder folder;
  const auto made = folder.write("made", "x");
  EXPECT_EXIT(cut_beside_a_peer(made, SIGTERM, 0), testing::ExitedWithCode(128 + SIGTERM), "");
  for (int i = 0; i < 100 && std::filesystem::exists(made); ++i) usleep(50'000);
  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST_F(SignalsDeathTest, peers_hear_of_what_leaves_no_grace) {
  testing::FLAGS_gtest_death_test_style = "fast";
  const test::Folder folder;
  const auto made = folder.write("made", "x");
  EXPECT_EXIT(cut_beside_a_peer(made, SIGINT, 60), testing::ExitedWithCode(128 + SIGINT), "");
  for (int i = 0; i < 200 && std::filesystem::exists(made); ++i) usleep(50'000);
  EXPECT_FALSE(std::filesystem::exists(made));
}

/// A process whose standard output is what death tests read; another thread of it takes the second of two
/// signals.
void hear_twice() {
  dup2(STDERR_FILENO, STDOUT_FILENO);
  handle_signals(true);
  std::thread other([] {
    usleep(100'000);
    kill(getpid(), SIGTERM);
    usleep(20'000'000);
  });
  raise(SIGTERM);
  other.join();
}

TEST_F(SignalsDeathTest, the_line_comes_once_when_launcher_and_peer_send_a_signal_each) {
  EXPECT_EXIT(hear_twice(), testing::ExitedWithCode(128 + SIGTERM),
              "^\n# Terminated [^\n#]* not measured\n$");
}

/// A process that is cut while nobody reads its full standard output.
void be_cut_with_a_full_pipe() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) _exit(8);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  const std::array<char, 4096> filling{};
  while (write(ends[1], filling.data(), filling.size()) > 0) {
  }
  fcntl(ends[1], F_SETFL, 0);
  dup2(ends[1], STDOUT_FILENO);
  handle_signals(true);
  alarm(20);
  raise(SIGTERM);
}

TEST_F(SignalsDeathTest, a_reader_that_has_stopped_does_not_keep_the_run_alive) {
  EXPECT_EXIT(be_cut_with_a_full_pipe(), testing::ExitedWithCode(128 + SIGTERM), "");
}

TEST_F(SignalsDeathTest, other_ranks_leave_the_first_one_the_time_to_speak_and_end) {
  testing::FLAGS_gtest_death_test_style = "fast";  // a threadsafe one runs this test again, with its times
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EXIT((handle_signals(false), raise(SIGTERM)), testing::ExitedWithCode(128 + SIGTERM), "");
  constexpr std::chrono::milliseconds first_rank_takes{300};
  EXPECT_GT(std::chrono::steady_clock::now() - began, 3 * first_rank_takes);
}

/// A process that goes on for `seconds` after SIGTERM and ends with 7, if the signal asked it to and did not
/// cut it.
void go_on_for(double grace_seconds, double seconds) {
  handle_signals(true, grace_seconds);
  if (asked_to_end_by() != nullptr) _exit(9);
  raise(SIGTERM);
  raise(SIGTERM);  // the peer's
  for (int i = 0; i < 1000 * seconds; ++i) usleep(1000);
  stop_handling_signals();
  usleep(static_cast<useconds_t>(1e6 * grace_seconds));  // the timer is gone
  _exit(asked_to_end_by() == std::string_view("SIGTERM") ? 7 : 8);
}

TEST_F(SignalsDeathTest, sigterm_leaves_a_grace_to_what_runs) {
  EXPECT_EXIT(go_on_for(2, 0.05), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(go_on_for(0.1, 10), testing::ExitedWithCode(128 + SIGTERM), "");
  EXPECT_EXIT(go_on_for(0, 10), testing::ExitedWithCode(128 + SIGTERM), "");
}

TEST_F(SignalsDeathTest, sigusr1_waits_for_as_long_as_it_takes) {
  EXPECT_EXIT(
      {
        handle_signals(true, 0.1);
        raise(SIGUSR1);
        for (int i = 0; i < 300; ++i) usleep(1000);
        _exit(asked_to_end_by() == std::string_view("SIGUSR1") ? 7 : 8);
      },
      testing::ExitedWithCode(7), "");
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

}  // namespace
}  // namespace sonde::host
