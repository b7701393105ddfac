#include "analysis/sides.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sonde::analysis {
namespace {

bool same_places(const record::Header& one, const record::Header& other) {
  return std::ranges::equal(one.places, other.places, [](const auto& a, const auto& b) {
    return a.rank == b.rank && a.host == b.host && a.cores == b.cores;
  });
}

void pool(const char* side, std::span<const record::Run> runs, std::vector<record::Run>& out) {
  const std::size_t first = out.size();
  std::vector<std::size_t> counts;
  for (const record::Run& run : runs) {
    std::size_t at = first;
    while (at < out.size() && !same_places(out[at].header, run.header)) ++at;
    if (at == out.size()) {
      counts.push_back(0);
      out.emplace_back().header = run.header;
    }
    ++counts[at - first];
    for (const record::CaseRecord& c : run.cases)
      if (!c.links) out[at].cases.push_back(c);
  }
  for (std::size_t i = 0; i < counts.size(); ++i)
    out[first + i].source =
        fmt::format("{} ({} run{}{})", side, counts[i], counts[i] == 1 ? "" : "s",
                    counts.size() > 1 ? fmt::format(", placement {} of {}", i + 1, counts.size()) : "");
}

}  // namespace

std::vector<record::Run> pooled_sides(std::span<const record::Run> runs, std::size_t base_runs) {
  std::vector<record::Run> out;
  pool("base", runs.first(base_runs), out);
  pool("new", runs.subspan(base_runs), out);
  return out;
}

}  // namespace sonde::analysis
