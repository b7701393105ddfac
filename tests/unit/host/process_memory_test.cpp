#include "host/process_memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sonde::host {
namespace {

constexpr const char* rollup =
    "557b13a97000-7fff5b184000 ---p 00000000 00:00 0                          [rollup]\n"
    "Rss:                1636 kB\nPss:                 206 kB\nPss_Anon:            111 kB\n"
    "Private_Dirty:       119 kB\nAnonymous:           112 kB\nAnonHugePages:         0 kB\n"
    "Shared_Hugetlb:     4096 kB\nPrivate_Hugetlb:    2048 kB\n";

TEST(MemoryUse, of_a_rollup_takes_pages_of_files_for_shareable) {
  const auto use = use_of_rollup(rollup);
  ASSERT_TRUE(use);
  EXPECT_EQ(use->pss, 206 * 1024);
  EXPECT_EQ(use->own, (112 + 2048) * 1024);
  EXPECT_EQ(use->shared, (1636 - 112 + 4096) * 1024);
  EXPECT_FALSE(use->resident);
}

TEST(MemoryUse, of_a_rollup_reads_no_name_that_ends_alike) {
  const auto use =
      use_of_rollup("SwapPss: 7 kB\nRss: 300 kB\nPss: 206 kB\nLazyAnonymous: 9 kB\nAnonymous: 100 kB\n");
  ASSERT_TRUE(use);
  EXPECT_EQ(use->pss, 206 * 1024);
  EXPECT_EQ(use->own, 100 * 1024);
}

TEST(MemoryUse, of_a_rollup_without_a_size_is_none) {
  EXPECT_FALSE(use_of_rollup(""));
  EXPECT_FALSE(use_of_rollup("Rss: 300 kB\nPss: 206 kB\nPss_Anon: 1 kB\n"));
  EXPECT_FALSE(use_of_rollup("Rss: 300 kB\nPss: x kB\nAnonymous: 1 kB\n"));
  EXPECT_FALSE(use_of_rollup("Rss: 300 kB\nPss: 200 kB\nAnonymous: 301 kB\n"));
}

TEST(MemoryUse, of_statm_is_marked_as_resident) {
  const auto use = use_of_statm("9000 300 120 5 0 80 0\n", 4096);
  ASSERT_TRUE(use);
  EXPECT_TRUE(use->resident);
  EXPECT_EQ(use->pss, 300 * 4096);
  EXPECT_EQ(use->own, 180 * 4096);
  EXPECT_EQ(use->shared, 120 * 4096);
  EXPECT_FALSE(use_of_statm("9000 300", 4096));
  EXPECT_FALSE(use_of_statm("9000 300 301", 4096));
}

TEST(MemoryUse, of_this_process_grows_by_what_it_touches) {
  constexpr std::size_t bytes = 64 << 20;
  const MemoryUse before = memory_use();
  std::vector<char> touched(bytes, 1);
  const MemoryUse after = memory_use();
  EXPECT_GT(before.pss, 0);
  EXPECT_GT(static_cast<double>(after.own - before.own), 0.9 * bytes);
  EXPECT_EQ(touched.back(), 1);
}

}  // namespace
}  // namespace sonde::host
