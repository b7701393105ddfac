#include "record/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "record/csv.hpp"
#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

std::string message(const Result<RecordFile>& file) {
  return file ? "" : file.error().message;
}

TEST(RecordFile, holds_every_line_as_soon_as_it_is_written) {
  const Folder folder;
  auto file = RecordFile::create(folder.file("a"));
  ASSERT_TRUE(file) << message(file);
  EXPECT_TRUE(file->empty());
  ASSERT_TRUE(file->write_line("one"));
  EXPECT_EQ(content(folder.file("a")), "one\n");
  ASSERT_TRUE(file->write_line(""));
  EXPECT_EQ(content(folder.file("a")), "one\n\n");
  EXPECT_TRUE(file->close());
  EXPECT_TRUE(file->close());
}

TEST(RecordFile, never_overwrites_and_never_follows_links) {
  const Folder folder;
  put(folder.file("there"), "mine\n");
  EXPECT_NE(message(RecordFile::create(folder.file("there"))).find("exists"), std::string::npos);
  ASSERT_EQ(::symlink(folder.file("nothing").c_str(), folder.file("link").c_str()), 0);
  EXPECT_NE(message(RecordFile::create(folder.file("link"))), "");
  EXPECT_NE(message(RecordFile::append(folder.file("link"), FileKind::json)).find("symbolic link"),
            std::string::npos);
  put(folder.file("record"), to_json(full_header()) + "\n");
  ASSERT_EQ(::symlink(folder.file("record").c_str(), folder.file("link2").c_str()), 0);
  EXPECT_NE(message(RecordFile::append(folder.file("link2"), FileKind::json)).find("symbolic link"),
            std::string::npos);
  EXPECT_EQ(content(folder.file("there")), "mine\n");
}

TEST(RecordFile, is_missed_when_somebody_has_removed_or_replaced_it) {
  const Folder folder;
  for (const bool replaced : {false, true}) {
    const auto path = folder.file("gone");
    auto file = RecordFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write_line("{}"));
    ASSERT_EQ(::unlink(path.c_str()), 0);
    if (replaced) put(path, "another");
    const auto closed = file->close();
    ASSERT_FALSE(closed);
    EXPECT_NE(closed.error().message.find("is gone"), std::string::npos);
    ::unlink(path.c_str());
  }
}

TEST(RecordFile, appends_only_to_what_sonde_made) {
  const Folder folder;
  put(folder.file("foreign"), "a,b\n1,2\n");
  EXPECT_NE(message(RecordFile::append(folder.file("foreign"), FileKind::json)).find("was not made by Sonde"),
            std::string::npos);
  put(folder.file("case"), to_json(full_case()) + "\n");
  EXPECT_NE(message(RecordFile::append(folder.file("case"), FileKind::json)).find("was not made by Sonde"),
            std::string::npos);
  EXPECT_NE(message(RecordFile::append(folder.file("."), FileKind::json)), "");
  EXPECT_NE(message(RecordFile::append("/dev/full", FileKind::json)).find("not a regular file"),
            std::string::npos);
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_NE(message(RecordFile::append(folder.file("pipe"), FileKind::json)).find("not a regular file"),
            std::string::npos);
  EXPECT_EQ(content(folder.file("foreign")), "a,b\n1,2\n");
}

TEST(RecordFile, takes_no_file_of_the_other_kind) {
  const Folder folder;
  put(folder.file("json"), to_json(full_header()) + "\n");
  put(folder.file("csv"), csv_head() + "\n");
  EXPECT_NE(message(RecordFile::append(folder.file("json"), FileKind::csv)).find("is a JSON record"),
            std::string::npos);
  EXPECT_NE(message(RecordFile::append(folder.file("csv"), FileKind::json)).find("is a CSV file"),
            std::string::npos);
  EXPECT_EQ(content(folder.file("csv")), csv_head() + "\n");
  EXPECT_EQ(message(RecordFile::append(folder.file("json"), FileKind::json)), "");
  EXPECT_EQ(message(RecordFile::append(folder.file("csv"), FileKind::csv)), "");
}

std::string refused(const Result<void>& could) {
  return could ? "" : could.error().message;
}

TEST(RecordFile, would_refuse_to_create_what_it_refuses_and_makes_nothing) {
  const Folder folder;
  put(folder.file("there"), "mine\n");
  ASSERT_EQ(::symlink(folder.file("nothing").c_str(), folder.file("link").c_str()), 0);
  for (const char* name : {"there", "link", "no/folder", "there/below", "."}) {
    const auto path = folder.file(name);
    EXPECT_NE(refused(RecordFile::could_create(path)), "") << name;
    EXPECT_EQ(refused(RecordFile::could_create(path)), message(RecordFile::create(path))) << name;
  }
  EXPECT_EQ(refused(RecordFile::could_create(folder.file("new"))), "");
  EXPECT_EQ(refused(RecordFile::could_create("/dev/full")),
            "'/dev/full' is not a regular file: choose another name");
  EXPECT_EQ(RecordFile::could_append(folder.file("new"), FileKind::json).value_or(-1), 0);
  EXPECT_NE(::access(folder.file("new").c_str(), F_OK), 0);
}

TEST(RecordFile, would_refuse_to_append_to_what_it_refuses_and_leaves_a_torn_line) {
  const Folder folder;
  put(folder.file("foreign"), "a,b\n1,2\n");
  put(folder.file("csv"), csv_head() + "\n");
  for (const char* name : {"foreign", "csv", "no/folder"}) {
    const auto path = folder.file(name);
    const auto could = RecordFile::could_append(path, FileKind::json);
    ASSERT_FALSE(could) << name;
    EXPECT_EQ(could.error().message, message(RecordFile::append(path, FileKind::json))) << name;
  }
  const std::string whole = to_json(full_header()) + "\n";
  put(folder.file("torn"), whole + "torn");
  EXPECT_EQ(RecordFile::could_append(folder.file("torn"), FileKind::json).value_or(-1), std::ssize(whole));
  EXPECT_EQ(content(folder.file("torn")), whole + "torn");
  const auto busy = RecordFile::append(folder.file("torn"), FileKind::json);
  EXPECT_FALSE(RecordFile::could_append(folder.file("torn"), FileKind::json)) << "another run writes to it";
}

TEST(RecordFile, appends_behind_the_last_complete_line) {
  const Folder folder;
  for (const std::string& first : {to_json(full_header()), csv_head()}) {
    put(folder.file("torn"), first + "\nwhole\nto" + std::string(200'000, 'r'));
    const auto kind = is_csv_head(first) ? FileKind::csv : FileKind::json;
    auto file = RecordFile::append(folder.file("torn"), kind);
    ASSERT_TRUE(file) << message(file);
    EXPECT_FALSE(file->empty());
    ASSERT_TRUE(file->write_line("new"));
    EXPECT_EQ(content(folder.file("torn")), first + "\nwhole\nnew\n");
  }
  auto fresh = RecordFile::append(folder.file("fresh"), FileKind::json);
  ASSERT_TRUE(fresh);
  EXPECT_TRUE(fresh->empty());
}

TEST(RecordFile, starts_anew_where_a_run_died_within_its_first_line) {
  const Folder folder;
  for (const std::string& first : {to_json(full_header()), csv_head()})
    for (const std::size_t cut : {std::size_t{1}, std::size_t{20}, first.size()}) {
      put(folder.file("torn"), first.substr(0, cut));
      const auto file = RecordFile::append(folder.file("torn"), FileKind::json);
      ASSERT_TRUE(file) << message(file);
      EXPECT_TRUE(file->empty());
      EXPECT_EQ(content(folder.file("torn")), "");
    }
}

TEST(RecordFile, is_written_by_one_run_at_a_time) {
  const Folder folder;
  auto first = RecordFile::create(folder.file("a"));
  ASSERT_TRUE(first->write_line(to_json(full_header())));
  EXPECT_NE(message(RecordFile::append(folder.file("a"), FileKind::json)).find("another run writes"),
            std::string::npos);
  EXPECT_TRUE(first->close());
  EXPECT_EQ(message(RecordFile::append(folder.file("a"), FileKind::json)), "");
}

TEST(RecordFile, leaves_complete_lines_when_space_runs_out_within_one) {
  const Folder folder;
  auto file = RecordFile::create(folder.file("a"));
  ASSERT_TRUE(file->write_line("first"));
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit small{10, old.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = file->write_line("second");
  const auto again = file->write_line("x");
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("File too large"), std::string::npos);
  EXPECT_FALSE(again);
  EXPECT_EQ(content(folder.file("a")), "first\n");
}

}  // namespace
}  // namespace sonde::record
