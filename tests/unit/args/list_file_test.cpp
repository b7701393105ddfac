#include "args/list_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "args/parse.hpp"

namespace sonde {
namespace {

using ::testing::HasSubstr;

/// A file that is removed at the end of the test.
struct Temporary {
  std::string path = ::testing::TempDir() + "sonde_list_file_test";
  explicit Temporary(const std::string& content) { std::ofstream(path, std::ios::binary) << content; }
  ~Temporary() { std::remove(path.c_str()); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
};

std::string refusal(const std::string& path) {
  const auto content = read_list_file(path);
  return content ? "" : content.error().message;
}

TEST(ListFile, is_read_whole) {
  const Temporary file("1\n2\n");
  EXPECT_EQ(read_list_file(file.path).value(), "1\n2\n");
}

TEST(ListFile, that_is_no_list_is_refused_by_name) {
  EXPECT_THAT(refusal("/nonexistent/list"), HasSubstr("cannot read '/nonexistent/list': No such file"));
  EXPECT_THAT(refusal("/"), HasSubstr("is a directory"));
  EXPECT_THAT(refusal(""), HasSubstr("cannot read ''"));
  EXPECT_THAT(refusal("/dev/null"), HasSubstr("it is empty"));
  EXPECT_THAT(refusal(Temporary("").path), HasSubstr("cannot read"));
  const Temporary binary(std::string("1\n\0\n", 4));
  EXPECT_THAT(refusal(binary.path), HasSubstr("NUL bytes"));
}

TEST(ListFile, without_end_is_given_up) {
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("longer than 16 MiB"));
  const std::string pipe = ::testing::TempDir() + "sonde_list_file_pipe";
  std::remove(pipe.c_str());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal(pipe), HasSubstr("no process writes to this pipe"));
  std::remove(pipe.c_str());
}

TEST(ContentLines, drop_comments_blanks_and_marks_but_keep_the_numbers) {
  const auto lines = content_lines(
      "\xef\xbb\xbf"
      "a\r\n\n# b\n c # d\ne#f\n\t#g\nh\t# i");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].text, "a");
  EXPECT_EQ(lines[1].text, "c");
  EXPECT_EQ(lines[1].number, 4);
  EXPECT_EQ(lines[2].text, "e#f");
  EXPECT_EQ(lines[3].text, "h");
  EXPECT_EQ(lines[3].number, 7);
  EXPECT_TRUE(content_lines("").empty());
}

}  // namespace
}  // namespace sonde
