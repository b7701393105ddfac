#include "reports/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"

namespace sonde::reports {
namespace {

std::string_view html_reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

std::string_view json_escape(char c) {
  switch (c) {
    case '&':
      return "\\u0026";
    case '<':
      return "\\u003c";
    case '>':
      return "\\u003e";
    default:
      return {};
  }
}

/// Of a well-formed sequence of one, two or three bytes.
unsigned code_point(std::string_view sequence) {
  const auto bits = [&](std::size_t at, unsigned mask) {
    return static_cast<unsigned char>(sequence[at]) & mask;
  };
  if (sequence.size() == 1) return bits(0, 0x7F);
  if (sequence.size() == 2) return bits(0, 0x1F) << 6 | bits(1, 0x3F);
  return bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F);
}

unsigned hex_digit(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  for (char c : text) {
    const std::string_view reference = html_reference(c);
    if (reference.empty())
      out += c;
    else
      out += reference;
  }
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
  constexpr std::string_view line_separator = "\xe2\x80\xa8", paragraph_separator = "\xe2\x80\xa9";
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view escape = json_escape(json[i]);
    const std::string_view three = json.substr(i, 3);
    if (!escape.empty()) {
      out += escape;
    } else if (three == line_separator || three == paragraph_separator) {
      out += three == line_separator ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += json[i];
    }
  }
  return out;
}

std::string json_for_terminal(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size();) {
    const std::string_view piece = json.substr(i, std::max<std::size_t>(utf8_length(json, i), 1));
    const bool may_control = piece.size() > 1 || piece.front() == 0x7F;
    if (may_control && printable(piece) != piece)
      out += fmt::format("\\u{:04x}", code_point(piece));
    else
      out += piece;
    i += piece.size();
  }
  return out;
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
