// Times as rates of the network: what a benchmark has to move over the time that its row shows.
#pragma once
#include <string_view>

#include "record/record.hpp"

namespace sonde::record {

/// Names of the columns, and of the values in `extra`; Mbytes as the header has them.
inline constexpr std::string_view bus_column = "bus[MB/sec]";
inline constexpr std::string_view net_column = "net[MB/sec]";
inline constexpr std::string_view peak_column = "of_peak[%]";

/// Adds them to a measured case of which the bytes are known (catalog/traffic.hpp); the time is the largest of the row,
/// without computation. `peak`: bytes per second of a link, or 0; of it, the share that `net` is, on one node `bus`.
void add_bus(const Header& header, CaseRecord& record, double peak);

}  // namespace sonde::record
