#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "base/contract.hpp"

namespace sonde {

namespace {

bool map_holds(const Grid& map, int ranks) {
  std::int64_t places = 0;
  if (map.rows < 1 || map.columns < 1) return false;
  return __builtin_mul_overflow(map.rows, map.columns, &places) || places >= ranks;
}

/// Of so many ranks, those that do not idle for want of a partner.
int busy_ranks(const Benchmark& benchmark, const Settings& settings, int ranks) {
  switch (benchmark.needs.processes.roles) {
    case Roles::halves:
    case Roles::pairs:
    case Roles::first_of_pairs:
      return paired_ranks(ranks, settings.stride);
    default:
      return ranks;
  }
}

/// Process counts a benchmark runs on; empty where there are too few ranks.
std::vector<int> counts_for(const Benchmark& benchmark, const Settings& settings, int ranks) {
  const int least = std::max(benchmark.needs.processes.least, benchmark.needs.processes.exactly);
  if (least > ranks) return {};
  if (benchmark.needs.processes.exactly > 0) return {benchmark.needs.processes.exactly};
  if (benchmark.needs.processes.whole) return {ranks};
  auto counts = process_counts(ranks, settings.npmin);
  const int dimensions = benchmark.needs.processes.grid;
  const bool shifted = benchmark.flows == Flows::shifted;
  std::erase_if(counts, [&](int count) {
    return count < least || (shifted && count <= settings.shift) ||
           (dimensions > 0 && !grid_of(count, dimensions, settings.topology));
  });
  for (int& count : counts) count = busy_ranks(benchmark, settings, count);
  counts.erase(std::unique(counts.begin(), counts.end()),
               counts.end());  // clang 14 cannot take the ranges one
  return counts;
}

bool mode_wanted(const Benchmark& benchmark, int mode, ModeChoice choice) {
  const bool all = choice == ModeChoice::both || (choice == ModeChoice::usual && !benchmark.one_table);
  if (benchmark.mode_count() == 1 || all) return true;
  const bool aggregate = benchmark.modes[static_cast<std::size_t>(mode)].counting == Counting::per_sample;
  return aggregate == (choice != ModeChoice::non_aggregate);
}

bool mode_unnamed(const Benchmark& benchmark, ModeChoice choice) {
  return benchmark.one_table && (choice == ModeChoice::usual || choice == ModeChoice::aggregate);
}

/// "Benchmark X needs MPI 4.0 (this library: 3.1)"; where a flag would do, that flag alone.
std::string refusal_of(const Benchmark& benchmark, const Library& library) {
  const Feature feature = benchmark.needs.library;
  auto text = fmt::format("Benchmark {} needs {}", benchmark.name, needed_for(feature));
  if (feature == Feature::threads) return text;
  return fmt::format("{} (this library: {}.{})", text, library.version, library.subversion);
}

TableRun unsupported(const Settings& settings, const Benchmark& benchmark, int ranks, std::string refusal) {
  return {.benchmark = &benchmark,
          .processes = ranks,
          .refusal = std::move(refusal),
          .unsupported = true,
          .by_name = std::ranges::count(settings.by_name, benchmark.name) > 0};
}

/// With the grid that its ranks are arranged on, where there is one.
TableRun arranged(const Settings& settings, TableRun section) {
  const int dimensions = section.benchmark->needs.processes.grid;
  if (dimensions > 0)
    section.grid = grid_of(section.processes, dimensions, settings.topology).value_or(ProcessGrid{});
  return section;
}

/// The order of the plan with the first rank of each node before all others, and how many of those there are.
std::pair<std::vector<int>, int> firsts_of_nodes(const Plan& plan, std::span<const int> nodes) {
  std::set<int> met;
  std::vector<int> order = plan.order;
  const auto others = std::stable_partition(order.begin(), order.end(), [&](int rank) {
    return met.insert(nodes[static_cast<std::size_t>(rank)]).second;
  });
  const auto firsts = static_cast<int>(others - order.begin());
  return {std::move(order), firsts};
}

/// All processes at once; one a node where that is what the benchmark is about and there are several nodes.
TableRun whole_section(const Settings& settings, const Benchmark& benchmark, const Plan& plan,
                       std::span<const int> nodes) {
  const bool apart = benchmark.needs.processes.one_a_node && settings.per == Per::node && !nodes.empty();
  if (!apart) return equal_lanes(benchmark, 0, plan.ranks, 1);
  auto [order, first] = firsts_of_nodes(plan, nodes);
  if (first < 2) return equal_lanes(benchmark, 0, plan.ranks, 1);
  TableRun section = equal_lanes(benchmark, 0, first, 1);
  section.order = std::move(order);
  return section;
}

/// For each pair of nodes, and for each number of ranks on either.
void add_between_nodes(const Benchmark& benchmark, const Standing& standing, Plan& plan) {
  const auto pairs = node_pairs(plan.order, standing);
  if (pairs.empty())
    plan.sections.push_back(
        {.benchmark = &benchmark,
         .processes = plan.ranks,
         .refusal = fmt::format("Benchmark {} needs processes on two nodes or more", benchmark.name)});
  for (const NodePair& pair : pairs)
    for (int ranks = 1; ranks <= pair.ranks(); ++ranks) {
      plan.sections.push_back(equal_lanes(benchmark, 0, 2 * ranks, 1));
      plan.sections.back().order = pair.pairs_of(ranks);
      plan.sections.back().label = pair.label;
    }
}

/// For each process count and mode.
void add_divided(const Settings& settings, const Benchmark& benchmark, std::span<const int> counts,
                 std::string_view label, Plan& plan) {
  for (const int processes : counts) {
    const bool one_group = settings.multi == Multi::off || benchmark.threaded;
    const int groups = one_group ? 1 : plan.ranks / processes;
    for (int mode = 0; mode < benchmark.mode_count(); ++mode)
      if (mode_wanted(benchmark, mode, settings.modes)) {
        plan.sections.push_back(arranged(settings, equal_lanes(benchmark, mode, processes, groups)));
        plan.sections.back().label = label;
        plan.sections.back().unnamed = mode_unnamed(benchmark, settings.modes);
      }
  }
}

/// The benchmark with windows of each number of messages.
void add_windows(const Settings& settings, const Benchmark& benchmark, std::span<const int> counts,
                 Plan& plan) {
  for (const std::int64_t messages : settings.windows) {
    auto row = std::make_shared<Benchmark>(benchmark);
    row->in_flight = messages;
    plan.made.push_back(row);
    add_divided(settings, *row, counts, fmt::format("window {}", messages), plan);
  }
}

void add_sections(const Settings& settings, const Benchmark& benchmark, const Library& library,
                  const Standing& standing, Plan& plan) {
  if (!library.offers(benchmark.needs.library)) {
    plan.sections.push_back(unsupported(settings, benchmark, plan.ranks, refusal_of(benchmark, library)));
    return;
  }
  if (benchmark.needs.window.no_request && settings.rma_sync == RmaSync::request) {
    plan.sections.push_back(unsupported(
        settings, benchmark, plan.ranks,
        fmt::format("Benchmark {} needs another -rma_sync than request: MPI has no such call with a request",
                    benchmark.name)));
    return;
  }
  const auto counts = counts_for(benchmark, settings, plan.ranks);
  if (counts.empty()) {
    plan.sections.push_back({.benchmark = &benchmark,
                             .processes = plan.ranks,
                             .refusal = fmt::format("Benchmark {} invalid for {} process{}", benchmark.name,
                                                    plan.ranks, plan.ranks == 1 ? "" : "es")});
    return;
  }
  if (benchmark.needs.processes.two_nodes) return add_between_nodes(benchmark, standing, plan);
  if (benchmark.needs.processes.whole) {
    plan.sections.push_back(whole_section(settings, benchmark, plan, standing.nodes));
    return;
  }
  if (benchmark.each_window) return add_windows(settings, benchmark, counts, plan);
  add_divided(settings, benchmark, counts, "", plan);
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
    return failure(fmt::format("-stride {} is more than half of {} process{}; expected 0 to {}",
                               settings.stride, ranks, ranks == 1 ? "" : "es", std::max(1, ranks / 2)));
  Plan plan{.ranks = ranks, .order = rank_order(ranks, settings.map), .sections = {}};
  for (const auto& name : settings.benchmarks) {
    const auto row = std::ranges::find(catalog, name, &Benchmark::name);
    if (row == catalog.end()) return failure(fmt::format("unknown benchmark '{}'", name));
    add_sections(settings, in_force(settings, *row), library, standing, plan);
  }
  return plan;
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
  int waiting = plan.ranks;
  for (const Lane& lane : section.lanes) waiting -= lane.ranks;
  return waiting;
}

std::string display_name(const TableRun& section) {
  return fmt::format("{}{}", section.groups > 1 ? "Multi-" : "", section.benchmark->name);
}

}  // namespace sonde
