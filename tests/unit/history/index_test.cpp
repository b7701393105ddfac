// The index gives what the records say, or nothing.
#include "history/index.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/fnv1a.hpp"
#include "history/directory.hpp"

namespace sonde::history {
namespace {

constexpr auto slowest = static_cast<std::size_t>(analysis::Quantity::t_max);

namespace fs = std::filesystem;

constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();

Logarithms numbers(double value) {
  Logarithms out = no_logarithms();
  out.front() = value;
  out[5] = 0.1 + value;
  out.back() = 0;
  return out;
}

LaunchReadings kept_launch(double value) {
  LaunchReadings out{"IMB-MPI1", 2, {}};
  for (const char* name : {"Allreduce", "P_write_indv", "P_Write_Indv"}) {  // two spellings of one case
    record::CaseId id;
    id.benchmark = name;
    id.mode = "NEAREST";
    id.processes = 4;
    id.groups = 3;
    id.group = 2;
    id.multi = true;
    id.bytes = 8;
    id.threads = 2;
    out.readings.push_back({id, false, numbers(value), {0, 0.25}});
  }
  out.readings.push_back({{"Barrier"}, true});
  return out;
}

KeptLaunches some() {
  return {
      {"a", {{1, 2, 3}, kept_launch(-11.25)}}, {"b", {{4, 5, -6}, kept_launch(-11.125)}}, {"c", {{}, {}}}};
}

/// Everything that is kept, to the last bit.
std::string all_of(const KeptLaunches& kept) {
  std::string out;
  for (const auto& [name, one] : kept) {
    out += name + '|' + std::to_string(one.stamp.size) + '|' + std::to_string(one.stamp.modified) + '|' +
           std::to_string(one.stamp.changed) + '|' + one.launch.program + '|' +
           std::to_string(one.launch.hosts);
    for (const CaseReading& reading : one.launch.readings) {
      const auto& id = reading.id;
      out += '\n' + id.benchmark + '|' + id.mode + '|' + std::to_string(id.multi) +
             std::to_string(id.processes) + ' ' + std::to_string(id.groups) + ' ' + std::to_string(id.group) +
             ' ' + std::to_string(id.bytes) + ' ' + std::to_string(id.threads) +
             (reading.failed ? " failed" : "");
      out.append(reinterpret_cast<const char*>(reading.of_quantity.data()), sizeof(reading.of_quantity));
      out.append(reinterpret_cast<const char*>(reading.rounding.data()), sizeof(reading.rounding));
    }
    out += '\n';
  }
  return out;
}

class HistoryIndex : public ::testing::Test {
 protected:
  HistoryIndex() {
    std::string name = (fs::temp_directory_path() / "sonde_index_XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    record::Run run;
    run.header.program = "IMB-MPI1";
    record::CaseRecord row;
    row.id.benchmark = "Allreduce";
    row.times = record::Times{1e-6, 1e-6, 1e-6};
    run.cases.push_back(row);
    run.footer = record::Footer{};
    const std::string content = content_of(run);
    file = file_name(29386980, content);
    EXPECT_TRUE(add_file(folder.string(), file, content));
  }
  ~HistoryIndex() override { fs::remove_all(folder); }
  HistoryIndex(const HistoryIndex&) = delete;
  HistoryIndex& operator=(const HistoryIndex&) = delete;

  [[nodiscard]] fs::path path() const { return folder / index_file; }
  [[nodiscard]] std::string bytes() const {
    std::ostringstream out;
    out << std::ifstream(path(), std::ios::binary).rdbuf();
    return out.str();
  }
  void write(const std::string& content) const {
    std::ofstream(path(), std::ios::binary) << content;
    fs::permissions(path(), fs::perms(0644));  // whatever the umask is
  }

  /// Reads the one launch as a command does; its seconds.
  double used() const {
    Index index(folder.string());
    const auto found = index.launch(file);
    EXPECT_EQ(index.keep(), "");
    return found && found->readings.size() == 1 ? std::exp(found->readings[0].of_quantity[slowest])
                                                : unmeasured;
  }

  fs::path folder;
  std::string file;
};

TEST_F(HistoryIndex, GivesBackEveryBit) {
  const std::string image = index_image(some());
  EXPECT_TRUE(is_index(image));
  EXPECT_EQ(all_of(launches_of_index(image)), all_of(some()));
}

TEST_F(HistoryIndex, IsCborAsAWhole) {
  const auto all = nlohmann::json::from_cbor(index_image(some()));
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0], "sonde history index");
  EXPECT_EQ(all[3].at("launches").size(), some().size());
  EXPECT_EQ(all[3].at("cases").size(), 4U);
}

TEST_F(HistoryIndex, DamagedAnywhereIsNotUsed) {
  const std::string image = index_image(some());
  for (std::size_t at = 0; at < image.size(); ++at) {
    std::string damaged = image;
    damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (at % 2 == 0 ? 0x01U : 0x90U));
    ASSERT_TRUE(launches_of_index(damaged).empty()) << at;
  }
  for (std::size_t length = 0; length < image.size(); ++length)
    ASSERT_TRUE(launches_of_index(image.substr(0, length)).empty()) << length;
}

/// With the digest that belongs to it: the decoder would need a stack of its length.
TEST_F(HistoryIndex, NestedWithoutEndIsNotUsed) {
  const std::string image = index_image(some());
  const std::string content(300'000, '\x81');
  std::string nested = image.substr(0, 23);
  const std::uint64_t digest = fnv1a(content);
  for (int shift = 56; shift >= 0; shift -= 8) nested += static_cast<char>(digest >> shift);
  EXPECT_TRUE(launches_of_index(nested + content).empty());
}

TEST_F(HistoryIndex, IsMadeAndUsed) {
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  const std::string first = bytes();
  auto kept = launches_of_index(first);
  ASSERT_EQ(kept.size(), 1U);
  kept.at(file).launch.readings[0].of_quantity[slowest] =
      std::log(5e-6);  // no record says that: it comes from the index
  write(index_image(kept));
  EXPECT_NEAR(used(), 5e-6, 1e-12);
  ++kept.at(file).stamp.modified;
  write(index_image(kept));
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  EXPECT_EQ(bytes(), first);
}

TEST_F(HistoryIndex, ThatOthersMayHaveWrittenIsMadeAnew) {
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  const std::string first = bytes();
  auto kept = launches_of_index(first);
  kept.at(file).launch.readings[0].of_quantity[slowest] = std::log(5e-6);
  for (const auto shared : {fs::perms::group_write, fs::perms::others_write}) {
    write(index_image(kept));
    fs::permissions(path(), shared, fs::perm_options::add);
    EXPECT_NEAR(used(), 1e-6, 1e-12);
    EXPECT_EQ(bytes(), first);
    EXPECT_EQ(fs::status(path()).permissions() & (fs::perms::group_write | fs::perms::others_write),
              fs::perms::none);
  }
}

TEST_F(HistoryIndex, ThatCannotBeKeptIsSaid) {
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{100, limit.rlim_max};
  Index index(folder.string());
  ASSERT_TRUE(index.launch(file));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string note = index.keep();
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, old_action);
  EXPECT_NE(note.find("the index is not kept"), std::string::npos) << note;
  EXPECT_FALSE(fs::exists(path()));
}

TEST_F(HistoryIndex, ForgetsFilesThatAreGone) {
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  const std::string first = bytes();
  auto kept = launches_of_index(first);
  kept["2020-01-01T03:00Z-0123456789abcdef.json"] = {{1, 2, 3}, kept_launch(-11)};
  write(index_image(kept));
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  EXPECT_EQ(bytes(), first);
}

TEST_F(HistoryIndex, OfAnotherVersionOrDamagedIsMadeAnew) {
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  const std::string first = bytes();
  std::string older = first;
  older[21] = 5;  // the version stands behind the name of the format
  for (const std::string& wrong : {older, first.substr(0, 50), std::string()}) {
    write(wrong);
    EXPECT_NEAR(used(), 1e-6, 1e-12);
    EXPECT_EQ(bytes(), first);
  }
}

TEST_F(HistoryIndex, OfSomebodyElseIsLeftAlone) {
  std::string other = index_image(some());
  std::memcpy(other.data() + 2, "other", 5);
  for (const std::string& content : {std::string("my notes\n"), other}) {
    write(content);
    EXPECT_NEAR(used(), 1e-6, 1e-12);
    EXPECT_EQ(bytes(), content);
  }
}

TEST_F(HistoryIndex, ThatIsALinkIsNeitherReadNorWritten) {
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  const fs::path elsewhere = folder / "elsewhere";
  fs::rename(path(), elsewhere);
  for (const char* target : {"elsewhere", "nowhere"}) {
    fs::create_symlink(target, path());
    const auto before = fs::last_write_time(elsewhere);
    EXPECT_NEAR(used(), 1e-6, 1e-12);
    EXPECT_TRUE(fs::is_symlink(path()));
    EXPECT_FALSE(fs::exists(folder / "nowhere"));
    EXPECT_EQ(fs::last_write_time(elsewhere), before);
    fs::remove(path());
  }
}

TEST_F(HistoryIndex, ThatCannotBeWrittenIsNone) {
  fs::create_directory(path());
  EXPECT_NEAR(used(), 1e-6, 1e-12);
  EXPECT_TRUE(fs::is_directory(path()));
  fs::remove(path());
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);  // nobody waits for a writer
  EXPECT_NEAR(used(), 1e-6, 1e-12);
}

}  // namespace
}  // namespace sonde::history
