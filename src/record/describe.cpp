#include "record/describe.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace sonde::record {

std::string describe(const CaseId& id) {
  std::string out = (id.multi ? "Multi-" : "") + id.benchmark;
  if (!id.mode.empty()) out += " " + id.mode;
  if (id.processes > 0) out += fmt::format(", {} process{}", id.processes, id.processes == 1 ? "" : "es");
  if (id.threads > 0) out += fmt::format(" of {} thread{}", id.threads, id.threads == 1 ? "" : "s");
  if (id.groups > 1) out += fmt::format(" x {} groups", id.groups);
  if (id.group >= 0) out += fmt::format(", group {}", id.group);
  if (id.bytes >= 0) out += ", " + human_bytes(id.bytes);
  return out;
}

}  // namespace sonde::record
