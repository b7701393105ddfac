#include "run/memory_growth.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <numeric>
#include <vector>

#include "base/text.hpp"
#include "engine/own_start.hpp"
#include "host/growing_buffer.hpp"
#include "host/process_memory.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"
#include "start_up/first_messages.hpp"

namespace sonde::run {

namespace {

constexpr std::size_t after_init = 1, after_barrier = 2, after_alltoall = 3, first_dup = 4;
constexpr std::array<int, 3> dups{1, 2, 4};  ///< communicators that are there by then

using Values = std::vector<std::int64_t>;

Values reduced(MPI_Comm comm, Values values, MPI_Op op) {
  // NOLINTNEXTLINE(mpi-type-mismatch): std::int64_t is long here, long long elsewhere
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, op, comm),
          "MPI_Allreduce");
  return values;
}

/// Order statistic `place` (1-based) of each value over all ranks, by bisection with Allreduce: no rank
/// gathers.
Values in_order(MPI_Comm comm, const Values& mine, Values low, Values high, std::int64_t place) {
  while (low != high) {
    Values middle(mine.size()), below(mine.size());
    for (std::size_t i = 0; i < mine.size(); ++i) {
      middle[i] = low[i] + (high[i] - low[i]) / 2;
      below[i] = mine[i] <= middle[i] ? 1 : 0;
    }
    below = reduced(comm, std::move(below), MPI_SUM);
    for (std::size_t i = 0; i < mine.size(); ++i)
      (below[i] >= place ? high[i] : low[i]) = below[i] >= place ? middle[i] : middle[i] + 1;
  }
  return low;
}

void all_to_all() {
  host::GrowingBuffer out, in;  // whole pages that are gone before memory is read again
  const auto bytes = mpi::size_of(MPI_COMM_WORLD) * static_cast<std::int64_t>(sizeof(double));
  if (!out.provide(bytes) || !in.provide(bytes)) throw std::bad_alloc();
  mpi::ok(MPI_Alltoall(out.data(), 1, MPI_DOUBLE, in.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD), "MPI_Alltoall");
}

}  // namespace

bool names_memory(std::span<const std::string> arguments) {
  return std::ranges::any_of(arguments, [](const std::string& argument) {
    return std::ranges::any_of(split(argument, ','),
                               [](std::string_view word) { return same_word(word, "Memory"); });
  });
}

MemoryReadings::MemoryReadings() {
  at_[0] = host::memory_use();
}

void MemoryReadings::after_init() {
  at_[run::after_init] = host::memory_use();
}

void MemoryReadings::after_calls() {
  if (!start_up::everybody_answers()) return;
  const double start = MPI_Wtime();
  mpi::ok(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  at_[after_barrier] = host::memory_use();
  all_to_all();
  at_[after_alltoall] = host::memory_use();
  std::array<MPI_Comm, dups.back()> made{};
  int there = 0;
  for (std::size_t i = 0; i < dups.size(); ++i) {
    for (; there < dups[i]; ++there)
      mpi::ok(MPI_Comm_dup(MPI_COMM_WORLD, &made[static_cast<std::size_t>(there)]), "MPI_Comm_dup");
    at_[first_dup + i] = host::memory_use();
  }
  for (MPI_Comm& comm : made) mpi::ok(MPI_Comm_free(&comm), "MPI_Comm_free");
  engine::own_start().memory_seconds = MPI_Wtime() - start;
  engine::own_start().memory = at_;
}

Boxed<record::MemoryGrowth> gather_memory(MPI_Comm comm, const std::optional<MemoryAtPoints>& readings) {
  if (!readings) return {};
  const int size = mpi::size_of(comm);
  Values mine;
  for (const MemoryUse& use : *readings)
    for (const std::int64_t bytes : {use.pss, use.own, use.shared}) mine.push_back(bytes);
  Values resident{std::ranges::count(*readings, true, &MemoryUse::resident)};
  resident = reduced(comm, std::move(resident), MPI_SUM);
  const Values least = reduced(comm, mine, MPI_MIN), most = reduced(comm, mine, MPI_MAX),
               sum = reduced(comm, mine, MPI_SUM);
  const Values below = in_order(comm, mine, least, most, (size + 1) / 2),
               above = in_order(comm, mine, least, most, size / 2 + 1);
  if (mpi::rank_in(comm) != 0) return {};
  record::MemoryGrowth growth{.resident = resident.front() > 0};
  std::size_t next = 0;
  for (const std::string_view name : memory_points) {
    auto& point = growth.points.emplace_back();
    point.name = std::string(name);
    for (const auto& [key, spread] : record::memory_spreads) {
      point.*spread = {std::midpoint(below[next], above[next]), most[next], sum[next]};
      ++next;
    }
  }
  return growth;
}

}  // namespace sonde::run
