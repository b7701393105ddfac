#include "analysis/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "analysis/figures.hpp"
#include "base/text.hpp"
#include "record/scan_setting.hpp"
#include "stats/order.hpp"

namespace sonde::analysis {

namespace {

/// Why these rows of one setting have no number.
std::string why_unmeasured(Occurrences rows) {
  const record::CaseRecord* first = rows[0].row;
  for (const Occurrence& found : rows)
    if (found.row->status == record::Status::failed) first = found.row;
  if (first->status == record::Status::measured)
    return first->defects.value_or(0) > 0 ? "wrong data" : "no such number";
  return fmt::format("{}{}{}", first->status == record::Status::failed ? "failed" : "skipped",
                     first->text.empty() ? "" : ": ", shortened(first->text, 200));
}

/// The cases of all settings, and what comparisons of two settings have proved.
class Cases {
 public:
  Cases(std::span<const std::vector<record::Run>> settings, double threshold)
      : settings_(settings), threshold_(threshold) {
    for (std::size_t i = 0; i < settings.size(); ++i)
      for (const record::Run& run : settings[i]) {
        all_.push_back(run);
        setting_of_.push_back(i);
      }
  }

  std::vector<ScannedCase> take() {
    std::vector<ScannedCase> out;
    const auto rows = by_case(all_);
    for (Occurrences left = rows; !left.empty();)
      if (auto found = case_of(pop_case(left)); !found.rows.empty()) out.push_back(std::move(found));
    return out;
  }

 private:
  ScannedCase case_of(Occurrences occurrences) {
    ScannedCase out{.id = occurrences[0].row->id, .rows = {}};
    const auto measures = measures_of(occurrences, {});
    if (measures.empty()) return out;
    out.measure = time_measure(measures);
    out.rows = rows_of(occurrences, out.measure);
    out.unmeasured = unmeasured(occurrences, out.rows);
    const auto best = std::ranges::min_element(out.rows, {}, &SettingRow::slowness);
    out.best = static_cast<std::size_t>(best - out.rows.begin());
    if (out.rows.size() > 1) out.proof = proof_of(out);
    return out;
  }

  [[nodiscard]] std::vector<SettingRow> rows_of(Occurrences occurrences, const Measure& measure) const {
    std::map<std::size_t, SettingRow> found;
    for (const auto& [run, value] : value_of_runs(occurrences, measure))
      found[setting_of_[run]].values.push_back(value);
    std::vector<SettingRow> out;
    for (auto& [setting, row] : found) {
      row.setting = setting;
      std::ranges::sort(row.values);
      row.median = stats::median(row.values);
      row.slowness = slowness(row.median, measure);
      const auto n = static_cast<double>(row.values.size());
      if (stats::interval_is_claimed(n)) row.interval = stats::median_interval(row.values, n);
      out.push_back(std::move(row));
    }
    return out;
  }

  [[nodiscard]] std::vector<UnmeasuredSetting> unmeasured(Occurrences occurrences,
                                                          std::span<const SettingRow> rows) const {
    std::map<std::size_t, std::vector<Occurrence>> of_setting;
    for (const Occurrence& found : occurrences) of_setting[setting_of_[found.run]].push_back(found);
    std::vector<UnmeasuredSetting> out;
    for (std::size_t i = 0; i < settings_.size(); ++i) {
      if (std::ranges::find(rows, i, &SettingRow::setting) != rows.end()) continue;
      const auto found = of_setting.find(i);
      out.push_back({i, found != of_setting.end() ? why_unmeasured(found->second) : "no record"});
    }
    return out;
  }

  std::optional<SettingProof> proof_of(const ScannedCase& scanned) {
    const std::size_t best = scanned.rows[scanned.best].setting;
    const SettingRow* rival = nullptr;
    for (const SettingRow& row : scanned.rows)
      if (row.setting != best && (rival == nullptr || row.slowness < rival->slowness)) rival = &row;
    const auto beaten = [&](const SettingRow& row) {
      return row.setting == best || better(row.setting, best, scanned).has_value();
    };
    if (std::ranges::all_of(scanned.rows, beaten)) {
      auto proof = better(rival->setting, best, scanned);
      proof->of_all = true;
      proof->some_unmeasured = !scanned.unmeasured.empty();
      return proof;
    }
    return better(0, best, scanned);  // none where that is the best itself, or has not measured the case
  }

  std::optional<SettingProof> better(std::size_t base, std::size_t fresh, const ScannedCase& scanned) {
    auto [known, is_new] = comparisons_.try_emplace({base, fresh});
    if (is_new)
      known->second = compare(settings_[base], settings_[fresh], threshold_, pairs_of(settings_.size()));
    const auto& cases = known->second.cases;
    const auto row = std::ranges::find_if(cases, [&](const auto& c) {
      return c.id == scanned.id && c.measure == scanned.measure && c.on_both_sides();
    });
    if (row == cases.end() || row->verdict != Verdict::better) return std::nullopt;
    return SettingProof{.rival = base, .ratio = row->ratio, .low = row->low, .high = row->high};
  }

  std::span<const std::vector<record::Run>> settings_;
  double threshold_;
  std::vector<record::Run> all_;
  std::vector<std::size_t> setting_of_;  ///< of each run of all
  std::map<std::pair<std::size_t, std::size_t>, Comparison> comparisons_;
};

/// Numbers before words, by their size.
bool before(const std::string& one, const std::string& other) {
  const auto a = number_of<double>(one), b = number_of<double>(other);
  if (a && b) return *a < *b;
  return a.has_value() && !b.has_value();
}

bool in_order(const std::vector<record::ScanSetting>& one, const std::vector<record::ScanSetting>& other) {
  const auto [a, b] = std::ranges::mismatch(one, other, [](const auto& left, const auto& right) {
    return left.name != right.name || (!before(left.value, right.value) && !before(right.value, left.value));
  });
  return a != one.end() && b != other.end() && a->name == b->name && before(a->value, b->value);
}

const std::string* value_of(const std::vector<record::ScanSetting>& setting, const std::string& name) {
  const auto found = std::ranges::find(setting, name, &record::ScanSetting::name);
  return found == setting.end() ? nullptr : &found->value;
}

/// As a person reads settings in rows, not in one: a range of powers of two, not of steps.
bool asks_for_logarithm(std::span<const double> ascending) {
  constexpr double wide = 8;
  return ascending.size() > 1 && ascending.front() > 0 && ascending.back() >= wide * ascending.front();
}

}  // namespace

std::vector<ScannedCase> scanned_cases(std::span<const std::vector<record::Run>> settings, double threshold) {
  return Cases(settings, threshold).take();
}

std::string proof_text(const SettingProof& proof, std::span<const std::string> labels) {
  const std::string than = !proof.of_all        ? "better than the first"
                           : labels.size() == 2 ? "better than the other"
                           : proof.some_unmeasured
                               ? "better than all others measured, next " + labels[proof.rival]
                               : "better than all others, next " + labels[proof.rival];
  return fmt::format("{}, {:.3g} [{:.3g}, {:.3g}] of its time", than, proof.ratio, proof.low, proof.high);
}

std::vector<std::string> Scan::axes() const {
  std::vector<std::string> out;
  std::map<std::string, std::set<std::string>> values;
  for (const auto& setting : settings)
    for (const auto& [name, value] : setting)
      if (values[name].insert(value).second && values[name].size() == 2) out.push_back(name);
  return out;
}

std::optional<Scan> scan_of(std::span<const record::Run> runs, double threshold) {
  Scan out;
  for (const record::Run& run : runs)
    if (!run.header.scan.empty() && std::ranges::find(out.settings, run.header.scan) == out.settings.end())
      out.settings.push_back(run.header.scan);
  if (out.settings.size() < 2) return std::nullopt;
  std::ranges::stable_sort(out.settings, in_order);
  out.runs.resize(out.settings.size());
  for (const auto& setting : out.settings) out.labels.push_back(record::label_of(setting));
  for (const record::Run& run : runs)
    if (const auto at = std::ranges::find(out.settings, run.header.scan); at != out.settings.end())
      out.runs[static_cast<std::size_t>(at - out.settings.begin())].push_back(record::without_labels(run));
  out.cases = scanned_cases(out.runs, threshold);
  return out;
}

std::optional<double> ScanAxis::place_of(const std::string& value) const {
  const auto found = std::ranges::find(values, value);
  if (found == values.end()) return std::nullopt;
  return places[static_cast<std::size_t>(found - values.begin())];
}

ScanAxis axis_of(std::span<const std::vector<record::ScanSetting>> settings, const std::string& name) {
  ScanAxis out{.name = name, .values = {}, .places = {}};
  for (const auto& setting : settings)
    if (const auto* value = value_of(setting, name);
        value && std::ranges::find(out.values, *value) == out.values.end())
      out.values.push_back(*value);
  std::ranges::stable_sort(out.values, before);
  const auto finite = [](const std::string& value) {
    const auto number = number_of<double>(value);
    return number && std::isfinite(*number);
  };
  out.numbers = !out.values.empty() && std::ranges::all_of(out.values, finite);
  for (std::size_t i = 0; i < out.values.size(); ++i)
    out.places.push_back(out.numbers ? *number_of<double>(out.values[i]) : static_cast<double>(i));
  out.logarithmic = out.numbers && asks_for_logarithm(out.places);
  return out;
}

void settings_as_sides(std::vector<record::Run>& base, std::vector<record::Run>& fresh) {
  for (const auto* side : {&base, &fresh})
    for (const record::Run& run : *side)
      if (run.header.scan != side->front().header.scan) return;
  for (auto* side : {&base, &fresh})
    for (record::Run& run : *side) run = record::without_labels(std::move(run));
}

}  // namespace sonde::analysis
