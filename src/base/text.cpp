#include "base/text.hpp"

#include <algorithm>
#include <numeric>

namespace sonde {

namespace {

char lower_char(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      const std::size_t change = diagonal + (lower_char(a[i]) == lower_char(b[j]) ? 0 : 1);
      row[j + 1] = std::min({change, above + 1, row[j] + 1});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower_char);
  return out;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_char, lower_char);
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n\v\f";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t least = word.size() / 3 + 1;
  for (const auto candidate : known) {
    // The distance is at least the difference in length, so that long words cost nothing.
    if (std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size()) > least) continue;
    const auto distance = edit_distance(word, candidate);
    if (distance <= least && (best.empty() || distance < least)) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace sonde
