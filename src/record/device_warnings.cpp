#include "record/device_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "catalog/memory_kind.hpp"
#include "record/node_places.hpp"

namespace sonde::record {

namespace {

constexpr std::size_t longest_ranks = 60;

bool of_device(std::string_view kind) {
  const auto* found = std::ranges::find(memory_kinds, kind, &MemoryKindFacts::name);
  return found != memory_kinds.end() &&
         (found->place == GpuPlace::device || found->place == GpuPlace::managed);
}

bool all_of_devices(const MessageMemory& memory) {
  return of_device(memory.kind) && (memory.kind_of_second.empty() || of_device(memory.kind_of_second));
}

/// NVIDIA's MIG gives parts of a device, each with cores and memory of its own, the same place on the bus.
bool is_part(const MessageMemory::Device& device) {
  return contains(device.name, " MIG ");
}

bool is_far(const MessageMemory::Device& device, const RankPlace& place) {
  return device.numa_node && place.numa_node && *device.numa_node >= 0 && *place.numa_node >= 0 &&
         *device.numa_node != *place.numa_node;
}

std::string ranks_text(const std::vector<int>& ranks) {
  return shortened(ranges_of(ranks), longest_ranks);
}

struct Placed {
  const MessageMemory::Device* device;
  const RankPlace* place;
};

/// The devices of ranks of which it is known where they stand.
std::vector<Placed> placed_devices(const Header& header) {
  std::map<int, const RankPlace*> places;
  for (const RankPlace& place : header.places) places[place.rank] = &place;
  std::vector<Placed> out;
  for (const auto& device : header.memory->devices)
    if (const auto found = places.find(device.rank); found != places.end())
      out.push_back({&device, found->second});
  return out;
}

void add_shared(const std::vector<Placed>& devices, std::vector<Warning>& out) {
  std::map<std::pair<std::string, std::string>, std::vector<int>> ranks;  // by host and place on its bus
  for (const auto& [device, place] : devices)
    if (!device->pci.empty() && !is_part(*device))
      ranks[{place->host, lower(device->pci)}].push_back(device->rank);
  for (const auto& [device, sharing] : ranks)
    if (sharing.size() > 1)
      out.push_back(
          {"shared_device",
           fmt::format("{}: ranks={} share device {}", device.first, ranks_text(sharing), device.second),
           "start as many ranks a host as it has devices, or name other devices (-device)"});
}

void add_far(const std::vector<Placed>& devices, std::vector<Warning>& out) {
  std::map<std::string, std::vector<Placed>> far;
  for (const Placed& one : devices)
    if (is_far(*one.device, *one.place)) far[one.place->host].push_back(one);
  for (const auto& [host, found] : far) {
    std::vector<int> ranks;
    for (const Placed& one : found) ranks.push_back(one.device->rank);
    const auto& [device, place] = found.front();
    out.push_back(
        {"far_device",
         fmt::format(
             "{}: ranks={} use a device at another NUMA node (rank {} at node {}, device {} at node {})",
             host, ranks_text(ranks), place->rank, *place->numa_node,
             device->pci.empty() ? std::to_string(device->index) : device->pci, *device->numa_node),
         "bind each rank to cores of its device's NUMA node, or name other devices (-device)"});
  }
}

}  // namespace

std::vector<Warning> device_warnings(const Header& header) {
  std::vector<Warning> out;
  if (!header.memory || !all_of_devices(*header.memory)) return out;
  const auto devices = placed_devices(header);
  add_shared(devices, out);
  add_far(devices, out);
  return out;
}

}  // namespace sonde::record
