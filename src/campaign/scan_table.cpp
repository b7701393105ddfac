#include "campaign/scan_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "analysis/comparison.hpp"
#include "analysis/observations.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::campaign {

namespace {

/// What the launches of one setting say of a case.
struct Row {
  std::size_t setting = 0;
  std::vector<double> values;  ///< of launches, ascending
  double median = 0, slowness = 0;
};

class Scan {
 public:
  Scan(std::span<const Variant> settings, Runs runs, double threshold)
      : settings_(settings), threshold_(threshold) {
    for (std::size_t i = 0; i < settings.size(); ++i) {
      width_ = std::max(width_, settings[i].label.size());
      of_setting_.push_back(std::move(runs[settings[i].name]));
      for (const auto& run : of_setting_.back()) all_.push_back(run), setting_of_.push_back(i);
    }
  }

  ScanText text() {
    ScanText out;
    const auto rows = analysis::by_case(all_);
    for (analysis::Occurrences left = rows; !left.empty();) out.tables += table_of(analysis::take_case(left));
    std::string best;
    for (const auto& [setting, cases] : best_in_)
      best += fmt::format("{}{} in {}", best.empty() ? "" : ", ", settings_[setting].label, cases);
    out.sentence = printable(fmt::format("# Proved best of {} settings: {} of {} case{}{}", settings_.size(),
                                         best.empty() ? "none in any" : best, cases_, cases_ == 1 ? "" : "s",
                                         better_than_first_text())) +
                   "\n" + too_few_text();
    return out;
  }

 private:
  /// A line where so few launches can prove nothing.
  [[nodiscard]] std::string too_few_text() const {
    std::size_t most = 0;
    for (const auto& runs : of_setting_) most = std::max(most, runs.size());
    const std::size_t needed = analysis::runs_to_prove(pairs());
    return most >= needed
               ? ""
               : fmt::format("# {} launches of each setting can prove no best of {}: take {} or more (-n)\n",
                             most, settings_.size(), needed);
  }

  /// Of settings, any of which the launches may choose for a comparison.
  [[nodiscard]] std::size_t pairs() const { return settings_.size() * (settings_.size() - 1) / 2; }

  [[nodiscard]] std::string better_than_first_text() const {
    return only_better_than_first_ == 0 ? ""
                                        : fmt::format("; in {} the best is proved better than {} alone",
                                                      only_better_than_first_, settings_[0].label);
  }

  std::string table_of(analysis::Occurrences occurrences) {
    const auto measures = analysis::measures_of(occurrences, {});
    if (measures.empty()) return "";
    const auto& measure = measures[0];
    const auto rows = rows_of(occurrences, measure);
    if (rows.empty()) return "";
    ++cases_;
    const auto& id = occurrences[0].row->id;
    const auto best = std::ranges::min_element(rows, {}, &Row::slowness);
    const std::string mark = rows.size() > 1 ? mark_of(rows, *best, id, measure) : "";
    std::string out = fmt::format("\n# {}: {}\n{:<{}} {:>5} {:>12}  {:<27}  {}\n", record::describe(id),
                                  printable(analysis::word_of(measure)), "setting", width_, "runs", "median",
                                  "95 % interval", "verdict");
    for (const Row& row : rows)
      out += fmt::format("{:<{}} {:>5} {:>12}  {:<27}  {}\n", printable(settings_[row.setting].label), width_,
                         row.values.size(), analysis::text_of(row.median, measure), interval_of(row, measure),
                         &row == &*best ? mark : "");
    return out;
  }

  /// In the order of settings.
  [[nodiscard]] std::vector<Row> rows_of(analysis::Occurrences occurrences,
                                         const analysis::Measure& measure) const {
    std::map<std::size_t, Row> found;
    for (const auto& [run, value] : analysis::value_of_runs(occurrences, measure))
      found[setting_of_[run]].values.push_back(value);
    std::vector<Row> out;
    for (auto& [setting, row] : found) {
      row.setting = setting;
      std::ranges::sort(row.values);
      row.median = stats::median(row.values);
      row.slowness = analysis::slowness(row.median, measure);
      out.push_back(std::move(row));
    }
    return out;
  }

  static std::string interval_of(const Row& row, const analysis::Measure& measure) {
    const auto n = static_cast<double>(row.values.size());
    if (!stats::interval_is_claimed(n)) return "-";
    const auto interval = stats::median_interval(row.values, n);
    return fmt::format("{} .. {}", analysis::text_of(interval.low, measure),
                       analysis::text_of(interval.high, measure));
  }

  /// What is proved of the best row.
  std::string mark_of(const std::vector<Row>& rows, const Row& best, const record::CaseId& id,
                      const analysis::Measure& measure) {
    const Row* rival = nullptr;
    for (const Row& row : rows)
      if (&row != &best && (rival == nullptr || row.slowness < rival->slowness)) rival = &row;
    if (rows.size() == settings_.size())
      if (const auto proof = proof_of(rival->setting, best.setting, id, measure)) {
        ++best_in_[best.setting];
        return "best: better than " +
               (rows.size() == 2 ? "the other" : "all others, next " + settings_[rival->setting].label) +
               *proof;
      }
    if (best.setting == 0 || rows[0].setting != 0) return "";
    const auto proof = proof_of(0, best.setting, id, measure);
    if (!proof) return "";
    ++only_better_than_first_;
    return "better than the first" + *proof;
  }

  /// ", ratio 0.8 [0.78, 0.83]" where the setting is proved better than the base.
  std::optional<std::string> proof_of(std::size_t base, std::size_t fresh, const record::CaseId& id,
                                      const analysis::Measure& measure) {
    auto [known, is_new] = comparisons_.try_emplace({base, fresh});
    if (is_new) known->second = analysis::compare(of_setting_[base], of_setting_[fresh], threshold_, pairs());
    const auto& cases = known->second.cases;
    const auto row = std::ranges::find_if(
        cases, [&](const auto& c) { return c.id == id && c.measure == measure && c.on_both_sides(); });
    if (row == cases.end() || row->verdict != analysis::Verdict::better) return std::nullopt;
    return fmt::format(", {:.3g} [{:.3g}, {:.3g}] of its time", row->ratio, row->low, row->high);
  }

  std::span<const Variant> settings_;
  double threshold_;
  std::size_t width_ = 7, cases_ = 0, only_better_than_first_ = 0;
  std::vector<std::vector<record::Run>> of_setting_;
  std::vector<record::Run> all_;
  std::vector<std::size_t> setting_of_;         ///< of each run of all
  std::map<std::size_t, std::size_t> best_in_;  ///< cases in which a setting is proved best
  std::map<std::pair<std::size_t, std::size_t>, analysis::Comparison> comparisons_;
};

}  // namespace

ScanText scan_text(std::span<const Variant> settings, Runs runs, double threshold) {
  return Scan(settings, std::move(runs), threshold).text();
}

Result<ScanText> scan_table(std::span<const Variant> settings, std::span<const Launch> launches,
                            const Journal& journal, double threshold) {
  auto runs = good_runs(launches, journal);
  if (!runs) return tl::unexpected(runs.error());
  return scan_text(settings, std::move(*runs), threshold);
}

}  // namespace sonde::campaign
