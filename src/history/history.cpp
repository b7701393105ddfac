#include "history/history.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

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
      if (history.rows[r].leading && history.rows[r].what.id == c.id &&
          failed(history.rows[r], history.last()) && !std::ranges::count(rows, r))
        rows.push_back(r);
  }
}

/// Takes the cases away that have a new level since that night.
void forget_old_levels(const History& history, std::size_t night, std::vector<record::Run>& runs) {
  for (std::size_t r = 0; r < history.rows.size(); ++r) {
    const auto& levels = history.new_levels[r];
    if (!history.rows[r].leading || levels.empty() || levels.rbegin()->first <= night) continue;
    for (record::Run& run : runs)
      std::erase_if(run.cases, [&](const auto& c) { return c.id == history.rows[r].what.id; });
  }
}

/// Only what the alarm of a short history can judge: one night against those before.
Result<std::optional<analysis::Comparison>> compare_last(const History& history) {
  if (history.nights.size() < 2) return std::optional<analysis::Comparison>();
  const std::span nights(history.nights);
  std::vector<record::Run> before;
  for (std::size_t night = 0; night < history.last(); ++night) {
    auto runs = read_launches(history.directory, nights.subspan(night, 1));
    if (!runs) return tl::unexpected(runs.error());
    forget_old_levels(history, night, *runs);
    std::ranges::move(*runs, std::back_inserter(before));
  }
  const auto last = read_launches(history.directory, nights.last(1));
  if (!last) return tl::unexpected(last.error());
  return std::optional(analysis::compare(before, *last, change_threshold));
}

/// A night that is no longer there stands for the next one; a case that is no longer there for none.
void place_levels(std::span<const Acknowledged> levels, History& history) {
  for (const auto& level : levels) {
    const auto row = std::ranges::find(history.rows, level.what, &HistoryRow::name);
    const auto night =
        std::ranges::find_if(history.nights, [&](const Night& n) { return n.name >= level.night; });
    if (row != history.rows.end() && night != history.nights.end())
      history.new_levels[static_cast<std::size_t>(row - history.rows.begin())]
                        [static_cast<std::size_t>(night - history.nights.begin())] = level.text;
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
  return compared.leading ? row.leading : compared.measure.quantity == row.quantity;
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
