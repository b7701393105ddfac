#include "record/variable_lines.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "base/text.hpp"

namespace sonde::record {

namespace {

/// Whole numbers without a fraction, however large.
std::string plain(double value) {
  constexpr double exact = 9007199254740992;  // 2^53
  const bool whole =
      value > -exact && value < exact && value == static_cast<double>(static_cast<std::int64_t>(value));
  return whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{:.6g}", value);
}

}  // namespace

std::string variable_lines(const CaseRecord& result) {
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

}  // namespace sonde::record
