// How options take their values: one function template for each kind of value, and one function for each odd
// option.
#pragma once
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "args/list_file.hpp"
#include "args/option_table.hpp"
#include "args/values.hpp"
#include "base/text.hpp"

namespace sonde::setters {

template <class Value>
using Words = std::pair<std::string_view, Value>;

/// Words for all enumerators, in their order.
template <class Enumeration, std::size_t count>
constexpr std::array<Words<Enumeration>, count> in_order(const std::string_view (&words)[count]) {
  std::array<Words<Enumeration>, count> out{};
  for (std::size_t i = 0; i < count; ++i) out[i] = {words[i], static_cast<Enumeration>(i)};
  return out;
}

inline constexpr auto iter_policies = in_order<IterPolicy>({"dynamic", "multiple_np", "auto", "off"});
inline constexpr auto mode_choices = in_order<ModeChoice>({"usual", "multi", "aggregate", "non_aggregate"});
inline constexpr auto transfer_types = in_order<TransferType>({"byte", "char", "int", "float", "double"});
inline constexpr std::array reduction_types{Words<TransferType>{"char", TransferType::char_type},
                                            Words<TransferType>{"int", TransferType::int_type},
                                            Words<TransferType>{"float", TransferType::float_type},
                                            Words<TransferType>{"double", TransferType::double_type}};
inline constexpr auto contig_types = in_order<ContigType>({"base", "base_vec", "resize", "resize_vec"});
inline constexpr auto thread_levels = in_order<ThreadLevel>({"single", "funneled", "serialized", "multiple"});
inline constexpr auto starts = in_order<Start>({"barrier", "dissemination", "clock", "none"});
inline constexpr auto generations = in_order<Conventions>({"3.2", "2021"});
inline constexpr auto overlap_shares = in_order<OverlapOver>({"min", "max"});
inline constexpr auto shares = in_order<Share>({"all", "each"});
inline constexpr std::array thread_types{Words<TransferType>{"int", TransferType::int_type},
                                         Words<TransferType>{"char", TransferType::char_type}};
enum class BarrierKind { on, off, special };  ///< -barrier
inline constexpr auto barrier_kinds = in_order<BarrierKind>({"on", "off", "special"});
inline constexpr auto memory_layouts = in_order<MemoryLayout>({"serial", "continuous", "parallel"});
inline constexpr auto alloc_types = in_order<AllocType>({"cpu", "host", "device", "shared"});
inline constexpr auto rma_syncs =
    in_order<RmaSync>({"fence", "pscw", "lock", "lock_all", "flush", "flush_local", "flush_all", "request"});
inline constexpr auto rma_windows = in_order<RmaWindow>({"create", "allocate", "dynamic", "shared"});
inline constexpr auto takers = in_order<Per>({"node", "rank"});
inline constexpr auto samples = in_order<bool>({"summary", "all"});
inline constexpr auto kept_variables = in_order<KeptVariables>({"off", "changed", "all"});
inline constexpr auto warning_places = in_order<Warnings>({"off", "end", "stdout"});
inline constexpr std::array megabytes{Words<double>{"2^20", 1048576.0}, Words<double>{"1048576", 1048576.0},
                                      Words<double>{"1e6", 1e6}, Words<double>{"1000000", 1e6}};

/// -flag; `meaning`: what the field is with it.
template <bool Settings::*field, bool meaning = true>
Result<void> flag(Draft& draft, std::string_view /*value*/) {
  draft.settings.*field = meaning;
  return {};
}

template <bool Settings::*field, bool meaning = true>
std::string show_flag(const Settings& settings) {
  return settings.*field == meaning ? "on" : "";
}

/// -flag on|off
template <bool Settings::*field>
std::string show_boolean(const Settings& settings) {
  return settings.*field ? "on" : "off";
}

template <const auto& words>
std::vector<std::string_view> words_of() {
  std::vector<std::string_view> out;
  for (const auto& [word, meaning] : words) out.push_back(word);
  return out;
}

/// What one of the words of a table means, in any case.
template <const auto& words>
auto meaning_of(std::string_view value) -> Result<decltype(words[0].second)> {
  for (const auto& [word, meaning] : words)
    if (same_word(word, value)) return meaning;
  return failure(fmt::format("{} is none of the accepted words; expected one of {}", quoted(value),
                             fmt::join(words_of<words>(), ", ")));
}

/// One of the words of a table.
template <auto field, const auto& words>
Result<void> choice(Draft& draft, std::string_view value) {
  return meaning_of<words>(value).map([&](auto meaning) { draft.settings.*field = meaning; });
}
template <auto field, const auto& words>
std::string show_choice(const Settings& settings) {
  for (const auto& [word, meaning] : words)
    if (settings.*field == meaning) return std::string(word);
  return "";
}

template <auto field, std::int64_t low, std::int64_t high>
Result<void> integer(Draft& draft, std::string_view value) {
  return whole_number(value, low, high).map([&](std::int64_t n) {
    auto& place = draft.settings.*field;
    place = static_cast<std::remove_reference_t<decltype(place)>>(n);
  });
}

enum class Repeats { allowed, refused };
/// Whole numbers from `low` to `high` between separators.
Result<std::vector<std::int64_t>> list_of_numbers(std::string_view value, std::int64_t low, std::int64_t high,
                                                  Repeats repeats, char between = ',');

template <std::vector<std::int64_t> Settings::*field, std::int64_t low, std::int64_t high,
          Repeats repeats = Repeats::refused>
Result<void> numbers(Draft& draft, std::string_view value) {
  return list_of_numbers(value, low, high, repeats).map([&](std::vector<std::int64_t> list) {
    draft.settings.*field = std::move(list);
  });
}

/// A number above 0 and at most `high`.
template <double Settings::*field, std::int64_t high>
Result<void> positive(Draft& draft, std::string_view value) {
  return positive_number(value, static_cast<double>(high)).map([&](double x) { draft.settings.*field = x; });
}

template <auto field>
std::string show(const Settings& settings) {
  return fmt::format("{}", settings.*field);
}

/// A name or path: anything but nothing.
template <std::string Settings::*field>
Result<void> text(Draft& draft, std::string_view value) {
  if (value.empty()) return failure("the name is empty");
  if (value.find('\0') != std::string_view::npos) return failure("the name has a NUL character in it");
  draft.settings.*field = value;
  return {};
}

/// A value that a function of values.hpp reads.
template <auto field, auto parse>
Result<void> parsed(Draft& draft, std::string_view value) {
  return parse(value).map([&](const auto& made) { draft.settings.*field = made; });
}

/// Calls `take` with each line of the list file; an error is given the file's name and the line's number.
template <class Take>
Result<void> each_line(const Draft& draft, std::string_view path, std::string_view what, Take take) {
  if (path.empty()) return failure("the file name is empty");
  const auto content = draft.read(std::string(path));
  if (!content) return tl::unexpected(content.error());
  const auto lines = content_lines(*content);
  if (lines.empty())
    return failure(fmt::format("{} has no {} in it, only comments or blanks", sonde::quoted(path), what));
  for (const ListLine& line : lines)
    if (const Result<void> done = take(line.text); !done)
      return failure(fmt::format("{} line {}: {}", sonde::quoted(path), line.number, done.error().message));
  return {};
}

/// Benchmark names separated by commas, as the positional arguments are: their rows' names are added to
/// `names`.
Result<void> benchmark_names(Draft& draft, std::string_view text, std::vector<std::string_view>& names);
template <auto list>
Result<void> rows(Draft& draft, std::string_view value) {
  return benchmark_names(draft, value, draft.*list);
}

Result<void> conventions(Draft& draft, std::string_view value);
Result<void> peak(Draft& draft, std::string_view value);
Result<void> multi(Draft& draft, std::string_view value);
Result<void> quick(Draft& draft, std::string_view value);
Result<void> topology_file(Draft& draft, std::string_view value);
Result<void> topology(Draft& draft, std::string_view value);
Result<void> message_log(Draft& draft, std::string_view value);
Result<void> message_sizes(Draft& draft, std::string_view value);
Result<void> message_size(Draft& draft, std::string_view value);
Result<void> pause(Draft& draft, std::string_view value);
Result<void> lengths_file(Draft& draft, std::string_view value);
Result<void> input_file(Draft& draft, std::string_view value);
Result<void> iterations(Draft& draft, std::string_view value);
Result<void> arrival(Draft& draft, std::string_view value);
Result<void> load(Draft& draft, std::string_view value);
Result<void> budget(Draft& draft, std::string_view value);
Result<void> warm_up(Draft& draft, std::string_view value);
Result<void> check(Draft& draft, std::string_view value);
Result<void> info(Draft& draft, std::string_view value);
Result<void> library_variable(Draft& draft, std::string_view value);
Result<void> plugin(Draft& draft, std::string_view value);
Result<void> name_pattern(Draft& draft, std::string_view value);
Result<void> file_name(Draft& draft, std::string_view value);
Result<void> cpu_seconds(Draft& draft, std::string_view value);
Result<void> memory(Draft& draft, std::string_view value);
Result<void> device(Draft& draft, std::string_view value);
Result<void> datatype(Draft& draft, std::string_view value);
Result<void> repeat(Draft& draft, std::string_view value);
Result<void> warm_up_repetitions(Draft& draft, std::string_view value);
Result<void> barriers(Draft& draft, std::string_view value);
Result<void> alignment(Draft& draft, std::string_view value);

}  // namespace sonde::setters
