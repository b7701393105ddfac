#include "history/levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "base/text.hpp"
#include "history/why.hpp"

namespace sonde::history {
namespace {

constexpr std::size_t most_nights = 10, most_steps = 10;

std::string steps_text(const History& history, std::span<const Step> steps) {
  const auto shown = steps.first(std::min(steps.size(), most_steps));
  std::size_t width = 0;
  for (const Step& step : shown) width = std::max(width, printable(history.rows[step.row].name).size());
  std::string out;
  for (const Step& step : shown) {
    const HistoryRow& row = history.rows[step.row];
    out += fmt::format("{:<{}} {:>12} -> {:>12} {:>+8.1f}%\n", printable(row.name), width,
                       row.text_of(step.before), row.text_of(step.after), 100 * step.change());
  }
  if (steps.size() > most_steps) out += fmt::format("# and {} more\n", steps.size() - most_steps);
  return out;
}

}  // namespace

double Step::change() const {
  return std::expm1(after - before);
}

std::vector<std::vector<LevelSegment>> levels_of(const History& history) {
  std::vector<std::vector<LevelSegment>> out;
  for (const HistoryRow& row : history.rows) out.push_back(segments_of(row));
  return out;
}

std::vector<LevelStart> borders_of(const std::vector<std::vector<LevelSegment>>& levels) {
  std::map<std::size_t, LevelStart> of_night;
  for (std::size_t row = 0; row < levels.size(); ++row)
    for (std::size_t i = 1; i < levels[row].size(); ++i) {
      LevelStart& border = of_night[levels[row][i].begin];
      border.night = levels[row][i].begin;
      border.steps.push_back({row, levels[row][i - 1].level, levels[row][i].level});
    }
  std::vector<LevelStart> out;
  for (auto& [night, border] : of_night) {
    std::ranges::stable_sort(border.steps, std::greater(),
                             [](const Step& step) { return std::abs(step.after - step.before); });
    out.push_back(std::move(border));
  }
  return out;
}

Result<std::string> levels_text(const History& history) {
  const auto all = borders_of(levels_of(history));
  if (all.empty()) return std::string();
  const std::span newest = std::span(all).last(std::min(all.size(), most_nights));
  std::string out = "# levels that begin (a picture of the past: check alone says what is an alarm)\n";
  for (const LevelStart& border : newest) {
    const auto changes = changes_at(history.directory, history.nights, border.night);
    if (!changes) return tl::unexpected(changes.error());
    out += why_text(history, border.night, *changes) + steps_text(history, border.steps);
  }
  if (all.size() > newest.size())
    out += fmt::format("# and at {} earlier nights\n", all.size() - newest.size());
  return out;
}

}  // namespace sonde::history
