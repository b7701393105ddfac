#include "record/scan_setting.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.hpp"
#include "record/variant.hpp"

namespace sonde::record {

namespace {

constexpr std::size_t most_settings = 16;

std::string joined(std::span<const ScanSetting> settings, char between) {
  std::string out;
  for (const ScanSetting& one : settings)
    (out += out.empty() ? "" : std::string(1, between)).append(one.name).append(1, '=').append(one.value);
  return out;
}

}  // namespace

std::string scan_text(std::span<const ScanSetting> settings) {
  return joined(settings, '\n');
}

std::vector<ScanSetting> scan_of_text(std::string_view text) {
  std::vector<ScanSetting> out;
  for (const auto line : split(text, '\n')) {
    if (out.size() == most_settings) break;
    const auto sign = line.find('=');
    if (sign == std::string_view::npos) continue;
    ScanSetting one{label_text(printable(line.substr(0, sign))),
                    label_text(printable(line.substr(sign + 1)))};
    const bool is_new = std::ranges::find(out, one.name, &ScanSetting::name) == out.end();
    if (!one.name.empty() && !one.value.empty() && is_new) out.push_back(std::move(one));
  }
  return out;
}

std::vector<ScanSetting> scan_of_launch() {
  const char* text = std::getenv(scan_variable);
  return text != nullptr ? scan_of_text(text) : std::vector<ScanSetting>{};
}

void add_labels(CaseId& id, std::span<const ScanSetting> settings) {
  for (const ScanSetting& one : settings) id.variant.insert_or_assign(one.name, one.value);
}

void remove_labels(CaseId& id, std::span<const ScanSetting> settings) {
  for (const ScanSetting& one : settings)
    if (const auto found = id.variant.find(one.name); found != id.variant.end() && found->second == one.value)
      id.variant.erase(found);
}

Run without_labels(Run run) {
  for (CaseRecord& one : run.cases) remove_labels(one.id, run.header.scan);
  return run;
}

std::string label_of(std::span<const ScanSetting> settings) {
  return joined(settings, ' ');
}

}  // namespace sonde::record
