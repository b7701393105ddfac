#include "reports/show_select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <limits>
#include <set>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::reports {

namespace {

using record::CaseRecord;

std::string hint(std::string_view word, const std::set<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const auto near = nearest(word, views);
  if (!near.empty()) return fmt::format(": did you mean {}?", near);
  return fmt::format(": there are {}", fmt::join(known, ", "));
}

Result<void> known_benchmarks(const std::vector<record::Run>& runs, const Selection& selection) {
  std::set<std::string> known;
  for (const auto& run : runs)
    for (const auto& record : run.cases) known.insert({record.id.benchmark, shown_name(record.id)});
  for (const auto& wanted : selection.benchmarks)
    if (std::ranges::none_of(known, [&](const auto& name) { return same_word(name, wanted); }))
      return failure(fmt::format("no benchmark '{}' in the files{}", wanted, hint(wanted, known)));
  return {};
}

bool taken(const CaseRecord& record, const Selection& selection) {
  const auto named = [&](const std::string& name) {
    return same_word(name, record.id.benchmark) || same_word(name, shown_name(record.id));
  };
  if (!selection.benchmarks.empty() && std::ranges::none_of(selection.benchmarks, named)) return false;
  return selection.bytes.contains(record.id.bytes) && selection.processes.contains(record.id.processes);
}

struct SortKey {
  ShowColumn column;
  bool down = false;
};

Result<void> known_keys(const std::vector<record::Run>& runs, const Selection& selection) {
  std::set<std::string> known, titles;
  for (const auto& run : runs)
    for (const auto& column : show_columns(run, selection.shown))
      known.insert(column.key), titles.insert(column.title);
  for (const std::string& word : selection.sort) {
    const auto name = word.substr(word.starts_with('-') ? 1 : 0);
    const auto meant = [&](const auto& one) { return same_word(one, name); };
    if (std::ranges::none_of(known, meant) && std::ranges::none_of(titles, meant))
      return failure(fmt::format("cannot sort by '{}'{}", word, hint(lower(name), known)));
  }
  return {};
}

// A key that only another run has a column for orders nothing here.
std::vector<SortKey> sort_keys(const record::Run& run, const Selection& selection) {
  const auto columns = show_columns(run, selection.shown);
  std::vector<SortKey> keys;
  for (const std::string& word : selection.sort) {
    const bool down = word.starts_with('-');
    const auto name = word.substr(down ? 1 : 0);
    const auto found = std::ranges::find_if(columns, [&](const ShowColumn& column) {
      return same_word(column.key, name) || same_word(column.title, name);
    });
    if (found != columns.end()) keys.push_back({*found, down});
  }
  return keys;
}

/// Cells without a value come last whichever way the order goes.
std::partial_ordering compare(const ShowCell& a, const ShowCell& b, bool down) {
  if (a.empty() || b.empty()) return a.empty() <=> b.empty();
  if (down) return compare(b, a, false);
  return a.number && b.number ? *a.number <=> *b.number : std::partial_ordering(a.text <=> b.text);
}

void sort(std::vector<CaseRecord>& cases, const std::vector<SortKey>& keys) {
  std::ranges::stable_sort(cases, [&](const CaseRecord& a, const CaseRecord& b) {
    for (const auto& [column, down] : keys)
      if (const auto order = compare(column.of(a, column.key), column.of(b, column.key), down);
          std::is_lt(order) || std::is_gt(order))
        return std::is_lt(order);
    return false;
  });
}

Result<std::int64_t> process_count(std::string_view text) {
  const auto count = number_of<std::int64_t>(text);
  if (count && *count >= 0) return *count;
  return failure(fmt::format("{} is not a number of processes", sonde::quoted(text)));
}

/// Values and ranges of numbers that `read` reads.
Result<Ranges> ranges_of(std::string_view text, Result<std::int64_t> (*read)(std::string_view)) {
  const auto end = [&](std::string_view one, std::int64_t open) {
    return trim(one).empty() ? Result<std::int64_t>(open) : read(trim(one));
  };
  Ranges ranges;
  if (text.empty()) return ranges;
  for (const auto part : split(text, ',')) {
    const auto colon = part.find(':');
    const bool range = colon != std::string_view::npos;
    const auto first = range ? end(part.substr(0, colon), 0) : read(trim(part));
    if (!first) return tl::unexpected(first.error());
    const auto last = range ? end(part.substr(colon + 1), std::numeric_limits<std::int64_t>::max()) : first;
    if (!last) return tl::unexpected(last.error());
    if (*last < *first) return failure(fmt::format("the range '{}' runs backwards", part));
    ranges.parts.emplace_back(*first, *last);
  }
  return ranges;
}

}  // namespace

bool Ranges::contains(std::int64_t value) const {
  return parts.empty() || std::ranges::any_of(parts, [&](const auto& part) {
           return part.first <= value && value <= part.second;
         });
}

Result<Ranges> parse_lengths(std::string_view text) {
  return ranges_of(text, parse_bytes).map_error([](const Error& e) { return Error{"-s: " + e.message}; });
}

Result<Ranges> parse_processes(std::string_view text) {
  return ranges_of(text, process_count).map_error([](const Error& e) { return Error{"-p: " + e.message}; });
}

Result<void> select(std::vector<record::Run>& runs, const Selection& selection) {
  if (auto known = known_benchmarks(runs, selection); !known) return known;
  if (auto known = known_keys(runs, selection); !known) return known;
  for (record::Run& run : runs) {
    std::erase_if(run.cases, [&](const CaseRecord& record) { return !taken(record, selection); });
    if (const auto keys = sort_keys(run, selection); !keys.empty()) sort(run.cases, keys);
  }
  return {};
}

}  // namespace sonde::reports
