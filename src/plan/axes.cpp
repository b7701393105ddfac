#include "plan/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "plan/arrival_delays.hpp"
#include "plan/load_ranks.hpp"
#include "plan/messages.hpp"
#include "plan/process_grid.hpp"

namespace sonde {

namespace {

/// What there is a table of: processes, and what tells the table from others of the row.
struct Value {
  int processes = 0;
  std::string label{};
  std::vector<int> order{};  ///< empty: that of the plan
  int ranks_of_node = 0;
};

/// The values of a parameter that an option lists.
struct Listed {
  Parameter parameter;
  std::vector<std::int64_t> Settings::*values;
  std::string_view label;  ///< before the value in the label of a table; empty: records and heads have it
  std::size_t least;       ///< tables from so many values on are labelled
};
constexpr std::array listed_parameters{
    Listed{Parameter::in_flight, &Settings::windows, "window", 1},
    Listed{Parameter::partitions, &Settings::partitions, "partitions", 2},
    Listed{Parameter::threads, &Settings::threads, "", 0},
};

/// A row at one value of its parameter.
struct Variant {
  const Benchmark* row = nullptr;
  std::string label{};
};

/// The row at each value of its parameter, which the plan keeps; the row itself where it has none.
std::vector<Variant> variants_of(const Settings& settings, const Benchmark& row, Plan& plan) {
  const auto* listed = std::ranges::find(listed_parameters, row.parameter, &Listed::parameter);
  if (listed == listed_parameters.end()) return {{&row}};
  const auto& values = settings.*(listed->values);
  if (values.empty()) return {{&row}};
  std::vector<Variant> variants;
  for (const std::int64_t value : values) {
    auto made = std::make_shared<Benchmark>(row);
    made->value = value;
    const bool labelled = !listed->label.empty() && values.size() >= listed->least;
    variants.push_back({made.get(), labelled ? fmt::format("{} {}", listed->label, value) : ""});
    plan.made.push_back(std::move(made));
  }
  return variants;
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

std::vector<Value> counts(const Settings& settings, const Benchmark& row, int ranks) {
  const Processes& needs = row.needs.processes;
  if (needs.exactly > 0) return {{needs.exactly}};
  std::vector<Value> values;
  const bool shifted = row.flows == Flows::shifted;
  for (const int count : process_counts(ranks, settings.npmin)) {
    if (count < needs.least || (shifted && count <= settings.shift)) continue;
    if (needs.grid > 0 && !grid_of(count, needs.grid, settings.topology)) continue;
    const int busy = busy_ranks(row, settings, count);
    if (values.empty() || values.back().processes != busy) values.push_back({busy});
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

std::vector<Value> first_of_each_node(const Settings& settings, const Plan& plan,
                                      std::span<const int> nodes) {
  const bool apart = settings.per == Per::node && !nodes.empty();
  auto [order, first] = apart ? firsts_of_nodes(plan, nodes) : std::pair<std::vector<int>, int>{};
  if (first < 2) return {{plan.ranks}};
  return {{first, {}, std::move(order)}};
}

std::vector<Value> pairs_of_nodes(const Plan& plan, const Standing& standing) {
  std::vector<Value> values;
  for (const NodePair& pair : node_pairs(plan.order, standing))
    for (int ranks = 1; ranks <= pair.ranks(); ++ranks)
      values.push_back({2 * ranks, std::string(pair.label), pair.pairs_of(ranks)});
  return values;
}

std::vector<Value> values_of(const Settings& settings, const Benchmark& row, const Standing& standing,
                             const Plan& plan) {
  switch (row.axis) {
    case Axis::world:
      return {{plan.ranks}};
    case Axis::nodes:
      return first_of_each_node(settings, plan, standing.nodes);
    case Axis::node_pairs:
      return pairs_of_nodes(plan, standing);
    default:
      return counts(settings, row, plan.ranks);
  }
}

/// Groups that stand side by side.
int groups_of(const Settings& settings, const Benchmark& row, int processes, int ranks) {
  return settings.multi != Multi::off && stands_in_groups(row) ? ranks / processes : 1;
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

/// What a grid or a shift asks for, where there are enough processes for others.
std::string cause_of(const Settings& settings, const Benchmark& row) {
  const int dimensions = row.needs.processes.grid;
  if (dimensions > 0 && std::ssize(settings.topology) == dimensions)
    return fmt::format(" (-topo asks for {})", grid_text(settings.topology));
  if (dimensions > 0) return fmt::format(" (no grid of {} extents of 2 or more)", dimensions);
  if (row.flows == Flows::shifted)
    return fmt::format(" (-shift {} takes {} or more)", settings.shift, std::int64_t{settings.shift} + 1);
  return "";
}

/// Why there is no value of the axis.
std::string refusal_of(const Settings& settings, const Benchmark& row, int ranks) {
  const bool enough = ranks >= std::max(row.needs.processes.least, row.needs.processes.exactly);
  if (enough && row.axis == Axis::node_pairs)
    return fmt::format("Benchmark {} needs processes on two nodes or more", row.name);
  if (enough && row.needs.resource == Resource::nodes)
    return fmt::format(
        "Benchmark {} needs two nodes or more with as many neighbouring processes on each, at least two",
        row.name);
  return fmt::format("Benchmark {} invalid for {}{}", row.name, counted(ranks, "process"),
                     enough ? cause_of(settings, row) : "");
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

/// The tables of a value, one for each mode that is wanted.
void add_modes(const Settings& settings, const Variant& variant, const Value& value, const Standing& standing,
               Plan& plan) {
  const Benchmark& row = *variant.row;
  const int groups = groups_of(settings, row, value.processes, plan.ranks);
  for (int mode = 0; mode < row.mode_count(); ++mode) {
    if (!mode_wanted(row, mode, settings.modes)) continue;
    auto section = arranged(settings, equal_lanes(row, mode, value.processes, groups));
    section.order = value.order;
    section.label = variant.label.empty() ? value.label : variant.label;
    section.ranks_of_node = value.ranks_of_node;
    section.unnamed = mode_unnamed(row, settings.modes);
    if (settings.arrival) arrange_arrival(settings, plan, standing.nodes, section);
    if (settings.load) refuse_load(settings, section);
    plan.sections.push_back(std::move(section));
  }
}

TableRun refused(const Benchmark& row, const Plan& plan, std::string why) {
  return {.benchmark = &row, .processes = plan.ranks, .refusal = std::move(why)};
}

}  // namespace

bool stands_in_groups(const Benchmark& row) {
  return row.axis == Axis::counts && (!row.threaded() || facts_of(row.suite).threads);
}

void add_along_axis(const Settings& settings, const Benchmark& benchmark, const Standing& standing,
                    Plan& plan) {
  const Processes& needs = benchmark.needs.processes;
  const auto values = std::max(needs.least, needs.exactly) > plan.ranks
                          ? std::vector<Value>{}
                          : on_nodes(settings, benchmark, plan, standing.nodes,
                                     values_of(settings, benchmark, standing, plan));
  if (values.empty())
    return plan.sections.push_back(refused(benchmark, plan, refusal_of(settings, benchmark, plan.ranks)));
  for (const Variant& variant : variants_of(settings, benchmark, plan))
    for (const Value& value : values) add_modes(settings, variant, value, standing, plan);
}

}  // namespace sonde
