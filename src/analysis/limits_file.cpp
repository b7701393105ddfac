#include "analysis/limits_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>

#include "base/input.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::analysis {

namespace {

struct UnitWord {
  std::string_view word;
  Unit unit;
  double factor;       ///< to the unit of `Unit`
  bool shown = false;  ///< in what we print; those of one unit in ascending order
};

constexpr double byte = 8;  ///< bits
constexpr std::array units{
    UnitWord{"ns", Unit::seconds, 1e-9},
    UnitWord{"us", Unit::seconds, 1e-6, true},
    UnitWord{"ms", Unit::seconds, 1e-3, true},
    UnitWord{"s", Unit::seconds, 1, true},
    UnitWord{"B/s", Unit::bytes_per_second, 1, true},
    UnitWord{"kB/s", Unit::bytes_per_second, 1e3, true},
    UnitWord{"MB/s", Unit::bytes_per_second, 1e6, true},
    UnitWord{"GB/s", Unit::bytes_per_second, 1e9, true},
    UnitWord{"TB/s", Unit::bytes_per_second, 1e12, true},
    UnitWord{"KiB/s", Unit::bytes_per_second, static_cast<double>(kibibyte)},
    UnitWord{"MiB/s", Unit::bytes_per_second, static_cast<double>(mebibyte)},
    UnitWord{"GiB/s", Unit::bytes_per_second, static_cast<double>(gibibyte)},
    UnitWord{"Mbit/s", Unit::bytes_per_second, 1e6 / byte},
    UnitWord{"Gbit/s", Unit::bytes_per_second, 1e9 / byte},
    UnitWord{"Tbit/s", Unit::bytes_per_second, 1e12 / byte},
    UnitWord{"/s", Unit::per_second, 1, true},
    UnitWord{"%", Unit::percent, 1, true},
};

std::string_view example(Limited quantity) {
  constexpr std::array<std::string_view, limited_quantities.size()> examples{
      "<= 2.5 us", ">= 45 GB/s", ">= 58 % of 400 Gbit/s", ">= 1.2e6 /s", ">= 80 %"};
  return examples[static_cast<std::size_t>(quantity)];
}

std::string units_of(Unit unit) {
  std::vector<std::string_view> words;
  for (const UnitWord& one : units)
    if (one.unit == unit) words.push_back(one.word);
  return fmt::format("{}", fmt::join(words, ", "));
}

/// A finite number above 0 and what follows it.
struct Amount {
  double number = 0;
  std::string_view unit;
};

std::optional<Amount> amount_of(std::string_view text) {
  text = trim(text);
  Amount out;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, out.number);
  if (error != std::errc{} || !std::isfinite(out.number) || !(out.number > 0)) return std::nullopt;
  out.unit = trim(text.substr(static_cast<std::size_t>(rest - text.data())));
  return out;
}

/// "2.5 us" in seconds.
Result<double> quantity_value(std::string_view text, Unit unit) {
  const auto amount = amount_of(text);
  if (!amount)
    return failure(fmt::format("{} does not begin with a number above 0", sonde::quoted(trim(text))));
  if (amount->unit.empty())
    return failure(
        fmt::format("{} has no unit: expected one of {}", sonde::quoted(trim(text)), units_of(unit)));
  const auto* const known = std::ranges::find(units, amount->unit, &UnitWord::word);
  if (known == units.end() || known->unit != unit)
    return failure(
        fmt::format("{} is no unit of it: expected one of {}", sonde::quoted(amount->unit), units_of(unit)));
  const double value = amount->number * known->factor;
  if (!std::isfinite(value) || !(value > 0)) return failure(sonde::quoted(text) + " is out of range");
  return value;
}

struct Bound {
  double value = 0;
  bool of_port = false;  ///< a fraction, not a rate
};

/// "45 GB/s", "58 % of 400 Gbit/s", "58 % of port".
Result<Bound> bound_of(std::string_view text, Limited quantity) {
  const Unit unit = facts(facts(quantity).shown).unit;
  const auto of = text.find(" of ");
  const auto share = of == std::string_view::npos ? Result<double>(100.0)
                                                  : quantity_value(text.substr(0, of), Unit::percent);
  if (!share) return tl::unexpected(share.error());
  const auto rest = of == std::string_view::npos ? text : text.substr(of + 4);
  if (of != std::string_view::npos && unit == Unit::bytes_per_second && trim(rest) == "port")
    return Bound{*share / 100, true};
  const auto whole = quantity_value(rest, unit);
  if (!whole) return tl::unexpected(whole.error());
  return Bound{*share / 100 * *whole};
}

Result<Bound> limit_bound(std::string_view text, Limited quantity) {
  const auto& about = facts(quantity);
  text = trim(text);
  const std::string_view sign = about.upper ? "<=" : ">=", other = about.upper ? ">=" : "<=";
  if (text.starts_with(other))
    return failure(fmt::format("a limit of quantity '{}' begins with {}, as in \"{}\"", about.word, sign,
                               example(quantity)));
  if (!text.starts_with(sign))
    return failure(
        fmt::format("{} does not begin with {}, as in \"{}\"", sonde::quoted(text), sign, example(quantity)));
  auto bound = bound_of(text.substr(2), quantity);
  if (!bound)
    return failure(fmt::format("{} (quantity '{}'), as in \"{}\"", bound.error().message, about.word,
                               example(quantity)));
  return bound;
}

/// "8", "1k", "1 KiB".
Result<std::int64_t> length_of(std::string_view text) {
  std::string plain(trim(text));
  for (const std::string_view ending : {"iB", "B"})
    if (plain.ends_with(ending)) {
      plain.resize(plain.size() - ending.size());
      const bool left_kilo = ending == "B" && !plain.empty() && plain.back() > '9';
      if (left_kilo)
        return failure(fmt::format("{} is no length: write KiB, MiB or GiB", sonde::quoted(text)));
      break;
    }
  std::erase(plain, ' ');
  auto bytes = parse_bytes(plain);
  if (!bytes)
    return failure(fmt::format("{} is no length: expected as 8, 64k or 1 KiB", sonde::quoted(text)));
  return bytes;
}

Result<std::int64_t> count_of(std::string_view text) {
  const auto count = number_of<std::int64_t>(trim(text));
  if (!count || *count < 1) return failure(fmt::format("{} is no number of processes", sonde::quoted(text)));
  return *count;
}

using ReadWhole = Result<std::int64_t> (*)(std::string_view);

Result<WholeRange> range_of(std::string_view text, ReadWhole read) {
  const auto dots = text.find("..");
  const auto low = read(text.substr(0, dots));
  if (!low) return tl::unexpected(low.error());
  const auto high = dots == std::string_view::npos ? low : read(text.substr(dots + 2));
  if (!high) return tl::unexpected(high.error());
  if (*low > *high)
    return failure(fmt::format("{} is empty: the smaller end comes first", sonde::quoted(text)));
  return WholeRange{*low, *high};
}

/// Reads one table [[limit]] and keeps the first complaint.
class Row {
 public:
  Row(const toml::table& table, std::size_t number) : table_(table), number_(number) {}

  [[nodiscard]] Result<Limit> read() {
    allow_only({"benchmark", "processes", "bytes", "quantity", "statistic", "limit"});
    Limit out{.number = number_, .benchmark = text("benchmark", true, R"(a name, as "Allreduce" or "All*")")};
    out.processes = whole("processes", count_of, "a number or a range, as 64 or \"16..64\"");
    out.bytes = whole("bytes", length_of, "a length or a range, as 8 or \"1..1 KiB\"");
    out.quantity = quantity();
    out.statistic = statistic(out.quantity);
    out.text = text("limit", true, fmt::format("text with a unit, as \"{}\"", example(out.quantity)));
    if (complaint_.empty()) {
      const auto bound = limit_bound(out.text, out.quantity);
      if (bound)
        out.value = bound->value, out.of_port = bound->of_port;
      else
        complain("limit", "'limit': " + bound.error().message);
    }
    if (!complaint_.empty()) return failure(complaint_);
    return out;
  }

 private:
  void allow_only(std::initializer_list<std::string_view> keys) {
    for (const auto& [key, node] : table_) {
      if (std::ranges::find(keys, key.str()) != keys.end()) continue;
      const auto near = nearest(key.str(), std::span(keys.begin(), keys.size()));
      complain(key.str(), fmt::format("unknown key {}: {}", sonde::quoted(key.str()),
                                      near.empty() ? fmt::format("known are {}", fmt::join(keys, ", "))
                                                   : fmt::format("did you mean '{}'?", near)));
    }
  }

  std::string text(std::string_view key, bool needed, const std::string& wanted) {
    const auto* node = table_.get(key);
    if (node == nullptr && !needed) return "";
    if (node == nullptr) return complain(key, fmt::format("'{}' is missing: {}", key, wanted)), "";
    const auto value = node->value_exact<std::string>();
    if (!value || trim(*value).empty()) return complain(key, fmt::format("'{}' must be {}", key, wanted)), "";
    return *value;
  }

  std::optional<WholeRange> whole(std::string_view key, ReadWhole part, const char* wanted) {
    const auto* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    const auto number = node->value_exact<std::int64_t>();
    const auto range = range_of(number ? fmt::format("{}", *number) : text(key, true, wanted), part);
    if (!range) return complain(key, fmt::format("'{}': {}", key, range.error().message)), std::nullopt;
    return *range;
  }

  Limited quantity() {
    const auto word = text("quantity", false, "text");
    if (word.empty()) return Limited::time;
    const auto* const found = std::ranges::find(limited_quantities, word, &LimitedFacts::word);
    if (found != limited_quantities.end()) return found->quantity;
    std::vector<std::string_view> known;
    known.reserve(limited_quantities.size());
    for (const auto& one : limited_quantities) known.push_back(one.word);
    complain("quantity",
             fmt::format("unknown quantity {}: known are {}", sonde::quoted(word), fmt::join(known, ", ")));
    return Limited::time;
  }

  std::optional<Quantity> statistic(Limited quantity) {
    const auto word = text("statistic", false, "text");
    if (word.empty()) return std::nullopt;
    std::vector<std::string_view> known;
    for (const QuantityFacts& one : quantities) {
      if (one.unit != Unit::seconds) continue;
      if (one.word == word && quantity == Limited::time) return one.quantity;
      known.push_back(one.word);
    }
    complain("statistic", quantity != Limited::time
                              ? fmt::format("'statistic' chooses among times; quantity '{}' has one alone",
                                            facts(quantity).word)
                              : fmt::format("unknown statistic {}: known are {}", sonde::quoted(word),
                                            fmt::join(known, ", ")));
    return std::nullopt;
  }

  /// At the line of the key, or of the row where it has none.
  void complain(std::string_view key, const std::string& message) {
    if (!complaint_.empty()) return;
    const auto* node = table_.get(key);
    const auto line = (node == nullptr ? table_.source() : node->source()).begin.line;
    complaint_ = fmt::format("{}: [[limit]] number {}: {}", line, number_, message);
  }

  const toml::table& table_;
  std::size_t number_;
  std::string complaint_;
};

Result<std::vector<Limit>> limits_of(const toml::table& root) {
  for (const auto& [key, node] : root)
    if (key.str() != "limit")
      return failure(fmt::format("{}: unknown key {}: a file of limits has tables [[limit]] alone",
                                 node.source().begin.line, sonde::quoted(key.str())));
  const auto* list = root["limit"].as_array();
  if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::table))
    return failure("1: no limit: expected tables [[limit]] with 'benchmark' and 'limit'");
  std::vector<Limit> out;
  for (const auto& node : *list) {
    auto limit = Row(*node.as_table(), out.size() + 1).read();
    if (!limit) return tl::unexpected(limit.error());
    out.push_back(std::move(*limit));
  }
  return out;
}

/// As TOML has it; * stands for what TOML cannot hold.
std::string toml_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    const bool control = (c >= 0 && c < ' ') || c == 0x7f;
    out += control ? '*' : c;
  }
  return out + '"';
}

}  // namespace

Result<std::vector<Limit>> parse_limits(const std::string& text, const std::string& path) {
  try {
    auto limits = limits_of(toml::parse(text, path));
    if (!limits) return failure(path + ":" + limits.error().message);
    return limits;
  } catch (const toml::parse_error& wrong) {
    const auto& at = wrong.source().begin;
    return failure(fmt::format("{}:{}: column {}: {}", path, at.line, at.column, wrong.description()));
  }
}

Result<std::vector<Limit>> read_limits(const std::string& path) {
  constexpr std::int64_t most_bytes = 16 * mebibyte;
  const auto text = read_input(path, {.most_bytes = most_bytes});
  if (!text) return tl::unexpected(text.error());
  return parse_limits(*text, path);
}

std::string limited_value(double value, Limited quantity, int digits) {
  const Unit unit = facts(facts(quantity).shown).unit;
  const UnitWord* chosen = nullptr;
  for (const UnitWord& one : units)
    if (one.unit == unit && one.shown && (chosen == nullptr || value >= one.factor)) chosen = &one;
  return fmt::format("{:.{}g} {}", value / chosen->factor, digits, chosen->word);
}

std::string limits_file(std::span<const Limit> limits, std::span<const std::string> head) {
  std::string out;
  for (const std::string& line : head) out += "# " + printable(line) + "\n";
  for (const Limit& limit : limits) {
    out += fmt::format("\n[[limit]]\nbenchmark = {}\n", toml_text(limit.benchmark));
    if (limit.processes) out += fmt::format("processes = {}\n", limit.processes->low);
    if (limit.bytes) out += fmt::format("bytes = {}\n", limit.bytes->low);
    if (limit.quantity != Limited::time)
      out += fmt::format("quantity = \"{}\"\n", facts(limit.quantity).word);
    if (limit.statistic) out += fmt::format("statistic = \"{}\"\n", facts(*limit.statistic).word);
    out += fmt::format("limit = \"{} {}\"\n",
                       facts(limit.quantity).upper ? "<=" : ">=", limited_value(limit.value, limit.quantity));
  }
  return out;
}

}  // namespace sonde::analysis
