#include "analysis/sides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/text.hpp"

namespace sonde::analysis {
namespace {

bool same_places(const record::Header& one, const record::Header& other) {
  return std::ranges::equal(one.places, other.places, [](const auto& a, const auto& b) {
    return a.rank == b.rank && a.host == b.host && a.cores == b.cores;
  });
}

std::vector<record::Run> pooled(std::string_view side, std::span<const record::Run> runs) {
  std::vector<record::Run> out;
  std::vector<std::size_t> counts;
  for (const record::Run& run : runs) {
    const auto same = std::ranges::find_if(
        out, [&](const record::Run& one) { return same_places(one.header, run.header); });
    const auto at = static_cast<std::size_t>(same - out.begin());
    if (at == out.size()) counts.push_back(0), out.emplace_back().header = run.header;
    ++counts[at];
    for (const record::CaseRecord& c : run.cases)
      if (!c.links) out[at].cases.push_back(c);
  }
  for (std::size_t i = 0; i < counts.size(); ++i)
    out[i].source =
        fmt::format("{} ({}{})", side, counted(counts[i], "run"),
                    counts.size() > 1 ? fmt::format(", placement {} of {}", i + 1, counts.size()) : "");
  return out;
}

}  // namespace

std::vector<record::Run> pooled_sides(std::span<const record::Run> runs, std::size_t base_runs) {
  std::vector<record::Run> out = pooled("base", runs.first(base_runs));
  std::ranges::move(pooled("new", runs.subspan(base_runs)), std::back_inserter(out));
  return out;
}

}  // namespace sonde::analysis
