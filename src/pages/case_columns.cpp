#include "pages/case_columns.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "analysis/figures.hpp"
#include "base/text.hpp"
#include "record/bus.hpp"

namespace sonde::pages {
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

std::string_view word(record::Status status) {
  switch (status) {
    case record::Status::skipped:
      return "skipped";
    case record::Status::failed:
      return "failed";
    default:
      return "measured";
  }
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
  if (!c.id.mode.empty()) columns.set("mode", names(c.id.mode));
  columns.set("processes", c.id.processes);
  if (c.id.threads > 0) columns.set("threads", c.id.threads);
  if (c.id.groups > 1) columns.set("groups", c.id.groups);
  if (c.id.group >= 0) columns.set("group", c.id.group);
  if (c.id.bytes >= 0) columns.set("bytes", c.id.bytes);
  if (c.status != record::Status::measured) columns.set("status", names(std::string(word(c.status))));
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
  for (const auto& [name, value] : c.extra) columns.set("extra " + name, number(value));
}

}  // namespace

std::string case_columns(std::span<const record::Run> runs, double peak) {
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
      columns.set("bus", number(rates.bus(c)));
      if (const auto percent = rates.percent_of_peak(c)) columns.set("of_peak", number(percent));
      columns.next();
    }
  }
  json out = json::object();
  auto taken = columns.take();
  for (auto& [name, values] : taken) out[name] = std::move(values);  // json(map) would copy them
  out["size"] = rows;
  out["names"] = names.list();
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::pages
