// Performance logs of ReFrame (4 and later, as its "filelog" handler writes them by default): a heading of
// names between bars, then one line a run of a test, with columns NAME_value, NAME_unit, ... for each
// performance variable. Each line is a run of its own.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "readers/parsers.hpp"

namespace sonde::readers {

namespace {

constexpr double perflog_megabyte = 1e6;

struct Unit {
  std::string_view name;
  double factor = 1;  ///< to seconds, or to Mbytes/s of 10^6
  bool rate = false;
};
constexpr std::array units{Unit{"s", 1},
                           Unit{"sec", 1},
                           Unit{"seconds", 1},
                           Unit{"min", 60},
                           Unit{"ms", 1e-3},
                           Unit{"us", 1e-6},
                           Unit{"usec", 1e-6},
                           Unit{"\xc2\xb5s", 1e-6},
                           Unit{"ns", 1e-9},
                           Unit{"B/s", 1 / perflog_megabyte, true},
                           Unit{"kB/s", 1e3 / perflog_megabyte, true},
                           Unit{"KB/s", 1e3 / perflog_megabyte, true},
                           Unit{"KiB/s", 1024 / perflog_megabyte, true},
                           Unit{"MB/s", 1, true},
                           Unit{"MiB/s", 1048576 / perflog_megabyte, true},
                           Unit{"GB/s", 1e9 / perflog_megabyte, true},
                           Unit{"GiB/s", 1073741824 / perflog_megabyte, true},
                           Unit{"TB/s", 1e12 / perflog_megabyte, true}};

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> out;
  for (const auto field : split(line, '|')) out.emplace_back(trim(field));
  if (out.back().empty()) out.pop_back();  // formats end with a bar
  return out;
}

bool says_nothing(std::string_view field) {
  return field.empty() || field == "null" || field == "None";
}

/// "2024-02-21T22:51:16Z" of seconds since 1970.
std::optional<std::string> time_of(std::string_view seconds) {
  constexpr double most = 253402300799.0;  // the year 9999
  const auto value = number_of<double>(seconds);
  if (!value || !(*value >= 0 && *value <= most)) return std::nullopt;
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(*value)));
}

class PerflogParser : public record::Parser {
 public:
  using record::Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (trim(text).empty()) return {};
    if (is_perflog_head(text)) {
      names_ = fields_of(text);
      return {};
    }
    text_ = text;
    fields_ = fields_of(text);
    if (fields_.size() > names_.size() || fields_.size() + 1 < names_.size())
      return runs_.pass_over(
          text, fmt::format("{} fields stand below a heading of {}: a value with a bar in it cannot be read",
                            fields_.size(), names_.size()));
    fields_.resize(names_.size());
    return run();
  }

  std::vector<record::Run> finish(std::vector<record::Run> runs) override {
    std::erase_if(runs, [](const record::Run& run) { return run.cases.empty() && run.notes.empty(); });
    return runs;
  }

 private:
  /// The field of this name; empty where there is none or it says nothing.
  [[nodiscard]] std::string field(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return {};
    const std::string& value = fields_[static_cast<std::size_t>(found - names_.begin())];
    return says_nothing(value) ? std::string() : value;
  }

  Result<void> run() {
    record::Run out;
    out.format = record::Format::reframe_perflog;
    record::Header& header = out.header;
    header.program = "ReFrame";
    header.conventions = "ReFrame perflog";
    header.version = field("version");
    header.megabyte = perflog_megabyte;
    header.start = time_of(field("job_completion_time_unix")).value_or(field("job_completion_time"));
    header.ranks = std::max(0, number_of<int>(field("num_tasks")).value_or(0));
    for (const char* name : {"modules", "env_vars"})
      if (auto value = field(name); !value.empty() && value != "{}")
        header.environment[name] = std::move(value);
    if (auto begun = runs_.begin(std::move(out)); !begun) return begun;
    constexpr std::string_view ending = "_value";
    for (const auto& name : names_)
      if (name.size() > ending.size() && name.ends_with(ending))
        if (auto added = variable(name.substr(0, name.size() - ending.size())); !added) return added;
    return {};
  }

  Result<void> variable(const std::string& name) {
    const std::string text = field(name + "_value"), unit_name = field(name + "_unit");
    const bool failed = field("result") == "fail" && text.empty();
    if (text.empty() && !failed) return {};  // of another variant of the test
    record::CaseRecord record;
    record.id.benchmark = field("name");
    if (record.id.benchmark.empty()) record.id.benchmark = field("display_name");
    if (record.id.benchmark.empty()) return runs_.pass_over(text_, "the line names no test");
    record.id.benchmark += " " + name;
    record.id.mode = place();
    record.id.processes = std::max(1, number_of<int>(field("num_tasks")).value_or(1));
    if (failed) {
      record.status = record::Status::failed;
      return runs_.add(std::move(record), text_);
    }
    const auto* const unit = std::ranges::find(units, std::string_view(unit_name), &Unit::name);
    if (unit == units.end())
      return runs_.leave_out(fmt::format("{} in {}", name, unit_name.empty() ? "no unit" : unit_name));
    const auto value = number_of<double>(text);
    if (!value || !std::isfinite(*value))
      return runs_.pass_over(text_, fmt::format("{} is no value of {}", sonde::quoted(text), name));
    if (unit->rate)
      record.megabytes_per_second = *value * unit->factor;
    else
      record.times = record::Times{*value * unit->factor, *value * unit->factor, *value * unit->factor};
    return runs_.add(std::move(record), text_);
  }

  /// As ReFrame writes it: "daint:gpu+gnu".
  [[nodiscard]] std::string place() const {
    std::string out = field("system");
    if (const auto partition = field("partition"); !partition.empty()) out += ":" + partition;
    if (const auto environ = field("environ"); !environ.empty()) out += "+" + environ;
    return out;
  }

  std::string_view text_;  ///< of the line that is read
  std::vector<std::string> names_, fields_;
};

}  // namespace

bool is_perflog_head(std::string_view line) {
  if (!contains(line, "|")) return false;
  const auto names = fields_of(line);
  const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
  return (has("job_completion_time") || has("job_completion_time_unix")) &&
         std::ranges::any_of(names, [](const std::string& name) { return name.ends_with("_value"); });
}

std::unique_ptr<record::Parser> make_perflog_parser(record::Runs& runs) {
  return std::make_unique<PerflogParser>(runs);
}

}  // namespace sonde::readers
