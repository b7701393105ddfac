#include "device/spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "host/growing_buffer.hpp"

namespace sonde::device {
namespace {

TEST(Spaces, host_memory_needs_no_driver) {
  auto spaces = Spaces::open({MemoryKind::host, MemoryKind::host}, {});
  ASSERT_TRUE(spaces);
  EXPECT_TRUE(spaces->choose(0));
  EXPECT_EQ(spaces->driver(), nullptr);
  EXPECT_EQ(&spaces->space(false), &host::host_space());
  EXPECT_EQ(&spaces->space(true), &host::host_space());
}

TEST(Spaces, kinds_follow_from_driver_and_place) {
  for (const MemoryKindFacts& facts : memory_kinds) {
    EXPECT_EQ(kind_at(facts.driver, facts.place), facts.kind) << facts.name;
    EXPECT_EQ(&facts_of(facts.kind), &facts);
  }
}

TEST(Spaces, the_local_rank_is_the_launchers) {
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_LOCAL_RANK",
                               "SLURM_LOCALID", "PALS_LOCAL_RANKID"})
    unsetenv(variable);
  EXPECT_EQ(local_rank_told(), std::nullopt);
  setenv("SLURM_LOCALID", "3", 1);
  EXPECT_EQ(local_rank_told(), 3);
  setenv("MPI_LOCALRANKID", "x", 1);
  EXPECT_EQ(local_rank_told(), 3) << "what is no number is no answer";
  setenv("MPI_LOCALRANKID", "1", 1);
  EXPECT_EQ(local_rank_told(), 1);
  unsetenv("MPI_LOCALRANKID");
  unsetenv("SLURM_LOCALID");
}

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

/// A device whose memory is the host's, and that counts what it is asked for.
class CountingDriver final : public Driver {
 public:
  int count() const override { return 1; }
  std::string version() const override { return "1"; }
  DeviceName name(int) const override { return {"device", ""}; }
  Result<void> choose(int) override { return {}; }
  void enter_thread() noexcept override {}
  std::byte* allocate(GpuPlace, std::int64_t bytes) override {
    if (bytes > most) return nullptr;
    held += 1;
    return new std::byte[static_cast<std::size_t>(bytes)];
  }
  void give_back(GpuPlace, std::byte* at) noexcept override {
    held -= 1;
    delete[] at;
  }
  void copy_in(std::byte* to, const std::byte* from, std::size_t bytes) override {
    if (lost) throw host::SpaceError("lost");
    copies.push_back(static_cast<std::int64_t>(bytes));
    std::memcpy(to, from, bytes);
  }
  void copy_out(std::byte* to, const std::byte* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void synchronise() override { ++waits; }

  std::vector<std::int64_t> copies;
  std::int64_t most = 64 * mebibyte;
  int held = 0, waits = 0;
  bool lost = false;
};

/// Each byte follows from its place.
void number(std::int64_t first, std::span<std::byte> piece) {
  for (std::byte& byte : piece) byte = static_cast<std::byte>(first++ * 7 >> 3);
}

TEST(DeviceSpace, moves_contents_in_pieces_of_4_MiB_and_waits_once) {
  CountingDriver driver;
  DeviceSpace space(driver, GpuPlace::device);
  host::GrowingBuffer memory;
  memory.move_to(space);
  const std::int64_t bytes = 9 * mebibyte + 5;
  ASSERT_TRUE(memory.provide(bytes));
  memory.fill(bytes, number);
  EXPECT_EQ(driver.copies, (std::vector<std::int64_t>{4 * mebibyte, 4 * mebibyte, mebibyte + 5}));
  EXPECT_EQ(driver.waits, 1);
  std::vector<std::byte> expected(static_cast<std::size_t>(bytes)), got;
  number(0, expected);
  space.read(memory.data(), bytes, [&](std::int64_t first, std::span<const std::byte> piece) {
    EXPECT_EQ(first, std::ssize(got));
    got.insert(got.end(), piece.begin(), piece.end());
  });
  EXPECT_TRUE(got == expected);
  EXPECT_EQ(driver.waits, 1) << "reading must not wait for a copy that the library has not waited for";
}

TEST(DeviceSpace, buffers_that_grow_or_move_give_back_what_they_had_and_are_filled_anew) {
  CountingDriver driver;
  DeviceSpace space(driver, GpuPlace::device);
  host::GrowingBuffer memory;
  ASSERT_TRUE(memory.provide(8));
  memory.move_to(space);
  ASSERT_TRUE(memory.provide(8));
  memory.fill(8, number);
  ASSERT_TRUE(memory.provide(mebibyte));
  EXPECT_EQ(driver.held, 1);
  driver.copies.clear();
  memory.fill(16, number);
  EXPECT_EQ(driver.copies, (std::vector<std::int64_t>{16}));
  memory.move_to(host::host_space());
  EXPECT_EQ(driver.held, 0);
}

TEST(DeviceSpace, refuses_what_the_device_does_not_have_and_takes_less_afterwards) {
  CountingDriver driver;
  DeviceSpace space(driver, GpuPlace::device);
  host::GrowingBuffer memory;
  memory.move_to(space);
  ASSERT_TRUE(memory.provide(8));
  EXPECT_FALSE(memory.provide(65 * mebibyte));
  EXPECT_TRUE(memory.provide(mebibyte));
}

TEST(DeviceSpace, says_when_the_device_is_lost) {
  CountingDriver driver;
  DeviceSpace space(driver, GpuPlace::device);
  host::GrowingBuffer memory;
  memory.move_to(space);
  ASSERT_TRUE(memory.provide(8));
  driver.lost = true;
  EXPECT_THROW(memory.fill(8, number), host::SpaceError);
}

}  // namespace
}  // namespace sonde::device
