#include "base/file_lock.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/descriptor.hpp"
#include "folder.hpp"

namespace sonde {
namespace {

int error_of_flock = 0;

}  // namespace

extern "C" int flock(int file, int operation) noexcept {
  if ((errno = error_of_flock) != 0) return -1;
  return reinterpret_cast<int (*)(int, int)>(dlsym(RTLD_NEXT, "flock"))(file, operation);
}

namespace {

struct Files {
  test::Folder folder;
  std::string path = folder.write("file", "");
  Descriptor mine{::open(path.c_str(), O_RDWR | O_CLOEXEC)}, other{::open(path.c_str(), O_RDWR | O_CLOEXEC)};
};

TEST(FileLock, is_of_one) {
  Files files;
  EXPECT_EQ(lock_file(files.mine.number()), LockOutcome::ours);
  EXPECT_EQ(lock_file(files.other.number()), LockOutcome::of_another);
  EXPECT_EQ(lock_file(files.other.number(), 0.05), LockOutcome::of_another);
  files.mine.close();
  EXPECT_EQ(lock_file(files.other.number()), LockOutcome::ours);
}

TEST(FileLock, is_waited_for) {
  Files files;
  ASSERT_EQ(lock_file(files.mine.number()), LockOutcome::ours);
  std::jthread holder([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    files.mine.close();
  });
  EXPECT_EQ(lock_file(files.other.number(), 60), LockOutcome::ours);
}

TEST(FileLock, is_no_error_where_the_file_system_has_none) {
  const Files files;
  for (const int error : {ENOSYS, ENOLCK, EOPNOTSUPP, EINVAL}) {
    error_of_flock = error;
    EXPECT_EQ(lock_file(files.mine.number()), LockOutcome::impossible) << error;
    error_of_flock = 0;
  }
  EXPECT_NE(no_locks_note("here").find("'here' knows no locks"), std::string::npos);
}

}  // namespace
}  // namespace sonde
