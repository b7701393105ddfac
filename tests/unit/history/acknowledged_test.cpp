// The text file of acknowledged levels.
#include "history/acknowledged.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include "folder.hpp"
#include "host/output.hpp"

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

/// The file of a folder; its text.
std::string text_in(const test::Folder& folder) {
  std::ifstream in(folder / std::string(acknowledged_file));
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(AcknowledgedFile, GoesOnAfterALineThatAnEditorDidNotEnd) {
  const test::Folder folder;
  folder.write(std::string(acknowledged_file), "# mine\n2025-11-20\tBcast\tknown");
  ASSERT_TRUE(acknowledge(folder / ".", {"2025-11-22", "Bcast", "x"}));
  EXPECT_EQ(text_in(folder), "# mine\n2025-11-20\tBcast\tknown\n2025-11-22\tBcast\tx\n");
  EXPECT_EQ(read_acknowledged(folder / ".")->size(), 2U);
}

TEST(AcknowledgedFile, MayBeWrittenByThoseWhoMayWriteTheDirectory) {
  for (const auto& [of_folder, of_file] : {std::pair{02770, 0660}, {0755, 0644}, {0700, 0600}}) {
    const test::Folder folder;
    ASSERT_EQ(::chmod((folder / ".").c_str(), static_cast<mode_t>(of_folder)), 0);
    const mode_t before = ::umask(077);
    EXPECT_TRUE(acknowledge(folder / ".", {"2025-11-22", "Bcast", "x"}));
    ::umask(before);
    struct stat facts {};
    ASSERT_EQ(::stat((folder / std::string(acknowledged_file)).c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, static_cast<mode_t>(of_file));
  }
}

TEST(AcknowledgedFile, OfWhichTheDiskTakesNothingMoreStaysAsItWas) {
  const test::Folder folder;
  ASSERT_TRUE(acknowledge(folder / ".", {"2025-11-22", "Bcast", "x"}));
  const std::string before = text_in(folder);
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{before.size() + 5, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(static_cast<void>(acknowledge(folder / ".", {"2025-11-23", "Bcast", "longer than that"})),
               host::OutputLost);
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, old_action);
  EXPECT_EQ(text_in(folder), before);
}

TEST(AcknowledgedFile, OfTwoWritersAtOnceHasAllLines) {
  const test::Folder folder;
  constexpr int each = 50;
  const auto write = [&](const char* who) {
    for (int i = 0; i < each; ++i)
      ASSERT_TRUE(acknowledge(folder / ".", {"2025-11-22", who, std::to_string(i)}));
  };
  { const std::jthread one(write, "Bcast"), other(write, "Reduce"); }
  EXPECT_EQ(read_acknowledged(folder / ".")->size(), 2U * each);
}

TEST(AcknowledgedFile, ThatIsEndlessOrNoFileIsRefused) {
  const test::Folder folder;
  fs::create_symlink("/dev/zero", fs::path(folder / std::string(acknowledged_file)));
  EXPECT_NE(read_acknowledged(folder / ".").error().message.find("longer than 16 MiB"), std::string::npos);
}

TEST(AcknowledgedFile, RefusesALineOfTwoFields) {
  EXPECT_TRUE(parse_acknowledged("# comment\n\n2025-11-22\tBcast\twhy\n"));
  const auto wrong = parse_acknowledged("2025-11-22\tBcast\twhy\n2025-11-22 Bcast\n");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace sonde::history
