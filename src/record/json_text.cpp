#include "record/json_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/text.hpp"

namespace sonde::record {

namespace {

void append_ascii(std::string& out, char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\')
    out.append(1, '\\').append(1, c);
  else if (c == '\n')
    out += "\\n";
  else if (c == '\t')
    out += "\\t";
  else if (code < 0x20 || code == 0x7F)
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

void JsonObject::whole(std::string_view name, std::int64_t value) {
  fmt::format_to(std::back_inserter(key(name)), "{}", value);
}

}  // namespace sonde::record
