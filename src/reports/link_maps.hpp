// The maps of links for the page's script.
#pragma once
#include <span>
#include <string>

#include "record/record.hpp"

namespace sonde::reports {

/// A JSON array with an entry for each case that has a map: its findings as sentences and, where they were
/// kept, both matrices as in the record. Players stand in the order of their blocks and hosts.
[[nodiscard]] std::string link_maps(std::span<const record::Run> runs);

}  // namespace sonde::reports
