// A case, ready to be timed on this rank, and the contexts the patterns see of it.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/memory_use.hpp"
#include "catalog/benchmark.hpp"
#include "catalog/tournament.hpp"
#include "catalog/window_access.hpp"
#include "engine/loop.hpp"
#include "engine/steps.hpp"
#include "stats/histogram.hpp"

namespace sonde {

namespace engine {
class Crew;
struct OwnCall;
}  // namespace engine

/// The facts of a case, the same for every loop over it: prepared once, constant from then on. Handles are
/// borrowed: the cases room owns them.
struct Case {
  MPI_Comm comm = MPI_COMM_NULL;                        ///< the group
  MPI_Comm active = MPI_COMM_NULL;                      ///< all groups that run at the same time
  int rank = 0, size = 1;                               ///< in the group
  MPI_Comm node = MPI_COMM_NULL, lane = MPI_COMM_NULL;  ///< those of Resource::nodes
  int ranks_of_node = 0;                                ///< as many on each
  int thread = 0;                                       ///< of this rank
  std::span<const Case> threads;                        ///< the cases of this rank's further threads
  engine::Crew* crew = nullptr;                         ///< those threads; none: each loop starts its own
  int pair_distance = 0;   ///< ranks from one of a pair to the other; 0: half of them
  int opponent = -1;       ///< the other one of this rank's pair, where pairs change; -1: they do not
  Tournament tournament;   ///< how they change
  bool isolated = false;   ///< one pair at a time
  FlowMap flows;           ///< who sends to whom, where all do
  int only_pair_of = -1;   ///< this rank and its sender exchange messages, other ranks idle; -1: all
  int chain_step = 1;      ///< ranks from one of a chain to the next
  std::int64_t bytes = 0;  ///< message length X
  int partitions = 1;      ///< of a message, all of the same length
  int count = 0;           ///< elements of `type` in a message, or in a partition of it
  std::uint64_t seed = 0;  ///< of partners that are drawn
  const int* neighbours = nullptr;                     ///< on a grid, in each direction
  bool touched_before = false, touched_after = false;  ///< messages, within the clock
  int in_flight = 1;                                   ///< messages of a window (-window_size)
  int places = 1;  ///< that they have: after the last one comes the first again
  MPI_Datatype type = MPI_BYTE;
  MPI_Op op = MPI_OP_NULL;
  const int* counts = nullptr;         ///< per rank, for the vector collectives, in `vector_type`
  const int* displacements = nullptr;  ///< per rank, in `vector_type`
  MPI_Datatype vector_type = MPI_BYTE;
  std::byte* scratch = nullptr;  ///< memory of a row that needs a third buffer (Message::scratch_bytes)
  std::ptrdiff_t second_out = 0, second_in = 0;  ///< bytes from a slot to its second message (Exchange)
  engine::Steps steps;                           ///< of the first repetition
  MPI_Win window = MPI_WIN_NULL;
  MPI_Aint window_base = 0;  ///< displacement at which the partner's sections begin
  RmaSync sync = RmaSync::flush;
  MPI_Group partner_group = MPI_GROUP_NULL;  ///< the partner alone, where `sync` is by groups
  engine::Ring sections;  ///< of the window's memory, one for each repetition that has its own
  MPI_Info info = MPI_INFO_NULL;
  const MPI_File* file = nullptr;        ///< opened again between loops: each loop looks the handle up
  const MPI_File* right_file = nullptr;  ///< of a guideline's right side
  /// The communicator the file is opened on: the group, or this rank alone.
  MPI_Comm file_comm = MPI_COMM_NULL;
  const char* file_name = nullptr;
  const engine::OwnCall* own = nullptr;  ///< of a plug-in's row
  int share_count = 0;                   ///< elements of `share_type` in this rank's part of X (I/O)
  MPI_Datatype share_type = MPI_BYTE;
  std::int64_t share_bytes = 0;
};

/// What a rank finds out of its link with another; not a number: nothing.
struct LinkTimes {
  float latency = std::numeric_limits<float>::quiet_NaN();  ///< seconds, half a round trip of a short message
  float message =
      std::numeric_limits<float>::quiet_NaN();  ///< seconds from one message sent in a stream to the next
};

/// What a loop leaves on this rank: the duration of each batch in seconds, as measured (no scaling, no
/// division).
struct LoopSample {
  std::vector<double> stamps;  ///< clock readings: before the loop and after each batch
  std::vector<double> batch_seconds;
  std::vector<double> left_seconds;  ///< of a guideline: the batches of its left side
  double pure = 0, cpu = 0,
         overlapped = 0;  ///< beside computation: seconds of the three loops; `pure` of the left side, too
  double tested = 0;      ///< of these, in MPI_Test
  double cpu_spread = 0;  ///< of the computation alone, relative
  double init = 0;        ///< persistent: seconds to make a request
  std::vector<MPI_Status> statuses;             ///< I/O: of each repetition
  std::vector<LoopSample> others;               ///< of this rank's further threads
  std::vector<LinkTimes> links;                 ///< with each rank of the group
  std::optional<MemoryAtPoints> memory;         ///< of this rank
  stats::Histogram first_calls, further_calls;  ///< of single calls: the first batch, all others

  /// Makes room before the clock starts, so that nothing is allocated while it runs.
  void prepare(int batches) {
    stamps.assign(static_cast<std::size_t>(batches) + 1, 0.0);
    batch_seconds.assign(static_cast<std::size_t>(batches), 0.0);
  }
};

namespace engine {

/// The other rank of the pair; none for a rank that idles.
[[nodiscard]] inline int pair_partner(const Case& c) {
  if (c.opponent >= 0) return c.opponent;
  const int partner = partner_of(c.rank, c.size, c.pair_distance);
  return partner < 0 ? MPI_PROC_NULL : partner;
}

struct PairContext {
  MPI_Comm comm;
  int peer;
  int count;
  MPI_Datatype type;
  static PairContext of(const Case& c) { return {c.comm, pair_partner(c), c.count, c.type}; }
};

/// Pairs of a rank that begins and one that answers, and windows of messages between them.
struct HalvesContext {
  MPI_Comm comm;
  int partner;
  int count;
  MPI_Datatype type;
  int messages;           ///< in flight
  int places;             ///< of theirs
  std::ptrdiff_t stride;  ///< bytes from a place to the next
  static HalvesContext of(const Case& c) {
    const auto stride = static_cast<std::ptrdiff_t>(c.bytes);
    return {c.comm, pair_partner(c), c.count, c.type, c.in_flight, c.places, stride};
  }
};

/// A periodic chain: everybody sends to the right and receives from the left (guide 3.3.3).
struct ChainContext {
  MPI_Comm comm;
  int left, right;
  int count;
  MPI_Datatype type;
  std::ptrdiff_t second_out, second_in;
  static ChainContext of(const Case& c) {
    return {c.comm,
            (c.rank + c.size - c.chain_step) % c.size,
            (c.rank + c.chain_step) % c.size,
            c.count,
            c.type,
            c.second_out,
            c.second_in};
  }
};

struct CollectiveContext {
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  MPI_Op op;
  static CollectiveContext of(const Case& c) { return {c.comm, c.count, c.type, c.op}; }
};

/// Of the collectives with counts and displacements per rank.
struct VectorContext {
  MPI_Comm comm;
  const int* counts;
  const int* displacements;
  int count;  ///< this rank's
  MPI_Datatype type;
  MPI_Op op;
  static VectorContext of(const Case& c) {
    return {c.comm, c.counts, c.displacements, c.counts[c.rank], c.vector_type, c.op};
  }
};

}  // namespace engine
}  // namespace sonde
