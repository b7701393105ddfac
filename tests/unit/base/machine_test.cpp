#include "base/machine.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

TEST(Machine, reads_lists_of_units) {
  EXPECT_EQ(cpu_list("0-3,8\n"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(cpu_list("5"), std::vector<int>{5});
  EXPECT_TRUE(cpu_list("").empty());
  EXPECT_TRUE(cpu_list("3-1").empty());
  EXPECT_TRUE(cpu_list("0-99999999").empty());
}

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

}  // namespace
}  // namespace sonde
