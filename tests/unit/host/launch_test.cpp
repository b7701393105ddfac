// Launches of small shell commands: how they end, and what is left of them.
#include "host/launch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>

#include "folder.hpp"
#include "host/process.hpp"
#include "host/signals.hpp"

namespace sonde::host {
using test::Folder;
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<LaunchOutcome> launched(const Words& words, const std::string& output, double limit_seconds = 20) {
  const HeldSignals signals;
  return launch(words, output, limit_seconds, signals);
}

/// Whether the process whose number stands in the file is there and no zombie.
bool runs(const std::string& file) {
  std::string number = text_of(file);
  while (!number.empty() && number.back() == '\n') number.pop_back();
  const std::string stat = text_of("/proc/" + number + "/stat");
  return stat.find(") ") != std::string::npos && stat.find(") Z") == std::string::npos;
}

TEST(Launch, keeps_output_and_exit_status) {
  const Folder folder;
  const auto outcome = launched({"sh", "-c", "echo out; echo err >&2; cat; exit 3"}, folder / "log");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->text(), "exit status 3");
  EXPECT_FALSE(outcome->good());
  EXPECT_EQ(text_of(folder / "log"), "out\nerr\n");
  EXPECT_EQ(launched({"sh", "-c", "kill -9 $$"}, folder / "killed")->text(), "signal 9");
}

TEST(Launch, ends_the_whole_group_at_the_limit) {
  const Folder folder;
  const auto outcome = launched({"sh", "-c", "sleep 60 & echo $!; wait"}, folder / "log", 0.2);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->ending, LaunchEnding::time_limit);
  EXPECT_LT(outcome->seconds, 30);  // of the sleeper's 60
  EXPECT_FALSE(runs(folder / "log"));
}

TEST(Launch, ends_what_its_launcher_leaves_behind) {
  const Folder folder;
  const auto outcome = launched({"sh", "-c", "sleep 60 & echo $!; exit 3"}, folder / "log");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->text(), "exit status 3, processes that it left behind were ended");
  EXPECT_LT(outcome->seconds, 30);
  EXPECT_FALSE(runs(folder / "log"));
}

TEST(Launch, of_helpers_that_end_by_themselves_says_nothing) {
  const Folder folder;
  const auto outcome = launched({"sh", "-c", "(sleep 0.1) & exit 0"}, folder / "log");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->text(), "exit status 0");
}

TEST(Launch, of_a_program_that_does_not_exist_is_an_error) {
  const Folder folder;
  EXPECT_THAT(launched({"/no/such/program"}, folder / "log").error().message, HasSubstr("cannot start"));
  EXPECT_FALSE(launched({}, folder / "none"));
}

TEST(Launch, ends_on_each_signal_that_would_end_this_process_and_not_on_one_that_is_ignored) {
  for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGVTALRM,
                           SIGPROF, SIGPWR, SIGSTKFLT}) {
    const Folder folder;
    const Words words{"sh", "-c", "kill -" + std::to_string(number) + " $PPID; sleep 0.2; exit 5"};
    const auto before = std::signal(number, SIG_DFL);  // whatever earlier tests have left
    EXPECT_EQ(launched(words, folder / "log")->text(), "interrupted") << number;
    std::signal(number, SIG_IGN);
    EXPECT_EQ(launched(words, folder / "ignored")->text(), "exit status 5") << number;
    std::signal(number, before);
  }
}

TEST(Launch, is_not_ended_by_signals_that_say_nothing) {
  for (const int number : {SIGPIPE, SIGIO, SIGCHLD, SIGWINCH, SIGURG, SIGCONT}) {
    const Folder folder;
    const Words words{"sh", "-c", "kill -" + std::to_string(number) + " $PPID; sleep 0.1; exit 5"};
    EXPECT_EQ(launched(words, folder / "log")->text(), "exit status 5") << number;
  }
}

TEST(Launch, knows_the_end_of_its_program_where_the_parent_ignores_sigchld) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const Folder folder;
  // dash keeps what is ignored: the launch itself must not
  const auto outcome =
      launched({"sh", "-c", "(exit 4) & wait $!; grep SigIgn /proc/self/status; exit $?"}, folder / "log");
  EXPECT_EQ(outcome->text(), "exit status 0");
  const std::string ignored = text_of(folder / "log");
  constexpr unsigned long child = 1UL << (SIGCHLD - 1);
  EXPECT_EQ(std::stoul(ignored.substr(ignored.find('\t')), nullptr, 16) & child, 0U) << ignored;
  std::signal(SIGCHLD, before);
}

TEST(Launch, that_the_signal_for_the_whole_job_reaches_first_has_not_failed) {
  for (const int number : {SIGHUP, SIGTERM}) {
    const Folder folder;
    const std::string name = std::to_string(number);
    const auto before = std::signal(number, SIG_DFL);
    const Words words{"sh", "-c", "(sleep 0.05; kill -" + name + " $PPID) & kill -" + name + " $$"};
    EXPECT_EQ(launched(words, folder / "log")->text(), "interrupted") << number;
    std::signal(number, before);
  }
}

TEST(Launch, drops_signals_that_come_after_it) {
  const Folder folder;
  const HeldSignals signals;
  EXPECT_FALSE(signals.end_is_asked_for());
  EXPECT_EQ(launch({"true"}, folder / "log", 20, signals)->text(), "exit status 0");
  raise(SIGUSR2);
  EXPECT_TRUE(signals.end_is_asked_for());
}

TEST(Launch, never_writes_over_a_file) {
  const Folder folder;
  folder.write("log", "mine");
  EXPECT_THAT(launched({"true"}, folder / "log").error().message, HasSubstr("File exists"));
  EXPECT_EQ(text_of(folder / "log"), "mine");
}

TEST(MendSignals, lets_children_be_waited_for_and_files_reach_their_limit) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    std::signal(SIGCHLD, SIG_IGN);
    mend_signals();
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(7);
    int status = 0;
    const bool known = waitpid(grandchild, &status, 0) == grandchild && WEXITSTATUS(status) == 7;
    raise(SIGXFSZ);
    _exit(known ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(PathOfProgram, is_what_would_be_started) {
  EXPECT_THAT(path_of_program("sh").value(), HasSubstr("/sh"));
  EXPECT_EQ(path_of_program("/bin/sh").value(), "/bin/sh");
  EXPECT_THAT(path_of_program("10").error().message, HasSubstr("'10'"));
  EXPECT_FALSE(path_of_program("/bin"));
  EXPECT_FALSE(path_of_program(""));
}

}  // namespace
}  // namespace sonde::host
