// Runs every timed loop of the IMB programs beside a loop written by hand that does the same work, under
// callgrind. The clock of the stand-ins switches counting on and off, so that only what stands inside the
// clock is counted. After each run the counters are dumped under "NAME KIND REPETITIONS"; loops_test.py
// compares the increments.
#include <fmt/format.h>
#include <valgrind/callgrind.h>

#include <array>

#include "catalog/find_benchmark.hpp"
#include "engine/line_up.hpp"
#include "hand_loop.hpp"
#include "own_twins.hpp"
#include "patterns/catalog.hpp"
#include "patterns/own.hpp"

namespace {

using cost::Case;
using cost::moved_bytes;
using cost::Twin;

constexpr std::int64_t few = cost::many / 2;

struct Buffers {
  std::array<std::byte, 4096> out{}, in{}, window{};
  std::array<int, 6> neighbours{1, 1, 1, 1, 1, 1};
  std::array<int, 2> counts{4, 4}, displacements{0, 4};
};

double no_burning(std::int64_t) {
  return 0;
}

void prepare_file(Case& c) {
  c.file = cost::some_file();
  c.file_comm = MPI_COMM_WORLD;
  c.file_name = "file";
  c.share_count = moved_bytes;
  c.share_bytes = moved_bytes;
  c.steps.positions = {0, moved_bytes};
  c.loop.computation = {.burn = no_burning, .units = 1};
  c.loop.between = [] {};
}

Case prepare(Buffers& b, int rank, std::int64_t repetitions) {
  Case c;
  c.comm = c.active = MPI_COMM_WORLD;
  c.rank = rank;
  c.size = 2;
  c.bytes = c.count = moved_bytes;
  c.in_flight = c.places = c.partitions = 8;
  c.counts = b.counts.data();
  c.displacements = b.displacements.data();
  c.neighbours = b.neighbours.data();
  c.touched_before = c.touched_after = true;
  c.second_out = c.second_in = 4;
  c.steps.out = {b.out.data(), b.out.data() + b.out.size(), 64, b.out.data()};
  c.steps.in = {b.in.data(), b.in.data() + b.in.size(), 64, b.in.data()};
  c.sections = {b.window.data(), b.window.data() + b.window.size(), 128, b.window.data()};
  c.steps.roots = {.size = 2, .at = 0, .stride = 1};
  c.own = &cost::own_call();
  c.loop.batches = {.count = 1, .each = repetitions, .last = repetitions};
  c.loop.line_up = sonde::engine::no_barrier;
  c.loop.between_calls = sonde::engine::barrier;
  prepare_file(c);
  return c;
}

template <class Run>
void count(std::string_view loop, std::string_view kind, std::int64_t repetitions, const Run& run) {
  const auto label = fmt::format("{} {} {}", loop, kind, repetitions);
  CALLGRIND_ZERO_STATS;
  run();
  CALLGRIND_DUMP_STATS_AT(label.c_str());
}

/// Tells loops of one benchmark apart.
std::string_view name_of(const sonde::Benchmark& row, sonde::RmaSync sync) {
  static constexpr std::array<std::string_view, 8> names{"/fence", "/pscw",        "/lock",      "/lock_all",
                                                         "/flush", "/flush_local", "/flush_all", "/request"};
  return row.needs.window.as_asked ? names.at(static_cast<std::size_t>(sync)) : "";
}

/// `prefix`: tells benchmarks of one name apart.
void compare(sonde::Catalog catalog, std::span<const Twin> twins, Buffers& buffers,
             std::string_view prefix = "") {
  for (const Twin& twin : twins) {
    const sonde::Benchmark& row = *sonde::find_benchmark(catalog, twin.benchmark);
    const sonde::Mode& mode = row.modes[static_cast<std::size_t>(twin.mode)];
    const auto loop = fmt::format("{}{}/{}/{}{}{}", prefix, twin.benchmark, twin.mode, twin.rank,
                                  name_of(row, twin.sync), twin.places < 8 ? "/shared" : "");
    cost::status_bytes = row.sized() ? moved_bytes : 1;
    for (const std::int64_t repetitions : {few, cost::many}) {
      Case c = prepare(buffers, twin.rank, repetitions);
      c.flows = {row.flows, c.size};
      c.sync = twin.sync;
      c.places = twin.places;
      if (row.needs.resource != sonde::Resource::file) c.loop.between = nullptr;  // no check looks on
      c.loop.role = sonde::role_of(row.needs.processes.roles, c.rank, c.size);
      sonde::LoopSample sample;
      count(loop, "hand", repetitions, [&] { twin.hand(c); });
      count(loop, "sonde", repetitions, [&] { mode.measure(c, c.loop, sample); });
    }
  }
}

/// The row of a plug-in.
sonde::Benchmark own_row() {
  sonde::Benchmark row;
  row.name = cost::own_call().row->name;
  row.modes[0] = sonde::patterns::own_mode(*cost::own_call().row);
  return row;
}

}  // namespace

int main() {
  Buffers buffers;
  compare(sonde::patterns::mpi1_catalog(), cost::mpi1_twins(), buffers);
  compare(sonde::patterns::ext_catalog(), cost::ext_twins(), buffers);
  compare(sonde::patterns::io_catalog(), cost::io_twins(), buffers);
  compare(sonde::patterns::nbc_catalog(), cost::nbc_twins(), buffers);
  compare(sonde::patterns::rma_catalog(), cost::rma_twins(), buffers);
  compare(sonde::patterns::mpi4_catalog(), cost::mpi4_twins(), buffers);
  compare(sonde::patterns::p2p_catalog(), cost::p2p_twins(), buffers, "P2P.");
  compare(sonde::patterns::mt_catalog(), cost::mt_twins(), buffers);
  compare(sonde::patterns::sonde_catalog(), cost::sonde_twins(), buffers);
  compare(sonde::patterns::sonde_catalog(), cost::synchronised_twins(), buffers);
  compare(sonde::patterns::sonde_catalog(), cost::partitioned_twins(), buffers);
  const std::array own{own_row()};
  compare(own, cost::own_twins(), buffers);
}
