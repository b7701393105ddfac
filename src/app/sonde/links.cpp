// sonde links: which host, link or switch is slow.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/output_file.hpp"
#include "args/list_file.hpp"
#include "args/parse.hpp"
#include "args/switches.hpp"
#include "args/values.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "reports/links_text.hpp"

namespace sonde::app {
namespace {

struct LinksArguments {
  std::vector<std::string> files;
  std::string threshold, topology;
  bool all = false;
  Output csv;
};

Result<HostSwitches> read_switches(const std::string& path) {
  const auto content = read_list_file(path);
  if (!content) return tl::unexpected(content.error());
  std::vector<HostOfSwitch> all;
  for (const ListLine& line : content_lines(*content)) {
    const auto hosts = hosts_of_line(line.text);
    if (!hosts)
      return failure(fmt::format("{} line {}: {}", sonde::quoted(path), line.number, hosts.error().message));
    all.insert(all.end(), hosts->begin(), hosts->end());
  }
  if (all.empty()) return failure(fmt::format("{} names no host", sonde::quoted(path)));
  if (const auto once = each_host_once(all); !once)
    return failure(fmt::format("{}: {}", sonde::quoted(path), once.error().message));
  return host_switches(all);
}

Result<reports::LinksOptions> options_of(const LinksArguments& arguments) {
  reports::LinksOptions options;
  if (arguments.all) options.most_hosts = std::numeric_limits<std::size_t>::max();
  if (!arguments.threshold.empty()) {
    const auto threshold = percentage(arguments.threshold);
    if (!threshold) return failure("--threshold: " + threshold.error().message);
    options.threshold = *threshold;
  }
  if (!arguments.topology.empty()) {
    auto switches = read_switches(arguments.topology);
    if (!switches) return failure("--topology: " + switches.error().message);
    options.switch_of = std::move(*switches);
  }
  return options;
}

struct Report {
  std::string text, csv;
  bool slow = false;
};

/// Of all runs; CSV, where `with_csv` asks for it, of the last.
Result<Report> report_of(std::span<const record::Run> runs, const reports::LinksOptions& options,
                         bool with_csv) {
  Report out;
  for (const auto& run : runs) {
    const auto maps = reports::maps_of(run, options);
    if (!maps) return tl::unexpected(maps.error());
    out.text += (out.text.empty() ? "" : "\n") + reports::links_text(run, *maps, options);
    for (const auto& record : *maps) out.slow = out.slow || links::anything_slow(*record.links);
    if (!with_csv) continue;
    auto table = reports::links_csv(run, *maps);
    if (!table) return tl::unexpected(table.error());
    out.csv = std::move(*table);
  }
  return out;
}

int find_slow_links(const LinksArguments& arguments) {
  const auto options = options_of(arguments);
  if (!options) return wrong_input(options.error().message);
  const bool with_csv = !arguments.csv.path.empty();
  if (with_csv)
    if (const auto allowed = may_write(arguments.csv, arguments.files); !allowed)
      return wrong_input(allowed.error().message);
  const auto runs = read_input_files(arguments.files);
  if (!runs) return wrong_input(runs.error().message);
  if (with_csv && runs->size() > 1) return wrong_input("--csv takes one run");
  const auto report = report_of(*runs, *options, with_csv);
  if (!report) return wrong_input(report.error().message);
  if (arguments.csv.path != "-") host::write_output(report->text);
  if (with_csv)
    if (const int status = deliver(arguments.csv, arguments.files, report->csv); status != 0) return status;
  return report->slow ? 1 : 0;
}

}  // namespace

Action setup_links(CLI::App& command) {
  auto arguments = std::make_shared<LinksArguments>();
  command
      .add_option("FILE", arguments->files,
                  "records of sonde-mpi Links, or of IMB-MPI1 -multi 1 PingPong with four pairs or more")
      ->required();
  command.add_option("--threshold", arguments->threshold,
                     "what is slower by more than this is suspect, as 20%; by the map alone");
  command.add_option(
      "--topology", arguments->topology,
      "which switch each host hangs on: lines HOST SWITCH, or Slurm's topology.conf; by the map alone");
  command.add_flag("--all", arguments->all, "every host in the table, not the worst twenty");
  command.add_option("--csv", arguments->csv.path, "write every pair to this file; - is standard output");
  add_force(command, arguments->csv);
  return [arguments] { return find_slow_links(*arguments); };
}

}  // namespace sonde::app
