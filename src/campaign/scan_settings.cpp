#include "campaign/scan_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "record/variant.hpp"

namespace sonde::campaign {

namespace {

constexpr std::size_t most_settings = 1000;
constexpr std::size_t longest_name = 100;  // of a file, without its number
constexpr int most_bits = 62;

/// N of "2^N".
std::optional<int> exponent_of(std::string_view word) {
  if (!word.starts_with("2^")) return std::nullopt;
  const auto exponent = number_of<int>(word.substr(2));
  return exponent && *exponent >= 0 && *exponent <= most_bits ? exponent : std::nullopt;
}

bool is_number(std::string_view word) {
  return number_of<double>(word) || exponent_of(word);
}

/// One part of a list as values.
Result<std::vector<std::string>> values_of(std::string_view part) {
  if (part.empty()) return failure("a value is empty");
  const auto dots = part.find("..");
  const auto from = exponent_of(part.substr(0, dots));
  const auto to = dots == std::string_view::npos ? from : exponent_of(part.substr(dots + 2));
  if (!from || !to || *from > *to) {
    if (dots != std::string_view::npos && is_number(part.substr(0, dots)) && is_number(part.substr(dots + 2)))
      return failure(
          fmt::format("{} is no range: ranges are of powers of two, as 2^10..2^20", sonde::quoted(part)));
    return std::vector{std::string(part)};
  }
  std::vector<std::string> out;
  for (int bits = *from; bits <= *to; ++bits) out.push_back(std::to_string(std::int64_t{1} << bits));
  return out;
}

std::string replaced(std::string word, const std::string& from, const std::string& to) {
  for (std::size_t at = word.find(from); at != std::string::npos; at = word.find(from, at + to.size()))
    word.replace(at, from.size(), to);
  return word;
}

/// Every setting of so many, each with one more list.
std::vector<Variant> with_list(const std::vector<Variant>& settings, const ValueList& list) {
  std::vector<Variant> out;
  for (const Variant& before : settings)
    for (const auto& value : list.values) {
      Variant& setting = out.emplace_back(before);
      setting.name += fmt::format("{}{}-{}", before.name.empty() ? "" : "-", list.name, value);
      setting.label += fmt::format("{}{}={}", before.label.empty() ? "" : " ", list.name, value);
      setting.scan.push_back({list.name, record::label_text(value)});
      for (auto& word : setting.command) word = replaced(std::move(word), "{" + list.name + "}", value);
    }
  return out;
}

/// Names that can be those of files, each another one.
void name_files(std::vector<Variant>& settings) {
  std::set<std::string> taken;
  for (Variant& setting : settings) {
    std::string name = setting.name.substr(0, longest_name);
    for (char& letter : name)
      if (!is_plain_name(std::string("x") + letter)) letter = '_';
    setting.name = name;
    for (int number = 2; !taken.insert(setting.name).second; ++number)
      setting.name = fmt::format("{}_{}", name, number);
  }
}

/// Records tell values apart by their labels. A complaint, or nothing.
std::string not_told_apart(std::span<const std::string> values) {
  std::set<std::string> labels;
  for (const auto& value : values) {
    const std::string label = record::label_text(value);
    if (printable(value) != value || label.empty() || !labels.insert(label).second)
      return fmt::format(
          "{}: records tell values apart by their first 100 characters, to which = and ; do not count",
          sonde::quoted(value));
  }
  return "";
}

}  // namespace

Result<ValueList> list_of(std::string_view text) {
  const auto sign = text.find('=');
  ValueList out{.name = std::string(text.substr(0, sign)), .values = {}};
  if (sign == std::string_view::npos || !is_plain_name(out.name) || out.name == "record")
    return failure(
        fmt::format("{} is no list: expected NAME=VALUE,VALUE,..., as eager=4096,65536 or eager=2^12..2^16",
                    sonde::quoted(text)));
  for (const auto part : split(text.substr(sign + 1), ',')) {
    auto values = values_of(part);
    if (!values) return failure(fmt::format("{}: {}", out.name, values.error().message));
    for (auto& value : *values) {
      if (std::ranges::find(out.values, value) != out.values.end())
        return failure(fmt::format("{}: {} stands there twice", out.name, sonde::quoted(value)));
      out.values.push_back(std::move(value));
    }
  }
  if (const auto wrong = not_told_apart(out.values); !wrong.empty()) return failure(out.name + ": " + wrong);
  return out;
}

Result<std::vector<Variant>> settings_of(const Words& command, std::span<const ValueList> lists) {
  std::set<std::string> names;
  std::size_t count = 1;
  for (const ValueList& list : lists) {
    const std::string placeholder = "{" + list.name + "}";
    if (!names.insert(list.name).second)
      return failure(fmt::format("two lists are named {}", sonde::quoted(list.name)));
    if (std::ranges::none_of(command, [&](const auto& word) { return contains(word, placeholder); }))
      return failure(fmt::format("{} stands nowhere in the command: its place is where the value goes",
                                 sonde::quoted(placeholder)));
    count *= list.values.size();
    if (count > most_settings) return failure(fmt::format("more than {} settings", most_settings));
  }
  if (count < 2) return failure("a scan takes two settings or more");
  std::vector<Variant> out{{.name = "", .command = command}};
  for (const ValueList& list : lists) out = with_list(out, list);
  name_files(out);
  return out;
}

}  // namespace sonde::campaign
