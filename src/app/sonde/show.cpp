// `sonde show`: records and tables of other suites for a person to read, or as CSV or JSON lines.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/sonde/commands.hpp"
#include "app/sonde/numbers.hpp"
#include "base/units.hpp"
#include "host/output.hpp"
#include "readers/read.hpp"
#include "record/bus.hpp"
#include "record/csv.hpp"
#include "record/json.hpp"
#include "record/resume.hpp"
#include "reports/escape.hpp"
#include "reports/show_select.hpp"
#include "reports/show_table.hpp"

namespace sonde::app {

namespace {

struct ShowOptions {
  std::vector<std::string> files, benchmarks, sort;
  std::string bytes, processes;
  bool csv = false, json = false, bus = false, no_warnings = false, hosts = false, tails = false;
  double peak = 0;
};

Result<std::vector<record::Run>> read_all(const std::vector<std::string>& files) {
  std::vector<record::Run> all;
  for (const auto& file : files) {
    auto runs = readers::read_runs(file);
    if (!runs) return runs;
    for (auto& run : *runs) all.push_back(std::move(run));
  }
  return all;
}

reports::Shown shown(const ShowOptions& options) {
  return options.hosts   ? reports::Shown::hosts
         : options.tails ? reports::Shown::tails
                         : reports::Shown::usual;
}

Result<reports::Selection> selection_of(const ShowOptions& options) {
  const auto bytes = reports::parse_lengths(options.bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto processes = reports::parse_processes(options.processes);
  if (!processes) return tl::unexpected(processes.error());
  return reports::Selection{options.benchmarks, *bytes, *processes, options.sort, shown(options)};
}

/// Standard output in pieces: the text of a long record takes several times its memory.
class Output {
 public:
  void add(std::string_view text) {
    if (text_.size() + text.size() > longest) flush();
    if (text.size() > longest)
      host::write_output(text);
    else
      text_ += text;
  }
  void flush() {
    host::write_output(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t longest = mebibyte;
  std::string text_;
};

void as_text(const std::vector<record::Run>& runs, const ShowOptions& options, Output& out) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) out.add("\n");
    out.add(reports::show_summary(runs[i]));
    const auto add_part = [&](const std::string& text) {
      if (text.empty()) return;
      out.add("\n");
      out.add(text);
    };
    add_part(reports::show_table(runs[i], shown(options)));
    if (!options.no_warnings) add_part(reports::show_warnings(runs[i]));
  }
}

/// The footer says how many cases stand above it.
void count_again(record::Run& run) {
  if (!run.footer) return;
  const auto count = [&](record::Status status) {
    return std::ranges::count(run.cases, status, &record::CaseRecord::status);
  };
  run.footer->measured = count(record::Status::measured);
  run.footer->skipped = count(record::Status::skipped);
  run.footer->failed = count(record::Status::failed);
}

void as_csv(const record::Run& run, Output& out) {
  const auto columns = record::csv_columns(run.cases);
  out.add(record::csv_head(columns) + "\n");
  for (const auto& record : run.cases) out.add(record::to_csv(record, run.header.megabyte, columns) + "\n");
}

/// The cases of each place behind a header of their own, as -resume writes them.
void as_json(const record::Run& run, Output& out) {
  const auto places = record::places_of_launches(run);
  for (const auto* here : places) {
    record::Header header = run.header;
    header.resumed = here != places.front();
    header.places = *here;
    out.add(reports::json_for_terminal(record::to_json(header)) + "\n");
    for (const auto& c : run.cases)
      if (&record::places_of(c, run.header) == here)
        out.add(reports::json_for_terminal(record::to_json(c)) + "\n");
  }
}

void as_json(const std::vector<record::Run>& runs, Output& out) {
  for (const auto& run : runs) {
    as_json(run, out);
    if (run.footer) out.add(reports::json_for_terminal(record::to_json(*run.footer)) + "\n");
  }
}

/// Notes on columns that were asked for and that no case has.
void note_missing(const ShowOptions& options, record::Run& run) {
  if (options.hosts && !reports::knows_slowest_hosts(run))
    run.notes.emplace_back(
        "no case says which rank was slowest, or not where the ranks stood: no columns of --hosts");
  const auto has_bus = [](const auto& c) { return c.extra.contains(std::string(record::bus_column)); };
  if ((options.bus || options.peak > 0) && std::ranges::none_of(run.cases, has_bus))
    run.notes.emplace_back("of no case is known what it moves over links: no columns of --bus");
  const auto has_tail = [](const record::CaseRecord& record) { return record.tail.has_value(); };
  if (!options.tails || std::ranges::any_of(run.cases, has_tail)) return;
  const bool columns =
      std::ranges::any_of(run.cases, [](const auto& c) { return c.extra.contains("p50_s"); });
  run.notes.emplace_back(columns
                             ? "this text has quantiles of single calls without intervals: leave out --tails"
                             : "no case has single calls: measure them with -tails");
}

void add_bus_rates(std::vector<record::Run>& runs, double peak) {
  for (auto& run : runs) {
    const record::BusRates rates(run.header, peak);
    for (auto& record : run.cases) rates.add(record);
  }
}

/// Leaves the cases that are asked for, one or more where only some are.
Result<void> select(const reports::Selection& selection, std::vector<record::Run>& runs) {
  if (auto selected = reports::select(runs, selection); !selected) return selected;
  if (selection.benchmarks.empty() && selection.bytes.parts.empty() && selection.processes.parts.empty())
    return {};
  if (std::ranges::all_of(runs, [](const record::Run& run) { return run.cases.empty(); }))
    return failure("no case has these benchmarks, bytes and processes");
  for (auto& run : runs) count_again(run);
  return {};
}

int show(const ShowOptions& options) {
  const auto selection = selection_of(options);
  if (!selection) return wrong_input(selection.error().message);
  auto runs = read_all(options.files);
  if (!runs) return wrong_input(runs.error().message);
  if (options.csv && runs->size() > 1)
    return wrong_input(fmt::format(
        "--csv takes one run, the files hold {}: convert them one by one, or use --json", runs->size()));
  if (const auto right = check_peak(options.peak); !right) return wrong_input(right.error().message);
  if (options.bus || options.peak > 0) add_bus_rates(*runs, options.peak);
  if (const auto selected = select(*selection, *runs); !selected)
    return wrong_input(selected.error().message);
  for (auto& run : *runs) note_missing(options, run);
  Output out;
  if (options.csv)
    as_csv(runs->front(), out);
  else if (options.json)
    as_json(*runs, out);
  else
    as_text(*runs, options, out);
  out.flush();
  return 0;
}

}  // namespace

Action setup_show(CLI::App& command) {
  const auto options = std::make_shared<ShowOptions>();
  command
      .add_option(
          "FILE", options->files,
          "records (JSON lines or CSV), or text of Sonde, IMB, PMB, OSU, nccl-tests or MPIBenchmarks.jl")
      ->required();
  command.add_option("-b,--benchmark", options->benchmarks, "only these benchmarks, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("-s,--bytes", options->bytes, "only these message lengths: 0,8,1k:64k");
  command.add_option("-p,--processes", options->processes, "only these numbers of processes: 2,4 or 8:");
  command
      .add_option("--sort", options->sort,
                  "columns to sort by, separated by commas; --sort=-rate sorts downwards")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--bus", options->bus, "columns more: least traffic of links over the time");
  add_peak(command, options->peak, "--bus, and net (on one node bus) in percent of so many bytes per second");
  auto* hosts =
      command.add_flag("--hosts", options->hosts,
                       "columns more: the rank that was slowest most often, its host, in how many batches");
  auto* tails =
      command
          .add_flag("--tails", options->tails,
                    "quantiles of single calls (-tails) with their 95 % intervals, in place of other columns")
          ->excludes(hosts);
  command.add_flag("--no-warnings", options->no_warnings, "leave out what stands below the table");
  auto* csv =
      command.add_flag("--csv", options->csv, "print the cases as CSV")->excludes(hosts)->excludes(tails);
  command.add_flag("--json", options->json, "print records as JSON lines")
      ->excludes(csv)
      ->excludes(hosts)
      ->excludes(tails);
  return [options] { return show(*options); };
}

}  // namespace sonde::app
