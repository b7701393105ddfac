// What a benchmark is: a row of facts, without MPI. What it does is a pattern (src/patterns), which the row
// names only through its modes' measure functions. No code outside that row and pattern knows a benchmark's
// name: tables follow from the class, checks from what the row expects, buffers from its extents.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "catalog/flows.hpp"
#include "catalog/library_features.hpp"
#include "catalog/role.hpp"
#include "catalog/suite.hpp"

struct sonde_benchmark;  ///< a row of a plug-in (include/sonde/benchmark.h)

namespace sonde {

/// Guide 3.3.1, 4.2.1, and what later suites added.
enum class TransferClass {
  single_transfer,
  parallel_transfer,
  collective,
  message_rate,      ///< windows of messages in flight between pairs
  one_to_all,        ///< one rank accesses all others, or all each other
  stencil,           ///< every rank exchanges messages with its neighbours on a grid
  passive_progress,  ///< transfers while the target computes, and while it does not
  links,             ///< every pair of processes by itself
  contention,        ///< all processes send at the same time
};

/// The element a message is made of: MPI_BYTE for transfers (-data_type), MPI_FLOAT for reductions
/// (-red_data_type). `real32` is a float whatever the options say (IMB-EXT, whose buffers are floats),
/// `whole32` an int (MPI_Compare_and_swap).
enum class Element { transfer, reduction, real32, whole32 };

/// How large one repetition's buffer is on a rank, for message length X and P ranks in the group.
enum class Extent {
  none,               ///< no buffer
  message,            ///< X
  two_messages,       ///< 2 X, two distinct messages (Exchange)
  message_per_rank,   ///< P X
  message_per_other,  ///< (P - 1) X
  share,  ///< this rank's part of X: the elements split as evenly as possible, r+1 / r (guide 3.3.4.2)
  window_of_messages,  ///< W X, W messages in flight (-window_size)
  places_of_window,    ///< the same, or as many as fit into the cache and -mem; further messages share them
  window_per_other,    ///< (P - 1) W X
  per_neighbour,       ///< d X, a message for each of d neighbours on a grid
  element,             ///< one element at every X
  plugin_sends,        ///< what a function of the plug-in says of X and P (Message::send_bytes)
  plugin_receives,
};

enum class Root { none, rotates, zero };  ///< guide 3.3.4: iteration i has root i mod P; Accumulate: always 0

/// What a checked repetition must leave behind, as seen from the receiving rank q (root r, group of P).
enum class ExpectedContent {
  nothing,               ///< no data moves
  entered_by_all,        ///< no data moves either, but no rank leaves before all have entered
  from_peer,             ///< the other rank's message
  from_left,             ///< the message of rank q-1
  from_left_in_place,    ///< the same in the buffer that this rank's own message was sent from
  from_drawn_sender,     ///< the message that was drawn last for this rank, if there was one
  from_drawn_partner,    ///< the message of the partner that was drawn last for this rank, if there was one
  from_drawn_ring,       ///< the message of the rank before this one in the ring that was drawn
  from_flow,             ///< the message of this rank's sender, if it has one (Benchmark::flows)
  from_first,            ///< on all others, the first rank's message
  from_all_others,       ///< at the first rank only: block s from rank s + 1
  from_grid_blocks,      ///< place d: block d of the neighbour in direction d
  from_grid_ranks,       ///< place d: the message of the neighbour in direction d
  from_grid_neighbours,  ///< place d: what the neighbour in direction d sent the other way
  from_neighbours,       ///< q-1's first message (to its right) and q+1's second (Exchange)
  from_root,             ///< the root's message, also in the root's own buffer
  scattered,             ///< block q of the root's P X bytes
  gathered_at_root,      ///< at the root only: block s from rank s
  gathered,              ///< everywhere: block s from rank s
  transposed,            ///< block s holds block q of rank s
  reduced_at_root,       ///< at the root only: the element-wise sum
  reduced,               ///< everywhere: the element-wise sum
  summed_up_to,          ///< the element-wise sum over the ranks up to this one
  summed_before,         ///< on all but the first rank: over those before it
  reduced_scattered,     ///< this rank's share of the element-wise sum
  reduced_block,         ///< block q of the element-wise sum of P X bytes
  reduced_locally,       ///< this rank's old content plus its own contribution
  window_from_partner,   ///< W messages: message w of the partner in the other half in place w
  window_at_answering,   ///< the same on the second half only
  windows_from_others,   ///< at the first rank only: place (s - 1) W + w holds message w of rank s
  window_from_first,     ///< on all others, W messages of the first rank
  put_by_peer,           ///< the window holds what the peer put, one disjoint section a repetition
  got_from_peer,         ///< the receive buffer holds what the peer's window held
  accumulated,           ///< rank 0's window holds its old content plus everybody's contributions
  put_by_first,          ///< the window of every rank but the first holds what the first one put
  put_by_all,            ///< section s of the window holds what rank s put, one's own section its old content
  got_from_all,          ///< block s holds what the window of rank s held, one's own block its old content
  put_by_neighbours,    ///< first section: q+1's first message (sent left); second: q-1's second (sent right)
  got_from_neighbours,  ///< block 1: section 1 of q+1's window; block 2: section 2 of q-1's
  added_by_first,       ///< the peer's window holds its old content plus what the first rank added
  fetched_and_added,    ///< and the first rank has what was there before each repetition
  counted,         ///< one element of the peer's window grew with every repetition; its old value came back
  counted_by_all,  ///< one element of rank 0's window grew with every repetition of every rank
  swapped,         ///< it went from value to value, each compared with and replaced by the next
  file_written,    ///< the file holds what the ranks wrote
  file_read,       ///< the receive buffer holds what was in the file
  plugin_says,     ///< what a function of the plug-in says of each message in the receive buffer
};

/// Whether it is windows that are written or read.
constexpr bool of_windows(ExpectedContent expect) {
  return (expect >= ExpectedContent::put_by_peer && expect <= ExpectedContent::swapped);
}

/// Whether transfers add to what a window holds.
constexpr bool adds_to_windows(ExpectedContent expect) {
  return expect == ExpectedContent::accumulated || expect == ExpectedContent::added_by_first ||
         expect == ExpectedContent::fetched_and_added;
}

/// What stands open around the timed loop; `nodes`: the communicators of the ranks of each node, and of those
/// at one place of all.
enum class Resource { none, window, file, plugin, nodes };
enum class FileOwner { group, self, rank };  ///< one file a group; rank 0 alone; one file a rank
enum class Pointer {
  none,
  individual,
  explicit_offset,
  shared
};  ///< how file positions come about (guide 4.1)

/// Whose messages a rate counts.
enum class Counted {
  one_rank,  ///< those that a rank sends and receives (guide 3.3.1.2)
  pairs,     ///< those of every pair of the group
  ranks,     ///< those that every rank of the group sends
  others,    ///< one for each rank but one
  flows,     ///< one for each rank that sends to another (Benchmark::flows)
};

struct Metric {
  double time_scale = 1.0;  ///< factor on the measured time: 0.5 for PingPong (guide 3.3.2.1)
  int messages = 0;         ///< messages of X bytes in the rate (guide 3.3.1.2); 0: no rate is defined
  Counted counted = Counted::one_rank;
  bool message_rate = false;  ///< the rate of messages is shown beside that of bytes
  bool per_message = false;   ///< the time is that of one message in flight, not of the window of them
  bool per_partner = false;   ///< and of one to each of those that a rank meets
};

enum class Counting { per_sample, nonaggregate };  ///< which of -iter's counts a mode uses (guide 5.2.8)

/// How often the clock may be read within a loop: between batches, or only before and after all of it,
/// because the transfers are completed together at its end (aggregate mode, guide 4.2.2.2) or overlapped with
/// computation.
enum class Batching { batches, whole };

struct Case;        ///< one benchmark × size × group on this rank, prepared and constant (src/engine)
struct Loop;        ///< how one loop over it is run (src/engine)
struct LoopSample;  ///< what the loop leaves behind on this rank (src/engine)
using Measure = void (*)(const Case&, const Loop&,
                         LoopSample&);  ///< one indirect call per loop, outside the clock

struct Mode {
  std::string_view label{};  ///< "AGGREGATE", "NON-AGGREGATE" or none
  Counting counting = Counting::per_sample;
  Measure measure = nullptr;
  Batching batching = Batching::batches;
  bool present =
      false;  ///< beside `measure`: g++ 12 with UBSan cannot compare a function's address in a constant
  constexpr Mode() = default;
  constexpr Mode(std::string_view l, Counting c, Measure m, Batching b = Batching::batches)
      : label(l), counting(c), measure(m), batching(b), present(true) {}
};

/// Bytes of a buffer for messages of `bytes` bytes in a group of so many processes.
using ExtentFunction = std::int64_t (*)(std::int64_t bytes, int processes);

/// What one repetition moves.
struct Message {
  Extent send = Extent::message;
  Extent receive = Extent::message;
  Element element = Element::transfer;
  Root root = Root::none;
  ExtentFunction send_bytes = nullptr, receive_bytes = nullptr;  ///< of plug-ins
  ExtentFunction scratch_bytes =
      nullptr;  ///< of a third buffer, which is none of MPI's own; null: there is none
};
inline constexpr Message no_message{.send = Extent::none, .receive = Extent::none};

struct Processes {
  int least = 1;
  int exactly = 0;  ///< number of processes: 2 for single transfers, 1 for S_*; 0: the sequence of -npmin
  Roles roles = Roles::alike;
  int grid = 0;  ///< dimensions of the periodic grid that the ranks are arranged on; 0: none
};

/// Which processes a benchmark has a table for each of, in each of its modes.
enum class Axis {
  counts,  ///< process counts: the sequence of -npmin, in as many groups as -multi asks for
  world,   ///< one value: all processes in one group, which -npmin and -multi do not divide
  nodes,   ///< the same, but the first rank of each node where there are several and -per does not say `rank`
  node_pairs,  ///< numbers of ranks k: k of one node and k of another, the nearest and the farthest
};

/// What else it has tables for each value of: those that an option lists (plan/axes.cpp).
enum class Parameter {
  none,
  in_flight,   ///< messages of a window (-windows)
  partitions,  ///< of a message (-partitions)
  threads,     ///< of each process, all of which run the benchmark (-threads)
};

/// How a file is seen through its handle, and what a repetition makes of it.
enum class FileForm {
  usual,   ///< behind an individual pointer the blocks of this rank, where the file is the group's; else all
           ///< bytes
  bytes,   ///< all bytes
  pieces,  ///< a view of the pieces of this rank (catalog/file_pieces.hpp)
  each_piece,  ///< all bytes, of which a repetition moves the same pieces
  hinted,      ///< as `pieces`, opened with a hint for collective buffering
  atomic,      ///< all bytes, in atomic mode
  internal,    ///< all elements, in that data representation
  external32,  ///< likewise
  reserved,    ///< each repetition finds it empty, and makes room
  emptied,     ///< each repetition finds it empty, and writes
};

struct FileUse {
  FileOwner owner = FileOwner::group;
  Pointer pointer = Pointer::none;
  bool writes = false;
  FileForm form = FileForm::usual;
};

/// What opens the epochs of access to a window.
enum class Epoch {
  fence,     ///< MPI_Win_fence, called by every rank
  lock,      ///< passive target: a shared lock on the peer, from before the first loop until after the last
  lock_all,  ///< passive target: a shared lock on every rank, likewise
  each,      ///< every repetition opens and ends one of its own
};

/// Which ranks issue transfers is a fact of `Processes`.
struct WindowUse {
  Epoch epoch = Epoch::fence;
  Extent extent = Extent::message;  ///< of a repetition's section of the window, on every rank
  bool local = false;               ///< transfers are completed at their origin only (flush_local)
  bool as_asked = false;    ///< made as -rma_window has it, with the epochs of -rma_sync in place of `epoch`
  bool no_request = false;  ///< MPI has no call that does the same and returns a request

  [[nodiscard]] constexpr bool passive() const { return epoch != Epoch::fence; }
};

/// What must be there for a benchmark to run.
struct Needs {
  Processes processes{};
  Resource resource = Resource::none;
  FileUse file{};
  FileUse right_file{};  ///< of a guideline's right side; `file` is the left one's
  WindowUse window{};
  Feature library = Feature::none;
};

struct Benchmark {
  // What it is.
  std::string_view name;
  std::string_view summary;  ///< one line for -list and the documentation
  Suite suite = Suite::mpi1;
  TransferClass klass = TransferClass::collective;
  bool optional = false;    ///< runs only where it is asked for by name
  bool since_2021 = false;  ///< optional, but not under -conventions 2021
  bool once = false;        ///< one repetition, whatever is asked for
  bool at_end = false;      ///< MPI_Finalize: told once the run is over, nothing is done in its place
  bool overlapped = false;  ///< transfers beside computation: t_ovrl, t_pure, t_CPU (guide 4.2.5)
  /// A call and what it must not be slower than, batch by batch in turn: which guideline, as "G2"; its times
  /// are those of the latter.
  std::string_view guideline{};
  /// Where X of a reduction can be meant in two ways (-reduce_scatter): the row that means it the other way.
  const Benchmark* other_share = nullptr;
  Flows flows = Flows::none;  ///< who sends to whom, where all do at the same time
  Message message{};
  std::int64_t usual_bytes = -1;  ///< the only length where none is asked for; -1: those of the suite
  Axis axis = Axis::counts;
  Parameter parameter = Parameter::none;
  std::int64_t value = 0;  ///< of the parameter; 0: as settings say
  bool one_table = false;  ///< other suites have its aggregate mode only, and do not name it
  // What it needs.
  Needs needs{};
  /// What a plug-in says of it; null: it is a row of Sonde.
  const ::sonde_benchmark* plugin = nullptr;
  // How it is checked.
  ExpectedContent expect = ExpectedContent::nothing;
  // How it is shown.
  Metric metric{};

  std::array<Mode, 2> modes{};

  [[nodiscard]] constexpr int mode_count() const { return modes[1].present ? 2 : 1; }
  /// Whether its repetitions are completed together at the end of an epoch.
  [[nodiscard]] constexpr bool aggregates(int mode) const {
    const Mode& m = modes[static_cast<std::size_t>(mode)];
    return m.batching == Batching::whole && !overlapped;
  }
  /// Whether its messages are single elements, whatever lengths are asked for.
  [[nodiscard]] constexpr bool single_element() const { return message.receive == Extent::element; }
  /// Whether it has a message length; Barrier and Open_Close have none.
  [[nodiscard]] constexpr bool sized() const {
    return message.send != Extent::none || message.receive != Extent::none;
  }
  /// Its value of a parameter; nothing where it has not that one, or settings say which.
  [[nodiscard]] constexpr std::int64_t value_of(Parameter asked) const {
    return parameter == asked ? value : 0;
  }
  /// Whether it runs in each thread of a process.
  [[nodiscard]] constexpr bool threaded() const { return parameter == Parameter::threads; }
  /// Whether a repetition moves windows of messages.
  [[nodiscard]] constexpr bool windowed() const {
    return message.send == Extent::window_of_messages || message.receive == Extent::window_of_messages ||
           shares_places();
  }
  /// Whether messages of a window may share places.
  [[nodiscard]] constexpr bool shares_places() const { return message.receive == Extent::places_of_window; }
};

/// Whether the ranks of a group wait for each other within a repetition of `bytes`, so that a slow one holds
/// the others up. Where each moves its own part of a file they do not, in a prefix sum no rank waits for the
/// ranks after it, a collective call without data may return at once, and what neither moves data nor lines
/// ranks up is each rank's own affair.
constexpr bool ranks_wait(const Benchmark& row, std::int64_t bytes) {
  if (!row.sized() && row.expect == ExpectedContent::nothing) return false;
  const bool prefix =
      row.expect == ExpectedContent::summed_up_to || row.expect == ExpectedContent::summed_before;
  if (prefix || row.expect == ExpectedContent::reduced_locally) return false;
  if (row.klass == TransferClass::collective) return !row.sized() || bytes > 0;
  return row.needs.resource != Resource::file;
}

/// Whether its ranks form pairs of a first and a second one.
constexpr bool of_pairs(const Benchmark& row) {
  const Processes& processes = row.needs.processes;
  const bool by_role = processes.roles == Roles::halves || processes.roles == Roles::pairs ||
                       processes.roles == Roles::first_of_pairs;
  return by_role || processes.exactly == 2;
}

/// The rows of a suite; views into constant tables.
using Catalog = std::span<const Benchmark>;

}  // namespace sonde
