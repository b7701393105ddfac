#include "host/memory_limit.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>

#include "base/units.hpp"
#include "folder.hpp"

namespace sonde::host {
namespace {

namespace fs = std::filesystem;

class MemoryAtHand : public ::testing::Test {
 protected:
  MemoryAtHand() {
    write("proc/meminfo", "MemTotal:       2000 kB\nMemFree:         10 kB\nMemAvailable:   1000 kB\n");
  }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(root_ / name).parent_path());
    root_.write(name, text);
  }
  void group(const std::string& folder, const std::string& most, const std::string& used) {
    write("sys/fs/cgroup/" + folder + "/memory.max", most);
    write("sys/fs/cgroup/" + folder + "/memory.current", used);
  }
  [[nodiscard]] std::optional<std::int64_t> found() const { return memory_at_hand(root_ / ""); }

  test::Folder root_;
};

TEST_F(MemoryAtHand, is_what_the_system_calls_available) {
  EXPECT_EQ(found(), 1000 * 1024);
  write("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(found(), 1000 * 1024);
  fs::remove(root_ / "proc/meminfo");
  EXPECT_FALSE(found());
}

TEST_F(MemoryAtHand, is_less_where_a_group_leaves_less) {
  write("proc/self/cgroup", "1:name=systemd:/x\n0::/job/step\n");
  group("job/step", "max\n", "500\n");
  EXPECT_EQ(found(), 1000 * 1024);
  group("job/step", "5000\n", "2000\n");
  EXPECT_EQ(found(), 3000);
  group("job", "4000\n", "2000\n");
  EXPECT_EQ(found(), 2000) << "of the group above";
  write("sys/fs/cgroup/job/memory.stat", "anon 900\nfile 700\ninactive_file 500\nactive_file 200\n");
  EXPECT_EQ(found(), 2700) << "pages of files are given back";
  group("job", "1000\n", "2000\n");
  EXPECT_EQ(found(), 0);
}

TEST_F(MemoryAtHand, is_known_of_a_group_whose_folder_is_not_there) {
  write("proc/self/cgroup", "0::/docker/0123\n");
  group("", "5000\n", "1000\n");
  EXPECT_EQ(found(), 4000);
}

TEST_F(MemoryAtHand, is_known_of_groups_of_version_1) {
  write("proc/self/cgroup", "5:cpu:/a\n4:memory:/job\n0::/\n");
  const std::string folder = "sys/fs/cgroup/memory/job/";
  write(folder + "memory.limit_in_bytes", "9223372036854771712\n");
  write(folder + "memory.usage_in_bytes", "3000\n");
  EXPECT_EQ(found(), 1000 * 1024);
  write(folder + "memory.limit_in_bytes", "9000\n");
  EXPECT_EQ(found(), 6000);
  write(folder + "memory.stat", "inactive_file 1\ntotal_inactive_file 400\ntotal_active_file 100\n");
  EXPECT_EQ(found(), 6500);
}

TEST_F(MemoryAtHand, is_read_from_no_nonsense) {
  write("proc/self/cgroup", "0::\n0::job\n:memory:\n\n0::/a//\n");
  EXPECT_EQ(found(), 1000 * 1024);
  write("proc/meminfo", "MemAvailable: many kB\n");
  EXPECT_FALSE(found());
}

rlim_t limit_now() {
  rlimit now{};
  ::getrlimit(RLIMIT_DATA, &now);
  return now.rlim_cur;
}

/// In a process without a limit of its own: what children get is the user's again.
int narrow_and_look() {
  rlimit wide{};
  if (::getrlimit(RLIMIT_DATA, &wide) != 0) return 1;
  wide.rlim_cur = wide.rlim_max;
  if (::setrlimit(RLIMIT_DATA, &wide) != 0) return 1;
  limit_memory();
  const rlim_t narrow = limit_now();
  if (narrow >= wide.rlim_max || narrow < static_cast<rlim_t>(256 * mebibyte)) return 2;
  {
    const MemoryLimitOfUser for_children;
    if (limit_now() != wide.rlim_cur) return 3;
  }
  return limit_now() == narrow ? 0 : 4;
}

TEST(MemoryLimit, is_below_the_users_but_for_children) {
  rlimit all{};
  ASSERT_EQ(::getrlimit(RLIMIT_DATA, &all), 0);
  if (all.rlim_max != RLIM_INFINITY) GTEST_SKIP() << "the system limits this process already";
  EXPECT_EXIT(std::_Exit(narrow_and_look()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sonde::host
