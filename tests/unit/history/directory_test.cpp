// Files of a history: named after time and content, made once, grouped to nights.
#include "history/directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace sonde::history {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Directory : public ::testing::Test {
 protected:
  Directory() {
    std::string name = (fs::temp_directory_path() / "sonde_history_XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) parent = name;
  }
  ~Directory() override { fs::remove_all(parent); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  fs::path parent;
  [[nodiscard]] std::string path() const { return (parent / "history").string(); }
};

std::string named(const std::string& time) {
  return time + "-0123456789abcdef.json";
}

TEST(Time, IsReadWithItsZone) {
  const auto utc = minutes_of("2025-11-22T03:00Z");
  ASSERT_TRUE(utc);
  EXPECT_EQ(*minutes_of("2025-11-22T04:00:59+01:00"), *utc);
  EXPECT_EQ(*minutes_of("2025-11-21T19:00:00.123-0800"), *utc);
  EXPECT_EQ(minute_text(*utc), "2025-11-22T03:00Z");
  EXPECT_EQ(minute_text(*minutes_of("1969-12-31T23:59Z")), "1969-12-31T23:59Z");
}

TEST(Time, ThatIsNoneIsRefused) {
  for (const char* wrong :
       {"", "2025-11-22", "2025-11-22T03:00", "2025-02-29T03:00Z", "2025-11-22T24:00Z", "2025-11-22T03:60Z",
        "2025-11-22T03:00+1", "-025-11-22T03:00Z", "2025-11-22T03:00Zx", "2025-11-22T03:00:Z"})
    EXPECT_FALSE(minutes_of(wrong)) << wrong;
}

TEST(Nights, BeginAfterAPause) {
  const std::vector<std::string> names{named("2025-11-22T03:00Z"),    named("2025-11-21T23:30Z"),
                                       named("2025-11-22T20:00Z"),    named("2025-11-23T03:00Z"),
                                       named("2025-11-22T08:59Z"),    "README.md",
                                       "2025-11-22T03:00Z-short.json"};
  const auto nights = nights_of(names);
  ASSERT_EQ(nights.size(), 3U);
  EXPECT_EQ(nights[0].name, "2025-11-21");
  EXPECT_THAT(nights[0].files, ElementsAre(names[1], names[0], names[4]));
  EXPECT_EQ(nights[1].name, "2025-11-22");
  EXPECT_EQ(nights[2].name, "2025-11-23");
}

TEST(Nights, TwoOfOneDayHaveTwoNames) {
  const std::vector<std::string> names{named("2025-11-22T03:00Z"), named("2025-11-22T15:00Z")};
  const auto nights = nights_of(names);
  ASSERT_EQ(nights.size(), 2U);
  EXPECT_EQ(nights[1].name, "2025-11-22.2");
}

TEST(Nights, EndAfterEighteenHours) {
  std::vector<std::string> names;
  for (int hour = 0; hour < 24; ++hour) names.push_back(named(minute_text(hour * 60)));
  EXPECT_EQ(nights_of(names).size(), 2U);
}

TEST_F(Directory, KeepsARecordOnce) {
  const std::string name = file_name(0, "content");
  EXPECT_EQ(*add_file(path(), name, "content"), Added::fresh);
  EXPECT_EQ(*add_file(path(), name, "content"), Added::there_already);
  const auto nights = read_nights(path());
  ASSERT_TRUE(nights);
  EXPECT_THAT(nights->at(0).files, ElementsAre(name));
  EXPECT_EQ(std::distance(fs::directory_iterator(path()), {}), 1);  // nothing is left beside it
}

TEST_F(Directory, NeverWritesOverAFile) {
  const std::string name = file_name(0, "content");
  fs::create_directory(path());
  std::ofstream(path() + "/" + name) << "other";
  const auto added = add_file(path(), name, "content");
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("another record"));
  std::string held;
  std::ifstream(path() + "/" + name) >> held;
  EXPECT_EQ(held, "other");
}

TEST_F(Directory, FollowsNoLink) {
  const std::string name = file_name(0, "content");
  fs::create_directory(path());
  fs::create_symlink(parent / "elsewhere", path() + "/" + name);
  EXPECT_FALSE(add_file(path(), name, "content"));
  EXPECT_FALSE(fs::exists(parent / "elsewhere"));
  std::ofstream(parent / "elsewhere") << "content";
  EXPECT_FALSE(add_file(path(), name, "content"));
  EXPECT_FALSE(read_nights(path()));
}

TEST_F(Directory, WithoutRecordsIsAnError) {
  EXPECT_FALSE(read_nights(path()));
  fs::create_directory(path());
  ASSERT_FALSE(read_nights(path()));
  EXPECT_THAT(read_nights(path()).error().message, HasSubstr("add REC"));
}

}  // namespace
}  // namespace sonde::history
