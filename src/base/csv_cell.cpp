#include "base/csv_cell.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace sonde {

namespace {

bool looks_like_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string plain = (looks_like_formula(text) ? "'" : "") + printable(text);
  if (plain.find_first_of(",\"") == std::string::npos) return plain;
  std::string out = "\"";
  for (const char c : plain) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string text_of_csv_cell(std::string_view cell) {
  const bool guarded = cell.starts_with('\'') && looks_like_formula(cell);
  return std::string(guarded ? cell.substr(1) : cell);
}

}  // namespace sonde
