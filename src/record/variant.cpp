#include "record/variant.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace sonde::record {

namespace {

constexpr std::string_view reserved = "=;";
constexpr std::size_t longest_label = 100;

}  // namespace

bool is_label(std::string_view text) {
  return !text.empty() && text.find_first_of(reserved) == std::string_view::npos;
}

std::string label_text(std::string_view value) {
  std::string text = shortened(trim(value), longest_label);
  std::ranges::replace_if(
      text, [](char c) { return reserved.find(c) != std::string_view::npos; }, ' ');
  return std::string(trim(text));
}

void set_variant(std::map<std::string, std::string>& variant, std::string_view name, std::string_view value) {
  if (auto text = label_text(value); !text.empty()) variant[std::string(name)] = std::move(text);
}

std::string variant_cell(const std::map<std::string, std::string>& variant) {
  std::string out;
  for (const auto& [name, value] : variant)
    (out += out.empty() ? "" : ";").append(name).append(1, '=').append(value);
  return out;
}

std::optional<std::map<std::string, std::string>> variant_of_cell(std::string_view cell) {
  std::map<std::string, std::string> variant;
  if (cell.empty()) return variant;
  for (const auto part : split(cell, ';')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto name = part.substr(0, equals), value = part.substr(equals + 1);
    if (!is_label(name) || !is_label(value)) return std::nullopt;
    variant[std::string(name)] = value;
  }
  return variant;
}

}  // namespace sonde::record
