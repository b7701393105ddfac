#include "history/page_script_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/version.hpp"
#include "history/alarm_episodes.hpp"
#include "history/levels.hpp"
#include "history/why.hpp"
#include "record/describe.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr double parts = 1e4;           // of a logarithm
constexpr std::size_t most_looks = 40;  // nights whose headers are read again for what changed

/// Headers of two nights are read once for all alarms that begin there.
class Changes {
 public:
  Changes(const History& history, const Check& check) : history_(history), known_(check.causes) {}

  /// null: not looked up.
  Result<json> at(std::size_t night) {
    if (night == 0) return json(nullptr);
    if (!known_.contains(night)) {
      if (looks_ == most_looks) return json(nullptr);
      ++looks_;
      auto found = changes_at(history_.directory, history_.nights, night);
      if (!found) return tl::unexpected(found.error());
      known_[night] = std::move(*found);
    }
    return json(known_[night]);
  }

 private:
  const History& history_;
  std::map<std::size_t, std::vector<std::string>> known_;
  std::size_t looks_ = 0;
};

json alarm(const char* kind, const std::string& name, json row, std::vector<std::size_t> nights) {
  return {{"kind", kind},
          {"name", name},
          {"case", std::move(row)},
          {"nights", std::move(nights)},
          {"acknowledged", nullptr}};
}

Result<void> add_changes(Changes& changes, std::size_t since, json alarm, json& out) {
  alarm["since"] = since;
  auto found = changes.at(since);
  if (!found) return tl::unexpected(found.error());
  alarm["changes"] = std::move(*found);
  out.push_back(std::move(alarm));
  return {};
}

json moved_alarm(const char* kind, const History& history, const CaseShift& moved,
                 std::vector<std::size_t> nights) {
  json out = alarm(kind, history.rows[moved.of].name, moved.of, std::move(nights));
  out["change"] = moved.change;
  out["low"] = moved.low;
  out["high"] = moved.high;
  out["confidence"] = nullptr;
  return out;
}

/// The row of what was compared: the first of its name that the last night has.
json row_of(const History& history, const analysis::ComparedCase& c) {
  for (std::size_t r = 0; r < history.rows.size(); ++r)
    if (is_about(c, history.rows[r]) && history.rows[r].nights[history.last()].launches > 0) return r;
  return nullptr;
}

json compared_alarm(const char* kind, const History& history, const analysis::ComparedCase& c) {
  json row = row_of(history, c);
  const std::string name = row.is_null() ? record::describe(c.id) : history.rows[row.get<std::size_t>()].name;
  json out = alarm(kind, name, std::move(row), {history.last()});
  out["change"] = c.ratio - 1;
  out["low"] = c.level > 0 ? json(c.low - 1) : json(nullptr);
  out["high"] = c.level > 0 ? json(c.high - 1) : json(nullptr);
  out["confidence"] = c.level > 0 ? json(c.level) : json(nullptr);
  return out;
}

/// Of a short history: what the comparison proves, the largest ratio first.
Result<void> add_compared(const History& history, const analysis::Comparison& comparison, Changes& changes,
                          json& out) {
  using analysis::Verdict;
  for (const auto& [verdict, kind] :
       {std::pair(Verdict::worse, "slower"), std::pair(Verdict::better, "faster")}) {
    std::vector<const analysis::ComparedCase*> found;
    for (const auto& c : comparison.cases)
      if (c.verdict == verdict) found.push_back(&c);
    std::ranges::stable_sort(found, [](const auto* a, const auto* b) {
      return std::abs(std::log(a->ratio)) > std::abs(std::log(b->ratio));
    });
    for (const auto* c : found)
      if (auto done = add_changes(changes, history.last(), compared_alarm(kind, history, *c), out); !done)
        return done;
  }
  return {};
}

Result<void> add_calibrated(const History& history, const Check& check, Changes& changes, json& out) {
  for (const AlarmEpisode& one : raised(history, check)) {
    json made = moved_alarm("slower", history, one.moved, one.nights);
    if (one.level)
      made["acknowledged"] = {{"night", *one.level},
                              {"text", history.new_levels[one.moved.of].at(*one.level)}};
    if (auto done = add_changes(changes, one.moved.since, std::move(made), out); !done) return done;
  }
  for (const CaseShift& moved : check.calibrated->moved)
    if (moved.change < 0)
      if (auto done =
              add_changes(changes, moved.since, moved_alarm("faster", history, moved, {history.last()}), out);
          !done)
        return done;
  return {};
}

Result<json> alarms_of(const History& history, const Check& check, Changes& changes) {
  json out = json::array();
  for (const std::size_t row : check.failed)
    if (auto done = add_changes(changes, history.last(),
                                alarm("failed", history.rows[row].name, row, {history.last()}), out);
        !done)
      return tl::unexpected(done.error());
  Result<void> done;
  if (check.calibrated)
    done = add_calibrated(history, check, changes, out);
  else if (check.compared)
    done = add_compared(history, *check.compared, changes, out);
  if (!done) return tl::unexpected(done.error());
  return out;
}

json whole(double value) {
  return std::isfinite(value) ? json(static_cast<std::int64_t>(std::llround(value * parts))) : json(nullptr);
}

/// Night and value of each level: "values" lie around them.
json steps_of(std::span<const LevelSegment> segments, double level) {
  json out = json::array();
  for (const LevelSegment& one : segments) out.push_back({one.begin, whole(one.level - level)});
  return out;
}

json case_of(const HistoryRow& row, const std::map<std::size_t, std::string>& levels,
             std::span<const LevelSegment> segments, double visible) {
  std::vector<double> measured;
  for (const Cell& cell : row.nights)
    if (std::isfinite(cell.value)) measured.push_back(cell.value);
  const double level = measured.empty() ? 0 : stats::median(measured);
  json values = json::array(), low = json::array(), high = json::array(), failed = json::array(),
       known = json::array();
  for (std::size_t night = 0; night < row.nights.size(); ++night) {
    const Cell& cell = row.nights[night];
    values.push_back(whole(cell.value - level));
    low.push_back(whole(cell.low - level));
    high.push_back(whole(cell.high - level));
    if (cell.launches == 0 && cell.failed > 0) failed.push_back(night);
  }
  for (const auto& [night, why] : levels) known.push_back({{"night", night}, {"text", why}});
  const RowSummary said = shown(row);
  const std::size_t last = row.nights.size() - 1;
  return {{"name", row.name},
          {"unit", row.unit()},
          {"level", row.plain_of(level)},
          {"values", std::move(values)},
          {"low", std::move(low)},
          {"high", std::move(high)},
          {"failed", std::move(failed)},
          {"levels", std::move(known)},
          {"steps", steps_of(segments, level)},
          {"measured", said.measured},
          {"last", row.plain(last)},
          {"launches", row.nights[last].launches},
          {"weak", row.nights[last].weak()},
          {"change", said.change},
          {"visible", visible}};
}

/// The nights at which levels begin, the newest first, with the cases whose level it is and what changed in
/// the records.
Result<json> borders_json(std::span<const LevelStart> borders, Changes& changes) {
  json out = json::array();
  for (std::size_t i = borders.size(); i-- > 0;) {
    const LevelStart& border = borders[i];
    json steps = json::array();
    for (const Step& step : border.steps) steps.push_back({{"case", step.row}, {"change", step.change()}});
    auto found = changes.at(border.night);
    if (!found) return tl::unexpected(found.error());
    out.push_back({{"night", border.night}, {"steps", std::move(steps)}, {"changes", std::move(*found)}});
  }
  return out;
}

/// Days since the first night began.
json days_of(std::span<const Night> nights) {
  const auto begin = [](const Night& night) {
    return minutes_of(night.files.front().substr(0, night.files.front().find("Z-") + 1)).value_or(0);
  };
  json out = json::array();
  for (const Night& night : nights)
    out.push_back(std::round(static_cast<double>(begin(night) - begin(nights.front())) / (24 * 60) * 100) /
                  100);
  return out;
}

json names_of(const History& history, std::span<const std::size_t> rows) {
  json out = json::array();
  for (const std::size_t row : rows) out.push_back(history.rows[row].name);
  return out;
}

}  // namespace

Result<std::string> page_data(const History& history, const Check& check, const PageOptions& options) {
  Changes changes(history, check);
  auto alarms = alarms_of(history, check, changes);
  if (!alarms) return tl::unexpected(alarms.error());
  const auto levels = levels_of(history);
  auto borders = borders_json(borders_of(levels), changes);
  if (!borders) return tl::unexpected(borders.error());
  json cases = json::array(), nights = json::array();
  for (const Night& night : history.nights) nights.push_back(night.name);
  for (std::size_t r = 0; r < history.rows.size(); ++r)
    cases.push_back(case_of(history.rows[r], history.new_levels[r], levels[r],
                            check.calibrated ? check.calibrated->visible_of[r] : std::nan("")));
  History named = history;  // folders are not told
  const auto path = (fs::path(history.directory) / "").lexically_normal().parent_path();
  named.directory = path.filename().string();
  if (named.directory.empty() || named.directory == ".." || named.directory == ".") named.directory = "DIR";
  const json page = {{"title", options.title},
                     {"made", options.made},
                     {"sonde", fmt::format("{} ({})", version, revision)},
                     {"directory", named.directory},
                     {"state", check.alarm()    ? "alarm"
                               : check.judged() ? "quiet"
                                                : "little"},
                     {"headline", headline(history, check)},
                     {"calibrated", check.calibrated.has_value()},
                     {"text", check_text(named, check)},
                     {"launches", history.launches()},
                     {"nights", std::move(nights)},
                     {"days", days_of(history.nights)},
                     {"alarms", std::move(*alarms)},
                     {"borders", std::move(*borders)},
                     {"missing", names_of(history, check.missing)},
                     {"weak", check.weak},
                     {"cases", std::move(cases)}};
  return page.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::history
