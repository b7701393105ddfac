#include "reports/links_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "analysis/link_hosts.hpp"
#include "base/csv_cell.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/link_lines.hpp"

namespace sonde::reports {

namespace {

// In MB/s of 10^6 bytes, as the sentences above the table have it.
double rate(std::int64_t bytes, double seconds) {
  return seconds > 0 ? static_cast<double>(bytes) / seconds / decimal_megabyte : 0;
}

std::string rate_head(std::string_view what) {
  return fmt::format("{}[{}]", what, rate_unit(decimal_megabyte));
}

/// Names of one width, cut where they are too long for a table.
std::string padded(std::string_view name, std::size_t width) {
  return fmt::format("{:<{}}", shortened(printable(name), width), width);
}

std::string hosts_table(const record::Run& run, const record::CaseRecord& record, std::size_t most) {
  const links::Survey& survey = *record.links;
  const auto names = record::names_of(survey, record::places_of(record, run.header));
  const auto hosts = analysis::link_hosts(survey);
  std::size_t width = 4;
  for (const auto& name : names) width = std::clamp(name.size(), width, std::size_t{32});
  const bool blocks = survey.blocks.count() > 1;
  std::string out = fmt::format("\n{:<{}}{}  {:>12} {:>14} {:>13} {:>10}\n", "host", width,
                                blocks ? "  switch          " : "", rate_head("sends"), rate_head("receives"),
                                "latency[usec]", "worst");
  for (const auto& host : std::span(hosts).first(std::min(most, hosts.size()))) {
    const auto player = static_cast<std::size_t>(host.player);
    const auto block = static_cast<std::size_t>(survey.blocks.of[player]);
    out += fmt::format("{}{}  {:>12.1f} {:>14.1f} {:>13.2f} {:>9.2f}x\n", padded(names[player], width),
                       blocks ? "  " + padded(survey.blocks.names[block], 16) : "",
                       rate(record.id.bytes, host.send_seconds), rate(record.id.bytes, host.receive_seconds),
                       host.latency_seconds / micro, host.worst);
  }
  if (hosts.size() > most) out += fmt::format("({} more; --all lists them)\n", hosts.size() - most);
  return out;
}

/// Of a run whose groups are pairs.
Result<std::vector<record::CaseRecord>> maps_of_pairs(const record::Run& run, const LinksOptions& options) {
  constexpr double usual_threshold = 0.10;
  auto maps = analysis::maps_of_groups(run, options.threshold.value_or(usual_threshold));
  if (maps.empty())
    return failure(fmt::format(
        "{} has no map of links: expected a record of sonde-mpi Links, or of -multi 1 PingPong with "
        "four pairs or more",
        sonde::quoted(run.source)));
  if (!options.switch_of.empty())
    return failure(
        fmt::format("--topology needs a record of sonde-mpi Links: in {} each rank has met one other",
                    sonde::quoted(run.source)));
  return maps;
}

std::set<std::string> unnamed(const std::vector<std::string>& hosts, const HostSwitches& switch_of) {
  std::set<std::string> out;
  for (const auto& host : hosts)
    if (switch_of.find(host) == nullptr) out.insert(host);
  return out;
}

/// An error where there are other switches and none is that of a host.
Result<void> check_names(const record::Run& run, const std::vector<std::string>& hosts,
                         const HostSwitches& switch_of) {
  if (switch_of.empty() || unnamed(hosts, switch_of).size() < std::set(hosts.begin(), hosts.end()).size())
    return {};
  const auto host = std::ranges::find_if_not(hosts, &std::string::empty);
  if (host == hosts.end())
    return failure(
        fmt::format("--topology: {} does not say on which hosts the ranks were", sonde::quoted(run.source)));
  return failure("--topology: " + names_no_host(switch_of, *host));
}

/// Says how many hosts the file of switches lacks; nothing where it has all.
std::string lacks_line(const record::Run& run, const record::CaseRecord& record,
                       const HostSwitches& switch_of) {
  if (switch_of.empty()) return {};
  const auto hosts = record::hosts_of(*record.links, record::places_of(record, run.header));
  const auto lacks =
      lacks_hosts(unnamed(hosts, switch_of).size(), std::set(hosts.begin(), hosts.end()).size());
  return lacks.empty() ? ""
                       : fmt::format("# {:<26}: {}\n", "Switches",
                                     lacks + "; their switches are those that the run knew");
}

}  // namespace

Result<std::vector<record::CaseRecord>> maps_of(const record::Run& run, const LinksOptions& options) {
  std::vector<record::CaseRecord> maps;
  for (const auto& record : run.cases)
    if (record.links) maps.push_back(record);
  if (maps.empty()) return maps_of_pairs(run, options);
  if (!options.threshold && options.switch_of.empty()) return maps;
  for (auto& record : maps) {
    if (record.links->map.message.empty())
      return failure(fmt::format(
          "the map of {} was not kept (run with -samples all): --threshold and --topology need it",
          sonde::quoted(run.source)));
    const auto hosts = record::hosts_of(*record.links, record::places_of(record, run.header));
    if (auto named = check_names(run, hosts, options.switch_of); !named) return tl::unexpected(named.error());
    record.links = analysis::looked_at_again(
        *record.links, options.threshold.value_or(record.links->threshold), hosts, options.switch_of);
  }
  return maps;
}

std::string links_text(const record::Run& run, const std::vector<record::CaseRecord>& maps,
                       const LinksOptions& options) {
  std::string out = fmt::format("{}: {}", printable(run.source), printable(run.header.program));
  if (!run.header.start.empty()) out += " of " + printable(run.header.start);
  if (!run.header.mpi_library.empty()) out += ", " + printable(trim(first_line(run.header.mpi_library)));
  out += '\n';
  for (const auto& record : maps) {
    out +=
        fmt::format("\n{}, messages of {}\n", printable(record.id.benchmark), exact_bytes(record.id.bytes));
    out += lacks_line(run, record, options.switch_of);
    out += record::link_lines(record, run.header);
    if (!record.links->map.message.empty()) out += hosts_table(run, record, options.most_hosts);
  }
  return out;
}

Result<std::string> links_csv(const record::Run& run, const std::vector<record::CaseRecord>& maps) {
  std::string out = "from,to,from_host,to_host,bytes,latency_s,message_s,megabytes_per_second\n";
  for (const auto& record : maps) {
    const links::Survey& survey = *record.links;
    if (survey.map.message.empty())
      return failure(
          fmt::format("the map of {} was not kept: run with -samples all", sonde::quoted(run.source)));
    const auto hosts = record::hosts_of(survey, record::places_of(record, run.header));
    for (int from = 0; from < survey.players(); ++from)
      for (int to = 0; to < survey.players(); ++to) {
        const double seconds = survey.map.message.at(from, to);
        if (std::isnan(seconds)) continue;
        const auto i = static_cast<std::size_t>(from), j = static_cast<std::size_t>(to);
        out += fmt::format("{},{},{},{},{},{},{},{}\n", survey.ranks[i], survey.ranks[j], csv_cell(hosts[i]),
                           csv_cell(hosts[j]), record.id.bytes, survey.map.latency.at(from, to),
                           survey.map.message.at(from, to), rate(record.id.bytes, seconds));
      }
  }
  return out;
}

}  // namespace sonde::reports
