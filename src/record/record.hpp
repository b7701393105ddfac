// What a run leaves behind: a header, one record a case, a footer. Plain data with kinds; sinks and readers
// know no MPI. All times are seconds, all lengths bytes; units change only where a person reads.
#pragma once
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/boxed.hpp"
#include "links/trial_findings.hpp"
#include "record/rank_list.hpp"
#include "stats/histogram.hpp"
#include "stats/impact.hpp"
#include "stats/summary.hpp"

namespace sonde::record {

/// Which case of a run. `group` is -1 where the row stands for all groups (or the only one).
struct CaseId {
  std::string benchmark;  ///< primary name, "PingPong"; Multi- follows from `multi`
  std::string mode{};     ///< "AGGREGATE", "NEAREST", "window 8" ... or empty
  bool multi = false;     ///< run under -multi with more than one group
  int processes = 0;      ///< ranks of one group
  int groups = 1;
  int group = -1;
  std::int64_t bytes = -1;  ///< message length, with threads that of each; -1: the benchmark has none
  int threads = 0;          ///< of each process, in IMB-MT; 0: not said
  /// What else makes it another case, by name: "datatype" MPI_INT, "buffers" D D, "window" 64
  /// (record/variant.hpp).
  std::map<std::string, std::string> variant{};

  /// Names are compared without regard to case: suites spell one benchmark in two ways (P_write_indv).
  std::weak_ordering operator<=>(const CaseId& other) const;
  bool operator==(const CaseId& other) const { return std::is_eq(*this <=> other); }
};

enum class Status { measured, skipped, failed };
enum class Reason {
  none,
  invalid_process_count,
  unsupported,  ///< the MPI library lacks what the benchmark needs
  out_of_memory,
  time_out,
  mpi_error,
  io_error,
  too_large,
  interrupted,
  device_error,   ///< the driver of a GPU refused a call in the middle of the case
  skew_not_kept,  ///< -arrival: the ranks did not come as they should
  no_load         ///< -load: those that make it moved nothing
};

/// Whether what has it is skipped, not failed.
constexpr bool passes_over(Reason reason) {
  return reason == Reason::time_out || reason == Reason::skew_not_kept;
}

/// Seconds per repetition over the ranks of the group (or all groups), as the guide defines them (chapter 6).
struct Times {
  double min = 0, max = 0, avg = 0;
};

struct OverlapTimes {
  double overlapped = 0, pure = 0, cpu = 0;  ///< seconds; t_ovrl, t_pure, t_CPU of guide 4.2.5.2
  double percent = 0;                        ///< overlap, 0 to 100
  double cpu_spread =
      0;             ///< (slowest - fastest) / median of the computation alone, on the worst rank; 0: unknown
  double tests = 0;  ///< seconds of a repetition in MPI_Test (-progress), within `overlapped`
};

/// Of rows in which all send at the same time: what each got, and what the slowest one gets while the others
/// wait. Seconds per repetition.
struct Contention {
  int rank = -1,
      partner = -1;  ///< world ranks: the slowest, and who it exchanged messages with alone; -1: whom it met
  double alone = 0;  ///< of these two
  double quickest = 0, middle = 0, slowest = 0;  ///< of the ranks that take part

  /// Rate among all over rate alone.
  [[nodiscard]] double percent() const { return slowest > 0 ? 100 * alone / slowest : 0; }
};

/// How a rank fared during the loop: what explains a slow rank.
struct RankCounters {
  int world_rank = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t migrations = 0;
  std::optional<double> steal_seconds{};
  double cpu_share = 0;                   ///< user CPU time over wall time
  std::optional<double> alone_seconds{};  ///< of an 8-byte message to itself, right after the loop
};

/// Bytes over the ranks.
struct MemorySpread {
  std::int64_t median = 0, max = 0, sum = 0;
};

/// Memory of the ranks at points of the start (base/memory_use.hpp).
struct MemoryGrowth {
  struct Point {
    std::string name{};                   ///< "before_init", "init", ...
    MemorySpread pss{}, own{}, shared{};  ///< own: private bytes
  };
  bool resident = false;  ///< a kernel had no proportional sizes: pss is all that is resident
  std::vector<Point> points{};
};
/// The quantities of a point and their names in records.
struct MemorySpreadName {
  const char* key;
  MemorySpread MemoryGrowth::Point::*spread;
};
inline constexpr std::array<MemorySpreadName, 3> memory_spreads{{{"pss", &MemoryGrowth::Point::pss},
                                                                 {"private", &MemoryGrowth::Point::own},
                                                                 {"shared", &MemoryGrowth::Point::shared}}};

/// A median over the repetitions with its 95 % interval; no numbers where there is none.
struct Estimate {
  double median = 0, low = 0, high = 0;
};

/// -arrival: how the ranks came to the call, and when they left it. Seconds.
struct MeasuredArrival {
  std::string pattern;   ///< as -arrival has it: "last:2"
  double reference = 0;  ///< of the call without delays, from the first arrival to the last exit
  double largest = 0;    ///< delay that was asked for
  std::vector<double> asked,
      achieved;         ///< of each rank of the group after the first one; empty of large groups
  Estimate last;        ///< from the last arrival to the last exit
  Estimate total;       ///< from the first arrival to the last exit
  Estimate each;        ///< from a rank's arrival to its exit, mean of the ranks
  Estimate absorption;  ///< 1: the delay is hidden, 0: it is added in full
};

/// A call beside a composition of others with its effect, in one loop: batches of the call (left) and of the
/// composition (right) in turn. Seconds of a call; the other numbers of its case are those of the right side.
struct MeasuredGuideline {
  /// Left over right, of each pair of batches.
  struct Ratio {
    double median = 0;
    double low = std::nan(""), high = std::nan("");  ///< order statistics; no numbers where level is 0
    double level = 0;                                ///< confidence of the interval
    std::int64_t pairs = 0;
  };
  std::string id;                 ///< "G2"
  std::int64_t buffer_bytes = 0;  ///< more memory that the right side takes, on the rank that needs most
  double left = 0, right = 0;     ///< median over the batches, slowest rank of a call
  Ratio ratio{};
  std::vector<double> ratios{};  ///< -samples all: of each pair, in the order they were measured
};

/// How many times longer single calls take under a load: of one of their quantiles.
struct LoadImpact {
  double level = 0;  ///< 0 to 1
  stats::Impact impact;
};

/// -load: what single calls take with and without what other ranks do meanwhile.
struct MeasuredLoad {
  std::string kind;  ///< as -load has it: "incast"
  double share = 0;  ///< of the nodes or ranks that was asked for
  std::int64_t size_bytes = 0;
  int canaries = 0, congestors = 0;  ///< ranks
  bool one_node = false;             ///< all of them share it
  std::vector<double> bytes,
      seconds;                   ///< of each phase with the load: what the congestors moved, and how long
  stats::Tail isolated, loaded;  ///< without curves
  std::vector<LoadImpact> impacts{};
};

/// A performance variable of the MPI library (-pvars) over the loop of a case, of the ranks that could read
/// it: of counters, aggregates and timers by how much it grew, of all others what it was at the end.
struct PerformanceVariable {
  std::string name;
  std::string klass;  ///< as MPI_T calls it: "counter", "level", ...
  double sum = 0, min = 0, max = 0;
  int ranks = 0;  ///< that could
};

struct Warning {
  std::string kind;  ///< "shared_core", "wide_interval", ...
  std::string text;  ///< one sentence that names the case
  std::string advice;
};

struct RankPlace {
  int rank = 0;
  std::string host;
  std::vector<int> cores;          ///< bound processing units as the kernel reports them
  std::optional<int> numa_node{};  ///< null where it cannot be had or spans several

  bool operator==(const RankPlace&) const = default;
};

/// Half of the last digit of the numbers that a text prints, of the coarsest column of each unit; 0: the text
/// has none.
struct Rounding {
  double seconds = 0;
  double megabytes_per_second = 0;  ///< in the unit the header names
  double messages_per_second = 0;
  double other = 0;  ///< per cent, and columns that have no field

  bool operator==(const Rounding&) const = default;
};

struct CaseRecord {
  CaseId id;
  Status status = Status::measured;
  Reason reason = Reason::none;
  std::string text;  ///< of a case that was skipped or failed: the reason for a person
  std::int64_t repetitions = 0;
  RankList ranks;  ///< world ranks of the group, in group order; empty where a reader cannot know
  /// Where the ranks stood, for a launch that went on elsewhere (-resume); null: as the header says.
  std::shared_ptr<const std::vector<RankPlace>> moved_to{};
  int slowest_world_rank = -1;  ///< of summary->slowest_rank, in the slowest of several groups; -1: not known
  std::optional<Times> times;
  std::optional<double> megabytes_per_second;       ///< in the unit the header names
  std::optional<double> messages_per_second;        ///< of rows that count messages
  std::optional<double> defects;                    ///< -check: elements that were wrong
  std::optional<std::int64_t> checked_repetitions;  ///< -check: so many were compared
  std::optional<OverlapTimes> overlap;
  Boxed<MeasuredGuideline> guideline{};
  Boxed<links::Survey> links;      ///< of every pair by itself
  Boxed<MemoryGrowth> memory;      ///< of every rank from before MPI_Init on
  Boxed<Contention> contention;    ///< of all at the same time
  Boxed<stats::Summary> summary;   ///< outside: few rows of a table have one, and it is a third of a case
  Boxed<MeasuredArrival> arrival;  ///< -arrival
  Boxed<MeasuredLoad> load;        ///< -load
  Boxed<stats::Tail> tail;         ///< -tails: of single calls, scaled as `times`
  Boxed<Rounding> rounding{};      ///< of a row of text: how far its digits leave the numbers open
  std::optional<double>
      completion_seconds;  ///< synchronised clocks: last end less first start, per repetition
  std::optional<double> clock_error_seconds;  ///< bound on the error of those clocks
  std::optional<double> init_seconds{};       ///< persistent transfers: to make a request, slowest rank
  /// -start clock: by how much the latest rank missed the common start.
  std::optional<double> start_late_seconds{};
  /// -start clock: batches left out because their start was late.
  std::optional<std::int64_t> dropped_batches{};
  std::vector<double> batch_seconds;                         ///< -samples: per batch, slowest rank
  std::vector<RankCounters> witnesses;                       ///< the worst few, never all of a large run
  std::vector<PerformanceVariable> performance_variables{};  ///< -pvars
  std::vector<Warning> warnings;
  double measured_seconds = 0;  ///< wall time of the measured loop
  double dead_seconds = 0;      ///< wall time of this case outside the measured loop
  std::map<std::string, double>
      extra;  ///< columns of a foreign table that have no field here; seconds in names with _s
};

/// Where messages lay (-memory), where that was not plain host memory alone.
struct MessageMemory {
  struct Device {
    int rank = 0;
    int index = 0, count = 0;  ///< of the devices that the driver shows to this rank
    std::string name, pci;     ///< "NVIDIA H100 80GB HBM3", "0000:17:00.0"
    std::optional<int> numa_node{};

    bool operator==(const Device&) const = default;
  };
  std::string kind;            ///< as -memory names it, of the first rank of each pair: "cuda"
  std::string kind_of_second;  ///< empty: the same
  std::string driver;          ///< "CUDA"
  std::string driver_version;  ///< "580.159.04, CUDA 13.0"
  std::string library_aware;   ///< "yes", "no", "unknown"; empty where it does not matter
  std::vector<Device> devices{};

  bool operator==(const MessageMemory&) const = default;
};

/// A shared library whose benchmarks were measured (-plugin).
struct PluginFile {
  std::string file;    ///< without its directory
  std::string digest;  ///< SHA-256 of its content
  std::optional<double>
      call_seconds{};  ///< that calling one of its functions takes within the clock; never subtracted

  bool operator==(const PluginFile&) const = default;
};

/// One list of a scan (`sonde run -L`) and its value in a launch, both as labels of cases
/// (record/variant.hpp).
struct ScanSetting {
  std::string name, value;

  bool operator==(const ScanSetting&) const = default;
};

/// Provenance: everything needed to know what was measured, where, and how.
struct Header {
  int schema = 1;
  std::string program;  ///< "IMB-MPI1"
  std::string version, revision, compiler, compiler_flags;
  std::string conventions;  ///< "IMB 3.2" or "PMB 2.2"; of foreign text: what the reader recognised
  std::string mpi_library, mpi_standard, thread_level;
  std::vector<std::string> command_line;
  std::string start;  ///< ISO 8601 with zone
  int ranks = 0;
  std::vector<RankPlace> places;
  std::vector<Warning> warnings;  ///< about where the ranks stand
  std::optional<MessageMemory> memory{};
  std::vector<PluginFile> plugins{};
  std::vector<ScanSetting> scan{};  ///< what a scan gave this launch; its cases bear it as labels
  std::string cpu_model, governor, kernel, machine, system;
  std::optional<double> cpu_mhz;
  std::optional<double>
      port_rate;  ///< bytes per second of the fastest port of the network, on the first rank's host
  std::string timer_name;
  std::optional<double> timer_resolution, timer_cost;  ///< seconds
  std::map<std::string, std::string> environment;
  std::optional<std::uint64_t> seed;
  double megabyte = 1048576;  ///< bytes in the Mbytes of the rates
  std::vector<std::pair<std::string, std::string>> conventions_in_force;
  std::map<std::string, std::string>
      settings;               ///< flag and value of all that decides the numbers; none: unknown
  std::string settings_hash;  ///< 16 hexadecimal digits, equal where `settings` are
  std::map<std::string, std::string>
      library_variables;  ///< of MPI_T: those that differ from their defaults or choose protocols
  std::map<std::string, std::string> library_defaults;  ///< of those that differ from them
  int library_variables_count = 0;                      ///< all that could be read; 0: unknown
  std::string library_variables_digest;  ///< 16 hexadecimal digits over all that hold from run to run
  bool resumed = false;  ///< this launch goes on with the run that stands before it in the file
};

/// Where the ranks of a case stood.
inline const std::vector<RankPlace>& places_of(const CaseRecord& c, const Header& header) {
  return c.moved_to ? *c.moved_to : header.places;
}

struct Footer {
  std::string end;  ///< ISO 8601 with zone
  int exit_status = 0;
  std::int64_t measured = 0, skipped = 0, failed = 0;
  double measured_seconds = 0, dead_seconds = 0;
};

enum class Format {
  json,
  csv,
  sonde_text,
  imb_text,
  osu_text,  ///< of OMB-Py, too
  reframe_perflog,
  nccl_text,
  nccl_json,
  julia_csv  ///< of MPIBenchmarks.jl
};

/// One run as read from disk. A run of Sonde that was cut short has no footer; foreign text never has one.
struct Run {
  std::string source;  ///< file name
  Format format = Format::json;
  bool torn = false;             ///< the file ended within a line, which was dropped
  std::int64_t passed_over = 0;  ///< lines that look like rows and are not taken
  int launches = 1;              ///< more than one after -resume
  Header header;
  std::vector<CaseRecord> cases;
  std::optional<Footer> footer;
  std::vector<std::string> notes;  ///< what the reader of the file had to leave out
};

/// What the head says of a convention, empty where it says nothing.
[[nodiscard]] std::string_view convention(const Header& header, std::string_view name);

/// What was noted when runs were read: "a.json: the last line is torn".
[[nodiscard]] std::vector<std::string> notes_of(std::span<const Run> runs);

}  // namespace sonde::record
