#include "base/new_file.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

namespace sonde {
namespace {

/// What the file system of these tests cannot do: errors of calls, 0 where they work.
struct Missing {
  int rename = 0, link = 0;
};
Missing missing;

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int link(const char* from, const char* to) noexcept {
  if ((errno = missing.link) != 0) return -1;
  return real<int(const char*, const char*)>("link")(from, to);
}

extern "C" int renameat2(int from_folder, const char* from, int to_folder, const char* to,
                         unsigned flags) noexcept {
  if ((errno = missing.rename) != 0) return -1;
  return real<int(int, const char*, int, const char*, unsigned)>("renameat2")(from_folder, from, to_folder,
                                                                              to, flags);
}

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
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> out;
    for (const auto& entry : fs::directory_iterator(folder_)) out.insert(entry.path().filename().string());
    return out;
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
  EXPECT_EQ(replace_file(path("a"), "second"), 0);
  EXPECT_EQ(content("a"), "second");
  fs::create_directory(path("folder"));
  EXPECT_EQ(replace_file(path("folder"), "x"), EISDIR);
  EXPECT_EQ(names(), (std::set<std::string>{"a", "folder"}));
}

TEST_F(NewFile, is_made_whatever_a_kill_has_left) {
  const std::string draft = ".a.01234567.part";
  std::ofstream(path(draft.c_str())) << "half";
  std::ofstream(path(".b.01234567.part")) << "of another file";
  ASSERT_EQ(make_file(path("a"), "text"), 0);
  EXPECT_EQ(names(), (std::set<std::string>{"a", draft, ".b.01234567.part"})) << "its writer may be at work";
  for (const auto& name : {draft, std::string(".b.01234567.part")})
    fs::last_write_time(path(name.c_str()), fs::file_time_type::clock::now() - std::chrono::hours(1));
  ASSERT_EQ(replace_file(path("a"), "text"), 0);
  EXPECT_EQ(names(), (std::set<std::string>{"a", ".b.01234567.part"}));
}

TEST_F(NewFile, knows_its_drafts_by_their_names) {
  EXPECT_TRUE(is_draft_of(".a.01234567.part", "a"));
  for (const char* name :
       {"a.01234567.part", ".a.0123456.part", ".ab.01234567.part", ".a.0123456g.part", "a", ""})
    EXPECT_FALSE(is_draft_of(name, "a")) << name;
  const std::string longest(255, 'n');
  EXPECT_EQ(make_file(path(longest.c_str()), "x"), 0);
  EXPECT_TRUE(is_draft_of("." + longest.substr(0, 200) + ".01234567.part", longest));
}

TEST_F(NewFile, is_renamed_without_replacing_whatever_the_file_system_can) {
  for (const auto& [rename_error, link_error] :
       {std::pair{0, 0}, {EINVAL, 0}, {ENOSYS, EPERM}, {EINVAL, EOPNOTSUPP}}) {
    for (const char* name : {"a", "b"}) std::ofstream(path(name)) << name;
    missing.rename = rename_error, missing.link = link_error;
    EXPECT_EQ(rename_to_new(path("a"), path("b")), EEXIST) << rename_error;
    EXPECT_EQ(rename_to_new(path("none"), path("c")), ENOENT) << rename_error;
    EXPECT_EQ(rename_to_new(path("a"), path("c")), 0) << rename_error;
    EXPECT_EQ(make_file(path("d"), "d"), 0) << rename_error;
    EXPECT_EQ(make_file(path("d"), "e"), EEXIST) << rename_error;
    missing = {};
    EXPECT_EQ(names(), (std::set<std::string>{"b", "c", "d"})) << rename_error;
    EXPECT_EQ(content("b"), "b");
    EXPECT_EQ(content("c"), "a");
    for (const char* name : {"b", "c", "d"}) fs::remove(path(name));
  }
}

TEST_F(NewFile, error_is_the_users_unless_the_disk_is_full_or_broken) {
  for (const int error : {ENOSPC, EDQUOT, EFBIG, EIO}) EXPECT_FALSE(is_users_error(error)) << error;
  for (const int error : {EACCES, ENOENT, EROFS, EEXIST, ENOTDIR})
    EXPECT_TRUE(is_users_error(error)) << error;
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
  EXPECT_TRUE(names().empty());
}

}  // namespace
}  // namespace sonde
