#include "reports/tuning_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "analysis/measured_guidelines.hpp"

namespace sonde::reports {

namespace {

using analysis::CheapestOfLengths;
using analysis::CheckedGuideline;

/// The mock-ups of version 0.2 that need no node layout: the library ends a program whose profile names
/// another one.
constexpr std::array<std::string_view, 23> mock_ups{"allgather_as_allgatherv",
                                                    "allgather_as_allreduce",
                                                    "allgather_as_alltoall",
                                                    "allgather_as_gather_bcast",
                                                    "allreduce_as_reduce_bcast",
                                                    "allreduce_as_reducescatter_allgatherv",
                                                    "allreduce_as_reducescatterblock_allgather",
                                                    "alltoall_as_alltoallv",
                                                    "bcast_as_allgatherv",
                                                    "bcast_as_scatter_allgather",
                                                    "gather_as_allgather",
                                                    "gather_as_gatherv",
                                                    "gather_as_reduce",
                                                    "reduce_as_allreduce",
                                                    "reduce_as_reducescatter",
                                                    "reduce_as_reducescatter_gatherv",
                                                    "reduce_as_reducescatterblock_gather",
                                                    "reducescatterblock_as_allreduce",
                                                    "reducescatterblock_as_reduce_scatter",
                                                    "reducescatterblock_as_reducescatter",
                                                    "scan_as_exscan_reducelocal",
                                                    "scatter_as_bcast",
                                                    "scatter_as_scatterv"};

/// Lower case; underscores are between calls alone: reducescatterblock_as_reduce_scatter is Reduce + Scatter.
std::string mock_up_of(const analysis::ComposedNames& names) {
  std::string out;
  for (const char c : names.call + "+as+" + names.composition)
    if (c == '+')
      out += '_';
    else if (c != '_' && c != ' ')
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool can_be_told(const CheckedGuideline& row) {
  const auto& id = row.left;
  return row.composed && id.mode.empty() && !id.multi && id.groups == 1 && id.threads == 0 &&
         id.variant.empty() && id.bytes >= 0 && id.bytes <= std::numeric_limits<int>::max() &&
         std::ranges::find(mock_ups, mock_up_of(analysis::composed_names(id.benchmark))) != mock_ups.end();
}

std::string profile(const std::string& call, int processes, std::span<const CheapestOfLengths* const> found,
                    const analysis::GuidelineCheck& check) {
  std::map<std::string, std::size_t> numbers;
  for (const auto* one : found) numbers[mock_up_of(one->names)] = 0;
  for (std::size_t next = 0; auto& [name, number] : numbers) number = ++next;
  std::string out = fmt::format("# sonde guidelines: {} launches, tolerance {:.3g} %\nMPI_{}\n{}\n{}\n",
                                check.launches, 100 * check.tolerance, call, processes, numbers.size());
  for (const auto& [name, number] : numbers) out += fmt::format("{} {}\n", number, name);
  out += fmt::format("{}\n", found.size());
  for (const auto* one : found)
    out += fmt::format("{} {} {}\n", one->rows.front()->left.bytes, one->rows.back()->left.bytes,
                       numbers.at(mock_up_of(one->names)));
  return out;
}

}  // namespace

std::vector<TuningProfile> tuning_profiles(const analysis::GuidelineCheck& check) {
  auto told = check;
  std::erase_if(told.rows, [](const CheckedGuideline& row) { return !can_be_told(row); });
  const auto cheapest = analysis::cheapest_of_lengths(told);
  std::map<std::pair<std::string, int>, std::vector<const CheapestOfLengths*>> profiles;
  for (const auto& one : cheapest)
    profiles[{one.names.call, one.rows.front()->left.processes}].push_back(&one);
  std::vector<TuningProfile> out;
  for (const auto& [key, found] : profiles) {
    const auto& [call, processes] = key;
    const auto name = mock_up_of({call, ""});
    out.push_back({fmt::format("{}-{}.prf", name.substr(0, name.find('_')), processes),
                   profile(call, processes, found, check)});
  }
  return out;
}

}  // namespace sonde::reports
