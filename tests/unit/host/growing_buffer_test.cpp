#include "host/growing_buffer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sonde::host {
namespace {

bool all_zero(const std::byte* begin, std::int64_t bytes) {
  return std::all_of(begin, begin + bytes, [](std::byte b) { return b == std::byte{0}; });
}

TEST(GrowingBuffer, of_no_bytes_has_an_address_of_its_own) {
  GrowingBuffer one, other;
  ASSERT_TRUE(one.provide(0));
  ASSERT_TRUE(other.provide(0));
  EXPECT_NE(one.data(), nullptr);
  EXPECT_NE(one.data(), other.data());
}

TEST(GrowingBuffer, has_all_that_it_claims_or_refuses) {
  // Beyond 4 GiB a size_t of 32 bits would wrap around to a small buffer.
  GrowingBuffer memory;
  if (memory.provide((std::int64_t{1} << 32) + 1)) {
    memory.data()[std::int64_t{1} << 32] = std::byte{42};
    EXPECT_GT(memory.capacity(), std::int64_t{1} << 32);
  } else {
    EXPECT_EQ(memory.capacity(), 0);
    EXPECT_EQ(memory.data(), nullptr);
  }
  GrowingBuffer other;
  EXPECT_FALSE(other.provide(std::int64_t{1} << 62));
}

TEST(GrowingBuffer, provides_whole_pages_of_zeros) {
  GrowingBuffer memory;
  ASSERT_TRUE(memory.provide(100));
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  EXPECT_EQ(memory.capacity(), page);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % static_cast<std::uintptr_t>(page), 0U);
  EXPECT_TRUE(all_zero(memory.data(), page));
}

TEST(GrowingBuffer, keeps_its_contents_when_it_grows_and_does_not_shrink) {
  GrowingBuffer memory;
  ASSERT_TRUE(memory.provide(1));
  memory.data()[0] = std::byte{42};
  const std::int64_t page = memory.capacity();
  ASSERT_TRUE(memory.provide(100 * page));
  EXPECT_EQ(memory.data()[0], std::byte{42});
  EXPECT_TRUE(all_zero(memory.data() + page, 99 * page));
  ASSERT_TRUE(memory.provide(1));
  EXPECT_EQ(memory.capacity(), 100 * page);
}

TEST(GrowingBuffer, refuses_what_the_machine_does_not_have_and_stays_usable) {
  GrowingBuffer memory;
  ASSERT_TRUE(memory.provide(1));
  memory.data()[0] = std::byte{7};
  EXPECT_FALSE(memory.provide(std::int64_t{1} << 60));
  EXPECT_EQ(memory.data()[0], std::byte{7});
}

TEST(GrowingBuffer, hands_each_byte_to_fill_once_until_contents_are_forgotten) {
  GrowingBuffer memory;
  ASSERT_TRUE(memory.provide(64));
  std::vector<std::int64_t> seen;
  const auto fill = [&](std::int64_t first, std::span<std::byte> bytes) {
    seen.push_back(first);
    seen.push_back(std::ssize(bytes));
  };
  memory.fill(16, fill);
  memory.fill(8, fill);
  memory.fill(24, fill);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{0, 16, 16, 8}));
  memory.forget_contents();
  memory.fill(8, fill);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{0, 16, 16, 8, 0, 8}));
}

TEST(GrowingBuffer, is_given_back_by_release) {
  GrowingBuffer memory;
  ASSERT_TRUE(memory.provide(64));
  memory.release();
  EXPECT_EQ(memory.capacity(), 0);
  EXPECT_EQ(memory.data(), nullptr);
  EXPECT_TRUE(memory.provide(64));
}

}  // namespace
}  // namespace sonde::host
