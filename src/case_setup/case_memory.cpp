#include "case_setup/case_memory.hpp"

#include "case_setup/window_memory.hpp"
#include "check/content.hpp"
#include "engine/crew.hpp"

namespace sonde::case_setup {

namespace {

/// So that contents go on where they ended; the memory is whole pages.
std::int64_t whole_elements(std::int64_t bytes) {
  constexpr auto element = static_cast<std::int64_t>(sizeof(float));
  return (bytes + element - 1) / element * element;
}

/// Buffers hold the guide's contents (5.2.5), each byte written once: floats that are no numbers would slow
/// reductions down.
void fill_for_all(Suite suite, int world_rank, const Buffers& buffers, std::int64_t window_bytes,
                  Memories& memories) {
  const auto guide = [=](std::int64_t first, std::span<std::byte> bytes) {
    check::fill_guide(suite, world_rank, first, bytes);
  };
  memories.send.fill(whole_elements(buffers.send_bytes), guide);
  memories.receive.fill(whole_elements(buffers.receive_bytes), guide);
  memories.window.fill(whole_elements(window_bytes), guide);
}

/// One thread's part of both memories: contents tell threads apart.
void fill_part(const Settings& settings, int world_rank, const Buffers& buffers, const Memories& memories,
               int thread) {
  const int identity = world_rank * buffers.threads + thread;
  const auto guide = [&](std::int64_t first, std::span<std::byte> bytes) {
    check::fill_guide(settings.suite, identity, first, bytes);
  };
  const auto part = [&](const host::GrowingBuffer& memory, std::int64_t stride, std::int64_t bytes) {
    memory.space().write(memory.data() + thread * stride, bytes, guide);
  };
  part(memories.send, buffers.thread_send_stride, buffers.send_bytes);
  part(memories.receive, buffers.thread_receive_stride, buffers.receive_bytes);
}

/// Pages were released, so first touch here sets their NUMA node.
void fill(const Settings& settings, int world_rank, const Buffers& buffers, std::int64_t window_bytes,
          Memories& memories, engine::Crew* crew) {
  if (buffers.threads == 1) return fill_for_all(settings.suite, world_rank, buffers, window_bytes, memories);
  const auto fill_one = [&](std::size_t thread) {
    fill_part(settings, world_rank, buffers, memories, static_cast<int>(thread));
  };
  const bool first_touch = settings.memory_layout == MemoryLayout::by_thread && in_host_memory(settings);
  if (crew != nullptr && first_touch) return crew->run(fill_one);
  for (int thread = 0; thread < buffers.threads; ++thread) fill_one(static_cast<std::size_t>(thread));
}

}  // namespace

std::optional<Failure> provide_memory(const Settings& settings, const CacheSizes& caches,
                                      const PlannedCase& planned, const Team& team, int world_rank,
                                      Memories& memories, Buffers& buffers, engine::Crew* crew) {
  const Benchmark& benchmark = planned.benchmark();
  if (auto refused = too_large(settings, benchmark, planned.bytes)) return refused;
  const auto laid_out =
      plan_buffers(settings, caches, benchmark, planned.lane.mode, planned.bytes, planned.lane.ranks);
  if (!laid_out) return Failure{record::Reason::too_large, laid_out.error().message};
  buffers = *laid_out;
  if (!within_memory(settings, buffers))
    return Failure{record::Reason::out_of_memory, memory_reason(buffers)};
  if (buffers.threads > 1) {
    memories.send.release();
    memories.receive.release();
  }
  const std::int64_t window_bytes = library_has_memory(settings, benchmark) ? 0 : buffers.window_bytes;
  bool there = false;
  std::optional<Failure> mine = attempt([&] {
    there = memories.send.provide(whole_elements(buffers.all_send_bytes())) &&
            memories.receive.provide(whole_elements(buffers.all_receive_bytes())) &&
            memories.window.provide(window_bytes);
  });
  if (!mine && !there) mine = Failure{record::Reason::out_of_memory, refused_memory(buffers)};
  auto agreed = agree(team.active.get(), mine);
  if (agreed) return agreed;
  mine = attempt([&] { fill(settings, world_rank, buffers, window_bytes, memories, crew); });
  return in_host_memory(settings) ? mine : agree(team.active.get(), mine);
}

std::optional<Failure> no_room_for_statuses(const Settings& settings, const Benchmark& benchmark,
                                            const Buffers& buffers, std::int64_t transfers) {
  if (benchmark.needs.resource != Resource::file) return std::nullopt;
  const Buffers all = with_statuses(buffers, transfers, sizeof(MPI_Status));
  if (within_memory(settings, all)) return std::nullopt;
  return Failure{record::Reason::out_of_memory, memory_reason(all)};
}

}  // namespace sonde::case_setup
