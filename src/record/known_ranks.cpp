#include "record/known_ranks.hpp"

#include <algorithm>
#include <variant>

namespace sonde::record {

namespace {

constexpr std::size_t most_known = 64;
constexpr std::size_t worth_it = 64;  // bytes of a list

/// The list "[0, 1, 2]" of the key "ranks", where it stands before any other list or object of the line; else
/// nothing. Quotes within texts are escaped, so that nothing but a key can look like one.
std::string_view list_of_ranks(std::string_view line) {
  constexpr std::string_view key = "\"ranks\":";
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos || line.find_first_of("{[", 1) < at) return {};
  const std::size_t begin = line.find_first_not_of(' ', at + key.size());
  if (begin == std::string_view::npos || line[begin] != '[') return {};
  const std::size_t end = line.find_first_not_of("0123456789, ", begin + 1);
  if (end == std::string_view::npos || line[end] != ']') return {};
  return line.substr(begin, end + 1 - begin);
}

/// Whether these are the ranks of the list, and not of a second key of the same name.
bool is_read(std::string_view list, const RankList& ranks) {
  return static_cast<std::size_t>(std::ranges::count(list, ',')) + 1 == ranks.size();
}

}  // namespace

Result<Line> LineReader::read(std::string_view line) {
  const std::string_view list = list_of_ranks(line);
  if (list.size() < worth_it) return parse_line(line);
  const auto known = known_.find(list);
  if (known == known_.end()) {
    auto parsed = parse_line(line);
    if (parsed && known_.size() < most_known)
      if (const auto* record = std::get_if<CaseRecord>(&*parsed); record && is_read(list, record->ranks))
        known_.emplace(list, record->ranks);
    return parsed;
  }
  const auto before = static_cast<std::size_t>(list.data() - line.data());
  rest_.assign(line.substr(0, before)).append("[]").append(line.substr(before + list.size()));
  auto parsed = parse_line(rest_);
  if (parsed)
    if (auto* record = std::get_if<CaseRecord>(&*parsed); record && record->ranks.empty())
      record->ranks = known->second;
  return parsed;
}

}  // namespace sonde::record
