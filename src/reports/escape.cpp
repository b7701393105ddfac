#include "reports/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "base/text.hpp"

namespace sonde::reports {
namespace {

/// Of a well-formed sequence of one, two or three bytes.
unsigned code_point(std::string_view sequence) {
  const auto bits = [&](std::size_t at, unsigned mask) {
    return static_cast<unsigned char>(sequence[at]) & mask;
  };
  if (sequence.size() == 1) return bits(0, 0x7F);
  if (sequence.size() == 2) return bits(0, 0x1F) << 6 | bits(1, 0x3F);
  return bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F);
}

/// JSON with \u escapes for the characters, handed over as UTF-8, of which `escaped` says so.
template <class Escaped>
std::string with_escapes(std::string_view text, Escaped escaped) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (std::size_t i = 0; i < text.size();) {
    const bool ascii = static_cast<unsigned char>(text[i]) < 0x80;
    const std::string_view piece = text.substr(i, ascii ? 1 : std::max<std::size_t>(utf8_length(text, i), 1));
    if (escaped(piece))
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", code_point(piece));
    else
      out += piece;
    i += piece.size();
  }
  return out;
}

unsigned hex_digit(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

}  // namespace

std::string escape_html(std::string_view text) {
  constexpr std::string_view marks = "&<>\"'";
  constexpr std::array<std::string_view, marks.size()> references{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string out;
  for (const char c : text)
    if (const auto mark = marks.find(c); mark != std::string_view::npos)
      out += references[mark];
    else
      out += c;
  return out;
}

std::string escape_markdown(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (std::string_view("|\\`*_<>[]#").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string escape_json_for_html(std::string_view json) {
  return with_escapes(json, [](std::string_view c) {
    return c == "&" || c == "<" || c == ">" || c == "\xe2\x80\xa8" || c == "\xe2\x80\xa9";
  });
}

std::string json_for_terminal(std::string_view json) {
  return with_escapes(json, [](std::string_view c) {
    const bool may_control = c.size() > 1 || c.front() == 0x7F;
    return may_control && printable(c) != c;
  });
}

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < hex.size(); at += 6) {
    std::uint32_t three_bytes = 0;
    for (std::size_t i = 0; i < 6; ++i)
      three_bytes = three_bytes << 4 | (at + i < hex.size() ? hex_digit(hex[at + i]) : 0);
    for (int shift = 18; shift >= 0; shift -= 6) out += digits[three_bytes >> shift & 63];
    const std::size_t left = hex.size() - at;
    if (left < 6) out.replace(out.size() - (6 - left) / 2, (6 - left) / 2, (6 - left) / 2, '=');
  }
  return out;
}

}  // namespace sonde::reports
