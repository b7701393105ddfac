#include "record/memory_lines.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::record {

namespace {

double mebibytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / static_cast<double>(mebibyte);
}

}  // namespace

std::string memory_lines(const CaseRecord& result) {
  if (!result.memory) return {};
  const MemoryGrowth& memory = *result.memory;
  std::string out = "#\n# Memory in MiB (2^20): median and maximum over the ranks, sum of all\n";
  if (memory.resident)
    out += "# The kernel has no smaps_rollup: all that is resident (RSS) stands in place of PSS\n";
  auto to = std::back_inserter(out);
  fmt::format_to(to, "# {:<12}", "point");
  for (const char* quantity : {memory.resident ? "RSS" : "PSS", "private", "shared"})
    fmt::format_to(to, " {:>14} {:>9} {:>10}", fmt::format("{} median", quantity), "max", "sum");
  out += '\n';
  for (const auto& point : memory.points) {
    fmt::format_to(to, "# {:<12}", printable(point.name));
    for (const auto& [key, spread] : memory_spreads)
      fmt::format_to(to, " {:>14.3f} {:>9.3f} {:>10.3f}", mebibytes((point.*spread).median),
                     mebibytes((point.*spread).max), mebibytes((point.*spread).sum));
    out += '\n';
  }
  return out;
}

}  // namespace sonde::record
