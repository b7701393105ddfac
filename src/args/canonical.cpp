#include "args/canonical.hpp"

#include <fmt/format.h>

#include "args/option_table.hpp"
#include "base/fnv1a.hpp"

namespace sonde {

namespace {

/// A NUL ends every text.
std::uint64_t with(std::uint64_t value, std::string_view text) {
  return fnv1a({"\0", 1}, fnv1a(text, value));
}

std::vector<FlagValue> flags(const Settings& settings, Effect effect) {
  std::vector<FlagValue> out;
  for (const Option& option : option_table()) {
    if (option.effect != effect || option.shown == nullptr || !applies(option, settings.suite)) continue;
    if (auto value = option.shown(settings); !value.empty()) out.emplace_back(option.name, std::move(value));
  }
  return out;
}

}  // namespace

std::vector<FlagValue> canonical(const Settings& settings) {
  auto list = flags(settings, Effect::results);
  list.emplace_back("benchmarks", fmt::format("{}", fmt::join(settings.benchmarks, ",")));
  return list;
}

std::uint64_t checksum(std::span<const FlagValue> list) {
  std::uint64_t value = fnv1a_of_nothing;
  for (const auto& [flag, text] : list) value = with(with(value, flag), text);
  return value;
}

std::uint64_t checksum(const Settings& settings) {
  auto all = canonical(settings);
  for (auto& pair : flags(settings, Effect::output)) all.push_back(std::move(pair));
  for (const auto& word : settings.command_line) all.emplace_back("", word);
  return checksum(all);
}

}  // namespace sonde
