// The text file of acknowledged levels.
#include "history/acknowledged.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace sonde::history {
namespace {

namespace fs = std::filesystem;

TEST(AcknowledgedFile, IsReadAsItWasWritten) {
  std::string folder = (fs::temp_directory_path() / "sonde_history_XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  EXPECT_TRUE(read_acknowledged(folder)->empty());
  EXPECT_TRUE(acknowledge(folder, {"2025-11-22", "Allreduce, 4 processes, 8 B", "new level,\tUCX 1.17\n"}));
  EXPECT_TRUE(acknowledge(folder, {"2025-11-23", "Bcast, 4 processes, 8 B", ""}));
  const auto lines = read_acknowledged(folder);
  ASSERT_TRUE(lines);
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ(lines->at(0).what, "Allreduce, 4 processes, 8 B");
  EXPECT_EQ(lines->at(0).text, "new level, UCX 1.17 ");
  fs::remove(fs::path(folder) / acknowledged_file);
  fs::create_symlink(fs::path(folder) / "elsewhere", fs::path(folder) / acknowledged_file);
  EXPECT_FALSE(acknowledge(folder, {"2025-11-22", "Bcast", "x"}));
  EXPECT_FALSE(fs::exists(fs::path(folder) / "elsewhere"));
  fs::remove_all(folder);
}

TEST(AcknowledgedFile, RefusesALineOfTwoFields) {
  EXPECT_TRUE(parse_acknowledged("# comment\n\n2025-11-22\tBcast\twhy\n"));
  const auto wrong = parse_acknowledged("2025-11-22\tBcast\twhy\n2025-11-22 Bcast\n");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace sonde::history
