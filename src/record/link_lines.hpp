// What stands below the row of a case that has a map of links.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::record {

/// Comment lines: how far the links spread, the verdict, and a sentence for each finding, what is slow first.
/// Nothing where the case has no map. `header`: of its run, for the hosts of the ranks, and whether they
/// share cores.
[[nodiscard]] std::string link_lines(const CaseRecord& result, const Header& header);

/// The host of each player of a map; empty where it is not known.
[[nodiscard]] std::vector<std::string> hosts_of(const links::Survey& survey,
                                                std::span<const RankPlace> places);

/// The names of the players of a map.
[[nodiscard]] std::vector<std::string> names_of(const links::Survey& survey,
                                                std::span<const RankPlace> places);

}  // namespace sonde::record
