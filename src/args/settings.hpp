// What the user asked for: immutable once parsed, equal on all ranks.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "args/switches.hpp"
#include "catalog/arrival.hpp"
#include "catalog/benchmark.hpp"
#include "catalog/load.hpp"
#include "catalog/memory_kind.hpp"
#include "catalog/transfer_type.hpp"
#include "catalog/window_access.hpp"

namespace sonde {

enum class Profile { imb32, pmb22 };
enum class Multi { off, worst, each };                            ///< none, -multi 0, -multi 1
enum class IterPolicy { dynamic, multiple_np, automatic, off };   ///< -iter_policy
enum class ModeChoice { usual, both, aggregate, non_aggregate };  ///< -aggregate_mode
enum class ContigType { base, base_vec, resize, resize_vec };
enum class ThreadLevel { single, funneled, serialized, multiple };
enum class Start { barrier, dissemination, clock, none };  ///< how a loop starts (-start)
enum class WarmUp { off, on, automatic };
enum class Warnings { off, end, on_output };      ///< -warnings
enum class KeptVariables { none, changed, all };  ///< -cvars
enum class Conventions { guide, of_2021 };        ///< -conventions
enum class Share { all, each };                   ///< -reduce_scatter: what X of a Reduce_scatter is
/// Who takes part where one process a node would do (-per).
enum class Per { node, rank };
enum class OverlapOver { least, most };  ///< -overlap_over: of t_pure and t_CPU
/// Where the buffers of a process's threads are: on pages of their own, side by side, or on pages that each
/// thread touches first (-malloc_algo).
enum class MemoryLayout { apart, side_by_side, by_thread };
/// -mem_alloc_type: host memory, or memory of the driver that is there.
enum class AllocType { cpu, host, device, shared };

/// The matrix of -map PxQ: world rank i + j P stands in row i and column j (guide 5.1.2.10).
struct Grid {
  std::int64_t rows = 0;     ///< P
  std::int64_t columns = 0;  ///< Q
};

/// -off_cache size[,line]; a negative size means the sizes of this machine.
struct OffCache {
  double megabytes = 0;         ///< of 2^20
  std::int64_t line_bytes = 0;  ///< 0: the machine's
};

/// The three values of -iter (guide 5.1.2.5, table 19).
struct Iterations {
  std::int64_t per_sample = 1000;
  std::int64_t overall_bytes = 40 * (std::int64_t{1} << 20);
  std::int64_t nonaggregate = 100;
};

/// -check all: as many repetitions as the loop has, however long they take.
inline constexpr std::int64_t all_repetitions = std::numeric_limits<std::int64_t>::max();

struct Settings {
  Suite suite = Suite::mpi1;
  Profile profile = Profile::imb32;
  Conventions conventions = Conventions::guide;
  std::string program;                    ///< "IMB-MPI1"
  std::vector<std::string> command_line;  ///< program and arguments as given, for the head
  std::vector<std::string> benchmarks;    ///< canonical names, in the order they run
  std::vector<std::string> by_name;       ///< what was named by itself, not by a word for several

  // which cases
  std::int64_t npmin = 2;
  Multi multi = Multi::off;
  std::optional<Grid> map;
  std::vector<std::int64_t> lengths;  ///< -msglen or -msgsize; empty: powers of two
  int min_log = 0, max_log = 22;      ///< -msglog
  bool zero_size = true;
  bool lengths_said = false;  ///< by -msglog, -msglen or -msgsize
  ModeChoice modes = ModeChoice::usual;

  // how often and how long
  Iterations iterations;
  IterPolicy iter_policy = IterPolicy::dynamic;
  double seconds_per_sample = 10;        ///< -time; infinite: no limit
  std::optional<double> budget_seconds;  ///< -budget
  bool budget_of_allocation = false;     ///< -budget auto: what is left of it, known when the run begins
  std::optional<double> precision;       ///< -precision, as a fraction (0.02)
  WarmUp warm_up = WarmUp::on;
  int warm_up_calls = 4;  ///< -n_warmup, N_WARMUP of guide 5.2.6: calls before the first size
  bool msg_pause = false;

  // how it is measured
  Start start = Start::barrier;
  std::optional<Arrival> arrival;  ///< -arrival, which starts on clocks
  std::optional<Load> load;        ///< -load
  int barriers = 2;                ///< -n_barr, N_BARR of guide 5.2.7: barriers before each loop
  bool sync_calls = false;         ///< -sync
  bool tails = false;              ///< -tails
  bool imb_barrier = false;        ///< -imb_barrier
  bool root_shift = true;
  Share reduce_scatter = Share::all;
  std::int64_t window_messages = 256;  ///< -window_size: messages in flight
  std::optional<OffCache> off_cache;
  double mem_gib = 1;                     ///< -mem, of message buffers per process
  std::array<MemoryKind, 2> memory{};     ///< -memory: of the first and of the second rank of each pair
  AllocType alloc_type = AllocType::cpu;  ///< -mem_alloc_type; `memory` follows once the driver is known
  std::vector<int> devices;               ///< -device, of the ranks of a node in turn; empty: rank by rank
  bool memory_unchecked = false;          ///< -memory_unchecked: the library is not asked whether it takes it
  TransferType data_type = TransferType::byte_type;
  TransferType red_data_type = TransferType::float_type;
  ContigType contig_type = ContigType::base;
  ThreadLevel thread_level = ThreadLevel::single;
  std::vector<std::pair<std::string, std::string>> info;               ///< -info key=value
  std::vector<std::pair<std::string, std::string>> library_variables;  ///< -cvar name=value
  std::vector<std::string> plugins;                                    ///< -plugin: files
  std::string plugin_digests{};       ///< of those files, where they are loaded
  std::string performance_variables;  ///< -pvars: a regular expression; empty: none

  // beside computation
  double cpu_seconds = 0.1;         ///< -cpu_secs
  bool cpu_match = false;           ///< -cpu_secs match
  std::int64_t progress_calls = 0;  ///< -progress: calls of MPI_Test in a repetition's computation
  OverlapOver overlap_over = OverlapOver::least;  ///< -overlap_over

  // IMB-P2P
  std::uint64_t seed = 0;     ///< -seed, of partners that are drawn
  double pause_seconds = 0;   ///< -pause: before and after each length
  std::vector<int> topology;  ///< -topo; empty: as square as can be
  bool touch_before = false;  ///< -msgwr: messages are written within the clock before they are sent
  bool touch_after = false;   ///< -msgrd: and read after they have arrived

  // sonde-mpi
  Per per = Per::node;                 ///< -per
  bool isolated = false;               ///< -isolated: one pair at a time
  std::optional<int> quick;            ///< -quick: rounds of pairs drawn at random; 0: as many as find a host
  double threshold = 0.10;             ///< -threshold: by which a suspect must be slower
  int shift = 0;                       ///< -shift, ranks from sender to receiver; 0: half of them
  std::vector<HostOfSwitch> switches;  ///< -topology: of each host that the file names
  RmaSync rma_sync = RmaSync::flush;
  RmaWindow rma_window = RmaWindow::allocate;
  bool windows_as_asked = false;                                   ///< a benchmark runs that follows them
  std::vector<std::int64_t> partitions{8};                         ///< -partitions, of a message
  std::vector<std::int64_t> windows{1, 2, 4, 8, 16, 32, 64, 128};  ///< -windows: messages in flight
  std::vector<Parameter> parameters{};                             ///< of the benchmarks that run

  // IMB-MT
  std::vector<std::int64_t> threads;  ///< -threads; none: as OMP_NUM_THREADS says
  int stride = 0;                     ///< -stride, ranks from partner to partner; 0: half of them
  std::vector<std::int64_t> counts;   ///< -count, elements of a message; empty: lengths
  MemoryLayout memory_layout = MemoryLayout::apart;  ///< -malloc_algo
  std::int64_t alignment = 64;                       ///< -malloc_align, bytes
  bool head = true;                                  ///< without -noheader

  // IMB-IO, and others that write files
  bool files = false;  ///< a benchmark runs, or a load is made, that does
  std::string path = ".";
  std::string file_name = "IMB_out";  ///< -file_name, FILENAME of guide 5.2.3.2; suffixes follow it
  std::string
      run_word{};  ///< unique to this run, equal on all ranks; in names of files with a shared pointer
  bool keep_files = false;
  bool cold = false;

  // what comes out
  bool check = false;
  std::optional<std::int64_t> check_repetitions{};  ///< -check N; absent: those of the loop, in its time
  bool dry_run = false;
  bool verbose = false;
  bool extra_columns = false;  ///< -stats
  bool bus = false;            ///< -bus
  double peak = 0;             ///< -peak: bytes per second of a link; 0: not given
  bool all_samples = false;    ///< -samples all
  double megabyte = 1048576;   ///< -mbytes
  Warnings warnings = Warnings::end;
  KeptVariables kept_variables = KeptVariables::changed;
  std::string json_path, csv_path;
  bool append = false, resume = false;
};

/// Whether a benchmark runs that has a table for each value of the parameter.
[[nodiscard]] inline bool runs_with(const Settings& settings, Parameter parameter) {
  return std::ranges::count(settings.parameters, parameter) > 0;
}

/// Whether all messages lie in plain memory of the host.
[[nodiscard]] inline bool in_host_memory(const Settings& settings) {
  constexpr std::array plain{MemoryKind::host, MemoryKind::host};
  return settings.memory == plain && settings.alloc_type == AllocType::cpu;
}

/// "cuda", "host,cuda": as -memory takes it.
[[nodiscard]] inline std::string kinds_of_memory(const Settings& settings) {
  const std::string first(facts_of(settings.memory[0]).name), second(facts_of(settings.memory[1]).name);
  return first == second ? first : first + "," + second;
}

/// Whether the program cannot touch messages itself.
[[nodiscard]] inline bool on_device(const Settings& settings) {
  const auto device = [](MemoryKind kind) { return facts_of(kind).place == GpuPlace::device; };
  return settings.alloc_type == AllocType::device || device(settings.memory[0]) || device(settings.memory[1]);
}

/// Whether -time cuts counts: all of them, with -iter_policy auto those of benchmarks without a root. Else a
/// row that would take longer than the -time that was given ends its table.
[[nodiscard]] inline bool time_cuts(const Settings& settings) {
  return settings.precision || settings.iter_policy == IterPolicy::dynamic ||
         settings.iter_policy == IterPolicy::automatic;
}

}  // namespace sonde
