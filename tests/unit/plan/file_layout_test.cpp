#include "plan/file_layout.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

Benchmark row(FileOwner owner) {
  Benchmark b;
  b.needs.file.owner = owner;
  return b;
}

void expect_layout(const FileLayout& layout, std::int64_t share, std::int64_t offset, std::int64_t tile) {
  EXPECT_EQ(layout.share, share);
  EXPECT_EQ(layout.offset, offset);
  EXPECT_EQ(layout.tile, tile);
}

TEST(FileLayout, common_file_is_cut_into_one_block_a_rank) {
  const auto common = row(FileOwner::group);
  expect_layout(file_layout(common, 1024, 4, 0), 256, 0, 1024);
  expect_layout(file_layout(common, 1024, 4, 3), 256, 768, 1024);
}

TEST(FileLayout, bytes_that_do_not_divide_go_to_the_first_ranks) {
  const auto common = row(FileOwner::group);
  expect_layout(file_layout(common, 10, 3, 0), 4, 0, 10);
  expect_layout(file_layout(common, 10, 3, 1), 3, 4, 10);
  expect_layout(file_layout(common, 10, 3, 2), 3, 7, 10);
}

TEST(FileLayout, ints_are_not_cut) {
  auto ints = row(FileOwner::group);
  ints.message.element = Element::whole32;
  expect_layout(file_layout(ints, 20, 2, 0), 12, 0, 20);
  expect_layout(file_layout(ints, 20, 2, 1), 8, 12, 20);
}

TEST(FileLayout, fewer_bytes_than_ranks_leave_some_with_nothing) {
  const auto common = row(FileOwner::group);
  expect_layout(file_layout(common, 2, 4, 1), 1, 1, 2);
  expect_layout(file_layout(common, 2, 4, 2), 0, 2, 2);
}

TEST(FileLayout, private_file_holds_the_blocks_of_one_rank) {
  expect_layout(file_layout(row(FileOwner::rank), 10, 3, 0), 4, 0, 4);
  expect_layout(file_layout(row(FileOwner::rank), 10, 3, 2), 3, 0, 3);
}

TEST(FileLayout, a_single_process_moves_everything) {
  expect_layout(file_layout(row(FileOwner::self), 10, 1, 0), 10, 0, 10);
}

TEST(FileLayout, file_ends_behind_the_last_transfer) {
  EXPECT_EQ(file_layout(row(FileOwner::group), 10, 3, 1).file_bytes(5), 50);
  EXPECT_EQ(file_layout(row(FileOwner::rank), 10, 3, 1).file_bytes(5), 15);
}

}  // namespace
}  // namespace sonde
