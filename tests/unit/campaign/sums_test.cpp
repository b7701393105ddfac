// SHA256SUMS as text: what goes in comes out, and nothing else is taken.
#include "campaign/sums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "campaign/session.hpp"
#include "campaign/verify_campaign.hpp"
#include "folder.hpp"

namespace sonde::campaign {
using test::Folder;
namespace {

using testing::HasSubstr;

Sums small_sums() {
  return {{"run-1.json", std::string(64, 'a')},
          {"a name with \\, \n and \r", std::string(64, 'b')},
          {" two  blanks", std::string(64, 'c')}};
}

TEST(Sums, are_read_as_they_were_written) {
  const auto read = parse_sums(sums_text(small_sums()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, small_sums());
}

TEST(Sums, are_taken_by_sha256sum) {
  const Folder folder;
  Sums sums;
  for (const std::string name : {"plain", "back\\slash", "two\nlines"}) {
    folder.write(name, "content of " + name);
    sums[name] = digest_of_file(folder / name).value();
  }
  folder.write(sums_name, sums_text(sums));
  const std::string check = "cd '" + (folder / "") + "' && sha256sum --check --strict --quiet SHA256SUMS";
  EXPECT_EQ(std::system(check.c_str()), 0);
  folder.write("plain", "other content");
  EXPECT_NE(std::system((check + " >/dev/null 2>&1").c_str()), 0);
}

TEST(Sums, of_files_know_no_limit_but_that_of_programs) {
  const Folder folder;
  const auto file = folder.write("file", "text");
  EXPECT_EQ(digest_of_file(file, 4).value(), digest_of_file(file).value());
  EXPECT_FALSE(digest_of_file(file, 3));
}

TEST(Sums, of_binary_mode_are_the_same) {
  EXPECT_EQ(parse_sums(std::string(64, 'a') + " *run-1.json\n").value(),
            (Sums{{"run-1.json", std::string(64, 'a')}}));
}

TEST(Sums, of_an_editor_that_ends_lines_by_two_characters_are_the_same) {
  EXPECT_EQ(parse_sums(std::string(64, 'a') + "  run-1.json\r\n").value(),
            (Sums{{"run-1.json", std::string(64, 'a')}}));
}

TEST(Sums, other_lines_are_refused_by_number) {
  const std::string good = std::string(64, 'a') + "  x\n";
  for (const std::string& wrong :
       {std::string("x"), std::string(63, 'a') + "  x", std::string(64, 'g') + "  x",
        std::string(64, 'a') + " x", std::string(64, 'a') + "  ", "\\" + std::string(64, 'a') + "  \\x",
        std::string("")})
    EXPECT_THAT(parse_sums(good + wrong + "\n").error().message, HasSubstr("line 2 is none of sha256sum"))
        << wrong;
  EXPECT_THAT(parse_sums(good + good).error().message, HasSubstr("line 2 names 'x' a second time"));
  EXPECT_TRUE(parse_sums("").value().empty());
}

TEST(Session, is_one_line_that_the_journal_takes) {
  const std::string text = session_text();
  EXPECT_THAT(text, HasSubstr("\"environment\":{"));
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(text.front(), '{');
}

TEST(ProgramsOf, are_words_that_name_executable_files) {
  const Folder folder;
  folder.write("data", "x");
  const auto found = programs_of({"sh", "-c", "/bin/sh", folder / "data", "Allreduce", "", "/bin"});
  ASSERT_GE(found.size(), 1u);
  for (const auto& path : found) EXPECT_TRUE(path.ends_with("/sh")) << path;
}

TEST(Verify, wants_the_directory_of_a_campaign) {
  const Folder folder;
  EXPECT_THAT(verify(folder / "none").error().message, HasSubstr("is no directory"));
  EXPECT_THAT(verify(folder / "").error().message, HasSubstr("neither 'campaign.journal'"));
  folder.write("campaign.journal", "sonde campaign 1 seed 1\n");
  const auto early = verify(folder / "");
  ASSERT_TRUE(early);
  EXPECT_THAT(early->findings.at(0), HasSubstr("'SHA256SUMS' is missing"));
}

}  // namespace
}  // namespace sonde::campaign
