#include "base/machine.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "folder.hpp"

namespace sonde {
namespace {

TEST(Machine, knows_the_units_it_may_use) {
  EXPECT_FALSE(bound_cpus().empty());
}

TEST(Machine, tells_caches_or_nothing) {
  const CacheSizes caches = machine_caches();
  EXPECT_GE(caches.last_level_bytes.value_or(4096), 4096);
  EXPECT_GE(caches.line_bytes.value_or(8), 8);
}

TEST(Machine, reads_files_or_says_that_it_cannot) {
  EXPECT_TRUE(file_text("/proc/self/stat").has_value());
  EXPECT_FALSE(file_text("/proc/self/nothing").has_value());
}

TEST(Machine, takes_the_fastest_port_that_is_up) {
  const test::Folder folder;
  const auto add = [&](const std::string& port, const char* state, const char* rate) {
    const std::filesystem::path place = folder / port;
    std::filesystem::create_directories(place);
    std::ofstream(place / "state") << state << '\n';
    std::ofstream(place / "rate") << rate << '\n';
  };
  EXPECT_FALSE(fastest_port(folder / "."));
  EXPECT_FALSE(fastest_port(folder / "nothing"));
  add("mlx5_0/ports/1", "1: DOWN", "400 Gb/sec (4X NDR)");
  EXPECT_FALSE(fastest_port(folder / "."));
  add("mlx5_0/ports/2", "4: ACTIVE", "2.5 Gb/sec (1X SDR)");
  EXPECT_DOUBLE_EQ(*fastest_port(folder / "."), 2.5e9 / 8);
  add("mlx5_1/ports/1", "4: ACTIVE", "100 Gb/sec (4X EDR)");
  add("mlx5_2/ports/1", "4: ACTIVE", "unknown");
  EXPECT_DOUBLE_EQ(*fastest_port(folder / "."), 100e9 / 8);
}

}  // namespace
}  // namespace sonde
