#include "base/new_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace sonde {
namespace {

namespace fs = std::filesystem;

class NewFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "sonde-new-file-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string content(const char* name) const {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }

 private:
  fs::path folder_;
};

TEST_F(NewFile, holds_what_was_given) {
  EXPECT_EQ(make_file(path("a"), "text\n"), 0);
  EXPECT_EQ(content("a"), "text\n");
  EXPECT_EQ(make_file(path("empty"), ""), 0);
  EXPECT_TRUE(fs::exists(path("empty")));
}

TEST_F(NewFile, leaves_what_is_there_and_follows_no_link) {
  ASSERT_EQ(make_file(path("a"), "first"), 0);
  EXPECT_EQ(make_file(path("a"), "second"), EEXIST);
  EXPECT_EQ(content("a"), "first");
  fs::create_symlink(path("elsewhere"), path("link"));
  EXPECT_EQ(make_file(path("link"), "x"), EEXIST);
  EXPECT_FALSE(fs::exists(path("elsewhere")));
}

TEST_F(NewFile, tells_why_there_is_none) {
  EXPECT_EQ(make_file(path("folder/a"), "x"), ENOENT);
}

TEST_F(NewFile, takes_the_place_of_another_whole_or_not_at_all) {
  ASSERT_EQ(make_file(path("a"), "first"), 0);
  EXPECT_EQ(replace_file(path("a"), path("draft"), "second"), 0);
  EXPECT_EQ(content("a"), "second");
  EXPECT_FALSE(fs::exists(path("draft")));
  ASSERT_EQ(make_file(path("draft"), "of somebody else"), 0);
  EXPECT_EQ(replace_file(path("a"), path("draft"), "third"), EEXIST);
  EXPECT_EQ(content("a"), "second");
  EXPECT_EQ(content("draft"), "of somebody else");
  fs::create_directory(path("folder"));
  EXPECT_EQ(replace_file(path("folder"), path("other draft"), "x"), EISDIR);
  EXPECT_FALSE(fs::exists(path("other draft")));
}

// A file of which a part was written is removed, and the reason is that of the write.
TEST_F(NewFile, a_part_of_it_is_none) {
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{4, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const int error = make_file(path("a"), "more than four");
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, old_action);
  EXPECT_EQ(error, EFBIG);
  EXPECT_FALSE(fs::exists(path("a")));
}

}  // namespace
}  // namespace sonde
