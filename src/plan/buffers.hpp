// How much message memory a case needs on a rank, before anything is allocated.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "args/settings.hpp"
#include "base/machine.hpp"
#include "base/result.hpp"
#include "catalog/benchmark.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// The buffers of one rank, each a ring of slots: repetition i uses slot i mod slots, which begins `stride`
/// bytes after the one before it. One slot where the same buffer serves every repetition.
struct Buffers {
  std::int64_t send_bytes = 0, receive_bytes = 0, window_bytes = 0;     ///< whole rings
  std::int64_t send_stride = 0, receive_stride = 0, window_stride = 0;  ///< bytes from slot to slot
  std::int64_t send_slots = 1, receive_slots = 1, window_slots = 1;
  std::int64_t places = 1;         ///< of the messages of a window
  std::int64_t status_bytes = 0;   ///< of file transfers: what each of them reports
  std::int64_t scratch_bytes = 0;  ///< of a third buffer, behind the send buffers (Message::scratch_bytes)
  std::int64_t map_bytes = 0;  ///< of all links, on the first rank: two times for each direction of a pair
  int threads = 1;             ///< each has send and receive buffers of its own
  std::int64_t thread_send_stride = 0, thread_receive_stride = 0;  ///< bytes from one's to the next one's

  /// Where the third buffer begins, in bytes from the send buffer: on a cache line of its own.
  [[nodiscard]] std::int64_t scratch_at() const {
    constexpr std::int64_t line = 64;
    return (send_bytes + (threads - 1) * thread_send_stride + line - 1) / line * line;
  }
  /// Of all threads together, and the third buffer.
  [[nodiscard]] std::int64_t all_send_bytes() const {
    return scratch_bytes > 0 ? scratch_at() + scratch_bytes : send_bytes + (threads - 1) * thread_send_stride;
  }
  [[nodiscard]] std::int64_t all_receive_bytes() const {
    return receive_bytes + (threads - 1) * thread_receive_stride;
  }
  [[nodiscard]] std::int64_t total() const {
    return all_send_bytes() + all_receive_bytes() + window_bytes + status_bytes + map_bytes;
  }
};

/// Bytes of one repetition's buffer on a rank of the group; nothing where they do not fit in 64 bits.
/// `places`: what places_in_window says.
[[nodiscard]] std::optional<std::int64_t> extent_bytes(const Settings& settings, const Benchmark& benchmark,
                                                       Extent extent, std::int64_t bytes, int processes,
                                                       int group_rank, std::int64_t places = 1);

/// Places that the messages of a window of `bytes` each have: one for every message, but where they may share
/// them no more than fit into the cache of a core (1 MiB; under -off_cache no such limit) and into the part
/// of -mem that one buffer has. At least 1; 1 where there are no windows.
[[nodiscard]] std::int64_t places_in_window(const Settings& settings, const Benchmark& benchmark,
                                            std::int64_t bytes);

/// A comment line that says from which length on messages in flight share places; empty where none do.
[[nodiscard]] std::string describe_places(const Settings& settings, const Plan& plan);

/// The buffers of a case of length `bytes` on `processes` ranks for the rank `group_rank` of the group (rank
/// 0 needs most). Aggregate one-sided transfers get disjoint sections at both ends, one for each repetition
/// of the longest loop (guide 4.2.2.2.2); -off_cache spreads messages over 2 max(cache, message), at least
/// two lines apart (guide 5.1.2.4), but not for IMB-IO; with the cache of this machine (-1) over what -mem
/// leaves room for, where that is less. -check needs a place for each of the messages of Exchange. The table
/// in 7.1 of the guide is never exceeded without -off_cache. Errors: the sum does not fit in 64 bits;
/// -off_cache -1 where the size of the cache is not known.
[[nodiscard]] Result<Buffers> plan_buffers(const Settings& settings, const CacheSizes& caches,
                                           const Benchmark& benchmark, int mode, std::int64_t bytes,
                                           int processes, int group_rank = 0);

/// A comment line that says what -off_cache -1 stands for, and where -mem leaves less room than that; empty
/// without it.
[[nodiscard]] std::string describe_off_cache(const Settings& settings, const CacheSizes& caches,
                                             const Plan& plan);

/// The same buffers beside a status of `bytes_each` bytes for each of so many file transfers.
[[nodiscard]] Buffers with_statuses(Buffers buffers, std::int64_t transfers, std::int64_t bytes_each);

/// Whether the buffers keep to -mem.
[[nodiscard]] bool within_memory(const Settings& settings, const Buffers& buffers);

/// The reason of a row that exceeds -mem, rounded up: `needed X=   1.234 GB; use flag "-mem X"`.
[[nodiscard]] std::string memory_reason(const Buffers& buffers);
/// The reason of a row for which -mem would do, but the system would not.
[[nodiscard]] std::string refused_memory(const Buffers& buffers);

}  // namespace sonde
