// What the benchmarks of a suite have in common. All differences between suites are facts here; no other code
// asks which suite it is.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sonde {

enum class Suite { mpi1, ext, io, nbc, rma, p2p, mt, mpi4, sonde };
inline constexpr std::array every_suite{Suite::mpi1, Suite::ext, Suite::io,   Suite::nbc,  Suite::rma,
                                        Suite::p2p,  Suite::mt,  Suite::mpi4, Suite::sonde};

/// How many processes, which lengths and how many repetitions where nothing is said: standard mode of guide
/// 5.2.1, table 19 and settings_io.h.
struct StandardMode {
  std::int64_t npmin = 2;
  int max_log = 22;
  std::int64_t repetitions = 1000;
  std::int64_t repetitions_nonaggregate = 100;
  std::int64_t overall_bytes = std::int64_t{40} << 20;
  bool zero = true;  ///< with a message of no bytes
  int warm_up_calls = 4;
  std::int64_t window_messages = 256;
};

/// A number of processes above any: those that there are.
inline constexpr std::int64_t everybody = 1'000'000;

/// A volume that cuts no count.
inline constexpr std::int64_t any_volume = std::int64_t{1} << 62;

struct SuiteFacts {
  Suite suite;
  std::string_view program;  ///< that runs it
  std::string_view part;     ///< in the title of its tables
  std::string_view purpose;  ///< after "this program is there to"
  StandardMode standard{};
  bool files = false;     ///< it moves bytes between memory and files: no datatypes, no cache of messages
  bool windows = false;   ///< its groups make windows
  bool roots = false;     ///< some of its benchmarks have roots
  bool overlaps = false;  ///< some of its benchmarks compute beside transfers
  bool matches =
      false;  ///< they compute as long as the transfer takes (-cpu_secs match) where nothing is said
  bool passive = false;     ///< its windows are accessed under locks that are held around the clock
  bool draws = false;       ///< some of its partners are drawn at random
  bool touches = false;     ///< its messages are touched within the clock where nothing is said
  bool nodes = false;       ///< some of its benchmarks have one process a node
  bool collective = true;   ///< some of its benchmarks are collective calls, which -sync times one by one
  bool each_share = false;  ///< X of a Reduce_scatter is what each rank receives where nothing is said
  /// Its processes have several threads; lengths are counts of elements, and warm-up and barriers are as
  /// asked for before each of them.
  bool threads = false;
};

/// In the order of Suite.
inline constexpr std::array<SuiteFacts, every_suite.size()> suite_facts{{
    {.suite = Suite::mpi1,
     .program = "IMB-MPI1",
     .part = "MPI-1 part",
     .purpose = "measure MPI messages: point to point and collective",
     .roots = true},
    {.suite = Suite::ext,
     .program = "IMB-EXT",
     .part = "MPI-2 part",
     .purpose = "measure MPI one-sided communication",
     .windows = true},
    {.suite = Suite::io,
     .program = "IMB-IO",
     .part = "MPI-IO part",
     .purpose = "measure MPI parallel input and output",
     .standard = {1, 24, 50, 10, std::int64_t{16} << 20},
     .files = true,
     .overlaps = true},
    {.suite = Suite::nbc,
     .program = "IMB-NBC",
     .part = "MPI-NBC part",
     .purpose = "measure MPI non-blocking collectives and what they leave to computation",
     .roots = true,
     .overlaps = true,
     .matches = true,
     .each_share = true},
    {.suite = Suite::rma,
     .program = "IMB-RMA",
     .part = "MPI-RMA part",
     .purpose = "measure MPI one-sided communication with passive targets",
     .windows = true,
     .overlaps = true,
     .matches = true,
     .passive = true,
     .collective = false},
    {.suite = Suite::p2p,
     .program = "IMB-P2P",
     .part = "MPI-P2P part",
     .purpose = "measure MPI messages between pairs, random partners and neighbours",
     .standard = {everybody, 22, 100000, 100000, std::int64_t{800} << 20, false},
     .draws = true,
     .touches = true,
     .collective = false},
    {.suite = Suite::mt,
     .program = "IMB-MT",
     .part = "MPI-MT part",
     .purpose = "measure MPI messages of several threads in a process",
     .standard = {.npmin = everybody,
                  .overall_bytes = any_volume,
                  .zero = false,
                  .warm_up_calls = 100,
                  .window_messages = 64},
     .threads = true},
    {.suite = Suite::mpi4,
     .program = "IMB-MPI4",
     .part = "MPI-4 part",
     .purpose = "measure MPI persistent collectives and what they leave to computation",
     .roots = true,
     .overlaps = true,
     .matches = true,
     .each_share = true},
    {.suite = Suite::sonde,
     .program = "sonde-mpi",
     .part = "whole cluster",
     .purpose = "find out whether a cluster is whole: every link, every host, all of them at once",
     .standard = {.npmin = everybody,
                  .overall_bytes = std::int64_t{128} << 20,
                  .warm_up_calls = 2,
                  .window_messages = 16},
     .windows = true,
     .draws = true,
     .nodes = true},
}};
[[nodiscard]] constexpr const SuiteFacts& facts_of(Suite suite) {
  return suite_facts[static_cast<std::size_t>(suite)];
}
static_assert(std::ranges::all_of(every_suite, [](Suite suite) { return facts_of(suite).suite == suite; }));

}  // namespace sonde
