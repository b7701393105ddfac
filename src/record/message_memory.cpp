#include "record/message_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "catalog/memory_kind.hpp"
#include "record/node_places.hpp"

namespace sonde::record {

namespace {

constexpr std::string_view on_first = " on the first, ", on_second = " on the second rank of each pair",
                           of_library = "; library: ";
constexpr std::size_t longest_list = 100, most_models = 3;

using Devices = std::vector<MessageMemory::Device>;

std::string models(const Devices& devices) {
  std::vector<std::string> names;
  for (const auto& device : devices)
    if (!device.name.empty() && std::ranges::find(names, device.name) == names.end())
      names.push_back(device.name);
  const std::size_t more = names.size() - std::min(names.size(), most_models);
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, " and "), more > 0 ? fmt::format(" and {} more", more) : "");
}

/// "3", "0 to 3"
std::string range(std::pair<int, int> ends) {
  return ends.first == ends.second ? std::to_string(ends.first)
                                   : fmt::format("{} to {}", ends.first, ends.second);
}

void widen(std::pair<int, int>& ends, int number) {
  ends = {std::min(ends.first, number), std::max(ends.second, number)};
}

/// By index and number of devices.
using RanksOfDevice = std::map<std::pair<int, int>, std::vector<int>>;

/// "devices 0 to 3 of 4, 128 ranks on each"
std::string summary(const RanksOfDevice& ranks) {
  const auto& [first, of_first] = *ranks.begin();
  std::pair indices{first.first, first.first}, counts{first.second, first.second},
      sharing{static_cast<int>(of_first.size()), static_cast<int>(of_first.size())};
  for (const auto& [device, of_device] : ranks) {
    widen(indices, device.first);
    widen(counts, device.second);
    widen(sharing, static_cast<int>(of_device.size()));
  }
  return fmt::format("devices {} of {}, {} rank{} on each", range(indices), range(counts), range(sharing),
                     sharing.second == 1 ? "" : "s");
}

std::string places_of(const Devices& devices) {
  RanksOfDevice ranks;
  for (const auto& device : devices) ranks[{device.index, device.count}].push_back(device.rank);
  if (ranks.empty()) return "";
  if (ranks.size() == 1)
    return fmt::format("device {} of {} on each rank", devices[0].index, devices[0].count);
  std::string list;
  for (const auto& [device, of_device] : ranks) {
    list += fmt::format("{}device {} of {} on rank{} {}", list.empty() ? "" : "; ", device.first,
                        device.second, of_device.size() == 1 ? "" : "s", ranges_of(of_device));
    if (list.size() > longest_list) return summary(ranks);
  }
  return list;
}

std::string library_text(const MessageMemory& memory) {
  std::string aware = memory.driver + "-aware";
  if (memory.library_aware == "yes") return aware;
  if (memory.library_aware == "no") return fmt::format("not {}, not checked (-memory_unchecked)", aware);
  return memory.library_aware.empty() ? "" : fmt::format("not known to be {}", aware);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts)
    if (!part.empty()) (out += out.empty() ? "" : ", ") += part;
  return out;
}

std::string model_and_driver(const MessageMemory& memory) {
  return joined({models(memory.devices),
                 memory.driver_version.empty() ? "" : fmt::format("driver {}", memory.driver_version)});
}

const MemoryKindFacts* known_kind(std::string_view name) {
  const auto* found = std::ranges::find(memory_kinds, name, &MemoryKindFacts::name);
  return found == memory_kinds.end() ? nullptr : found;
}

}  // namespace

std::string kinds_of(const MessageMemory& memory) {
  return memory.kind_of_second.empty() ? memory.kind : memory.kind + "," + memory.kind_of_second;
}

std::string memory_text(const MessageMemory& memory) {
  std::string out = memory.kind;
  if (!memory.kind_of_second.empty())
    out += fmt::format("{}{}{}", on_first, memory.kind_of_second, on_second);
  if (const auto about = joined({model_and_driver(memory), places_of(memory.devices)}); !about.empty())
    out += fmt::format(" ({})", about);
  if (const auto library = library_text(memory); !library.empty())
    out += fmt::format("{}{}", of_library, library);
  return out;
}

std::optional<MessageMemory> memory_of_text(std::string_view text) {
  auto kinds = trim(text.substr(0, text.find_first_of("(;")));
  std::string_view second;
  if (const auto at = kinds.find(on_first); at != std::string_view::npos && kinds.ends_with(on_second)) {
    second = kinds.substr(at + on_first.size());
    second.remove_suffix(on_second.size());
    kinds = kinds.substr(0, at);
  }
  const auto *const first_kind = known_kind(kinds), *const second_kind = known_kind(second);
  if (first_kind == nullptr || (!second.empty() && second_kind == nullptr)) return std::nullopt;
  const bool of_second = first_kind->driver == GpuDriver::none && second_kind != nullptr;
  MessageMemory memory{std::string(kinds), std::string(second),
                       std::string(name_of((of_second ? second_kind : first_kind)->driver)), "", ""};
  if (const auto at = text.rfind(of_library); at != std::string_view::npos) {
    const auto library = text.substr(at + of_library.size());
    memory.library_aware = library.starts_with("not known") ? "unknown"
                           : library.starts_with("not ")    ? "no"
                                                            : "yes";
  }
  return memory;
}

std::string device_model(const Header& header) {
  return header.memory ? model_and_driver(*header.memory) : "";
}

}  // namespace sonde::record
