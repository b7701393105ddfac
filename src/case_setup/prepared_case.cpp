#include "case_setup/prepared_case.hpp"

#include <fmt/format.h>

#include <limits>

#include "engine/line_up.hpp"
#include "mpi/message.hpp"
#include "plan/lengths.hpp"
#include "plan/messages.hpp"

namespace sonde::case_setup {

namespace {

constexpr std::int64_t int_limit = std::numeric_limits<int>::max();

engine::Ring ring(const host::GrowingBuffer& memory, std::int64_t stride, std::int64_t slots) {
  std::byte* begin = memory.data();
  if (slots <= 1) return {begin, nullptr, 0, begin};
  return {begin, begin + stride * slots, static_cast<std::ptrdiff_t>(stride), begin};
}

engine::Roots roots(const Settings& settings, const Benchmark& benchmark, int size) {
  const bool moves = benchmark.message.root == Root::rotates && settings.root_shift;
  return {size, 0, moves ? 1 : 0};
}

Loop make_loop(const Settings& settings, const Benchmark& benchmark, const Team& team) {
  Loop loop;
  loop.role = role_of(benchmark.needs.processes.roles, team.group_rank, team.processes, settings.stride);
  loop.barriers = settings.barriers;
  loop.line_up = engine::no_barrier;
  loop.between_calls = settings.imb_barrier ? engine::dissemination_barrier : engine::barrier;
  const bool per_call = barrier_after_calls(settings, benchmark);
  loop.keeps_calls = (settings.tails || settings.load) && !benchmark.overlapped;
  if (loop.keeps_calls && !per_call) loop.between_calls = engine::no_barrier;
  loop.clocking = per_call || loop.keeps_calls ? engine::Clocking::each_call : engine::Clocking::whole_loop;
  return loop;
}

}  // namespace

bool barrier_after_calls(const Settings& settings, const Benchmark& benchmark) {
  return (settings.sync_calls || settings.imb_barrier) && benchmark.klass == TransferClass::collective;
}

mpi::Info make_info(const Settings& settings) {
  if (settings.info.empty()) return {};
  MPI_Info made = MPI_INFO_NULL;
  mpi::ok(MPI_Info_create(&made), "MPI_Info_create");
  mpi::Info info(made);
  for (const auto& [key, value] : settings.info)
    mpi::ok(MPI_Info_set(made, key.c_str(), value.c_str()), "MPI_Info_set");
  return info;
}

std::optional<Failure> too_large(const Settings& settings, const Benchmark& benchmark, std::int64_t bytes) {
  const bool reduces = benchmark.message.element == Element::reduction || adds_to_windows(benchmark.expect);
  if (!reduces || bytes / element_bytes(settings, benchmark.message.element) <= int_limit)
    return std::nullopt;
  return Failure{
      record::Reason::too_large,
      fmt::format("a reduction of {} bytes has more than {} elements, which MPI's counts cannot express",
                  bytes, int_limit)};
}

PreparedCase::PreparedCase(const Settings& settings, const Elements& elements, const PlannedCase& planned,
                           const Team& team, const Buffers& buffers, const Memories& memories)
    : info_(make_info(settings)) {
  const Benchmark& benchmark = planned.benchmark();
  const MPI_Datatype element = elements.of(benchmark.message.element);
  case_.comm = team.group.get();
  case_.active = team.active.get();
  case_.rank = team.group_rank;
  case_.size = team.processes;
  if (facts_of(settings.suite).threads) {
    case_.pair_distance = settings.stride;
    case_.chain_step = distance_of_pairs(team.processes, settings.stride);
  }
  case_.tournament = tournament_of(settings, team.processes);
  case_.isolated = settings.isolated;
  case_.flows = flows_of(settings, benchmark, team.processes);
  case_.bytes = planned.bytes;
  case_.op = MPI_SUM;
  case_.info = info_.get();
  const std::int64_t in_message = planned.bytes / element_bytes(settings, benchmark.message.element);
  case_.partitions = partitions_of(settings, benchmark, in_message);
  const auto message = mpi::make_message(in_message / case_.partitions, element, keeper_);
  case_.count = message.count;
  case_.type = message.type;
  case_.in_flight = static_cast<int>(in_flight(settings, benchmark));
  case_.seed = settings.seed;
  case_.touched_before = settings.touch_before;
  case_.touched_after = settings.touch_after;
  if (const ProcessGrid& grid = planned.section->grid; !grid.empty())
    neighbours_ = grid_neighbours(grid, team.group_rank);
  case_.neighbours = neighbours_.data();
  lay_out(buffers, memories);
  case_.steps.roots = roots(settings, benchmark, team.processes);
  loop_ = make_loop(settings, benchmark, team);
  if (benchmark.message.receive == Extent::share)
    share_elements(settings, element, benchmark.message.element);
  else if (benchmark.klass == TransferClass::collective)
    message_per_rank(settings, element, benchmark.message.element);
  if (benchmark.threaded()) add_threads(team, buffers);
}

void PreparedCase::lay_out(const Buffers& buffers, const Memories& memories) {
  case_.places = static_cast<int>(buffers.places);
  case_.second_out = static_cast<std::ptrdiff_t>(case_.bytes);
  case_.steps.out = ring(memories.send, buffers.send_stride, buffers.send_slots);
  case_.steps.in = ring(memories.receive, buffers.receive_stride, buffers.receive_slots);
  if (buffers.scratch_bytes > 0) case_.scratch = memories.send.data() + buffers.scratch_at();
  case_.sections = ring(memories.window, buffers.window_stride, buffers.window_slots);
}

/// Each thread has buffers of its own, and a communicator where the team has one for it; the rest of the case
/// is the same.
void PreparedCase::add_threads(const Team& team, const Buffers& buffers) {
  const auto comm_of = [&](int thread) {
    return team.threads.empty() ? team.group.get() : team.threads[static_cast<std::size_t>(thread)].get();
  };
  case_.comm = comm_of(0);
  for (int thread = 1; thread < buffers.threads; ++thread) {
    Case& further = threads_.emplace_back(case_);
    further.comm = comm_of(thread);
    further.thread = thread;
    further.steps.out = further.steps.out.moved(thread * buffers.thread_send_stride);
    further.steps.in = further.steps.in.moved(thread * buffers.thread_receive_stride);
  }
  case_.threads = threads_;
}

void PreparedCase::share_elements(const Settings& settings, MPI_Datatype element, Element kind) {
  const std::int64_t all = case_.bytes / element_bytes(settings, kind);
  counts_.resize(static_cast<std::size_t>(case_.size));
  for (int rank = 0; rank < case_.size; ++rank)
    counts_[static_cast<std::size_t>(rank)] = static_cast<int>(share(all, case_.size, rank));
  case_.counts = counts_.data();
  case_.vector_type = element;
}

void PreparedCase::message_per_rank(const Settings& settings, MPI_Datatype element, Element kind) {
  const std::int64_t elements = case_.bytes / element_bytes(settings, kind);
  const bool reduces = kind == Element::reduction;  // a sum of contiguous types is not defined
  const bool whole_messages = !reduces && elements * case_.size > int_limit;
  if (whole_messages) vector_keeper_ = mpi::contiguous(elements, element);
  case_.vector_type = whole_messages ? vector_keeper_.get() : element;
  const int count = whole_messages ? 1 : static_cast<int>(elements);
  counts_.assign(static_cast<std::size_t>(case_.size), count);
  displacements_.resize(static_cast<std::size_t>(case_.size));
  for (int rank = 0; rank < case_.size && !reduces; ++rank)
    displacements_[static_cast<std::size_t>(rank)] = rank * count;
  case_.counts = counts_.data();
  case_.displacements = displacements_.data();
}

}  // namespace sonde::case_setup
