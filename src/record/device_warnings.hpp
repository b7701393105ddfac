// Warnings about the devices in whose memory messages lay. Pure.
#pragma once
#include <vector>

#include "record/record.hpp"

namespace sonde::record {

/// Once a run; nothing where all messages lay in host memory, locked or not, and where one of two kinds is
/// host memory, since which ranks then use their device depends on the benchmark. Kinds:
///   shared_device  ranks of a host on one device, named by its PCI address; not for parts of one (MIG)
///   far_device     the device is at another NUMA node than the rank; not where one of them is unknown
[[nodiscard]] std::vector<Warning> device_warnings(const Header& header);

}  // namespace sonde::record
