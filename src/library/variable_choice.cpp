#include "library/variable_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <type_traits>

#include "base/text.hpp"

namespace sonde::library {

namespace {

constexpr std::size_t names_told = 5;

std::string some_names(std::span<const VariableFacts> variables) {
  std::vector<std::string> names;
  for (const auto& variable : variables.first(std::min(names_told, variables.size())))
    names.push_back(printable(variable.name));
  const auto more = variables.size() - names.size();
  return fmt::format("{}{}", fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string left_out(const VariableChoice& choice) {
  std::vector<std::string> parts;
  if (choice.elsewhere > 0)
    parts.push_back(fmt::format("{} bound to windows, files or other objects", choice.elsewhere));
  if (choice.no_numbers > 0) parts.push_back(fmt::format("{} without numbers", choice.no_numbers));
  if (choice.unsafe > 0)
    parts.push_back(fmt::format("{} that crash this library where they are read", choice.unsafe));
  return fmt::format("{}", fmt::join(parts, ", "));
}

template <class Number>
double grown_by(Number before, Number after) {
  if constexpr (std::is_floating_point_v<Number>) {
    return after - before;
  } else {
    using Unsigned = std::make_unsigned_t<Number>;
    const auto growth = static_cast<Unsigned>(static_cast<Unsigned>(after) - static_cast<Unsigned>(before));
    // 64 bits are never counted through: less than before means that the library has set it back.
    if constexpr (sizeof(Number) < 8)
      return static_cast<double>(static_cast<Number>(growth));
    else
      return static_cast<double>(static_cast<std::int64_t>(growth));
  }
}

}  // namespace

std::string_view to_word(VariableClass klass) {
  static constexpr std::array<std::string_view, 10> words{
      "state",        "level",   "size",      "percentage", "highwatermark",
      "lowwatermark", "counter", "aggregate", "timer",      "generic"};
  return words[static_cast<std::size_t>(klass)];
}

bool grows(VariableClass klass) {
  using enum VariableClass;
  return klass == counter || klass == aggregate || klass == timer;
}

Result<VariableChoice> choose_variables(std::span<const VariableFacts> all, const std::string& pattern) {
  if (all.empty()) return failure("-pvars: this MPI library has no performance variables");
  const std::regex wanted(pattern, std::regex::icase);
  VariableChoice choice;
  for (const auto& variable : all) {
    if (!std::regex_search(variable.name, wanted)) continue;
    if (variable.binding == Binding::other)
      ++choice.elsewhere;
    else if (!variable.number)
      ++choice.no_numbers;
    else
      choice.chosen.push_back(variable);
  }
  if (!choice.chosen.empty()) return choice;
  if (!left_out(choice).empty()) return nothing_left(choice, pattern);
  return failure(
      fmt::format("-pvars: none of the {} performance variables of this MPI library matches {}; it has {}",
                  all.size(), sonde::quoted(pattern), some_names(all)));
}

tl::unexpected<Error> nothing_left(const VariableChoice& choice, const std::string& pattern) {
  return failure(fmt::format("-pvars: what matches {} cannot be measured ({})", sonde::quoted(pattern),
                             left_out(choice)));
}

std::string describe(const VariableChoice& choice) {
  std::string out = "\n# Performance variables (-pvars), read before and after each loop:\n";
  for (const auto& variable : choice.chosen)
    out += fmt::format("#   {} ({})\n", printable(variable.name), to_word(variable.klass));
  if (const auto left = left_out(choice); !left.empty()) out += fmt::format("# Left out: {}\n", left);
  return out;
}

template <class Number>
double value_of_rank(VariableClass klass, Elements<Number> before, Elements<Number> after) {
  std::optional<double> value;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double next = grows(klass) ? grown_by(before[i], after[i]) : static_cast<double>(after[i]);
    using enum VariableClass;
    if (!value)
      value = next;
    else if (klass == high_watermark || klass == state || klass == percentage)
      value = std::max(*value, next);
    else if (klass == low_watermark)
      value = std::min(*value, next);
    else
      *value += next;
  }
  return value.value_or(0);
}

template double value_of_rank(VariableClass, Elements<int>, Elements<int>);
template double value_of_rank(VariableClass, Elements<unsigned>, Elements<unsigned>);
template double value_of_rank(VariableClass, Elements<unsigned long>, Elements<unsigned long>);
template double value_of_rank(VariableClass, Elements<unsigned long long>, Elements<unsigned long long>);
template double value_of_rank(VariableClass, Elements<long long>, Elements<long long>);
template double value_of_rank(VariableClass, Elements<double>, Elements<double>);

double value_of_loops(VariableClass klass, double so_far, double next) {
  if (grows(klass)) return so_far + next;
  if (klass == VariableClass::high_watermark) return std::max(so_far, next);
  if (klass == VariableClass::low_watermark) return std::min(so_far, next);
  return next;
}

}  // namespace sonde::library
