#include "plugin/call_cost.hpp"

#include <sonde/benchmark.h>

#include <algorithm>

#include "engine/line_up.hpp"
#include "engine/own_call.hpp"
#include "patterns/own.hpp"

namespace sonde::plugin {

namespace {

int nothing(const sonde_case*, const sonde_slot*) {
  return MPI_SUCCESS;
}

constexpr int batches = 20;
constexpr std::int64_t calls = 10'000;

}  // namespace

std::optional<double> call_seconds() {
  sonde_benchmark row{};
  row.name = "nothing";
  row.repetition = nothing;
  sonde_case facts{};
  const engine::OwnWords words;
  const engine::OwnCall call{&row, &facts, &words};
  Case c;
  c.own = &call;
  Loop loop;
  loop.batches = {batches, calls, calls};
  loop.line_up = engine::no_barrier;
  LoopSample sample;
  patterns::own_mode(row).measure(c, loop, sample);
  const double fastest = *std::ranges::min_element(sample.batch_seconds);
  if (!(fastest > 0)) return std::nullopt;
  return fastest / static_cast<double>(calls);
}

}  // namespace sonde::plugin
