#include "host/files_to_remove.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "folder.hpp"

namespace sonde::host {
namespace {

using test::Folder;

TEST(FilesToRemove, removes_what_was_remembered_and_leaves_what_was_forgotten) {
  const Folder folder;
  const auto made = folder.write("made", "x");
  const auto kept = folder.write("kept", "x");
  const auto foreign = folder.write("foreign", "x");
  remember_file(made);
  remember_file(kept);
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
  remember_file(made);
  std::filesystem::remove(made);
  std::filesystem::create_symlink(foreign, made);
  remove_files();
  EXPECT_TRUE(std::filesystem::exists(foreign));
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
