#include "record/json_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace sonde::record {

namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// The length of the well-formed UTF-8 sequence that starts at `at`, 0 where there is none (RFC 3629: no
// overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : (lead & 0xF0) == 0xE0        ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, at + i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte_at(text, at + 1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  return length;
}

void append_ascii(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x20 || code == 0x7F)
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  else
    out += c;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else if (length == 1)
      append_ascii(out, text[at]);
    else
      out += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  out += '"';
}

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  fmt::format_to(std::back_inserter(out), "{}", value);
}

std::string& JsonObject::key(std::string_view name) {
  if (!first_) out_ += ',';
  first_ = false;
  append_json_string(out_, name);
  out_ += ':';
  return out_;
}

void JsonObject::text(std::string_view name, std::string_view value) {
  if (value.empty()) return null(name);
  append_json_string(key(name), value);
}

void JsonObject::number(std::string_view name, double value) {
  append_json_number(key(name), value);
}

void JsonObject::number(std::string_view name, const std::optional<double>& value) {
  if (!value) return null(name);
  number(name, *value);
}

void JsonObject::whole(std::string_view name, std::int64_t value) {
  fmt::format_to(std::back_inserter(key(name)), "{}", value);
}

}  // namespace sonde::record
