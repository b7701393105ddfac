// Maps of links for a person to read, and as CSV.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/host_switches.hpp"
#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::reports {

struct LinksOptions {
  std::optional<double> threshold{};  ///< another one than that of the run
  HostSwitches switch_of{};           ///< of each host; empty: as the run knew them
  std::size_t most_hosts = 20;        ///< in the table
};

/// The cases of a run that have a map, or maps made of its groups of two; with other thresholds and switches
/// where those are asked for and the matrices are there. Errors: the run has none, or is on
/// hosts of which the switches name none.
[[nodiscard]] Result<std::vector<record::CaseRecord>> maps_of(const record::Run& run,
                                                              const LinksOptions& options);

/// What the run was, the verdict, a sentence for each finding, and a table of hosts, worst first.
[[nodiscard]] std::string links_text(const record::Run& run, const std::vector<record::CaseRecord>& maps,
                                     const LinksOptions& options);

/// One line a directed pair: from,to,from_host,to_host,bytes,latency_s,message_s,megabytes_per_second.
/// Errors: the map has no matrices.
[[nodiscard]] Result<std::string> links_csv(const record::Run& run,
                                            const std::vector<record::CaseRecord>& maps);

}  // namespace sonde::reports
