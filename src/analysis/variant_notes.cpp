#include "analysis/variant_notes.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "record/message_memory.hpp"

namespace sonde::analysis {

namespace {

constexpr std::size_t most_pairs = 5;

using Variant = std::map<std::string, std::string>;

/// Our own tables say nothing of host memory.
bool in_host_memory(const Variant& one, const Variant& other) {
  const std::string label(record::memory_label);
  return other.contains(label) && !one.contains(label);
}

/// The labels of `one` that `other` has not, or has with another value.
std::string own_labels(const Variant& one, const Variant& other) {
  std::string out;
  for (const auto& [name, value] : one)
    if (const auto there = other.find(name); there == other.end() || there->second != value)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value);
  if (in_host_memory(one, other))
    out += fmt::format("{}{} host", out.empty() ? "" : ", ", record::memory_label);
  return out.empty() ? "no such label" : out;
}

/// Of cases that differ in labels alone, the labels that one side alone has.
struct OneSided {
  std::set<Variant> base, fresh;
};

std::map<record::CaseId, OneSided> one_sided(std::span<const ComparedCase> cases) {
  std::map<record::CaseId, OneSided> alike;
  for (const ComparedCase& c : cases) {
    if (c.verdict != Verdict::only_in_base && c.verdict != Verdict::only_in_new) continue;
    auto id = c.id;
    id.variant.clear();
    OneSided& found = alike[id];
    (c.verdict == Verdict::only_in_base ? found.base : found.fresh).insert(c.id.variant);
  }
  return alike;
}

}  // namespace

std::vector<std::string> variant_notes(std::span<const ComparedCase> cases) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const auto& [id, found] : one_sided(cases))
    for (const auto& before : found.base)
      for (const auto& after : found.fresh) ++counts[{own_labels(before, after), own_labels(after, before)}];
  std::vector<std::string> notes;
  for (const auto& [pair, count] : counts) {
    if (notes.size() == most_pairs) break;
    notes.push_back(fmt::format("not compared: {} in the base, {} on the new side ({})",
                                shortened(pair.first, 100), shortened(pair.second, 100),
                                counted(count, "case")));
  }
  return notes;
}

}  // namespace sonde::analysis
