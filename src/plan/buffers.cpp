#include "plan/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/units.hpp"
#include "plan/lengths.hpp"
#include "plan/messages.hpp"
#include "plan/repetitions.hpp"

namespace sonde {

namespace {

constexpr std::int64_t default_line = 64;

std::optional<std::int64_t> product(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
  return out;
}

struct Ring {
  std::int64_t bytes = 0, stride = 0, slots = 1;
};

/// How messages are spread over memory: not at all, over disjoint sections, or outside the cache.
struct Spread {
  std::int64_t sections = 1;
  std::int64_t cache_bytes = 0;  ///< 0: no -off_cache
  std::int64_t line_bytes = default_line;
  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();  ///< of a ring outside the cache
};

/// Room for a slot and the two lines that keep the next one apart.
constexpr std::int64_t largest_slot = std::numeric_limits<std::int64_t>::max() / 8;

std::optional<Ring> ring(std::int64_t slot, const Spread& spread) {
  if (slot == 0) return Ring{};
  if (slot > largest_slot) return std::nullopt;
  Ring out{slot, slot, 1};
  if (spread.cache_bytes > 0) {
    out.stride = round_up(slot, spread.line_bytes) + 2 * spread.line_bytes;
    const auto wanted = std::min(2 * std::max(spread.cache_bytes, slot), spread.most_bytes);
    out.slots = std::max<std::int64_t>(1, wanted / out.stride);
  }
  out.slots = std::max(out.slots, spread.sections);
  const auto before = product(out.slots - 1, out.stride);
  if (!before || *before > std::numeric_limits<std::int64_t>::max() / 4) return std::nullopt;
  out.bytes = *before + slot;
  return out;
}

/// Sections of the window in aggregate mode: one for each repetition of an epoch, since transfers that meet
/// in one place in one epoch are an error. Single elements have one each in both modes: a swap compares with
/// what the one before it has left.
std::int64_t sections(const Settings& settings, const Benchmark& benchmark, int mode, std::int64_t bytes,
                      int processes) {
  const bool each = benchmark.aggregates(mode) || benchmark.single_element();
  if (benchmark.needs.resource != Resource::window || !each || bytes == 0) return 1;
  return wanted_repetitions(settings, benchmark, mode, bytes, processes);
}

/// What -mem leaves for each of the rings of a benchmark.
std::int64_t share_of_memory(const Settings& settings, const Benchmark& benchmark) {
  const bool window = benchmark.needs.resource == Resource::window;
  const int rings = (benchmark.message.send != Extent::none) + (benchmark.message.receive != Extent::none) +
                    (window ? 1 : 0);
  const double share = settings.mem_gib * static_cast<double>(gibibyte) /
                       (std::max(1, rings) * threads_of(settings, benchmark));
  return static_cast<std::int64_t>(std::min(share, static_cast<double>(largest_slot)));
}

Result<Spread> spread_for(const Settings& settings, const CacheSizes& caches, const Benchmark& benchmark) {
  Spread spread;
  if (!settings.off_cache || benchmark.needs.resource == Resource::file) return spread;
  const OffCache& wish = *settings.off_cache;
  if (wish.megabytes < 0 && !caches.last_level_bytes)
    return failure("the cache size of this machine is not known: give it in MB, as in -off_cache 16,64");
  spread.cache_bytes = std::min(caches.last_level_bytes.value_or(0), largest_slot);
  if (wish.megabytes < 0) spread.most_bytes = share_of_memory(settings, benchmark);
  if (wish.megabytes >= 0) {
    const double wanted = wish.megabytes * static_cast<double>(mebibyte);
    spread.cache_bytes = static_cast<std::int64_t>(std::min(wanted, static_cast<double>(largest_slot)));
  }
  if (wish.line_bytes > 0)
    spread.line_bytes = std::min(wish.line_bytes, largest_slot);
  else if (caches.line_bytes)
    spread.line_bytes = *caches.line_bytes;
  return spread;
}

/// What a core has to itself on most machines. Not the last level of this machine: many cores share it,
/// virtual machines name sizes that no core has, and numbers of two machines would mean different things.
constexpr std::int64_t cache_of_a_core = mebibyte;

/// Bytes that the places of a window may take in one buffer of a thread. A ring outside the cache is twice as
/// large as its slot.
std::int64_t room_for_places(const Settings& settings, const Benchmark& benchmark) {
  const std::int64_t memory = share_of_memory(settings, benchmark);
  return settings.off_cache ? memory / 2 : std::min(memory, cache_of_a_core);
}

constexpr std::int64_t page = 4096;

/// The same for every thread, as -malloc_algo and -malloc_align have it; nothing where that does not fit in
/// 64 bits.
std::optional<Buffers> of_threads(const Settings& settings, const Benchmark& benchmark, Buffers buffers) {
  buffers.threads = threads_of(settings, benchmark);
  if (buffers.threads == 1) return buffers;
  const bool shared_pages = settings.memory_layout == MemoryLayout::side_by_side;
  const std::int64_t unit = shared_pages ? settings.alignment : page;
  buffers.thread_send_stride = round_up(std::max<std::int64_t>(buffers.send_bytes, 1), unit);
  buffers.thread_receive_stride = round_up(std::max<std::int64_t>(buffers.receive_bytes, 1), unit);
  for (const std::int64_t stride : {buffers.thread_send_stride, buffers.thread_receive_stride})
    if (stride > largest_slot / buffers.threads) return std::nullopt;
  return buffers;
}

/// What a plug-in says, as far as it can be.
std::optional<std::int64_t> told_by(ExtentFunction extent, std::int64_t bytes, int processes) {
  const std::int64_t told = extent(bytes, processes);
  return told < 0 ? std::nullopt : std::optional(told);
}

/// A plug-in that says less than nothing; null: none does.
const char* below_zero(const Message& message, std::int64_t bytes, int processes) {
  if (message.send_bytes != nullptr && message.send_bytes(bytes, processes) < 0) return "send_bytes";
  return message.receive_bytes != nullptr && message.receive_bytes(bytes, processes) < 0 ? "receive_bytes"
                                                                                         : nullptr;
}

Error too_large(const Benchmark& benchmark, std::int64_t bytes, int processes) {
  if (const char* which = below_zero(benchmark.message, bytes, processes))
    return Error{
        fmt::format(".{} of {} says less than 0 for messages of {} bytes", which, benchmark.name, bytes)};
  return Error{
      fmt::format("the buffers of {} for messages of {} bytes do not fit in 64 bits", benchmark.name, bytes)};
}

/// Rounded up, so that as many are enough.
double thousandths_of_gib(const Buffers& buffers) {
  return std::ceil(static_cast<double>(buffers.total()) / static_cast<double>(gibibyte) * 1000) / 1000;
}

}  // namespace

std::optional<std::int64_t> extent_bytes(const Settings& settings, const Benchmark& benchmark, Extent extent,
                                         std::int64_t bytes, int processes, int group_rank,
                                         std::int64_t places) {
  switch (extent) {
    case Extent::none:
      return 0;
    case Extent::message:
      return bytes;
    case Extent::two_messages:
      return product(2, bytes);
    case Extent::message_per_rank:
      return product(processes, bytes);
    case Extent::message_per_other:
      return product(processes - 1, bytes);
    case Extent::share: {
      const auto unit = element_bytes(settings, benchmark.message.element);
      return share(bytes / unit, processes, group_rank) * unit;
    }
    case Extent::window_of_messages:
      return product(in_flight(settings, benchmark), bytes);
    case Extent::places_of_window:
      return product(places, bytes);
    case Extent::window_per_other: {
      const auto window = product(settings.window_messages, bytes);
      return window ? product(processes - 1, *window) : std::nullopt;
    }
    case Extent::per_neighbour:
      return product(std::int64_t{2} * benchmark.needs.processes.grid, bytes);
    case Extent::element:
      return element_bytes(settings, benchmark.message.element);
    case Extent::plugin_sends:
      return told_by(benchmark.message.send_bytes, bytes, processes);
    case Extent::plugin_receives:
      return told_by(benchmark.message.receive_bytes, bytes, processes);
  }
  return 0;
}

/// A latency and a time of a message, each as a float; both directions of a pair are pairs here.
constexpr std::int64_t map_bytes_a_pair = 8;

Result<Buffers> plan_buffers(const Settings& settings, const CacheSizes& caches, const Benchmark& benchmark,
                             int mode, std::int64_t bytes, int processes, int group_rank) {
  auto spread = spread_for(settings, caches, benchmark);
  if (!spread) return tl::unexpected(spread.error());
  spread->sections = sections(settings, benchmark, mode, bytes, processes);
  const auto places = places_in_window(settings, benchmark, bytes);
  const auto make = [&](Extent extent) -> std::optional<Ring> {
    const auto slot = extent_bytes(settings, benchmark, extent, bytes, processes, group_rank, places);
    return slot ? ring(*slot, *spread) : std::nullopt;
  };
  const auto send = make(benchmark.message.send);
  const bool both = settings.check && benchmark.expect == ExpectedContent::from_neighbours;
  const auto receive = make(both ? Extent::two_messages : benchmark.message.receive);
  const auto window =
      make(benchmark.needs.resource == Resource::window ? benchmark.needs.window.extent : Extent::none);
  if (!send || !receive || !window) return tl::unexpected(too_large(benchmark, bytes, processes));
  const Buffers one{send->bytes,    receive->bytes, window->bytes,  send->stride,  receive->stride,
                    window->stride, send->slots,    receive->slots, window->slots, places};
  auto all = of_threads(settings, benchmark, one);
  if (!all) return tl::unexpected(too_large(benchmark, bytes, processes));
  if (const ExtentFunction scratch = benchmark.message.scratch_bytes; scratch != nullptr) {
    all->scratch_bytes = scratch(bytes, processes);
    if (all->scratch_bytes < 0 || all->scratch_bytes > largest_slot || all->send_bytes > largest_slot)
      return tl::unexpected(too_large(benchmark, bytes, processes));
  }
  if (benchmark.klass == TransferClass::links && group_rank == 0)
    all->map_bytes = map_bytes_a_pair * processes * processes;
  return *all;
}

std::int64_t places_in_window(const Settings& settings, const Benchmark& benchmark, std::int64_t bytes) {
  const std::int64_t messages = in_flight(settings, benchmark);
  if (!benchmark.shares_places() || bytes == 0) return messages;
  return std::clamp<std::int64_t>(room_for_places(settings, benchmark) / bytes, 1, messages);
}

std::string describe_places(const Settings& settings, const Plan& plan) {
  for (const auto& section : plan.sections) {
    const Benchmark& row = *section.benchmark;
    if (!row.shares_places() || !section.refusal.empty()) continue;
    std::optional<std::int64_t> least;
    for (const std::int64_t bytes : lengths_for(settings, row))
      if (places_in_window(settings, row, bytes) < in_flight(settings, row) && (!least || bytes < *least))
        least = bytes;
    if (!least) continue;
    return fmt::format(
        "\n# Windows of {} messages: from {} bytes on messages share places, as many as fit into {};\n"
        "# the repetitions are those of windows\n",
        in_flight(settings, row), *least, human_bytes(room_for_places(settings, row)));
  }
  return {};
}

std::string describe_off_cache(const Settings& settings, const CacheSizes& caches, const Plan& plan) {
  const bool of_this_machine = settings.off_cache && settings.off_cache->megabytes < 0;
  if (!of_this_machine || !caches.last_level_bytes || facts_of(settings.suite).files) return {};
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const auto& section : plan.sections)
    if (section.benchmark->message.send != Extent::none || section.benchmark->message.receive != Extent::none)
      least = std::min(least, share_of_memory(settings, *section.benchmark));
  const std::int64_t wanted = 2 * std::min(*caches.last_level_bytes, largest_slot);
  if (wanted <= least)
    return fmt::format("\n# -off_cache -1: messages are spread over {}, twice the last-level cache\n",
                       human_bytes(wanted));
  return fmt::format(
      "\n# -off_cache -1: messages are spread over the {} that -mem leaves room for; twice the last-level\n"
      "# cache is {}\n",
      human_bytes(least), human_bytes(wanted));
}

Buffers with_statuses(Buffers buffers, std::int64_t transfers, std::int64_t bytes_each) {
  buffers.status_bytes = std::min(product(transfers, bytes_each).value_or(largest_slot), largest_slot);
  return buffers;
}

bool within_memory(const Settings& settings, const Buffers& buffers) {
  return static_cast<double>(buffers.total()) <= settings.mem_gib * static_cast<double>(gibibyte);
}

std::string memory_reason(const Buffers& buffers) {
  const char* map =
      buffers.map_bytes > 0 ? " (the map of all links takes 8 bytes a pair on the first rank)" : "";
  return fmt::format("needed X={:8.3f} GB; use flag \"-mem X\"{}", thousandths_of_gib(buffers), map);
}

std::string refused_memory(const Buffers& buffers) {
  return fmt::format("needed {:.3f} GB, which the system refused on a rank", thousandths_of_gib(buffers));
}

}  // namespace sonde
