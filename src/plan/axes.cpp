#include "plan/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "plan/arrival.hpp"
#include "plan/load.hpp"
#include "plan/messages.hpp"

namespace sonde {

namespace {

/// What there is a table of: a row, its processes, and what tells the table from others of the row.
struct Value {
  const Benchmark* row = nullptr;
  int processes = 0;
  std::string label{};
  std::vector<int> order{};  ///< empty: that of the plan
  int ranks_of_node = 0;
};

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

std::vector<Value> counts(const Settings& settings, const Benchmark& row, int ranks) {
  const Processes& needs = row.needs.processes;
  if (needs.exactly > 0) return {{&row, needs.exactly}};
  std::vector<Value> values;
  const bool shifted = row.flows == Flows::shifted;
  for (const int count : process_counts(ranks, settings.npmin)) {
    if (count < needs.least || (shifted && count <= settings.shift)) continue;
    if (needs.grid > 0 && !grid_of(count, needs.grid, settings.topology)) continue;
    const int busy = busy_ranks(row, settings, count);
    if (values.empty() || values.back().processes != busy) values.push_back({&row, busy});
  }
  return values;
}

/// Each number of messages in flight is a row of its own, which the plan keeps.
std::vector<Value> windows(const Settings& settings, const Benchmark& row, Plan& plan) {
  std::vector<Value> values;
  for (const std::int64_t messages : settings.windows) {
    auto made = std::make_shared<Benchmark>(row);
    made->in_flight = messages;
    for (Value& value : counts(settings, *made, plan.ranks)) {
      value.label = fmt::format("window {}", messages);
      values.push_back(std::move(value));
    }
    plan.made.push_back(std::move(made));
  }
  return values;
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

std::vector<Value> first_of_each_node(const Settings& settings, const Benchmark& row, const Plan& plan,
                                      std::span<const int> nodes) {
  const bool apart = settings.per == Per::node && !nodes.empty();
  auto [order, first] = apart ? firsts_of_nodes(plan, nodes) : std::pair<std::vector<int>, int>{};
  if (first < 2) return {{&row, plan.ranks}};
  return {{&row, first, {}, std::move(order)}};
}

std::vector<Value> pairs_of_nodes(const Benchmark& row, const Plan& plan, const Standing& standing) {
  std::vector<Value> values;
  for (const NodePair& pair : node_pairs(plan.order, standing))
    for (int ranks = 1; ranks <= pair.ranks(); ++ranks)
      values.push_back({&row, 2 * ranks, std::string(pair.label), pair.pairs_of(ranks)});
  return values;
}

std::vector<Value> values_of(const Settings& settings, const Benchmark& row, const Standing& standing,
                             Plan& plan) {
  switch (row.axis) {
    case Axis::windows:
      return windows(settings, row, plan);
    case Axis::world:
      return {{&row, plan.ranks}};
    case Axis::nodes:
      return first_of_each_node(settings, row, plan, standing.nodes);
    case Axis::node_pairs:
      return pairs_of_nodes(row, plan, standing);
    default:
      return counts(settings, row, plan.ranks);
  }
}

/// Groups that stand side by side.
int groups_of(const Settings& settings, const Benchmark& row, int processes, int ranks) {
  const bool divided = row.axis == Axis::counts || row.axis == Axis::windows;
  return !divided || row.threaded || settings.multi == Multi::off ? 1 : ranks / processes;
}

/// As many on each node of every group; 0: groups do not stand on nodes like that.
int ranks_of_node(const Settings& settings, const Benchmark& row, const Plan& plan,
                  std::span<const int> nodes, int processes) {
  std::set<int> found;
  std::vector<int> of_group(static_cast<std::size_t>(processes));
  const int groups = nodes.empty() ? 0 : groups_of(settings, row, processes, plan.ranks);
  for (int group = 0; group < groups; ++group) {
    const auto first = plan.order.begin() + std::ptrdiff_t{group} * processes;
    std::transform(first, first + processes, of_group.begin(),
                   [&](int rank) { return nodes[static_cast<std::size_t>(rank)]; });
    found.insert(ranks_of_each_node(of_group));
  }
  return found.size() == 1 ? *found.begin() : 0;
}

/// Those whose ranks stand on nodes as the row needs it.
std::vector<Value> on_nodes(const Settings& settings, const Benchmark& row, const Plan& plan,
                            std::span<const int> nodes, std::vector<Value> values) {
  if (row.needs.resource != Resource::nodes) return values;
  for (Value& value : values)
    value.ranks_of_node = ranks_of_node(settings, row, plan, nodes, value.processes);
  std::erase_if(values, [](const Value& value) { return value.ranks_of_node == 0; });
  return values;
}

/// Why there is no value of the axis.
std::string refusal_of(const Benchmark& row, int ranks) {
  const bool enough = ranks >= std::max(row.needs.processes.least, row.needs.processes.exactly);
  if (enough && row.axis == Axis::node_pairs)
    return fmt::format("Benchmark {} needs processes on two nodes or more", row.name);
  if (enough && row.needs.resource == Resource::nodes)
    return fmt::format(
        "Benchmark {} needs two nodes or more with as many neighbouring processes on each, at least two",
        row.name);
  return fmt::format("Benchmark {} invalid for {} process{}", row.name, ranks, ranks == 1 ? "" : "es");
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

/// With the grid that its ranks are arranged on, where there is one.
TableRun arranged(const Settings& settings, TableRun section) {
  const int dimensions = section.benchmark->needs.processes.grid;
  if (dimensions > 0)
    section.grid = grid_of(section.processes, dimensions, settings.topology).value_or(ProcessGrid{});
  return section;
}

TableRun refused(const Benchmark& row, const Plan& plan, std::string why) {
  return {.benchmark = &row, .processes = plan.ranks, .refusal = std::move(why)};
}

}  // namespace

void add_along_axis(const Settings& settings, const Benchmark& benchmark, const Standing& standing,
                    Plan& plan) {
  const Processes& needs = benchmark.needs.processes;
  const auto values = std::max(needs.least, needs.exactly) > plan.ranks
                          ? std::vector<Value>{}
                          : on_nodes(settings, benchmark, plan, standing.nodes,
                                     values_of(settings, benchmark, standing, plan));
  for (const Value& value : values)
    for (int mode = 0; mode < benchmark.mode_count(); ++mode) {
      if (!mode_wanted(benchmark, mode, settings.modes)) continue;
      const int groups = groups_of(settings, benchmark, value.processes, plan.ranks);
      auto section = arranged(settings, equal_lanes(*value.row, mode, value.processes, groups));
      section.order = value.order;
      section.label = value.label;
      section.ranks_of_node = value.ranks_of_node;
      section.unnamed = mode_unnamed(benchmark, settings.modes);
      if (settings.arrival) arrange_arrival(settings, plan, standing.nodes, section);
      if (settings.load) refuse_load(settings, section);
      plan.sections.push_back(std::move(section));
    }
  if (values.empty()) plan.sections.push_back(refused(benchmark, plan, refusal_of(benchmark, plan.ranks)));
}

}  // namespace sonde
