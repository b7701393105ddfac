// Which bytes of a file each rank touches, for 1 to 5 ranks, against regions worked out by hand from figures
// 13 to 18 of the guide: X = 10 bytes, two repetitions. Blocks lie side by side in rank order; the parts of
// 10 bytes are, by number of ranks, {10}, {5 5}, {4 3 3}, {3 3 2 2}, {2 2 2 2 2}.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "catalog/find_benchmark.hpp"
#include "patterns/catalog.hpp"
#include "plan/file_layout.hpp"
#include "spy/file_stand_ins.hpp"

namespace {

using spy::Region;
using Regions = std::vector<Region>;

/// By number of ranks - 1 and rank: the two regions of the two repetitions.
const std::vector<std::vector<Regions>> side_by_side{
    {{{0, 10}, {10, 10}}},
    {{{0, 5}, {10, 5}}, {{5, 5}, {15, 5}}},
    {{{0, 4}, {10, 4}}, {{4, 3}, {14, 3}}, {{7, 3}, {17, 3}}},
    {{{0, 3}, {10, 3}}, {{3, 3}, {13, 3}}, {{6, 2}, {16, 2}}, {{8, 2}, {18, 2}}},
    {{{0, 2}, {10, 2}}, {{2, 2}, {12, 2}}, {{4, 2}, {14, 2}}, {{6, 2}, {16, 2}}, {{8, 2}, {18, 2}}},
};
const std::vector<std::vector<Regions>> private_files{
    {{{0, 10}, {10, 10}}},
    {{{0, 5}, {5, 5}}, {{0, 5}, {5, 5}}},
    {{{0, 4}, {4, 4}}, {{0, 3}, {3, 3}}, {{0, 3}, {3, 3}}},
    {{{0, 3}, {3, 3}}, {{0, 3}, {3, 3}}, {{0, 2}, {2, 2}}, {{0, 2}, {2, 2}}},
    {{{0, 2}, {2, 2}}, {{0, 2}, {2, 2}}, {{0, 2}, {2, 2}}, {{0, 2}, {2, 2}}, {{0, 2}, {2, 2}}},
};

const sonde::Benchmark& row_of(const std::string& name) {
  const auto rows = sonde::patterns::io_catalog();
  return *sonde::find_benchmark(rows, name);
}

/// What the view shows a rank of the file: its block of each tile behind an individual pointer of a common
/// file, else everything.
spy::FileModel model(const sonde::Benchmark& row, const sonde::FileLayout& layout, std::int64_t bytes) {
  spy::FileModel file;
  const bool tiled =
      row.needs.file.pointer == sonde::Pointer::individual && row.needs.file.owner == sonde::FileOwner::group;
  if (tiled && layout.share > 0) {
    file.begin = layout.offset;
    file.block = layout.share;
    file.extent = layout.tile;
  }
  file.bytes_before = layout.offset;
  file.bytes_of_all = bytes;
  return file;
}

Regions touched(const std::string& name, int ranks, int rank, std::int64_t bytes = 10) {
  const auto& row = row_of(name);
  const auto layout = sonde::file_layout(row, bytes, ranks, rank);
  spy::file = model(row, layout, bytes);
  auto c = spy::make_case(rank, ranks, 2);
  c.share_count = static_cast<int>(layout.share);
  c.share_bytes = layout.share;
  c.steps.positions = {layout.offset, layout.tile};
  c.file = &spy::handle_of_file;
  c.loop.computation.burn = [](std::int64_t) { return 0.0; };
  c.loop.between = [&] { spy::file = model(row, layout, bytes); };
  spy::calls_of(row.modes[0].measure, c);
  return spy::file.touched;
}

void expect_regions(const std::string& postfix, const std::vector<std::string>& prefixes,
                    const std::vector<std::vector<Regions>>& by_ranks) {
  for (const auto& prefix : prefixes)
    for (const char* action : {"Write", "Read", "IWrite", "IRead"})
      for (std::size_t ranks = 1; ranks <= by_ranks.size(); ++ranks)
        for (std::size_t rank = 0; rank < ranks; ++rank) {
          const auto name = prefix + action + postfix;
          EXPECT_EQ(touched(name, static_cast<int>(ranks), static_cast<int>(rank)), by_ranks[ranks - 1][rank])
              << name << ", rank " << rank << " of " << ranks;
        }
}

TEST(Regions, of_one_process_follow_one_another) {
  expect_regions("_Indv", {"S_"}, {side_by_side[0]});
  expect_regions("_Expl", {"S_"}, {side_by_side[0]});
}

TEST(Regions, behind_individual_pointers_are_tiles) {
  expect_regions("_Indv", {"P_", "C_"}, side_by_side);
}

TEST(Regions, at_explicit_offsets_are_the_same) {
  expect_regions("_Expl", {"P_", "C_"}, side_by_side);
}

TEST(Regions, behind_a_shared_pointer_are_the_same_when_ranks_come_in_order) {
  expect_regions("_Shared", {"P_", "C_"}, side_by_side);
}

TEST(Regions, of_private_files_begin_at_zero_on_every_rank) {
  expect_regions("_Priv", {"P_"}, private_files);
}

TEST(Regions, ranks_without_a_part_touch_nothing) {
  for (const char* name : {"P_Write_Indv", "C_Read_Expl", "P_IWrite_Shared", "P_Read_Priv"}) {
    EXPECT_EQ(touched(name, 3, 2, 2), Regions{}) << name;
    EXPECT_EQ(touched(name, 3, 1, 0), Regions{}) << name;
  }
  EXPECT_EQ(touched("P_Write_Indv", 3, 1, 2), (Regions{{1, 1}, {3, 1}}));
}

}  // namespace
