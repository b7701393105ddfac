#include "history/two_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "base/text.hpp"
#include "history/why.hpp"

namespace sonde::history {
namespace {

constexpr std::array words_of_judged{"slower", "faster", "same", "open"};

std::string group_text(const History& history, const char* name, std::span<const std::size_t> nights) {
  const auto& first = history.nights[nights.front()].name;
  const auto& last = history.nights[nights.back()].name;
  if (nights.size() == 1) return fmt::format("# {}: 1 night, {}\n", name, first);
  return fmt::format("# {}: {} nights, {} to {}\n", name, nights.size(), first, last);
}

std::string headline_of(const TwoGroups& groups) {
  if (groups.exchange.cases.empty())
    return "too little history: no case was measured in half of the nights of each group\n";
  if (!groups.judged())
    return fmt::format(
        "too little history: {} and {} nights can be exchanged in {} ways, so nothing is rarer than {:.3g} %\n",
        groups.before.size(), groups.after.size(), groups.exchange.exchanges,
        100 * groups.exchange.least_chance);
  std::array<std::size_t, words_of_judged.size()> counts{};
  for (const Exchanged& one : groups.exchange.cases) ++counts[static_cast<std::size_t>(one.judged)];
  std::string out;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", counts[i], words_of_judged[i]);
  return out + "\n";
}

std::string case_text(const History& history, const Exchanged& one, std::size_t width) {
  std::string out =
      fmt::format("{:<{}} {:>+8.1f}% {:>+8.1f}% {:>+8.1f}% {:>7.3f}  {}",
                  printable(history.rows[one.of].name), width, 100 * one.change, 100 * one.low,
                  100 * one.high, one.chance, words_of_judged[static_cast<std::size_t>(one.judged)]);
  if (one.judged == Judged::open && one.nights > 0)
    out += fmt::format(": about {} nights each would decide", one.nights);
  return out + "\n";
}

Result<std::vector<record::Run>> headers_of_group(const History& history,
                                                  std::span<const std::size_t> nights) {
  std::vector<std::string> files;
  for (const std::size_t night : nights) {
    const auto& of_night = history.nights[night].files;
    files.insert(files.end(), of_night.begin(), of_night.end());
  }
  return read_headers(history.directory, files);
}

double rounding_of(const HistoryRow& row, std::span<const std::size_t> nights) {
  double most = 0;
  for (const std::size_t night : nights) most = std::max(most, row.nights[night].rounding);
  return most;
}

/// The numbers of the nights of "2025-11-22" or of "2025-11-01..2025-11-20", both of which are there; an
/// error says which is not.
Result<std::vector<std::size_t>> nights_in(std::span<const Night> nights, const std::string& words) {
  const std::size_t dots = words.find("..");
  const auto first = find_night(nights, words.substr(0, dots));
  if (!first) return tl::unexpected(first.error());
  const auto last = dots == std::string::npos ? first : find_night(nights, words.substr(dots + 2));
  if (!last) return tl::unexpected(last.error());
  if (*last < *first)
    return failure(fmt::format("{}: the last night is before the first", sonde::quoted(words)));
  std::vector<std::size_t> out(*last - *first + 1);
  std::iota(out.begin(), out.end(), *first);
  return out;
}

/// What the second nights should have measured, by the first. Values are those of exchange().
void find_failed(const History& history, std::span<const std::vector<double>> values, TwoGroups& groups) {
  const auto fails = [](const HistoryRow& row) {
    return [&](std::size_t night) { return row.nights[night].launches == 0 && row.nights[night].failed > 0; };
  };
  for (std::size_t r = 0; r < history.rows.size(); ++r) {
    const HistoryRow& row = history.rows[r];
    if (!row.leading || !half_measured(values[r], groups.before) || half_measured(values[r], groups.after))
      continue;
    (std::ranges::any_of(groups.after, fails(row)) ? groups.failed : groups.missing).push_back(r);
  }
}

}  // namespace

bool TwoGroups::slower() const {
  if (!failed.empty()) return true;
  return judged() && std::ranges::any_of(exchange.cases,
                                         [](const Exchanged& one) { return one.judged == Judged::slower; });
}

bool TwoGroups::judged() const {
  return !exchange.cases.empty() && exchange.least_chance <= exchange_level + 1e-12;
}

Result<TwoGroups> compare_groups(const History& history, const std::string& a, const std::string& b) {
  auto before = nights_in(history.nights, a);
  if (!before) return tl::unexpected(before.error());
  auto after = nights_in(history.nights, b);
  if (!after) return tl::unexpected(after.error());
  for (const std::size_t night : *after)
    if (std::ranges::find(*before, night) != before->end())
      return failure(fmt::format("{} stands in both groups of nights", history.nights[night].name));
  const auto headers_before = headers_of_group(history, *before);
  if (!headers_before) return tl::unexpected(headers_before.error());
  const auto headers_after = headers_of_group(history, *after);
  if (!headers_after) return tl::unexpected(headers_after.error());
  std::vector<std::vector<double>> values;
  std::vector<double> rounding;
  for (const HistoryRow& row : history.rows) {
    auto& of_case = values.emplace_back();
    for (const Cell& cell : row.nights) of_case.push_back(cell.value);
    rounding.push_back(rounding_of(row, *before) + rounding_of(row, *after));
  }
  TwoGroups out{std::move(*before), std::move(*after)};
  out.exchange = exchange(values, out.before, out.after, rounding);
  find_failed(history, values, out);
  out.changes = changes_between(*headers_before, *headers_after);
  return out;
}

std::string groups_text(const History& history, const TwoGroups& groups) {
  std::string out =
      group_text(history, "A", groups.before) + group_text(history, "B", groups.after) + headline_of(groups);
  out += list_of(history, groups.failed, "failed in B");
  out += list_of(history, groups.missing, "# not in half of the nights of B");
  if (!groups.judged()) return out;
  out += fmt::format(
      "# assumed: without a change, any of these nights could have stood in A or in B. Levels that last for nights break that, and are found.\n"
      "# found without any change, all cases together: in 1 of {:.0f} comparisons ({} exchanges of whole nights); changes below {:.0f} % are none\n",
      1 / exchange_level, groups.exchange.exchanges, 100 * exchange_threshold);
  std::size_t width = 4;
  for (const Exchanged& one : groups.exchange.cases)
    width = std::max(width, printable(history.rows[one.of].name).size());
  out += fmt::format("{:<{}} {:>9} {:>9} {:>9} {:>7}  verdict\n", "case", width, "time", "low", "high",
                     "chance");
  for (const Exchanged& one : groups.exchange.cases) out += case_text(history, one, width);
  for (const auto& change : groups.changes) out += "changed: " + printable(change) + "\n";
  if (groups.changes.empty()) out += "# the records say of nothing that it changed\n";
  return out;
}

}  // namespace sonde::history
