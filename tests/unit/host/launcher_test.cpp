// What a rank finds out about its launcher: here a process of this test that bears the name of one.
#include "host/launcher.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "folder.hpp"

namespace sonde::host {
namespace {

/// Exit status of a process; 255 where it died otherwise.
int waited_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/// What `ask` says in a rank below a launcher of such a name, whose streams `redirect` has set; `helpers`
/// processes of MPICH's stand between them. The rank's own streams are those of the test.
int asked(const std::string& name, const std::function<void()>& redirect, const std::function<int()>& ask,
          int helpers = 0) {
  const pid_t launcher = fork();
  if (launcher == 0) {
    alarm(20);
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    prctl(PR_SET_NAME, name.c_str());
    redirect();
    for (int helper = 0; helper < helpers; ++helper)
      if (const pid_t child = fork(); child != 0)
        _exit(waited_for(child));
      else
        prctl(PR_SET_NAME, "hydra_pmi_proxy");
    const pid_t rank = fork();
    if (rank != 0) _exit(waited_for(rank));
    prctl(PR_SET_NAME, "rank");
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    _exit(ask());
  }
  return waited_for(launcher);
}

void nothing() {}

void output_to(const std::string& path) {
  dup2(open(path.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
}

int ancestor(int generations) {
  long process = getppid();
  for (; generations > 1; --generations) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string word;
    for (int i = 0; i < 4; ++i) stat >> word;  // pid, (name), state, parent
    process = std::atol(word.c_str());
  }
  return static_cast<int>(process);
}

TEST(Launcher, is_known_by_its_name) {
  for (const auto* name : {"mpirun", "mpiexec.hydra", "orterun", "prterun", "srun", "mpirun.openmpi"})
    EXPECT_EQ(asked(name, nothing, [] { return launcher_process() == getppid() ? 0 : 1; }), 0) << name;
  for (const auto* name : {"bash", "run-mpirun", "sh"})
    EXPECT_EQ(asked(name, nothing, [] { return launcher_process() ? 1 : 0; }), 0) << name;
}

TEST(Launcher, stands_behind_its_helpers_and_behind_nobody_else) {
  for (const int helpers : {1, 2, 3})
    EXPECT_EQ(
        asked(
            "mpiexec", nothing, [=] { return launcher_process() == ancestor(helpers + 1) ? 0 : 1; }, helpers),
        0);
  EXPECT_EQ(asked(
                "mpiexec", nothing, [] { return launcher_process() ? 1 : 0; }, 4),
            0)
      << "further than any library has it";
  EXPECT_EQ(asked("mpiexec", nothing,
                  [] {
                    const pid_t shell = getppid();
                    const pid_t child = fork();
                    if (child == 0) _exit(launcher_process() || shell == 0 ? 1 : 0);
                    return waited_for(child);
                  }),
            0);
}

class StartedApart : public testing::Test {
 protected:
  StartedApart() { forget(); }
  ~StartedApart() override { forget(); }
  static void forget() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK",
                             "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"})
      ::unsetenv(name);
  }
  static void say(const std::string& launcher, const char* processes, const char* rank) {
    const bool slurm = launcher == "SLURM";
    ::setenv((launcher + (slurm ? "_STEP_NUM_TASKS" : "_SIZE")).c_str(), processes, 1);
    ::setenv((launcher + (slurm ? "_PROCID" : "_RANK")).c_str(), rank, 1);
  }
};

TEST_F(StartedApart, is_told_once_where_mpi_knows_one_of_several_processes) {
  EXPECT_EQ(started_apart(1), std::nullopt);
  for (const char* launcher : {"OMPI_COMM_WORLD", "PMI", "SLURM"}) {
    forget();
    say(launcher, "4", "0");
    const auto said = started_apart(1);
    ASSERT_TRUE(said) << launcher;
    EXPECT_NE(said->find("has started 4 processes (" + std::string(launcher)), std::string::npos) << *said;
    EXPECT_EQ(started_apart(4), std::nullopt) << "all is well";
    say(launcher, "4", "1");
    EXPECT_EQ(started_apart(1), std::nullopt) << "the first tells it";
    say(launcher, "1", "0");
    EXPECT_EQ(started_apart(1), std::nullopt) << launcher;
    say(launcher, "four", "0");
    EXPECT_EQ(started_apart(1), std::nullopt) << launcher;
  }
}

TEST_F(StartedApart, is_asked_of_the_innermost_launcher) {
  say("SLURM", "2", "0");
  say("OMPI_COMM_WORLD", "1", "0");
  EXPECT_EQ(started_apart(1), std::nullopt) << "mpirun -np 1 in a job of two hosts";
}

TEST(Launcher, whose_errors_go_to_a_terminal_is_watched) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(master, 0);
  grantpt(master);
  unlockpt(master);
  const std::string terminal = ptsname(master);
  const auto errors_to = [](const std::string& path) {
    return [=] { dup2(open(path.c_str(), O_RDWR | O_NOCTTY), STDERR_FILENO); };
  };
  const auto rank_without_terminal = [](const std::function<int()>& ask) {
    return [=] {
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
      return ask();
    };
  };
  const auto watched = rank_without_terminal([] { return terminal_watches() ? 1 : 0; });
  EXPECT_EQ(asked("mpirun", errors_to(terminal), watched), 1);
  EXPECT_EQ(asked("mpirun", errors_to("/dev/null"), watched), 0);
  EXPECT_EQ(asked("bash", errors_to(terminal), watched), 0);
  struct winsize size {};
  size.ws_col = 91;
  ioctl(master, TIOCSWINSZ, &size);
  const auto width = rank_without_terminal([] { return terminal_width(); });
  EXPECT_EQ(asked("mpirun", errors_to(terminal), width), 91);
  EXPECT_EQ(asked("mpirun", errors_to("/dev/null"), width), 80);
  EXPECT_EQ(asked("bash", errors_to(terminal), width), 80);
  close(master);
}

TEST(Launcher, whose_streams_are_one_file) {
  const test::Folder folder;
  const auto one = folder.write("one", ""), other = folder.write("other", "");
  const auto streams_to = [](const std::string& out, const std::string& err) {
    return [=] {
      output_to(out);
      dup2(open(err.c_str(), O_WRONLY), STDERR_FILENO);
    };
  };
  const auto ask = [] { return streams_are_one() ? 1 : 0; };
  EXPECT_EQ(asked("mpirun", streams_to(one, one), ask), 1);
  EXPECT_EQ(asked("mpirun", streams_to(one, other), ask), 0);
  EXPECT_EQ(asked("mpirun", streams_to("/dev/null", "/dev/null"), ask), 1);
}

TEST(Launcher, lost_what_its_output_cannot_hold) {
  const auto lost = [](const std::string& path, std::int64_t bytes, const std::string& why) {
    return asked(
        "mpirun", [=] { output_to(path); }, [=] { return launcher_lost(bytes).value_or("") == why ? 0 : 1; });
  };
  const test::Folder folder;
  EXPECT_EQ(lost("/dev/full", 1, "No space left on device"), 0);
  EXPECT_EQ(lost("/dev/null", 1'000'000, ""), 0);
  EXPECT_EQ(lost(folder.write("whole", "12345"), 5, ""), 0);
  EXPECT_EQ(lost(folder.write("short", "1234"), 5, ""), 0) << "after two seconds: the disk has room";
  EXPECT_EQ(asked(
                "mpirun", [] { dup2(open("/dev/null", O_RDONLY), STDOUT_FILENO); },
                [] { return launcher_lost(1) == "it was closed" ? 0 : 1; }),
            0);
  EXPECT_EQ(asked(
                "bash", [] { output_to("/dev/full"); }, [] { return launcher_lost(1) ? 1 : 0; }),
            0);
}

}  // namespace
}  // namespace sonde::host
