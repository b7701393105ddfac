// What every benchmark's case holds, prepared on memory whose addresses do not matter: no MPI call is made
// but for derived datatypes.
#include "case_setup/prepared_case.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "case_setup/case_memory.hpp"
#include "engine/line_up.hpp"
#include "golden.hpp"
#include "patterns/catalog.hpp"
#include "spy/calls.hpp"
#include "spy/one_rank_stand_ins.hpp"

namespace sonde::case_setup {
namespace {

std::string type_name(MPI_Datatype type) {
  if (type == MPI_BYTE) return "byte";
  if (type == MPI_FLOAT) return "float";
  if (type == MPI_INT) return "int";
  return "other";
}

std::string ring_text(const engine::Ring& ring) {
  const auto length = ring.end == nullptr ? 0 : ring.end - ring.begin;
  return fmt::format("[{} by {} from {}]", length, ring.stride, ring.offset());
}

std::string numbers(const int* first, int count) {
  std::string text;
  for (int i = 0; first != nullptr && i < count; ++i) text += fmt::format(" {}", first[i]);
  return text.empty() ? " -" : text;
}

class Prepared {
 public:
  Prepared(Suite suite, Settings settings, int rank, int size) : settings_(std::move(settings)), size_(size) {
    settings_.suite = suite;
    team_.processes = size;
    team_.group_index = 0;
    team_.group_rank = rank;
    if (facts_of(suite).threads) {
      settings_.threads = {2};
      team_.threads.resize(2);
    }
  }

  std::string told(const Benchmark& row, std::int64_t bytes) {
    std::string text;
    for (int mode = 0; mode < row.mode_count(); ++mode) {
      TableRun section = equal_lanes(row, mode, size_, 1);
      const int dimensions = row.needs.processes.grid;
      if (dimensions > 0) section.grid = grid_of(size_, dimensions, {}).value_or(ProcessGrid{});
      const PlannedCase planned{&section, section.lanes[0], bytes};
      Buffers buffers;
      Memories memories;
      const auto failure = provide_memory(settings_, {1 << 16, 64}, planned, team_, 0, memories, buffers);
      text += fmt::format("{} {} {}:", row.name, mode, bytes);
      text += failure ? " " + failure->text + "\n" : facts(planned, buffers, memories);
    }
    return text;
  }

 private:
  std::string facts(const PlannedCase& planned, const Buffers& buffers, const Memories& memories) {
    const Elements elements(settings_);
    PreparedCase prepared(settings_, elements, planned, team_, buffers, memories);
    const Case& c = prepared.get();
    const Loop& loop = prepared.loop();
    std::string text = fmt::format(
        " {} of {} pairs {} chain {} {} {} {} in flight {} second {} {} out {} in {} sections {} roots {} {} {}",
        c.rank, c.size, c.pair_distance, c.chain_step, c.bytes, c.count, type_name(c.type), c.in_flight,
        c.second_out, c.second_in, ring_text(c.steps.out), ring_text(c.steps.in), ring_text(c.sections),
        c.steps.roots.size, c.steps.roots.at, c.steps.roots.stride);
    const int directions = 2 * planned.benchmark().needs.processes.grid;
    text +=
        fmt::format(" counts{} at{} neighbours{} role {} clock {} barriers {}", numbers(c.counts, c.size),
                    numbers(c.displacements, c.size),
                    numbers(directions > 0 ? c.neighbours : nullptr, directions), static_cast<int>(loop.role),
                    loop.clocking == engine::Clocking::each_call ? "each" : "whole", loop.barriers);
    if (c.partitions > 1) text += fmt::format(" partitions {}", c.partitions);
    if (c.flows.kind != Flows::none)
      text += fmt::format(" flows {} of {} by {} seed {}", static_cast<int>(c.flows.kind), c.flows.ranks,
                          c.flows.distance, c.flows.seed);
    text += loop.between_calls == engine::dissemination_barrier ? " own\n" : " library\n";
    for (const Case& thread : c.threads)
      text +=
          fmt::format("  thread {} out {} in {}\n", thread.thread, thread.steps.out.begin - c.steps.out.begin,
                      thread.steps.in.begin - c.steps.in.begin);
    return text;
  }

  Settings settings_;
  Team team_;
  int size_;
};

std::vector<std::pair<Suite, Catalog>> catalogs() {
  using namespace patterns;
  return {{Suite::mpi1, mpi1_catalog()}, {Suite::ext, ext_catalog()},    {Suite::nbc, nbc_catalog()},
          {Suite::rma, rma_catalog()},   {Suite::p2p, p2p_catalog()},    {Suite::mpi4, mpi4_catalog()},
          {Suite::mt, mt_catalog()},     {Suite::sonde, sonde_catalog()}};
}

TEST(Golden, cases_of_every_benchmark) {
  std::string text;
  for (const auto& [suite, catalog] : catalogs())
    for (const Benchmark& row : catalog) {
      const int size = row.needs.processes.exactly > 0 ? row.needs.processes.exactly : 8;
      text += Prepared(suite, {}, 1, size).told(row, 4000);
    }
  test::expect_golden("cases", text);
}

TEST(Golden, cases_under_other_settings) {
  Settings changed;
  changed.off_cache = OffCache{0.125, 64};
  changed.root_shift = false;
  changed.sync_calls = true;
  changed.barriers = 5;
  changed.window_messages = 3;
  changed.partitions = {3};
  changed.stride = 1;
  changed.shift = 3;
  changed.seed = 17;
  changed.reduce_scatter = Share::each;
  Settings barrier;
  barrier.imb_barrier = true;
  std::string text;
  for (const auto& [suite, catalog] : catalogs())
    for (const Benchmark& row : catalog) {
      const int size = row.needs.processes.exactly > 0 ? row.needs.processes.exactly : 8;
      text += Prepared(suite, changed, 0, size).told(row, 8);
      if (suite == Suite::mpi1) text += Prepared(suite, barrier, size - 1, size).told(row, 0);
    }
  test::expect_golden("cases-under-other-settings", text);
}

}  // namespace
}  // namespace sonde::case_setup
