#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/contract.hpp"
#include "base/text.hpp"
#include "plan/axes.hpp"
#include "plan/load_ranks.hpp"

namespace sonde {

namespace {

bool map_holds(const Grid& map, int ranks) {
  std::int64_t places = 0;
  if (map.rows < 1 || map.columns < 1) return false;
  return __builtin_mul_overflow(map.rows, map.columns, &places) || places >= ranks;
}

/// "Benchmark X needs MPI 4.0 (this library: 3.1)"; where a flag would do, that flag alone.
std::string refusal_of(const Benchmark& benchmark, const Library& library) {
  const Feature feature = benchmark.needs.library;
  auto text = fmt::format("Benchmark {} needs {}", benchmark.name, needed_for(feature));
  if (feature == Feature::threads) return text;
  return fmt::format("{} (this library: {}.{})", text, library.version, library.subversion);
}

TableRun unsupported(const Settings& settings, const Benchmark& benchmark, int ranks, std::string refusal) {
  TableRun section{.benchmark = &benchmark, .processes = ranks};
  section.refuse(std::move(refusal), asked_for(settings, benchmark));
  return section;
}

/// Why a row cannot run in any way under these settings; "": it can.
std::string refusal_of(const Settings& settings, const Benchmark& benchmark, const Library& library) {
  if (!library.offers(benchmark.needs.library)) return refusal_of(benchmark, library);
  if (benchmark.needs.window.no_request && settings.rma_sync == RmaSync::request)
    return fmt::format(
        "Benchmark {} needs another -rma_sync than request: MPI has no such call with a request",
        benchmark.name);
  if (!benchmark.guideline.empty() && on_device(settings))
    return fmt::format("Benchmark {} needs messages that the host reaches: compositions copy them",
                       benchmark.name);
  return {};
}

void add_sections(const Settings& settings, const Benchmark& benchmark, const Library& library,
                  const Standing& standing, Plan& plan) {
  if (auto refusal = refusal_of(settings, benchmark, library); !refusal.empty())
    plan.sections.push_back(unsupported(settings, benchmark, plan.ranks, std::move(refusal)));
  else
    add_along_axis(settings, benchmark, standing, plan);
}

/// The plan of the ranks that measure: under -load not of all.
Result<Plan> empty_plan(const Settings& settings, int ranks, const Standing& standing) {
  Plan plan{.ranks = ranks, .order = rank_order(ranks, settings.map), .sections = {}};
  if (!settings.load) return plan;
  const auto canaries = put_canaries_first(settings, standing.nodes, plan.order);
  if (!canaries) return tl::unexpected(canaries.error());
  plan.congestors = ranks - *canaries;
  plan.ranks = *canaries;
  if (auto fits = check_load_memory(settings, plan.congestors); !fits) return tl::unexpected(fits.error());
  return plan;
}

/// The row under the meaning of X that -reduce_scatter asks for.
const Benchmark& in_force(const Settings& settings, const Benchmark& benchmark) {
  if (benchmark.other_share == nullptr) return benchmark;
  const Share share = benchmark.message.receive == Extent::share ? Share::all : Share::each;
  return share == settings.reduce_scatter ? benchmark : *benchmark.other_share;
}

}  // namespace

std::vector<int> process_counts(int ranks, std::int64_t npmin) {
  EXPECTS(ranks >= 1);
  std::vector<int> counts;
  for (std::int64_t count = std::max<std::int64_t>(npmin, 1); count < ranks; count *= 2)
    counts.push_back(static_cast<int>(count));
  counts.push_back(ranks);
  return counts;
}

std::vector<int> rank_order(int ranks, std::optional<Grid> map) {
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  if (!map) return order;
  order.clear();
  const std::int64_t rows = std::min<std::int64_t>(map->rows, ranks);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t rank = row;
    for (std::int64_t column = 0; column < map->columns && rank < ranks; ++column) {
      order.push_back(static_cast<int>(rank));
      if (__builtin_add_overflow(rank, map->rows, &rank)) break;
    }
  }
  return order;
}

Result<Plan> make_plan(const Settings& settings, Catalog catalog, int ranks, const Library& library,
                       const Standing& standing) {
  for (const auto& numbers : {standing.nodes, standing.blocks})
    EXPECTS(numbers.empty() || std::ssize(numbers) == ranks);
  if (ranks < 1) return failure("there are no processes to run on: expected at least 1");
  if (settings.map && !map_holds(*settings.map, ranks))
    return failure(fmt::format("the map {}x{} is too small for {} processes: -map PxQ needs P times Q >= {}",
                               settings.map->rows, settings.map->columns, ranks, ranks));
  if (settings.stride > std::max(1, ranks / 2))
    return failure(fmt::format("-stride {} is more than half of {}; expected 0 to {}", settings.stride,
                               counted(ranks, "process"), std::max(1, ranks / 2)));
  auto plan = empty_plan(settings, ranks, standing);
  if (!plan) return plan;
  for (const auto& name : settings.benchmarks) {
    const auto row = std::ranges::find(catalog, name, &Benchmark::name);
    if (row == catalog.end()) return failure(fmt::format("unknown benchmark '{}'", name));
    add_sections(settings, in_force(settings, *row), library, standing, *plan);
  }
  // Where they are told: also those of an earlier launch stand behind all others.
  std::stable_partition(plan->sections.begin(), plan->sections.end(),
                        [](const TableRun& section) { return !section.benchmark->at_end; });
  plan->ranks = ranks;
  return plan;
}

bool asked_for(const Settings& settings, const Benchmark& row) {
  return std::ranges::count(settings.by_name, row.name) > 0;
}

TableRun equal_lanes(const Benchmark& benchmark, int mode, int processes, int groups) {
  TableRun section{.benchmark = &benchmark, .mode = mode, .processes = processes, .groups = groups};
  for (int group = 0; group < groups; ++group)
    section.lanes.push_back({&benchmark, mode, group * processes, processes});
  return section;
}

std::string_view label_of(const TableRun& section) {
  if (!section.label.empty()) return section.label;
  if (section.unnamed) return {};
  return section.benchmark->modes[static_cast<std::size_t>(section.mode)].label;
}

std::optional<std::size_t> lane_at(const TableRun& section, int position) {
  const auto lane = std::ranges::find_if(section.lanes, [&](const Lane& l) { return l.holds(position); });
  if (lane == section.lanes.end()) return std::nullopt;
  return static_cast<std::size_t>(lane - section.lanes.begin());
}

std::span<const int> members(const Plan& plan, const TableRun& section, int group) {
  EXPECTS(group >= 0 && group < std::ssize(section.lanes));
  const Lane& lane = section.lanes[static_cast<std::size_t>(group)];
  return std::span(order_of(plan, section))
      .subspan(static_cast<std::size_t>(lane.first), static_cast<std::size_t>(lane.ranks));
}

const std::vector<int>& order_of(const Plan& plan, const TableRun& section) {
  return section.order.empty() ? plan.order : section.order;
}

int waiting_ranks(const Plan& plan, const TableRun& section) {
  int waiting = plan.ranks - plan.congestors;
  for (const Lane& lane : section.lanes) waiting -= lane.ranks;
  return waiting;
}

std::string display_name(const TableRun& section) {
  return fmt::format("{}{}", section.groups > 1 ? "Multi-" : "", section.benchmark->name);
}

}  // namespace sonde
