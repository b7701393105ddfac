#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/figures.hpp"
#include "analysis/observations.hpp"
#include "base/text.hpp"
#include "record/bus.hpp"
#include "record/case_numbers.hpp"
#include "record/describe.hpp"
#include "record/names.hpp"
#include "reports/page_parts.hpp"
#include "stats/order.hpp"

namespace sonde::reports {
namespace {

using nlohmann::json;

// Strings by number: every name is written once.
class Names {
 public:
  std::size_t operator()(const std::string& name) {
    const auto [at, fresh] = positions_.try_emplace(name, list_.size());
    if (fresh) list_.push_back(name);
    return at->second;
  }
  /// As the first file spells it.
  std::size_t without_case(const std::string& name) {
    const auto [at, fresh] = spellings_.try_emplace(lower(name), name);
    return (*this)(at->second);
  }
  [[nodiscard]] const std::vector<std::string>& list() const { return list_; }

 private:
  std::map<std::string, std::size_t> positions_;
  std::map<std::string, std::string> spellings_;
  std::vector<std::string> list_;
};

// Six digits are more than any timer gives, and a third of the page's size.
json number(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (*value == 0) return 0;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(*value))));
  const double rounded = std::round(*value * scale) / scale;
  return std::isfinite(rounded) ? rounded : *value;
}

class Columns {
 public:
  explicit Columns(std::size_t rows) : rows_(rows) {}

  void set(const std::string& column, json value) {
    if (value.is_null()) return;
    json& values = columns_[column];
    if (values.is_null()) values = json::array_t(rows_);
    values[row_] = std::move(value);
  }
  void next() { ++row_; }
  std::map<std::string, json> take() { return std::move(columns_); }

 private:
  std::size_t rows_, row_ = 0;
  std::map<std::string, json> columns_;
};

void set_case(Columns& columns, Names& names, const record::CaseRecord& c) {
  columns.set("benchmark", names.without_case((c.id.multi ? "Multi-" : "") + c.id.benchmark));
  if (const auto labels = record::labels_of(c.id); !labels.empty()) columns.set("mode", names(labels));
  columns.set("processes", c.id.processes);
  if (c.id.threads > 0) columns.set("threads", c.id.threads);
  if (c.id.groups > 1) columns.set("groups", c.id.groups);
  if (c.id.group >= 0) columns.set("group", c.id.group);
  if (c.id.bytes >= 0) columns.set("bytes", c.id.bytes);
  if (c.status != record::Status::measured)
    columns.set("status", names(std::string(record::to_word(c.status))));
  if (!c.text.empty()) columns.set("text", names(shortened(c.text, 1000)));
  if (c.repetitions > 0) columns.set("repetitions", c.repetitions);
  if (c.defects) columns.set("defects", number(c.defects));
  if (!c.warnings.empty()) columns.set("warnings", c.warnings.size());
}

/// A number and the ends of its interval.
void set_figure(Columns& columns, const std::string& name, const std::optional<analysis::Figure>& figure) {
  if (!figure) return;
  columns.set(name, number(figure->value));
  columns.set(name + "_low", number(figure->low));
  columns.set(name + "_high", number(figure->high));
}

void set_figures(Columns& columns, const record::CaseRecord& c, double megabyte) {
  set_figure(columns, "time", analysis::time_of(c));
  set_figure(columns, "rate", analysis::rate_of(c, megabyte));
  set_figure(columns, "messages", analysis::message_rate_of(c));
  set_figure(columns, "overlap", analysis::overlap_of(c));
  if (c.times) {
    columns.set("t_min", number(c.times->min));
    columns.set("t_max", number(c.times->max));
    columns.set("t_avg", number(c.times->avg));
  }
  if (c.overlap) {
    columns.set("t_overlapped", number(c.overlap->overlapped));
    columns.set("t_pure", number(c.overlap->pure));
    columns.set("t_cpu", number(c.overlap->cpu));
  }
  for (const record::CaseNumbers& kind : record::case_numbers())
    if (kind.has(c))
      for (const record::CaseNumber& one : kind.numbers)
        columns.set(fmt::format("extra {}", one.name), number(one.of(c)));
  for (const auto& [name, value] : c.extra) columns.set("extra " + name, number(value));
}

constexpr std::size_t large = 1000;  ///< rows from which columns are packed; data.js unpacks them

/// A column of few runs of one value as values and counts; one that begins with many nulls without them.
json in_runs(json values) {
  const std::size_t size = values.size();
  json runs = json::array();
  for (std::size_t i = 0, next = 0; i < size && 4 * runs.size() < size; i = next) {
    while (next < size && values[next] == values[i]) ++next;
    runs.push_back(values[i]), runs.push_back(next - i);
    if (next == size) return {{"runs", std::move(runs)}};
  }
  const auto first = std::ranges::find_if(values, [](const json& value) { return !value.is_null(); });
  const auto nulls = static_cast<std::size_t>(first - values.begin());
  if (4 * nulls < size) return values;
  return {{"nulls", nulls}, {"then", json::array_t(first, values.end())}};
}

/// An end of an interval in 1/10000 of its value from it; nothing where it has none.
std::optional<json> beside(const json& ends, const json& values) {
  constexpr double parts = 1e4, farthest = 1e9;
  json out = json::array();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool known = !ends[i].is_null();
    const double offset = !known ? 0
                          : values[i].is_null()
                              ? std::nan("")
                              : std::round((ends[i].get<double>() / values[i].get<double>() - 1) * parts);
    if (!(std::abs(offset) < farthest)) return std::nullopt;
    out.push_back(known ? json(static_cast<std::int64_t>(offset)) : json());
  }
  return out;
}

json packed(const std::string& name, const std::map<std::string, json>& columns) {
  const json& values = columns.at(name);
  if (values.size() <= large) return values;
  if (std::ranges::all_of(values, [&](const json& value) { return value == values.front(); }))
    return {{"all", values.front()}};
  const std::string of = name.substr(0, name.rfind('_'));
  const bool is_end = name == of + "_low" || name == of + "_high";
  if (const auto known = columns.find(of); is_end && known != columns.end())
    if (auto near = beside(values, known->second))
      return {{"near", of}, {"parts", in_runs(std::move(*near))}};
  return in_runs(values);
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// A column that is written goes: of a million rows each takes 16 MB.
std::string text_of(Columns& columns, const Names& names, std::size_t rows) {
  std::string out = fmt::format(R"({{"size":{},"names":{})", rows, dumped(names.list()));
  auto left = columns.take();
  for (auto at = left.begin(); at != left.end(); ++at) {
    if (!at->first.starts_with(left.begin()->first + "_"))
      left.erase(left.begin(), at);  // its ends come next
    out += fmt::format(",{}:{}", dumped(at->first), dumped(packed(at->first, left)));
  }
  return out + '}';
}

using analysis::Figure;

/// One figure a run to one of the side.
std::optional<Figure> over_runs(const std::vector<Figure>& figures) {
  if (figures.size() <= 1) return figures.empty() ? std::nullopt : std::optional(figures[0]);
  std::vector<double> values;
  values.reserve(figures.size());
  for (const Figure& figure : figures) values.push_back(figure.value);
  const auto [least, greatest] = std::ranges::minmax(values);
  return Figure{stats::median(values), least, greatest};
}

/// All records of one case on one side.
class SideCase {
 public:
  SideCase(std::span<const record::Run> runs, analysis::Occurrences rows) : runs_(runs), rows_(rows) {}

  [[nodiscard]] const record::CaseRecord& first() const {
    const auto measured = std::ranges::find(rows_, record::Status::measured,
                                            [](const auto& found) { return found.row->status; });
    return *(measured == rows_.end() ? rows_[0] : *measured).row;
  }
  /// Where the case stands in the files.
  [[nodiscard]] std::pair<std::size_t, const record::CaseRecord*> place() const {
    return {rows_[0].run, rows_[0].row};
  }
  /// Of several records in one run the last one.
  template <class Of>
  [[nodiscard]] std::optional<Figure> figure(const Of& of) const {
    std::map<std::size_t, Figure> by_run;
    for (const analysis::Occurrence& found : rows_)
      if (const std::optional<Figure> one = of(*found.row, found.run)) by_run[found.run] = *one;
    std::vector<Figure> figures;
    figures.reserve(by_run.size());
    for (const auto& [run, one] : by_run) figures.push_back(one);
    return over_runs(figures);
  }
  /// The number that was compared.
  [[nodiscard]] std::optional<Figure> compared(const analysis::Measure& measure) const {
    const auto values = analysis::value_of_runs(rows_, measure);
    if (measure.quantity == analysis::Quantity::median && rows_.size() == 1)
      return analysis::loop_time_of(*rows_[0].row);
    std::vector<Figure> figures;
    figures.reserve(values.size());
    for (const auto& [run, value] : values) figures.push_back({value, {}, {}});
    return over_runs(figures);
  }
  [[nodiscard]] double megabyte(std::size_t run) const { return runs_[run].header.megabyte; }

 private:
  std::span<const record::Run> runs_;
  analysis::Occurrences rows_;
};

std::optional<Figure> plain(std::optional<double> value) {
  return value && std::isfinite(*value) && *value > 0 ? std::optional(Figure{*value, {}, {}}) : std::nullopt;
}

/// Rates follow the time that was compared: with medians they are those of the median.
void set_side_figures(Columns& columns, const SideCase& side, const analysis::Measure* measure,
                      std::span<const record::BusRates> rates) {
  const bool medians = measure && measure->quantity == analysis::Quantity::median;
  if (measure && analysis::facts(measure->quantity).unit == analysis::Unit::seconds)
    set_figure(columns, "time", side.compared(*measure));
  set_figure(columns, "rate", side.figure([&](const record::CaseRecord& c, std::size_t run) {
    const double megabyte = side.megabyte(run);
    return medians ? analysis::rate_of(c, megabyte) : plain(c.megabytes_per_second.value_or(0) * megabyte);
  }));
  set_figure(columns, "messages", side.figure([&](const record::CaseRecord& c, std::size_t) {
    return medians ? analysis::message_rate_of(c) : plain(c.messages_per_second);
  }));
  set_figure(columns, "overlap",
             side.figure([](const record::CaseRecord& c, std::size_t) { return analysis::overlap_of(c); }));
  set_figure(columns, "bus", side.figure([&](const record::CaseRecord& c, std::size_t run) {
    return medians ? analysis::network_rate_of(c, rates[run].bus(c)) : plain(rates[run].bus(c));
  }));
  set_figure(columns, "of_peak", side.figure([&](const record::CaseRecord& c, std::size_t run) {
    const auto percent = rates[run].percent_of_peak(c);
    return medians ? analysis::network_rate_of(c, percent) : plain(percent);
  }));
}

/// What was compared of one case.
struct OfCase {
  const analysis::ComparedCase* leading = nullptr;
  const analysis::ComparedCase* worst = nullptr;  ///< what matters most
  std::vector<analysis::Measure> measures{};      ///< the leading one first

  /// What is drawn as its time.
  [[nodiscard]] const analysis::Measure* drawn() const {
    return leading ? &analysis::time_measure(measures) : nullptr;
  }
};

/// They point into `comparison`.
std::map<record::CaseId, OfCase> compared_cases(const analysis::Comparison& comparison) {
  std::map<record::CaseId, OfCase> out;
  for (const auto& c : comparison.cases) {
    OfCase& known = out[c.id];
    if (c.leading) known.leading = &c;
    known.measures.insert(c.leading ? known.measures.begin() : known.measures.end(), c.measure);
    if (!known.worst || c.verdict < known.worst->verdict) known.worst = &c;
  }
  return out;
}

/// Whether the number that stands for the whole case decides its verdict.
bool leads(const OfCase& found) {
  return found.leading && found.leading->verdict == found.worst->verdict;
}

/// Where another number of the case matters more than the one that stands for the whole, its verdict: "worse:
/// t_pure x 1.3".
std::string verdict_of(const OfCase& found) {
  const analysis::ComparedCase& worst = *found.worst;
  if (leads(found)) return analysis::verdict_text(worst);
  return fmt::format("{}: {} x {:.3g}", analysis::to_word(worst.verdict), analysis::word_of(worst.measure),
                     worst.ratio);
}

void set_verdict(Columns& columns, Names& names, const OfCase& found) {
  columns.set("verdict", names(verdict_of(found)));
  const analysis::ComparedCase* decides =
      !leads(found) && found.worst->on_both_sides() ? found.worst : found.leading;
  if (!decides || !decides->on_both_sides()) return;
  const analysis::ComparedCase& c = *decides;
  const bool interval = c.level > 0;
  set_figure(columns, "ratio",
             Figure{c.ratio, interval ? std::optional(c.low) : std::nullopt,
                    interval ? std::optional(c.high) : std::nullopt});
}

/// In the order of the files.
std::vector<SideCase> cases_of(std::span<const record::Run> runs, analysis::Occurrences rows) {
  std::vector<SideCase> out;
  while (!rows.empty()) out.emplace_back(runs, analysis::pop_case(rows));
  std::ranges::sort(out, {}, &SideCase::place);
  return out;
}

/// What the same cases took in the reference.
class Reference {
 public:
  explicit Reference(std::span<const record::Run> runs) {
    for (const record::Run& run : runs)
      for (const record::CaseRecord& c : run.cases)
        if (const auto time = analysis::time_of(c)) seconds_.try_emplace(c.id, time->value);
  }

  /// Percent of the speed of the reference: 100 where both take the same time, less where this one takes
  /// longer.
  [[nodiscard]] std::optional<Figure> share(const record::CaseRecord& c) const {
    const auto found = seconds_.find(c.id);
    const auto time = analysis::time_of(c);
    if (found == seconds_.end() || !time) return std::nullopt;
    const auto percent = [&](double seconds) { return 100 * found->second / seconds; };
    return Figure{percent(time->value), time->high ? std::optional(percent(*time->high)) : std::nullopt,
                  time->low ? std::optional(percent(*time->low)) : std::nullopt};
  }

 private:
  std::map<record::CaseId, double> seconds_;
};

}  // namespace

std::string case_columns(std::span<const record::Run> runs, double peak,
                         std::span<const record::Run> reference) {
  const Reference known(reference);
  std::size_t rows = 0;
  for (const record::Run& run : runs) rows += run.cases.size();
  Columns columns(rows);
  Names names;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const record::BusRates rates(runs[r].header, peak);
    for (const record::CaseRecord& c : runs[r].cases) {
      columns.set("run", r);
      set_case(columns, names, c);
      set_figures(columns, c, runs[r].header.megabyte);
      set_figure(columns, "bus", analysis::network_rate_of(c, rates.bus(c)));
      set_figure(columns, "of_peak", analysis::network_rate_of(c, rates.percent_of_peak(c)));
      set_figure(columns, "of_reference", known.share(c));
      columns.next();
    }
  }
  return text_of(columns, names, rows);
}

std::string side_columns(std::span<const record::Run> runs, const analysis::TwoSides& sides, double peak) {
  const auto compared = compared_cases(sides.comparison);
  std::vector<record::BusRates> rates;
  for (const record::Run& run : runs) rates.emplace_back(run.header, peak);
  const std::span<const record::Run> both[] = {runs.first(sides.base_runs), runs.subspan(sides.base_runs)};
  const std::span<const record::BusRates> rates_of[] = {std::span(rates).first(sides.base_runs),
                                                        std::span(rates).subspan(sides.base_runs)};
  const std::vector<analysis::Occurrence> rows[] = {analysis::by_case(both[0]), analysis::by_case(both[1])};
  const std::vector<SideCase> cases[] = {cases_of(both[0], rows[0]), cases_of(both[1], rows[1])};
  Columns columns(cases[0].size() + cases[1].size());
  Names names;
  for (std::size_t s = 0; s < 2; ++s)
    for (const SideCase& side : cases[s]) {
      const auto found = compared.find(side.first().id);
      columns.set("run", s);
      set_case(columns, names, side.first());
      set_side_figures(columns, side, found == compared.end() ? nullptr : found->second.drawn(), rates_of[s]);
      if (s == 1 && found != compared.end()) set_verdict(columns, names, found->second);
      columns.next();
    }
  return text_of(columns, names, cases[0].size() + cases[1].size());
}

}  // namespace sonde::reports
