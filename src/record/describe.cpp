#include "record/describe.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::record {

std::string labels_of(const CaseId& id) {
  std::string out = id.mode;
  for (const auto& [name, value] : id.variant)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value);
  return out;
}

std::string describe(const CaseId& first, const CaseId& last) {
  std::string out = (first.multi ? "Multi-" : "") + first.benchmark;
  if (const auto labels = labels_of(first); !labels.empty()) out += " " + labels;
  const auto range = [](const std::string& from, const std::string& to) {
    return from == to ? from : from + " to " + to;
  };
  if (first.processes > 0)
    out +=
        fmt::format(", {} process{}", range(std::to_string(first.processes), std::to_string(last.processes)),
                    last.processes == 1 ? "" : "es");
  if (first.threads > 0) out += fmt::format(" of {} thread{}", first.threads, first.threads == 1 ? "" : "s");
  if (first.groups > 1) out += fmt::format(" x {} groups", first.groups);
  if (first.group >= 0) out += fmt::format(", group {}", first.group);
  if (first.bytes >= 0) out += ", " + range(human_bytes(first.bytes), human_bytes(last.bytes));
  return printable(out);
}

std::string describe(const CaseId& id) {
  return describe(id, id);
}

}  // namespace sonde::record
