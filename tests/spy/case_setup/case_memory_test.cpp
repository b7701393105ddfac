// What buffers hold before a benchmark runs, and when there are none.
#include "case_setup/case_memory.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "catalog/find_benchmark.hpp"
#include "check/content.hpp"
#include "engine/crew.hpp"
#include "patterns/catalog.hpp"
#include "spy/one_rank_stand_ins.hpp"

namespace sonde::case_setup {
namespace {

constexpr int world_rank = 3;

struct CaseMemory : testing::Test {
  CaseMemory() { team.processes = 2; }

  std::optional<Failure> provide(Catalog catalog, std::string_view name, std::int64_t bytes,
                                 engine::Crew* crew = nullptr) {
    const TableRun section = equal_lanes(*find_benchmark(catalog, name), 0, 2, 1);
    return provide_memory(settings, {}, {&section, section.lanes[0], bytes}, team, world_rank, memories,
                          buffers, crew);
  }

  static void expect_guide(Suite suite, int identity, const std::byte* memory, std::size_t bytes) {
    std::vector<std::byte> expected(bytes);
    check::fill_guide(suite, identity, 0, expected);
    EXPECT_EQ(std::vector<std::byte>(memory, memory + bytes), expected);
  }

  Settings settings;
  Team team;
  Memories memories;
  Buffers buffers;
};

TEST_F(CaseMemory, holds_the_contents_of_the_guide) {
  ASSERT_FALSE(provide(patterns::mpi1_catalog(), "Sendrecv", 4096));
  expect_guide(Suite::mpi1, world_rank, memories.send.data(), 4096);
  expect_guide(Suite::mpi1, world_rank, memories.receive.data(), 4096);
}

TEST_F(CaseMemory, of_each_thread_holds_its_own) {
  settings.suite = Suite::mt;
  settings.threads = {2};
  engine::Crew crew(1);
  for (const auto layout : {MemoryLayout::by_thread, MemoryLayout::apart}) {
    settings.memory_layout = layout;
    ASSERT_FALSE(provide(patterns::mt_catalog(), "SendRecvMT", 4096, &crew));
    for (int thread = 0; thread < 2; ++thread)
      expect_guide(Suite::mt, 2 * world_rank + thread,
                   memories.send.data() + thread * buffers.thread_send_stride, 4096);
  }
}

TEST_F(CaseMemory, is_touched_by_those_that_measure) {
  settings.suite = Suite::mt;
  settings.threads = {2};
  engine::Crew one(0);  // has no second thread, whose part nobody else may touch
  const auto second = [&] {
    EXPECT_FALSE(provide(patterns::mt_catalog(), "SendRecvMT", 4096, &one));
    const std::byte* const part = memories.send.data() + buffers.thread_send_stride;
    return std::any_of(part, part + 4096, [](std::byte b) { return b != std::byte{0}; });
  };
  settings.memory_layout = MemoryLayout::by_thread;
  EXPECT_FALSE(second());
  settings.memory_layout = MemoryLayout::apart;
  EXPECT_TRUE(second());
}

TEST_F(CaseMemory, that_mem_does_not_allow_fails_the_row) {
  settings.mem_gib = 1.0 / 1024;
  const auto failure = provide(patterns::mpi1_catalog(), "Sendrecv", 4 << 20);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->reason, record::Reason::out_of_memory);
  EXPECT_THAT(failure->text, testing::HasSubstr("-mem"));
}

}  // namespace
}  // namespace sonde::case_setup
