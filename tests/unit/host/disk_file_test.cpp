#include "host/disk_file.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <array>
#include <cstring>
#include <sstream>

#include "folder.hpp"

namespace sonde::host {
namespace {

using test::Folder;
using testing::HasSubstr;

/// Removes what has the name and writes another file.
void replace(const std::string& path) {
  std::filesystem::remove(path);
  std::ofstream(path) << "mine";
}

std::string text(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

void count_up(std::int64_t position, std::span<std::byte> out) {
  for (auto& byte : out) byte = static_cast<std::byte>(position++);
}

TEST(DiskFile, IsCreatedFilledReadAndRemoved) {
  const Folder folder;
  {
    DiskFile file(folder / "a", false);
    ASSERT_TRUE(file.create());
    EXPECT_EQ(file.size().value(), 0);
    ASSERT_TRUE(file.fill(3 << 20, count_up));
    EXPECT_EQ(file.size().value(), 3 << 20);
    std::array<std::byte, 4> bytes{};
    ASSERT_TRUE(file.read((1 << 20) + 1, bytes));
    EXPECT_EQ(bytes[0], std::byte{1});
    EXPECT_EQ(bytes[3], std::byte{4});
    EXPECT_THAT(file.read((3 << 20) - 1, bytes).error().message, HasSubstr("ends 3 bytes too early"));
    ASSERT_TRUE(file.truncate());
    EXPECT_EQ(file.size().value(), 0);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
}

TEST(DiskFile, LeavesAloneWhatWasThere) {
  const Folder folder;
  replace(folder / "a");
  {
    DiskFile file(folder / "a", false);
    EXPECT_THAT(file.create().error().message, HasSubstr("not overwritten"));
  }
  EXPECT_EQ(text(folder / "a"), "mine");
}

TEST(DiskFile, LeavesAloneWhatTookItsPlace) {
  const Folder folder;
  {
    DiskFile file(folder / "a", false);
    ASSERT_TRUE(file.create());
    replace(folder / "a");
    EXPECT_THAT(file.size().error().message, HasSubstr("replaced by another file"));
    EXPECT_FALSE(file.truncate());
    EXPECT_FALSE(file.fill(10, count_up));
  }
  EXPECT_EQ(text(folder / "a"), "mine");
}

TEST(DiskFile, OfAnotherRankIsReadAndDroppedFromTheCacheAndNeverWritten) {
  const Folder folder;
  DiskFile maker(folder / "a", false);
  ASSERT_TRUE(maker.create());
  const DiskFile other(folder / "a", false);
  EXPECT_TRUE(other.drop_cached());
  EXPECT_EQ(other.size().value_or(-1), 0);
  EXPECT_FALSE(other.truncate());
}

TEST(DiskFile, IsLostWhenSomebodyRemovesIt) {
  const Folder folder;
  DiskFile file(folder / "a", false);
  ASSERT_TRUE(file.create());
  std::filesystem::remove(folder / "a");
  EXPECT_THAT(file.size().error().message, HasSubstr("No such file or directory"));
}

TEST(DiskFile, IsReplacedOnlyByTheRunThatKeptIt) {
  const Folder folder;
  const auto keep = [&] { return DiskFile(folder / "a", true).create(); };
  ASSERT_TRUE(keep());
  EXPECT_TRUE(keep()) << "its own";
  replace(folder / "a");
  EXPECT_FALSE(keep());
  EXPECT_EQ(text(folder / "a"), "mine");
}

TEST(DiskFile, HasNoRoomForMoreThanTheFileSystemHas) {
  const Folder folder;
  DiskFile file(folder / "a", false);
  ASSERT_TRUE(file.create());
  constexpr std::int64_t too_much = std::int64_t{1} << 60;
  EXPECT_THAT(file.reserve(too_much, too_much).error().message, HasSubstr("no space"));
  EXPECT_THAT(file.reserve(1, too_much).error().message, HasSubstr("no space")) << "others need it";
}

/// Of the bytes that it takes on the disk, in blocks of 512.
std::int64_t blocks(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_blocks : -1;
}

TEST(DiskFile, HoldsItsRoomUntilItLetsGo) {
  const Folder folder;
  DiskFile file(folder / "a", false);
  ASSERT_TRUE(file.create());
  ASSERT_TRUE(file.reserve(1 << 20, 1 << 20));
  if (blocks(folder / "a") == 0) GTEST_SKIP() << "a file system that reserves nothing";
  EXPECT_GE(blocks(folder / "a"), (1 << 20) / 512);
  ASSERT_TRUE(file.let_go());
  EXPECT_EQ(file.size().value(), 0);
  EXPECT_EQ(blocks(folder / "a"), 0);
}

TEST(DiskFile, LetsGoOfNothingElse) {
  const Folder folder;
  DiskFile file(folder / "a", false);
  ASSERT_TRUE(file.create());
  ASSERT_TRUE(file.fill(10, count_up));
  ASSERT_TRUE(file.let_go()) << "nothing was reserved";
  EXPECT_EQ(file.size().value(), 10);
  ASSERT_TRUE(file.reserve(20, 20));
  replace(folder / "a");
  EXPECT_FALSE(file.let_go());
  EXPECT_EQ(text(folder / "a"), "mine");
}

}  // namespace
}  // namespace sonde::host
