#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

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

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Sequences of two and more bytes by their first one, of those from 0xC2 on, and what their second may be
/// (RFC 3629, section 4).
struct Utf8Form {
  unsigned char last;  ///< of the first bytes
  std::size_t length;
  unsigned char least_second, most_second;
};
constexpr std::array<Utf8Form, 8> utf8_forms{{{0xDF, 2, 0x80, 0xBF},
                                              {0xE0, 3, 0xA0, 0xBF},
                                              {0xEC, 3, 0x80, 0xBF},
                                              {0xED, 3, 0x80, 0x9F},
                                              {0xEF, 3, 0x80, 0xBF},
                                              {0xF0, 4, 0x90, 0xBF},
                                              {0xF3, 4, 0x80, 0xBF},
                                              {0xF4, 4, 0x80, 0x8F}}};

// Whether the well-formed sequence moves the cursor of a terminal or changes how what follows is shown.
bool controls(std::string_view sequence) {
  const unsigned char first = byte_at(sequence, 0);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
  if (sequence.size() == 2) return first == 0xC2 && byte_at(sequence, 1) < 0xA0;
  if (sequence.size() != 3 || first != 0xE2) return false;
  const unsigned char second = byte_at(sequence, 1), third = byte_at(sequence, 2);
  const bool separator_or_direction = second == 0x80 && third >= 0xA8 && third <= 0xAE;  // U+2028 to U+202E
  const bool isolate = second == 0x81 && third >= 0xA6 && third <= 0xA9;                 // U+2066 to U+2069
  return separator_or_direction || isolate;
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

std::weak_ordering compare_words(std::string_view a, std::string_view b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i)
    if (const auto order =
            static_cast<unsigned char>(lower_char(a[i])) <=> static_cast<unsigned char>(lower_char(b[i]));
        std::is_neq(order))
      return order;
  return a.size() <=> b.size();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
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

std::vector<std::string_view> words_in(std::string_view text, std::string_view blanks) {
  std::vector<std::string_view> found;
  for (auto from = text.find_first_not_of(blanks); from != std::string_view::npos;) {
    const auto to = std::min(text.find_first_of(blanks, from), text.size());
    found.push_back(text.substr(from, to - from));
    from = text.find_first_not_of(blanks, to);
  }
  return found;
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

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return 1;
  const auto* form = std::ranges::find_if(utf8_forms, [=](const Utf8Form& f) { return lead <= f.last; });
  if (lead < 0xC2 || form == utf8_forms.end() || at + form->length > text.size()) return 0;
  const unsigned char second = byte_at(text, at + 1);
  if (second < form->least_second || second > form->most_second) return 0;
  const auto others = text.substr(at + 2, form->length - 2);
  return std::ranges::all_of(others, [](char c) { return (c & 0xC0) == 0x80; }) ? form->length : 0;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const auto sequence = text.substr(at, length);
    if (length == 0)
      out += '?';
    else if (controls(sequence))
      out += ' ';
    else
      out += sequence;
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::size_t longest_sequence = 4;
  std::string out = printable(text.substr(0, most + longest_sequence));
  if (text.size() <= most && out.size() <= most) return out;
  std::size_t end = 0;
  for (std::size_t next = 0; next + 3 <= most; next += std::max<std::size_t>(1, utf8_length(out, next)))
    end = next;
  return out.substr(0, end) + "...";
}

std::string quoted(std::string_view text, std::size_t most) {
  return "'" + shortened(text, most) + "'";
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view of_a_shell = " \t\n\r'\"\\$`&|;<>(){}*?[]#~!";
  if (!word.empty() && word.find_first_of(of_a_shell) == std::string_view::npos) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return out + "'";
}

std::string listed(std::span<const std::string> items, std::size_t most, std::string_view separator) {
  std::string out;
  for (const std::string& item : items.first(std::min(most, items.size())))
    out.append(out.empty() ? "" : separator).append(item);
  return items.size() > most ? out.append(separator).append("...") : out;
}

std::string with_noun(std::string number, std::string_view noun) {
  const bool one = number == "1", hisses = noun.ends_with('s') || noun.ends_with("ch");
  return std::move(number.append(" ").append(noun).append(one ? "" : hisses ? "es" : "s"));
}

}  // namespace sonde
