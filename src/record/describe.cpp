#include "record/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  if (first.threads > 0) out += fmt::format(" of {}", counted(first.threads, "thread"));
  if (first.groups > 1) out += fmt::format(" x {} groups", first.groups);
  if (first.group >= 0) out += fmt::format(", group {}", first.group);
  if (first.bytes >= 0) out += ", " + range(exact_bytes(first.bytes), exact_bytes(last.bytes));
  return printable(out);
}

std::string describe(const CaseId& id) {
  return describe(id, id);
}

namespace {

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

std::string short_name(const CaseId& id) {
  std::string out = (id.multi ? "Multi-" : "") + id.benchmark;
  if (const auto labels = labels_of(id); !labels.empty()) out += " " + labels;
  std::ranges::replace(out, ' ', '_');  // "Rate_pairs_window_8"
  if (id.processes > 0) out += fmt::format(" np={}", id.processes);
  if (id.threads > 0) out += fmt::format(" threads={}", id.threads);
  if (id.groups > 1) out += fmt::format(" groups={}", id.groups);
  if (id.group >= 0) out += fmt::format(" group={}", id.group);
  if (id.bytes >= 0) out += " " + without_blanks(exact_bytes(id.bytes));
  return out;
}

std::string port_text(const Header& header) {
  constexpr double bits = 8;
  return header.port_rate ? fmt::format("{:g} Gbit/s", *header.port_rate * bits / 1e9) : "";
}

std::string compact_percent(double share) {
  return without_blanks(human_percent(share));
}

std::string compact_seconds(double seconds) {
  return without_blanks(human_seconds(seconds));
}

}  // namespace sonde::record
