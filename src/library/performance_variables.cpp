#include "library/performance_variables.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "mpi/broadcast.hpp"
#include "mpi/gather_lists.hpp"

namespace sonde::library {

namespace {

/// Those of this process in the order of the first rank's, by name and class.
std::vector<VariableFacts> in_order_of(const std::vector<std::string>& wanted,
                                       const std::vector<VariableFacts>& mine) {
  std::vector<VariableFacts> out;
  for (std::size_t i = 0; i + 1 < wanted.size(); i += 2) {
    VariableFacts like{.index = -1, .name = wanted[i]};
    like.klass = static_cast<VariableClass>(std::stoi(wanted[i + 1]));
    for (const auto& variable : mine)
      if (variable.same(like) && variable.number && variable.binding != Binding::other) like = variable;
    out.push_back(std::move(like));
  }
  return out;
}

}  // namespace

Result<PerformanceVariables> PerformanceVariables::open(const mpi::World& world, const Settings& settings) {
  PerformanceVariables out;
  if (settings.performance_variables.empty()) return out;
  out.tools_ = start_tools();
  const auto mine = variables_of_library();
  Result<VariableChoice> choice;
  if (world.first())
    choice = mine ? choose_variables(*mine, settings.performance_variables)
                  : Result<VariableChoice>(tl::unexpected(mine.error()));
  if (choice) leave_out_unsafe(*choice, *out.tools_, world.comm);
  if (world.first() && choice && choice->chosen.empty())
    choice = nothing_left(*choice, settings.performance_variables);
  if (const auto told = mpi::outcome_of_first(world, choice); !told) return tl::unexpected(told.error());
  std::vector<std::string> wanted;
  for (const auto& variable : choice->chosen) {
    wanted.push_back(variable.name);
    wanted.push_back(std::to_string(static_cast<int>(variable.klass)));
  }
  mpi::broadcast(world.comm, wanted);
  out.variables_ = in_order_of(wanted, mine.value_or(std::vector<VariableFacts>{}));
  if (world.first()) out.description_ = describe(*choice);
  return out;
}

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// Sums, how many know the value, and negative minima beside maxima, of each variable.
struct Reduced {
  std::vector<double> sums, largest;
};

Reduced reduce(MPI_Comm group, const std::vector<VariableValue>& mine) {
  Reduced out;
  for (const auto& [known, value] : mine) {
    out.sums.insert(out.sums.end(), {known ? value : 0, known ? 1.0 : 0.0});
    out.largest.insert(out.largest.end(), {known ? -value : -none, known ? value : -none});
  }
  return {mpi::reduced(group, out.sums, MPI_SUM), mpi::reduced(group, out.largest, MPI_MAX)};
}

std::vector<record::PerformanceVariable> told_by(const std::vector<VariableFacts>& variables,
                                                 std::span<const double> sums,
                                                 std::span<const double> largest) {
  std::vector<record::PerformanceVariable> out;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (sums[2 * i + 1] > 0)
      out.push_back({.name = variables[i].name,
                     .klass = std::string(to_word(variables[i].klass)),
                     .sum = sums[2 * i],
                     .min = -largest[2 * i],
                     .max = largest[2 * i + 1],
                     .ranks = static_cast<int>(sums[2 * i + 1])});
  return out;
}

}  // namespace

GroupVariables gather_variables(const case_setup::Team& team, const std::vector<VariableFacts>& variables,
                                const std::vector<VariableValue>& mine) {
  if (variables.empty()) return {};
  const auto [sums, largest] = reduce(team.group.get(), mine);
  if (!team.leads() || team.leaders.empty()) return {};
  const int length = static_cast<int>(sums.size());
  const auto count = team.group_index == 0 ? static_cast<std::size_t>(team.groups) : 0;
  std::vector<double> all_sums(count * sums.size()), all_largest(all_sums.size());
  for (const auto& [from, into] : {std::pair(&sums, &all_sums), std::pair(&largest, &all_largest)})
    mpi::ok(
        MPI_Gather(from->data(), length, MPI_DOUBLE, into->data(), length, MPI_DOUBLE, 0, team.leaders.get()),
        "MPI_Gather");
  GroupVariables out;
  for (std::size_t group = 0; group < count; ++group)
    out.push_back(told_by(variables, std::span(all_sums).subspan(group * sums.size(), sums.size()),
                          std::span(all_largest).subspan(group * sums.size(), sums.size())));
  return out;
}

std::vector<record::PerformanceVariable> sum_of(const GroupVariables& groups) {
  std::vector<record::PerformanceVariable> out;
  for (const auto& group : groups)
    for (const auto& variable : group) {
      const auto same = [&](const auto& other) {
        return other.name == variable.name && other.klass == variable.klass;
      };
      const auto found = std::ranges::find_if(out, same);
      if (found == out.end()) {
        out.push_back(variable);
        continue;
      }
      found->sum += variable.sum;
      found->min = std::min(found->min, variable.min);
      found->max = std::max(found->max, variable.max);
      found->ranks += variable.ranks;
    }
  return out;
}

}  // namespace sonde::library
