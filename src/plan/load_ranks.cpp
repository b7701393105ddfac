#include "plan/load_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "args/load_words.hpp"
#include "base/units.hpp"
#include "catalog/draws.hpp"
#include "plan/messages.hpp"

namespace sonde {

namespace {

constexpr int least_canaries = 2;

/// The number of the node of each rank from 0 on, that of rank 0 first, then as they are met.
std::vector<int> numbered(std::span<const int> nodes) {
  std::vector<int> met, numbers;
  for (const int node : nodes) {
    const auto found = std::ranges::find(met, node);
    numbers.push_back(static_cast<int>(found - met.begin()));
    if (found == met.end()) met.push_back(node);
  }
  return numbers;
}

/// Of each of so many units when its turn comes to measure; the first unit measures always.
std::vector<int> turns(std::uint64_t seed, int units) {
  std::vector<int> turn{0};
  for (const int place : drawn_order(Draws(seed, 0), units - 1, 0)) turn.push_back(place + 1);
  return turn;
}

/// Whether each rank measures, where units of ranks do and at least so many make the load; nothing where
/// there is no way. `unit`: of each rank.
std::vector<bool> divided(const Settings& settings, const std::vector<int>& unit, int least_loading) {
  const int units = *std::ranges::max_element(unit) + 1;
  const auto loading = std::max(least_loading, static_cast<int>(std::lround(settings.load->share * units)));
  const auto turn = turns(settings.seed, units);
  for (int measuring = std::max(1, units - loading); measuring < units; ++measuring) {
    std::vector<bool> canary;
    canary.reserve(unit.size());
    for (const int one : unit) canary.push_back(turn[static_cast<std::size_t>(one)] < measuring);
    const auto canaries = std::ranges::count(canary, true);
    if (std::ssize(canary) - canaries < least_congestors(settings.load->kind)) return {};
    if (canaries >= least_canaries) return canary;
  }
  return {};
}

/// Of the rank that needs most of so many, as measuring/congestor takes them.
std::int64_t buffers_of_load(const Load& load, int ranks) {
  switch (load.kind) {
    case LoadKind::alltoall:
      return load.bytes * ranks * 2;
    case LoadKind::incast:
    case LoadKind::put_incast:
    case LoadKind::get_outcast:
      return load.bytes * (1 + std::clamp(ranks - 1, 1, most_slots_of_incast));
    case LoadKind::shift:
      return load.bytes * 2;
    case LoadKind::stream:
      return load.bytes * 3;
    case LoadKind::fileio:
      return load.bytes;
  }
  return 0;
}

/// Why calls of the row in this mode cannot be measured under a load; empty where they can.
std::string_view why_not_under_load(const Settings& settings, const Benchmark& row, int mode) {
  if (row.axis != Axis::counts) return "needs all processes, of which none is left to make the load";
  if (row.klass == TransferClass::contention) return "makes a load itself";
  if (row.needs.resource != Resource::none) return "uses more than messages between processes";
  if (!makes_single_calls(settings, row, mode)) return "is not timed call by call";
  return {};
}

}  // namespace

Result<int> put_canaries_first(const Settings& settings, std::span<const int> nodes,
                               std::vector<int>& order) {
  const int ranks = static_cast<int>(order.size());
  const int least = least_canaries + least_congestors(settings.load->kind);
  if (ranks < least)
    return failure(
        fmt::format("-load needs {} processes or more, two to measure and {} to make the load; there {} {}",
                    least, least - least_canaries == 1 ? "one" : "two", ranks == 1 ? "is" : "are", ranks));
  std::vector<int> each(order.size());
  std::iota(each.begin(), each.end(), 0);
  std::vector<bool> canary;
  if (!nodes.empty()) canary = divided(settings, numbered(nodes), 1);
  if (canary.empty()) canary = divided(settings, each, least - least_canaries);
  const auto behind = std::stable_partition(order.begin(), order.end(),
                                            [&](int rank) { return canary[static_cast<std::size_t>(rank)]; });
  return static_cast<int>(behind - order.begin());
}

Result<void> check_load_memory(const Settings& settings, int congestors) {
  const std::int64_t bytes = buffers_of_load(*settings.load, congestors);
  const double gib = static_cast<double>(bytes) / static_cast<double>(gibibyte);
  if (gib <= settings.mem_gib) return {};
  return failure(fmt::format(
      "-load {}: the buffers of {} ranks take {} of one of them, more than -mem allows: take a shorter message, "
      "or -mem {:.12g}",
      text_of(*settings.load), congestors, human_bytes(bytes), std::ceil(gib)));
}

void refuse_load(const Settings& settings, TableRun& section) {
  const Benchmark& row = *section.benchmark;
  const auto why = why_not_under_load(settings, row, section.mode);
  if (why.empty()) return;
  section.refuse(fmt::format("-load: {} {}; name benchmarks such as PingPong or Allreduce", row.name, why),
                 asked_for(settings, row));
}

}  // namespace sonde
