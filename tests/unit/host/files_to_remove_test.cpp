#include "host/files_to_remove.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "folder.hpp"
#include "remembered.hpp"

namespace sonde::host {
namespace {

using test::Folder;
using test::remember;

TEST(FilesToRemove, removes_what_was_remembered_and_leaves_what_was_forgotten) {
  const Folder folder;
  const auto made = folder.write("made", "x");
  const auto kept = folder.write("kept", "x");
  const auto foreign = folder.write("foreign", "x");
  remember(made);
  remember(kept);
  forget_file(kept);
  remove_files();
  EXPECT_FALSE(std::filesystem::exists(made));
  EXPECT_TRUE(std::filesystem::exists(kept));
  EXPECT_TRUE(std::filesystem::exists(foreign));
  forget_file(made);
}

TEST(FilesToRemove, does_not_follow_a_symbolic_link_that_took_a_files_place) {
  const Folder folder;
  const auto foreign = folder.write("foreign", "precious");
  const auto made = folder.write("made", "x");
  remember(made);
  std::filesystem::remove(made);
  std::filesystem::create_symlink(foreign, made);
  remove_files();
  EXPECT_TRUE(std::filesystem::exists(foreign));
  forget_file(made);
}

TEST(FilesToRemove, leaves_what_took_a_files_place) {
  const Folder folder;
  const auto made = folder.write("made", "x");
  remember(made);
  std::filesystem::remove(made);
  folder.write("made", "precious");
  remove_files();
  EXPECT_TRUE(std::filesystem::exists(made));
  forget_file(made);
}

TEST(FilesToRemove, removes_shared_pointers_that_came_after_the_file_and_no_others) {
  const Folder folder;
  const auto before = folder.write(".made.shfp.1.2", "x");
  const auto other = folder.write(".made.shfp.old", "x");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // file systems keep time in coarse steps
  const auto made = folder.write("made", "x");
  remember(made);
  const auto since = folder.write(".made.shfp.3.4", "x");
  remove_files();
  EXPECT_FALSE(std::filesystem::exists(made));
  EXPECT_FALSE(std::filesystem::exists(since));
  EXPECT_TRUE(std::filesystem::exists(before));
  EXPECT_TRUE(std::filesystem::exists(other));
  forget_file(made);
}

TEST(FilesToRemove, signals_wait_while_a_file_is_being_made) {
  sigset_t before, within, after;
  pthread_sigmask(SIG_BLOCK, nullptr, &before);
  {
    const FileInTheMaking making;
    pthread_sigmask(SIG_BLOCK, nullptr, &within);
  }
  pthread_sigmask(SIG_BLOCK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGTERM), 0);
  EXPECT_EQ(sigismember(&within, SIGTERM), 1);
  EXPECT_EQ(sigismember(&after, SIGTERM), 0);
}

}  // namespace
}  // namespace sonde::host
