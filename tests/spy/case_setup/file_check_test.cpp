// -check of files, seen from the first rank of a group: the benchmark writes for all ranks, or reads, or
// leaves out a transfer.
#include "case_setup/file_check.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "catalog/find_benchmark.hpp"
#include "check/verify.hpp"
#include "patterns/catalog.hpp"
#include "spy/calls.hpp"
#include "spy/run/machine.hpp"
#include "support/folder.hpp"

namespace {

MPI_Offset tile = 0;             ///< where the blocks begin that are read
std::vector<std::int64_t> at;    ///< which block each rank has read from a shared pointer
std::vector<std::int64_t> told;  ///< where the first rank believes them to be

}  // namespace

extern "C" {
int MPI_File_open(MPI_Comm, const char*, int, MPI_Info, MPI_File* made) {
  *made = spy::handle<MPI_File>(64);
  return MPI_SUCCESS;
}
int MPI_File_close(MPI_File* file) {
  *file = MPI_FILE_NULL;
  return MPI_SUCCESS;
}
int MPI_File_set_view(MPI_File, MPI_Offset first, MPI_Datatype, MPI_Datatype, const char*, MPI_Info) {
  EXPECT_EQ(first, 0);
  return MPI_SUCCESS;
}
int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(128);
  return MPI_SUCCESS;
}
int MPI_Type_create_hindexed(int, const int*, const MPI_Aint*, MPI_Datatype, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(192);
  return MPI_SUCCESS;
}
int MPI_Type_create_resized(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(256);
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Type_free(MPI_Datatype* type) {
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}
int MPI_Gather(const void*, int, MPI_Datatype, void* all, int each, MPI_Datatype, int root, MPI_Comm);
int MPI_Scatter(const void* all, int, MPI_Datatype, void* mine, int, MPI_Datatype, int root, MPI_Comm) {
  EXPECT_EQ(root, 0);
  const auto* places = static_cast<const std::int64_t*>(all);
  told.assign(places, places + at.size());
  *static_cast<std::int64_t*>(mine) = told[0];
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using engine::Part::alone, engine::Part::beside;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;

/// What is in the files, and what was left out.
struct Transfers {
  const Benchmark* row = nullptr;
  const char* path = nullptr;
  std::int64_t generation = 0;
  int calls = 0, lost = -1;
  bool stands = false;              ///< the file pointer, between loops
  bool swapped = false;             ///< the first two blocks of each rank
  std::vector<int> order{0, 1, 2};  ///< in which ranks come to a shared pointer
  bool overlapped = false, numbered = true;
  std::vector<std::int64_t> lengths, units;
  std::vector<engine::Part> parts;
};
Transfers transfers;

std::vector<std::byte> bytes_at(std::int64_t position, std::size_t bytes) {
  std::vector<std::byte> read(bytes);
  const int file = open(transfers.path, O_RDONLY);
  EXPECT_EQ(pread(file, read.data(), bytes, position), static_cast<ssize_t>(bytes)) << position;
  close(file);
  return read;
}

/// One transfer of a rank; that which is lost writes something else.
void write_share(const Case& c, std::int64_t repetition, int rank, std::int64_t position) {
  const check::Facts facts{.ranks = c.size,
                           .rank = rank,
                           .bytes = c.bytes,
                           .generation = transfers.generation,
                           .section = transfers.numbered ? repetition : 0};
  std::vector<std::byte> share(
      static_cast<std::size_t>(file_layout(*transfers.row, c.bytes, c.size, rank).share));
  check::fill_send(transfers.row->expect, facts, share);
  if (rank == c.rank) {
    EXPECT_TRUE(std::ranges::equal(share, std::span(c.steps.out.begin, share.size())));
  }
  if (transfers.calls++ == transfers.lost)
    for (std::byte& byte : share) byte = ~byte;
  const int file = open(c.file_name, O_WRONLY);
  EXPECT_EQ(pwrite(file, share.data(), share.size(), position), std::ssize(share));
  close(file);
}

void write_all(const Case& c, const Loop& loop) {
  const FileUse& use = transfers.row->needs.file;
  std::int64_t behind = loop.first * file_layout(*transfers.row, c.bytes, c.size, 0).tile;
  for (std::int64_t i = loop.first; i < loop.first + loop.batches.repetitions(); ++i)
    for (const int rank : use.owner == FileOwner::group ? transfers.order : std::vector{0}) {
      const auto layout = file_layout(*transfers.row, c.bytes, c.size, rank);
      const auto place = use.pointer == Pointer::shared ? behind : i * layout.tile + layout.offset;
      write_share(c, loop.first, rank,
                  transfers.swapped && i < 2 ? place + (1 - 2 * i) * layout.tile : place);
      behind += layout.share;
    }
}

/// What the first rank reads; where all share a pointer, the block that `at` gives it.
void read_mine(const Case& c, const Loop& loop) {
  const auto positions = c.steps.positions.after(transfers.stands ? 0 : loop.first);
  tile = positions.at - c.steps.positions.at;
  if (transfers.calls++ == transfers.lost) return;
  const auto bytes = static_cast<std::size_t>(c.share_bytes);
  std::ranges::copy(bytes_at(at.empty() ? positions.at : tile + at[0], bytes), c.steps.in.begin);
}

void measure_transfers(const Case& c, const Loop& loop, LoopSample&) {
  transfers.path = c.file_name;
  transfers.lengths.push_back(loop.batches.repetitions());
  transfers.units.push_back(loop.computation.as_transfer ? -1 : loop.computation.units);
  EXPECT_FALSE(loop.prepare);
  const bool writes = transfers.row->needs.file.writes;
  if (writes && loop.first == 0) ++transfers.generation;
  EXPECT_FALSE(loop.between);
  EXPECT_EQ(loop.rewinds, loop.first == 0);
  EXPECT_EQ(transfers.overlapped, loop.part != engine::Part::all);
  transfers.parts.push_back(loop.part);
  writes ? write_all(c, loop) : read_mine(c, loop);
}

struct CheckedFiles : testing::Test {
  CheckedFiles() {
    machine::it = {};
    at.clear();
    told.clear();
    transfers = {};
    transfers.row = &row;
    settings.path = folder / ".";
    settings.file_name = "data";
    c.comm = c.active = MPI_COMM_WORLD;
    c.size = 3;
    c.bytes = 100;
    team.group_index = team.group_rank = 0;
    loop.computation.units = 9;
    loop.computation.as_transfer = true;
    loop.prepare = [] {};
  }

  CheckResult checked(std::string_view name, std::int64_t repetitions = 4) {
    row = *find_benchmark(patterns::io_catalog(), name);
    transfers.lengths.clear();
    transfers.units.clear();
    transfers.parts.clear();
    row.modes = {{Mode{"", Counting::per_sample, measure_transfers}}};
    c.steps = {};
    out.assign(static_cast<std::size_t>(c.bytes), {});
    in = out;
    c.steps.out = {out.data(), out.data() + out.size(), 0, out.data()};
    c.steps.in = {in.data(), in.data() + in.size(), 0, in.data()};
    transfers.calls = 0;
    transfers.generation = 0;
    settings.check_repetitions = repetitions;
    const TableRun section = equal_lanes(row, 0, c.size, 1);
    const PlannedCase planned{&section, section.lanes[0], c.bytes, 0, repetitions};
    const ResourceFacts facts{settings, planned, team, memory, buffers};
    const auto opened = open_resource(facts, c, loop);
    loop.prepare = [] {};
    return opened.resource->check(facts, {c, loop, repetitions, 1});
  }
  /// Wrong bytes where each transfer in turn is the one that is lost.
  std::vector<double> defects_of(std::string_view name, int calls) {
    std::vector<double> found;
    for (transfers.lost = 0; transfers.lost < calls; ++transfers.lost) found.push_back(checked(name).defects);
    return found;
  }

  test::Folder folder;
  std::vector<std::byte> out, in;
  Benchmark row;
  Settings settings;
  Team team;
  host::GrowingBuffer memory;
  Buffers buffers;
  Case c;
  Loop loop;
};

constexpr std::array written_rows = {"P_Write_Indv", "P_Write_Expl", "C_Write_Indv", "C_Write_Expl",
                                     "C_Write_Shared"};
constexpr std::array read_rows = {"P_Read_Indv", "P_Read_Expl", "P_Read_Priv", "C_Read_Indv", "C_Read_Expl"};

TEST_F(CheckedFiles, that_are_written_as_they_should_be_are_right) {
  for (const char* name : written_rows) {
    const auto result = checked(name);
    EXPECT_EQ(result.defects, 0) << name << ": " << result.text;
    EXPECT_EQ(result.repetitions, 4) << name;
    EXPECT_FALSE(result.failure) << name;
  }
}

TEST_F(CheckedFiles, are_written_in_rounds_with_no_computation_to_speak_of) {
  checked("P_Write_Indv", 5);
  EXPECT_THAT(transfers.lengths, ElementsAre(2, 1, 1, 2, 1, 1, 1, 1)) << "at once, then one by one";
  EXPECT_THAT(transfers.units, Each(1));
  checked("P_Write_Indv", 1);
  EXPECT_THAT(transfers.lengths, ElementsAre(1, 1));
}

TEST_F(CheckedFiles, in_which_a_block_is_wrong_are_told) {
  for (const char* name : written_rows) {
    const auto found = defects_of(name, 24);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(found[i], i % 3 == 0 ? 34 : 33) << name << ", transfer " << i;
  }
}

TEST_F(CheckedFiles, of_each_rank_hold_its_own_blocks) {
  EXPECT_EQ(checked("P_Write_Priv").defects, 0);
  EXPECT_THAT(defects_of("P_Write_Priv", 8), Each(34));
}

TEST_F(CheckedFiles, behind_a_shared_pointer_may_hold_blocks_in_any_order) {
  transfers.order = {2, 0, 1};
  EXPECT_EQ(checked("P_Write_Shared").defects, 0);
  EXPECT_THAT(defects_of("P_Write_Shared", 24), Each(Ge(33)));
  transfers.lost = -1;
  EXPECT_EQ(checked("P_Write_Shared", 4000).defects, 0) << "in a time that grows with their number alone";
  transfers.lost = -1;
  EXPECT_GT(checked("C_Write_Shared").defects, 0) << "which ranks write in their order";
}

TEST_F(CheckedFiles, whose_blocks_are_swapped_between_repetitions_are_told) {
  transfers.swapped = true;
  for (const char* name : written_rows) EXPECT_GT(checked(name).defects, 0) << name;
  EXPECT_GT(checked("P_Write_Priv").defects, 0);
  EXPECT_GT(checked("P_Write_Shared").defects, 0);
}

TEST_F(CheckedFiles, of_blocks_too_short_to_be_told_apart_may_hold_them_in_any_order) {
  c.bytes = 4;
  transfers.numbered = false;
  transfers.order = {2, 0, 1};
  EXPECT_EQ(checked("P_Write_Shared", 1000).defects, 0);
}

TEST_F(CheckedFiles, of_one_process_hold_its_blocks) {
  c.size = 1;
  EXPECT_EQ(checked("S_Write_Indv").defects, 0);
  EXPECT_THAT(defects_of("S_Write_Expl", 8), Each(100));
}

TEST_F(CheckedFiles, are_read_back_piece_by_piece) {
  c.size = 1;
  c.bytes = (5 << 19) + 3;  // two pieces and a half
  EXPECT_EQ(checked("S_Write_Indv", 2).defects, 0);
  transfers.lost = 1;
  EXPECT_EQ(checked("S_Write_Indv", 2).defects, static_cast<double>(c.bytes));
}

TEST_F(CheckedFiles, of_no_bytes_are_right) {
  c.bytes = 0;
  EXPECT_EQ(checked("P_Write_Indv").defects, 0);
}

TEST_F(CheckedFiles, beside_computation_are_written_by_each_kind_of_transfers) {
  transfers.overlapped = true;
  EXPECT_EQ(checked("P_IWrite_Expl", 2).defects, 0);
  EXPECT_THAT(transfers.parts, ElementsAre(alone, alone, alone, beside, beside, beside));
  for (transfers.lost = 0; transfers.lost < 24; transfers.lost += 3)
    EXPECT_EQ(checked("P_IWrite_Expl", 2).defects, 34) << transfers.lost;
}

TEST_F(CheckedFiles, that_are_too_short_fail_the_row) {
  transfers.order = {0, 1};
  const auto result = checked("P_Write_Expl");
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->reason, record::Reason::io_error);
}

TEST_F(CheckedFiles, are_read_block_by_block) {
  for (const char* name : read_rows) {
    transfers.lost = -1;
    const auto result = checked(name, 5);
    EXPECT_EQ(result.defects, 0) << name << ": " << result.text;
    EXPECT_THAT(transfers.lengths, ElementsAre(1, 1, 1, 1, 1)) << name;
    EXPECT_THAT(defects_of(name, 4), ElementsAre(34, 34, 34, 34)) << name;
  }
}

TEST_F(CheckedFiles, beside_computation_are_read_by_each_kind_of_transfers) {
  transfers.overlapped = true;
  EXPECT_EQ(checked("P_IRead_Expl", 2).defects, 0);
  EXPECT_THAT(transfers.parts, ElementsAre(alone, alone, beside, beside));
  EXPECT_THAT(defects_of("P_IRead_Expl", 4), Each(34));
}

TEST_F(CheckedFiles, whose_pointer_stands_still_are_told) {
  transfers.stands = true;
  for (const char* name : read_rows) EXPECT_GT(checked(name).defects, 0) << name;
  at = {0, 34, 67};
  EXPECT_GT(checked("P_Read_Shared").defects, 0);
}

TEST_F(CheckedFiles, behind_a_shared_pointer_hand_out_each_block_once) {
  c.bytes = 102;
  for (const auto& blocks : std::vector<std::vector<std::int64_t>>{{0, 34, 68}, {68, 0, 34}, {34, 68, 0}}) {
    at = blocks;
    EXPECT_EQ(checked("P_Read_Shared").defects, 0);
    EXPECT_EQ(told.at(0) % 102, blocks[0]);
    EXPECT_EQ(told.at(1) % 102, blocks[1]);
    EXPECT_EQ(told.at(2) % 102, blocks[2]);
  }
  at = {0, 0, 34};  // two ranks have read the first block, nobody the last
  EXPECT_EQ(checked("P_Read_Shared").defects, 0) << "the first rank's is right";
  at = {34, 34, 0};
  EXPECT_EQ(checked("P_Read_Shared").defects, 0);
  transfers.lost = 2;
  EXPECT_EQ(checked("P_Read_Shared").defects, 34);
}

}  // namespace
}  // namespace sonde::case_setup

/// What each rank has read first, in rank order.
int MPI_Gather(const void* mine, int n, MPI_Datatype, void* all, int each, MPI_Datatype, int root, MPI_Comm) {
  EXPECT_TRUE(root == 0 && n == each);
  auto* heads = static_cast<std::byte*>(all);
  const auto bytes = static_cast<std::size_t>(n);
  for (std::size_t rank = 0; rank < at.size(); ++rank)
    std::ranges::copy(sonde::case_setup::bytes_at(tile + at[rank], bytes), heads + rank * bytes);
  std::copy_n(static_cast<const std::byte*>(mine), bytes, heads);
  return MPI_SUCCESS;
}
