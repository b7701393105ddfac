#include "history/history.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>

#include "history/acknowledged.hpp"
#include "history/index.hpp"
#include "history/why.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

bool measured(const HistoryRow& row, std::size_t night) {
  return row.nights[night].launches > 0;
}

bool failed(const HistoryRow& row, std::size_t night) {
  return !measured(row, night) && row.nights[night].failed > 0;
}

/// In each of the nights before, up to the newest four; those in which it failed do not count.
bool measured_before(const HistoryRow& row, std::size_t night) {
  std::size_t nights = 0;
  while (night > 0 && nights < newest_nights)
    if (measured(row, --night))
      ++nights;
    else if (!failed(row, night))
      return false;
  return nights > 0;
}

/// Rows that failed by the comparison of a short history.
void add_failed(const History& history, const analysis::Comparison& compared,
                std::vector<std::size_t>& rows) {
  for (const auto& c : compared.cases) {
    if (c.verdict != analysis::Verdict::failed) continue;
    for (std::size_t r = 0; r < history.rows.size(); ++r)
      if (history.rows[r].leading && is_about(c, history.rows[r]) &&
          failed(history.rows[r], history.last()) && !std::ranges::count(rows, r))
        rows.push_back(r);
  }
}

/// What the nights before say, one launch after the other, and the launch that each of them begins with.
struct Before {
  std::vector<record::Run> launches;
  std::vector<std::size_t> begin;
};

Result<Before> launches_before_last(const History& history) {
  Before out;
  for (std::size_t night = 0; night < history.last(); ++night) {
    auto runs = read_launches(history.directory, std::span(history.nights).subspan(night, 1));
    if (!runs) return tl::unexpected(runs.error());
    out.begin.push_back(out.launches.size());
    std::ranges::move(*runs, std::back_inserter(out.launches));
  }
  out.begin.push_back(out.launches.size());
  set_apart(history.rows, out.launches);
  return out;
}

/// A row with a new level is judged by the nights from there on, which `since` compares.
void judge_since(const HistoryRow& row, const analysis::Comparison& since, analysis::Comparison& all) {
  std::erase_if(all.cases, [&](const auto& c) { return is_about(c, row); });
  std::ranges::copy_if(since.cases, std::back_inserter(all.cases),
                       [&](const auto& c) { return is_about(c, row); });
}

/// Only what the alarm of a short history can judge: one night against those before.
Result<std::optional<analysis::Comparison>> compare_last(const History& history) {
  if (history.nights.size() < 2) return std::optional<analysis::Comparison>();
  const auto before = launches_before_last(history);
  if (!before) return tl::unexpected(before.error());
  auto last = read_launches(history.directory, std::span(history.nights).last(1));
  if (!last) return tl::unexpected(last.error());
  set_apart(history.rows, *last);
  const auto compare_since = [&](std::size_t night) {
    return analysis::compare(std::span(before->launches).subspan(before->begin[night]), *last,
                             change_threshold);
  };
  auto out = compare_since(0);
  std::map<std::size_t, analysis::Comparison> since;
  for (std::size_t r = 0; r < history.rows.size(); ++r) {
    if (history.new_levels[r].empty()) continue;
    const auto night = history.new_levels[r].rbegin()->first;
    if (!since.contains(night)) since[night] = compare_since(night);
    judge_since(history.rows[r], since[night], out);
  }
  if (!since.empty()) analysis::sort_by_weight(out.cases);
  return std::optional(std::move(out));
}

/// The row that a line names: by its name, or by the one that it had before it got namesakes or lost them.
std::size_t row_of(const Acknowledged& level, std::size_t night, const std::vector<HistoryRow>& rows) {
  const auto named = std::ranges::find(rows, level.what, &HistoryRow::name);
  if (named != rows.end()) return static_cast<std::size_t>(named - rows.begin());
  const auto had_the_name = [&](const HistoryRow& row) {
    for (const bool program : {false, true})
      for (const bool hosts : {false, true})
        if (measured(row, night) && name_of(row, program, hosts) == level.what) return true;
    return false;
  };
  return static_cast<std::size_t>(std::ranges::find_if(rows, had_the_name) - rows.begin());
}

/// A night that is no longer there stands for the next one; a case that is no longer there for none.
void place_levels(std::span<const Acknowledged> levels, History& history) {
  for (const auto& level : levels) {
    const auto found =
        std::ranges::find_if(history.nights, [&](const Night& n) { return n.name >= level.night; });
    if (found == history.nights.end()) continue;
    const auto night = static_cast<std::size_t>(found - history.nights.begin());
    const auto row = row_of(level, night, history.rows);
    if (row < history.rows.size()) history.new_levels[row][night] = level.text;
  }
}

/// Of the first few nights at which something seems to have become slower or faster.
Result<void> find_causes(const History& history, Check& check) {
  constexpr std::size_t most = 3;
  for (const CaseShift& moved : check.calibrated->moved) {
    if (check.causes.size() == most || check.causes.contains(moved.since) || moved.since == 0) continue;
    auto found = changes_at(history.directory, history.nights, moved.since);
    if (!found) return tl::unexpected(found.error());
    check.causes[moved.since] = std::move(*found);
  }
  return {};
}

}  // namespace

std::size_t History::launches() const {
  std::size_t all = 0;
  for (const Night& night : nights) all += night.files.size();
  return all;
}

RowSummary shown(const HistoryRow& row) {
  RowSummary out;
  std::vector<double> before;
  const std::size_t last = row.nights.size() - 1;
  for (std::size_t night = 0; night <= last; ++night) {
    if (!measured(row, night)) continue;
    ++out.measured;
    if (night < last && night + reference_nights >= last) before.push_back(row.nights[night].value);
  }
  if (measured(row, last) && !before.empty())
    out.change = std::expm1(row.nights[last].value - stats::median(before));
  return out;
}

bool is_about(const analysis::ComparedCase& compared, const HistoryRow& row) {
  return compared.id == row.apart &&
         (compared.leading ? row.leading : compared.measure.quantity == row.quantity);
}

Result<History> read_history(const std::string& directory) {
  auto nights = read_nights(directory);
  if (!nights) return tl::unexpected(nights.error());
  History out{directory, std::move(*nights), {}};
  TableMaker table;
  Index index(directory);
  for (std::size_t night = 0; night < out.nights.size(); ++night)
    for (const auto& file : out.nights[night].files) {
      const auto launch = index.launch(file);
      if (!launch) return tl::unexpected(launch.error());
      table.add(night, *launch);
    }
  out.note = index.keep();
  out.rows = table.rows(out.nights.size());
  out.new_levels.resize(out.rows.size());
  const auto levels = read_acknowledged(directory);
  if (!levels) return tl::unexpected(levels.error());
  place_levels(*levels, out);
  return out;
}

std::vector<Series> series_of(const History& history) {
  std::vector<Series> out;
  for (std::size_t r = 0; r < history.rows.size(); ++r) {
    Series series;
    for (const auto& [night, why] : history.new_levels[r]) series.new_levels.insert(night);
    for (const Cell& cell : history.rows[r].nights)
      series.values.push_back(cell.value), series.rounding.push_back(cell.rounding);
    out.push_back(std::move(series));
  }
  return out;
}

Result<std::vector<record::Run>> read_launches(const std::string& directory, std::span<const Night> nights) {
  std::vector<record::Run> out;
  for (const Night& night : nights)
    for (const auto& file : night.files) {
      auto run = read_launch(directory, file);
      if (!run) return tl::unexpected(run.error());
      out.push_back(std::move(*run));
    }
  return out;
}

bool Check::alarm() const {
  using analysis::Verdict;
  return !failed.empty() || (calibrated && calibrated->slower()) ||
         (compared && compared->count(Verdict::worse) > 0);
}

bool Check::judged() const {
  using analysis::Verdict;
  if (!failed.empty() || (calibrated && calibrated->judged > 0)) return true;
  return compared && std::ranges::any_of(compared->cases, [](const auto& c) { return c.on_both_sides(); });
}

Result<Check> check(const History& history) {
  Check out;
  const std::size_t last = history.last();
  for (std::size_t r = 0; r < history.rows.size(); ++r) {
    const HistoryRow& row = history.rows[r];
    if (row.nights[last].weak()) ++out.weak;
    if (!row.leading || measured(row, last) || !measured_before(row, last)) continue;
    (failed(row, last) ? out.failed : out.missing).push_back(r);
  }
  if (history.nights.size() >= least_nights) {
    const auto series = series_of(history);
    out.calibrated = Differences(series).judge(last);
    if (const auto found = find_causes(history, out); !found) return tl::unexpected(found.error());
    return out;
  }
  auto compared = compare_last(history);
  if (!compared) return tl::unexpected(compared.error());
  out.compared = std::move(*compared);
  if (out.compared) add_failed(history, *out.compared, out.failed);
  return out;
}

}  // namespace sonde::history
