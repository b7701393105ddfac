#include "run/gather_message_memory.hpp"

#include <fmt/format.h>

#include "base/machine.hpp"
#include "base/text.hpp"
#include "mpi/gather_lists.hpp"

namespace sonde::run {

namespace {

constexpr char between = '\n';

/// The NUMA node that the kernel sees a device at; nothing where it knows none.
std::optional<int> numa_node_of(const std::string& pci) {
  const auto text = file_text(fmt::format("/sys/bus/pci/devices/{}/numa_node", lower(pci)));
  const auto node = text ? number_of<int>(trim(*text)) : std::nullopt;
  return node && *node >= 0 ? node : std::nullopt;
}

std::string packed(const device::Spaces& spaces) {
  const device::Driver& driver = *spaces.driver();
  const device::DeviceName name = driver.name(spaces.index());
  const auto node = numa_node_of(name.pci);
  return fmt::format("{}{c}{}{c}{}{c}{}{c}{}", spaces.index(), driver.count(),
                     node ? std::to_string(*node) : "", name.pci, name.name, fmt::arg("c", between));
}

record::MessageMemory::Device unpacked(int rank, std::string_view text) {
  const auto words = split(text, between);
  record::MessageMemory::Device made;
  made.rank = rank;
  made.index = number_of<int>(words[0]).value_or(0);
  made.count = number_of<int>(words[1]).value_or(0);
  made.numa_node = number_of<int>(words[2]);
  made.pci = words[3];
  made.name = words[4];
  return made;
}

}  // namespace

std::optional<record::MessageMemory> gather_message_memory(const mpi::World& world, const Settings& settings,
                                                           const device::Spaces& spaces,
                                                           const std::string& library_aware) {
  if (in_host_memory(settings)) return std::nullopt;
  const auto texts = mpi::gather_texts(world.comm, packed(spaces), world.first(), world.size);
  if (!world.first()) return std::nullopt;
  record::MessageMemory made;
  const auto [first, second] = settings.memory;
  const GpuDriver driver = facts_of(first == MemoryKind::host ? second : first).driver;
  made.kind = facts_of(first).name;
  if (second != first) made.kind_of_second = facts_of(second).name;
  made.driver = name_of(driver);
  made.driver_version = spaces.driver()->version();
  made.library_aware = library_aware;
  for (const std::string& text : texts)
    made.devices.push_back(unpacked(static_cast<int>(made.devices.size()), text));
  return made;
}

}  // namespace sonde::run
