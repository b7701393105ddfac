#include "catalog/find_benchmark.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.hpp"

namespace sonde {

namespace {
constexpr std::string_view all_guidelines = "Guidelines";
}  // namespace

const Benchmark* find_benchmark(Catalog catalog, std::string_view name) {
  const auto row = std::ranges::find_if(catalog, [&](const Benchmark& b) { return same_word(b.name, name); });
  return row == catalog.end() ? nullptr : &*row;
}

std::vector<const Benchmark*> named_benchmarks(Catalog catalog, std::string_view name) {
  if (const auto* row = find_benchmark(catalog, name)) return {row};
  const bool all = same_word(name, all_guidelines);
  std::vector<const Benchmark*> rows;
  for (const Benchmark& row : catalog)
    if (!row.guideline.empty() && (all || same_word(row.guideline, name))) rows.push_back(&row);
  return rows;
}

std::string_view nearest_benchmark(Catalog catalog, std::string_view name) {
  std::vector<std::string_view> names;
  std::ranges::transform(catalog, std::back_inserter(names), &Benchmark::name);
  if (std::ranges::any_of(catalog, [](const Benchmark& row) { return !row.guideline.empty(); }))
    names.push_back(all_guidelines);
  return nearest(name, names);
}

}  // namespace sonde
