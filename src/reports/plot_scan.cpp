#include "reports/plot_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "record/scan_setting.hpp"

namespace sonde::reports {

namespace {

constexpr double threshold = 0.03;  // as `sonde run` and `sonde compare` have it

std::string other_settings(std::vector<record::ScanSetting> setting, const std::string& name) {
  std::erase_if(setting, [&](const auto& one) { return one.name == name; });
  return record::label_of(setting);
}

}  // namespace

std::size_t Across::run_of(std::size_t setting) const {
  std::size_t at = 0;
  for (std::size_t i = 0; i < setting; ++i) at += scan.runs[i].size();
  return at;
}

Result<Across> across(std::span<const record::Run> runs, const std::string& setting) {
  auto scan = analysis::scan_of(runs, threshold);
  const auto axes = scan ? scan->axes() : std::vector<std::string>{};
  if (axes.empty())
    return failure("--over takes the records of a scan (sonde run -L): these have no two settings");
  if (std::ranges::find(axes, setting) == axes.end())
    return failure(fmt::format("--over: no setting {} of several values; there are: {}",
                               sonde::quoted(setting), fmt::join(axes, ", ")));
  Across out{.scan = std::move(*scan), .axis = {}, .runs = {}, .places = {}, .others = {}, .names = {}};
  out.axis = analysis::axis_of(out.scan.settings, setting);
  for (std::size_t i = 0; i < out.scan.settings.size(); ++i) {
    const auto& parts = out.scan.settings[i];
    const auto value = std::ranges::find(parts, setting, &record::ScanSetting::name);
    const std::string others = other_settings(parts, setting);
    const auto name = std::ranges::find(out.names, others);
    const auto number = static_cast<std::size_t>(name - out.names.begin());
    if (name == out.names.end()) out.names.push_back(others);
    for (const record::Run& run : out.scan.runs[i]) {
      out.runs.push_back(run);
      out.places.push_back(value == parts.end() ? std::nan("") : *out.axis.place_of(value->value));
      out.others.push_back(number);
    }
  }
  return out;
}

}  // namespace sonde::reports
