#include "record/repeated_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "base/fnv1a.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"

namespace sonde::record {

namespace {

/// Equal for equal cases, and but for chance for no others.
std::uint64_t digest(const CaseId& id) {
  std::string all = lower(id.benchmark) + '\n' + lower(id.mode);
  for (const auto& [name, value] : id.variant) (all += '\n').append(name).append(1, '=').append(value);
  for (const std::int64_t number :
       {std::int64_t{id.multi}, std::int64_t{id.processes}, std::int64_t{id.groups}, std::int64_t{id.group},
        id.bytes, std::int64_t{id.threads}})
    all += ' ' + std::to_string(number);
  return fnv1a(all);
}

}  // namespace

std::optional<std::string> note_of_repeated(std::span<const CaseRecord> cases) {
  std::vector<std::uint64_t> digests;
  digests.reserve(cases.size());
  for (const CaseRecord& c : cases)
    if (c.status == Status::measured) digests.push_back(digest(c.id));
  std::ranges::sort(digests);
  if (std::ranges::adjacent_find(digests) == digests.end()) return std::nullopt;
  std::map<CaseId, int> counts;
  for (const CaseRecord& c : cases)
    if (c.status == Status::measured) ++counts[c.id];
  std::erase_if(counts, [](const auto& entry) { return entry.second < 2; });
  if (counts.empty()) return std::nullopt;
  const auto& [first, times] = *counts.begin();
  return fmt::format(
      "{} case{} in it more than once, first {} ({} times): where one number is needed, their median counts",
      counts.size(), counts.size() == 1 ? " stands" : "s stand", describe(first), times);
}

}  // namespace sonde::record
