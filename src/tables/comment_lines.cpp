#include "tables/comment_lines.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::tables {

namespace {

double mebibytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / static_cast<double>(mebibyte);
}

/// Whole numbers without a fraction, however large.
std::string plain(double value) {
  constexpr double exact = 9007199254740992;  // 2^53
  const bool whole =
      value > -exact && value < exact && value == static_cast<double>(static_cast<std::int64_t>(value));
  return whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{:.6g}", value);
}

}  // namespace

std::string memory_lines(const record::CaseRecord& result) {
  if (!result.memory) return {};
  const record::MemoryGrowth& memory = *result.memory;
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
    for (const auto& [key, spread] : record::memory_spreads)
      fmt::format_to(to, " {:>14.3f} {:>9.3f} {:>10.3f}", mebibytes((point.*spread).median),
                     mebibytes((point.*spread).max), mebibytes((point.*spread).sum));
    out += '\n';
  }
  return out;
}

std::string variable_lines(const record::CaseRecord& result) {
  if (result.performance_variables.empty()) return {};
  std::string out = "#";
  if (result.id.bytes >= 0) out += fmt::format(" bytes={}", result.id.bytes);
  if (result.id.group >= 0) out += fmt::format(" group={}", result.id.group);
  for (const auto& variable : result.performance_variables) {
    const bool grew =
        variable.klass == "counter" || variable.klass == "aggregate" || variable.klass == "timer";
    out += fmt::format(" {}={}{}({}..{})", printable(variable.name), grew ? "+" : "", plain(variable.sum),
                       plain(variable.min), plain(variable.max));
  }
  return out + '\n';
}

}  // namespace sonde::tables
