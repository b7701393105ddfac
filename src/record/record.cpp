#include "record/record.hpp"

#include <fmt/format.h>

#include <compare>
#include <tuple>

#include "base/text.hpp"

namespace sonde::record {

std::weak_ordering CaseId::operator<=>(const CaseId& other) const {
  if (const auto order = compare_words(benchmark, other.benchmark); std::is_neq(order)) return order;
  if (const auto order = compare_words(mode, other.mode); std::is_neq(order)) return order;
  return std::tie(variant, multi, processes, groups, group, bytes, threads) <=>
         std::tie(other.variant, other.multi, other.processes, other.groups, other.group, other.bytes,
                  other.threads);
}

std::string_view convention(const Header& header, std::string_view name) {
  for (const auto& [known, value] : header.conventions_in_force)
    if (known == name) return value;
  return {};
}

std::vector<std::string> notes_of(std::span<const Run> runs) {
  std::vector<std::string> out;
  for (const Run& run : runs)
    for (const std::string& note : run.notes) out.push_back(fmt::format("{}: {}", run.source, note));
  return out;
}

}  // namespace sonde::record
