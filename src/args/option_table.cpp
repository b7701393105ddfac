#include "args/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "args/arrival_words.hpp"
#include "args/canonical.hpp"
#include "args/load_words.hpp"
#include "args/setters.hpp"

namespace sonde {

namespace {

using namespace setters;
using S = Settings;

/// Where nothing is said each benchmark of sonde-mpi has lengths of its own.
std::string show_log(const S& s) {
  if (facts_of(s.suite).nodes && !s.lengths_said) return "";
  return fmt::format("{}:{}", s.min_log, s.max_log);
}
std::string show_volume(const S& s) {
  const auto& iterations = s.iterations;
  const bool unlimited = iterations.overall_bytes >= any_volume;
  return fmt::format("{},{},{}", iterations.per_sample,
                     unlimited ? "no limit" : fmt::format("{}", iterations.overall_bytes >> 20),
                     iterations.nonaggregate);
}
std::string show_peak(const S& s) {
  return s.peak > 0 ? fmt::format("{:g}", s.peak) : "";
}
std::string show_warm_up(const S& s) {
  return s.warm_up == WarmUp::off ? "off" : s.warm_up == WarmUp::on ? "on" : "auto";
}
std::string show_multi(const S& s) {
  return s.multi == Multi::off ? "" : s.multi == Multi::worst ? "0" : "1";
}
std::string show_map(const S& s) {
  return s.map ? fmt::format("{}x{}", s.map->rows, s.map->columns) : "";
}
std::string show_pause(const S& s) {
  return s.pause_seconds > 0 ? fmt::format("{:.0f}", 1e6 * s.pause_seconds) : "";
}
/// The files without their directories, and what was in them.
std::string show_plugins(const S& s) {
  std::string list;
  for (const std::string& path : s.plugins) list += std::filesystem::path(path).filename().string() + ' ';
  return list + s.plugin_digests;
}
std::string show_seed(const S& s) {
  return facts_of(s.suite).draws ? fmt::format("{}", s.seed) : "";
}
std::string show_quick(const S& s) {
  if (!s.quick) return "";
  return *s.quick > 0 ? fmt::format("{}", *s.quick) : "on";
}
std::string show_threshold(const S& s) {
  return fmt::format("{:.12g}%", s.threshold * 100);
}
/// What a topology file says counts, not its name.
std::string show_switches(const S& s) {
  std::vector<FlagValue> list;
  for (const auto& [host, name] : s.switches) list.emplace_back(host, name);
  return list.empty() ? "" : fmt::format("{:016x}", checksum(list));
}
/// That of -mem_alloc_type, too, once the driver is known.
std::string show_memory(const S& s) {
  return in_host_memory(s) || s.alloc_type != AllocType::cpu ? "" : kinds_of_memory(s);
}
std::string show_alloc_type(const S& s) {
  return s.alloc_type == AllocType::cpu ? "" : show_choice<&S::alloc_type, alloc_types>(s);
}
/// Where no benchmark follows them they change nothing.
std::string show_rma_sync(const S& s) {
  return s.windows_as_asked ? show_choice<&S::rma_sync, rma_syncs>(s) : "";
}
std::string show_rma_window(const S& s) {
  return s.windows_as_asked ? show_choice<&S::rma_window, rma_windows>(s) : "";
}
template <auto field>
std::string list_of(const S& s) {
  return fmt::format("{}", fmt::join(s.*field, ","));
}
template <auto field, Parameter parameter>
std::string list_of(const S& s) {
  return runs_with(s, parameter) ? list_of<field>(s) : "";
}
std::string show_path(const S& s) {
  return s.files || facts_of(s.suite).files ? s.path : "";
}
std::string show_topology(const S& s) {
  return fmt::format("{}", fmt::join(s.topology, "x"));
}
std::string show_barriers(const S& s) {
  return s.imb_barrier ? "special" : s.sync_calls ? "on" : "off";
}
std::string show_budget(const S& s) {
  if (s.budget_of_allocation) return "auto";
  return s.budget_seconds ? fmt::format("{}s", *s.budget_seconds) : "";
}
template <auto field>
std::string show_text(const S& s) {
  return s.*field ? text_of(*(s.*field)) : "";
}
std::string show_precision(const S& s) {
  return s.precision ? fmt::format("{:.12g}%", *s.precision * 100) : "";
}
std::string show_off_cache(const S& s) {
  if (!s.off_cache) return "";
  return s.off_cache->megabytes < 0 ? "-1"
                                    : fmt::format("{},{}", s.off_cache->megabytes, s.off_cache->line_bytes);
}
std::string show_check(const S& s) {
  if (!s.check_repetitions) return show_flag<&S::check>(s);
  return *s.check_repetitions == all_repetitions ? "all" : fmt::format("{}", *s.check_repetitions);
}
template <auto member>
std::string show_pairs(const S& s) {
  std::string out;
  for (const auto& [key, value] : s.*member)
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", key, value);
  return out;
}
std::string show_cpu_seconds(const S& s) {
  return s.cpu_match ? "match" : fmt::format("{}", s.cpu_seconds);
}
std::string show_time(const S& s) {
  return s.seconds_per_sample > 1e9 ? "no limit" : fmt::format("{}", s.seconds_per_sample);
}

/// The option with these functions where it names none itself.
constexpr Option with(Option option, SetOption set, ShowOption shown) {
  if (option.set == nullptr) option.set = set;
  if (option.shown == nullptr) option.shown = shown;
  return option;
}

/// Options that take and show their values in one of the common ways; the first takes none.
template <bool S::*field, bool meaning = true>
constexpr Option bare(Option option) {
  return with(option, flag<field, meaning>, show_flag<field, meaning>);
}
template <bool S::*field>
constexpr Option on_or_off(Option option) {
  option.metavar = "on|off";
  option.words = [] { return std::vector<std::string_view>{"on", "off"}; };
  return with(option, parsed<field, truth>, show_boolean<field>);
}
template <auto field, std::int64_t low, std::int64_t high>
constexpr Option whole(Option option) {
  return with(option, integer<field, low, high>, show<field>);
}
template <auto field, const auto& words>
constexpr Option one_of(Option option) {
  option.words = words_of<words>;
  return with(option, choice<field, words>, show_choice<field, words>);
}

// The order is that of the help text.
constexpr std::array table{
    whole<&S::npmin, 1, INT64_MAX>(
        {.name = "npmin",
         .metavar = "P",
         .group = Group::cases,
         .suites = For::groups,
         .expects = "a whole number of 1 or more",
         .help = "smallest number of processes; then 2P, 4P, ..., and all of them",
         .details = "A number above the number of processes started means all of them.",
         .example = "4"}),
    Option{.name = "multi",
           .metavar = "0|1",
           .group = Group::cases,
           .suites = For::groups,
           .expects = "0 or 1",
           .help = "as many groups at once as fit; 0 prints the slowest, 1 every group",
           .example = "0",
           .set = multi,
           .shown = show_multi},
    Option{
        .name = "map",
        .metavar = "PxQ",
        .group = Group::cases,
        .suites = For::groups,
        .expects = "two whole numbers of 1 or more such as 3x2",
        .help = "renumber ranks along the rows of a matrix with P rows and Q columns",
        .details =
            "Place j of row i is world rank i + j P, so -map 3x2 on 6 processes gives 0 3 1 4 2 5. P times Q "
            "must be at least the number of processes.",
        .example = "3x2",
        .set = parsed<&S::map, grid>,
        .shown = show_map},
    Option{.name = "threads",
           .metavar = "N,...",
           .group = Group::cases,
           .suites = For::threads,
           .expects = "a whole number from 1 to 1024, or several separated by commas",
           .help = "threads of each process (default: OMP_NUM_THREADS, else 1)",
           .details =
               "A table for each number. More than one thread needs -thread_level multiple. The environment "
               "counts only there, and must say the same on every process. In sonde-mpi of PingPong_threads.",
           .example = "1,2,4",
           .set = numbers<&S::threads, 1, 1024>,
           .shown = list_of<&S::threads>},
    whole<&S::stride, 0, 1'000'000'000>(
        {.name = "stride",
         .metavar = "N",
         .group = Group::cases,
         .suites = For::mt,
         .expects = "a whole number of 0 or more",
         .help = "ranks from one partner to the other; 0: half of them",
         .details =
             "Of pairs and chains. At most half of the processes; those that no whole pair of blocks of N ranks "
             "has room for idle.",
         .example = "1"}),
    Option{.name = "count",
           .metavar = "N,M",
           .group = Group::cases,
           .suites = For::mt,
           .expects = "numbers of elements separated by commas",
           .help = "message lengths in elements of -datatype, of each thread",
           .example = "1,1024",
           .set = numbers<&S::counts, 0, INT64_MAX / 8, Repeats::allowed>,
           .shown = list_of<&S::counts>},
    Option{.name = "input",
           .metavar = "FILE",
           .group = Group::cases,
           .expects = "the name of a file with one benchmark name a line",
           .help = "run the benchmarks named in FILE, one a line, # comments",
           .example = "benchmarks.txt",
           .set = input_file},
    Option{.name = "include",
           .metavar = "A,B",
           .group = Group::cases,
           .expects = "benchmark names separated by commas",
           .help = "run these benchmarks too",
           .details = "May be given more than once.",
           .example = "PingPong",
           .set = rows<&Draft::included>,
           .repeatable = true},
    Option{.name = "exclude",
           .metavar = "A,B",
           .group = Group::cases,
           .expects = "benchmark names separated by commas",
           .help = "leave these benchmarks out",
           .details = "May be given more than once.",
           .example = "Barrier",
           .set = rows<&Draft::excluded>,
           .repeatable = true},
    Option{.name = "msglog",
           .metavar = "[MIN:]MAX",
           .group = Group::cases,
           .expects = "exponents from 0 to 62 such as 22 or 3:10",
           .help = "message lengths 2^MIN to 2^MAX bytes, and 0",
           .example = "3:10",
           .set = message_log,
           .shown = show_log},
    Option{.name = "msgsize",
           .metavar = "X,Y",
           .group = Group::cases,
           .expects = "lengths in bytes separated by commas, suffixes k, M, G",
           .help = "these message lengths in bytes, in this order; suffixes k, M, G",
           .details =
               "The suffixes, in either case, mean 2^10, 2^20 and 2^30. Any order; a length given twice "
               "is measured twice.",
           .example = "0,8,64k",
           .set = message_sizes,
           .shown = list_of<&S::lengths>},
    Option{.name = "msgsz",
           .metavar = "X",
           .group = Group::cases,
           .suites = For::p2p,
           .expects = "a length in bytes, suffixes k, M, G",
           .help = "this message length in bytes; may be given more than once",
           .details = "As one length of -msgsize.",
           .example = "64k",
           .set = message_size,
           .repeatable = true},
    Option{.name = "msglen",
           .metavar = "FILE",
           .group = Group::cases,
           .expects = "the name of a file with one length in bytes a line",
           .help = "the message lengths in FILE, one a line as for -msgsize, # comments",
           .example = "lengths.txt",
           .set = lengths_file},
    on_or_off<&S::zero_size>(
        {.name = "zero_size",
         .group = Group::cases,
         .help = "measure length 0",
         .details = "off leaves length 0 out, wherever the lengths come from; on does not add it to "
                    "lengths that were listed.",
         .example = "off"}),
    one_of<&S::modes, mode_choices>(
        {.name = "aggregate_mode",
         .metavar = "MODE",
         .group = Group::cases,
         .suites = For::modes,
         .help = "tables: usual, aggregate, non_aggregate or multi (both)",
         .details = "usual is both; of IMB-RMA benchmarks in which ranks access all others the aggregate one "
                    "only, without a line that names its mode. Benchmarks of one mode stay.",
         .example = "aggregate"}),

    Option{
        .name = "iter",
        .metavar = "N[,MB[,M]]",
        .group = Group::repetitions,
        .expects = "up to three whole numbers of 1 or more, separated by commas",
        .help = "repetitions, overall MB, non-aggregate repetitions",
        .details =
            "The count for length X is max(1, min(N, MB / X)), with MB in 2^20 bytes, then cut so that "
            "-time holds (see -iter_policy). M counts in the non-aggregate tables of IMB-EXT, IMB-IO and IMB-RMA.",
        .example = "1000,40,100",
        .set = setters::iterations,
        .shown = show_volume},
    one_of<&S::iter_policy, iter_policies>(
        {.name = "iter_policy",
         .metavar = "WORD",
         .group = Group::repetitions,
         .help = "dynamic, multiple_np, auto, or off (counts as in -iter)",
         .details =
             "dynamic cuts by time; multiple_np takes a multiple of the number of processes that falls with the "
             "length; auto does so for benchmarks with a root; off takes the first number of -iter, in "
             "non-aggregate mode the third (IMB 2021: the first). With multiple_np and off a row that would "
             "take longer than a -time that is given ends its table.",
         .example = "off"}),
    Option{.name = "repeat",
           .metavar = "N",
           .group = Group::repetitions,
           .suites = For::mt,
           .expects = "a whole number of 1 or more",
           .help = "repetitions of each length, as far as -time allows",
           .example = "500",
           .set = repeat},
    Option{.name = "warmup",
           .metavar = "N",
           .group = Group::repetitions,
           .suites = For::mt,
           .expects = "a whole number from 0 to 1000000",
           .help = "warm-up repetitions before each length",
           .details = "The same as -n_warmup; 0 is -warm_up off. They take no longer than a tenth of -time.",
           .example = "10",
           .set = warm_up_repetitions},
    Option{
        .name = "time",
        .metavar = "SECONDS",
        .group = Group::repetitions,
        .expects = "seconds above 0 such as 1.5",
        .help = "most seconds of measured loop for each length",
        .details =
            "The probe and the warm-up are not counted. The count does not grow from one length to the next, unless a "
            "loop shows that an interruption of its probe has cut it.",
        .example = "1.5",
        .set = positive<&S::seconds_per_sample, 1'000'000'000>,
        .shown = show_time},
    Option{
        .name = "budget",
        .metavar = "DURATION|auto",
        .group = Group::repetitions,
        .expects = "seconds above 0, a duration such as 90s, 10m, 2h, or auto",
        .help = "time for the whole run, such as 90s, 10m, 2h; repetitions are spread",
        .details =
            "auto: what is left of the allocation (SLURM_JOB_END_TIME, or SONDE_END_TIME that a job script "
            "exports: seconds since 1970), less a tenth and 5 s.",
        .example = "10m",
        .set = budget,
        .shown = show_budget,
        .effect = Effect::output},
    Option{.name = "precision",
           .metavar = "P%",
           .group = Group::repetitions,
           .expects = "a percentage such as 2%",
           .help = "repeat until the median is known within P percent or -time is up",
           .example = "2%",
           .set = parsed<&S::precision, percentage>,
           .shown = show_precision},
    Option{.name = "warm_up",
           .metavar = "on|off|auto",
           .group = Group::repetitions,
           .help = "unmeasured calls before a loop; auto: until times settle",
           .example = "auto",
           .set = warm_up,
           .shown = show_warm_up,
           .words =
               [] {
                 return std::vector<std::string_view>{"on", "off", "auto"};
               }},
    whole<&S::warm_up_calls, 1, 1'000'000>(
        {.name = "n_warmup",
         .metavar = "N",
         .group = Group::repetitions,
         .expects = "a whole number from 1 to 1000000",
         .help = "warm-up calls before the first length (N_WARMUP)",
         .details = "At most as many as that length has repetitions; files get one transfer.",
         .example = "4"}),

    Option{
        .name = "off_cache",
        .metavar = "MB[,LINE]",
        .expects = "a cache size in MB and a line in bytes such as 16,128, or -1",
        .help = "messages move through a buffer larger than this cache; -1: this machine's",
        .details =
            "MB counts 2^20 bytes and may have decimals, LINE is in bytes. Consecutive messages start at least "
            "two lines apart in a buffer of twice the larger of cache and message; with -1 in what -mem leaves "
            "room for, where that is less. IMB-IO takes the flag, too, but it is not effective there.",
        .example = "-1",
        .set = parsed<&S::off_cache, off_cache>,
        .shown = show_off_cache},
    Option{.name = "mem",
           .metavar = "GB",
           .expects = "a number of GB above 0 such as 0.5",
           .help = "most memory for message buffers on each process",
           .details = "In GB of 2^30 bytes. A length that needs more gets a row that says how much.",
           .example = "0.5",
           .set = positive<&S::mem_gib, 1'000'000'000>,
           .shown = show<&S::mem_gib>},
    Option{
        .name = "memory",
        .metavar = "KIND[,KIND]",
        .suites = For::messages,
        .expects = "a kind of memory such as cuda, or two of them",
        .help = "where messages lie: host, or memory of a GPU driver such as cuda",
        .details =
            "host, cuda, cuda_managed, cuda_host (locked), hip, hip_managed, hip_host, ze, ze_shared, ze_host. "
            "Two kinds are those of the first and of the second rank of each pair; collectives take one.",
        .example = "cuda",
        .set = setters::memory,
        .shown = show_memory,
        .early = true},
    one_of<&S::alloc_type, alloc_types>(
        {.name = "mem_alloc_type",
         .metavar = "WORD",
         .suites = For::messages,
         .help = "as -memory, of the driver found here: cpu, host, device, shared",
         .details =
             "cpu is host memory, host locked host memory, device memory of the device, shared memory that the "
             "driver moves. IMB-MPI1-GPU and IMB-RMA-GPU have device where nothing is said.",
         .example = "device",
         .shown = show_alloc_type,
         .early = true}),
    Option{.name = "device",
           .metavar = "auto|LIST",
           .suites = For::messages,
           .expects = "auto, or numbers of devices such as 0,1",
           .help = "devices of the ranks of a node, in turn; auto: rank by rank",
           .example = "0,1",
           .set = setters::device,
           .shown = list_of<&S::devices>,
           .early = true},
    on_or_off<&S::memory_unchecked>({.name = "memory_unchecked",
                                     .suites = For::messages,
                                     .help = "take device memory also where the MPI library may crash on it",
                                     .example = "on",
                                     .shown = show_flag<&S::memory_unchecked>,
                                     .effect = Effect::output}),
    one_of<&S::start, starts>(
        {.name = "start",
         .metavar = "WAY",
         .help = "how a loop starts: barrier, dissemination, clock, none",
         .details =
             "barrier is that of the MPI library, dissemination one of our own that is the same under every "
             "library, clock a common time on synchronised clocks, none nothing.",
         .example = "dissemination"}),
    Option{
        .name = "arrival",
        .metavar = "PATTERN[:SCALE]",
        .suites = For::single_calls,
        .expects = "a pattern, and behind a colon a factor or a delay, such as last:2 or last:50us",
        .help = "processes arrive late: who, and by how much",
        .details =
            "PATTERN is none, first, last, root, ascending, descending, halves, node, random[,SEED], alternate, "
            "trace,FILE (a delay for each process) or all (eight of them in turn). The largest delay is SCALE times what the call takes without "
            "delays (default 1), or SCALE itself, with us, ms or s. Each repetition starts by synchronised clocks.",
        .example = "last:2",
        .set = arrival,
        .shown = show_text<&S::arrival>},
    Option{
        .name = "load",
        .metavar = "KIND[:SHARE[,SIZE]]|only",
        .suites = For::calls_of_some,
        .expects = "a kind, and behind a colon a share and a message length, such as incast:0.5,64k",
        .help = "other processes load the network (alltoall, incast, ...) meanwhile",
        .details =
            "KIND is alltoall, incast, put_incast, get_outcast, shift, stream (of memory) or fileio (files in -path). "
            "SHARE of the nodes, or of the processes of one, makes the load (default 0.8), in messages or blocks "
            "of SIZE bytes (default 4 KiB for alltoall, else 1 MiB; vectors of stream 16 MiB). The others measure, in turn without and with it. "
            "only[,KIND][:SECONDS[,SIZE]] is a load of all processes without a benchmark.",
        .example = "incast:0.5,64k",
        .set = setters::load,
        .shown = show_text<&S::load>},
    whole<&S::barriers, 1, 1000>({.name = "n_barr",
                                  .metavar = "N",
                                  .expects = "a whole number from 1 to 1000",
                                  .help = "barriers before a loop (N_BARR)",
                                  .example = "3"}),
    on_or_off<&S::sync_calls>({.name = "sync",
                               .suites = For::timed,
                               .help = "time every call of a collective by itself, a barrier after each",
                               .example = "on"}),
    bare<&S::tails>(
        {.name = "tails",
         .help = "time every call by itself; columns p50, p90, p99, p99.9 of calls",
         .details =
             "Columns at the right end, of the single calls of all ranks, within 1 %. p99.9 needs more "
             "than 3000 calls. They are - where calls are not timed one by one: aggregate modes, "
             "transfers beside computation, Links."}),
    on_or_off<&S::imb_barrier>({.name = "imb_barrier",
                                .help = "dissemination barrier in place of MPI_Barrier between calls",
                                .example = "on"}),
    on_or_off<&S::root_shift>({.name = "root_shift",
                               .suites = For::apart,
                               .help = "repetition i has root i mod P; off: rank 0",
                               .example = "off"}),
    one_of<&S::conventions, generations>(
        {.name = "conventions",
         .metavar = "3.2|2021",
         .suites = For::later,
         .help = "conventions of the guide, or all at once of the suites of 2021",
         .details =
             "2021 stands for -root_shift off, -sync on, -mbytes 1e6, -reduce_scatter each and "
             "-overlap_over max, and adds Reduce_local and Reduce_scatter_block to what runs where nothing "
             "is named. Each of these flags wins over it. Numbers of different conventions are not alike.",
         .example = "2021",
         .set = conventions,
         .first = true}),
    whole<&S::window_messages, 1, 65536>({.name = "window_size",
                                          .metavar = "W",
                                          .suites = For::bursts,
                                          .expects = "a whole number from 1 to 65536",
                                          .help = "messages in flight in streams such as Uniband",
                                          .details = "Repetitions are windows.",
                                          .example = "128"}),
    one_of<&S::reduce_scatter, shares>(
        {.name = "reduce_scatter",
         .metavar = "WORD",
         .suites = For::collectives,
         .help = "X of Reduce_scatter is what all ranks get, or each: all, each",
         .details =
             "all splits X bytes over the ranks, each reduces P X bytes. In IMB-NBC each is the default.",
         .example = "each"}),
    on_or_off<&S::msg_pause>({.name = "msg_pause",
                              .help = "sleep a tenth of a length's time, at least 0.1 s, before the next",
                              .example = "on"}),
    Option{.name = "pause",
           .metavar = "USEC",
           .suites = For::p2p,
           .expects = "a whole number of microseconds from 0 to 3600000000",
           .help = "sleep so many microseconds before and after each length",
           .example = "100000",
           .set = pause,
           .shown = show_pause},
    one_of<&S::data_type, transfer_types>({.name = "data_type",
                                           .metavar = "TYPE",
                                           .suites = For::mpi1,
                                           .help = "elements of transfers: byte, char, int, float, double",
                                           .example = "int"}),
    one_of<&S::red_data_type, reduction_types>({.name = "red_data_type",
                                                .metavar = "TYPE",
                                                .suites = For::reduced,
                                                .help = "elements of reductions: char, int, float, double",
                                                .example = "double"}),
    one_of<&S::contig_type, contig_types>(
        {.name = "contig_type",
         .metavar = "TYPE",
         .suites = For::mpi1,
         .help = "datatype of the elements: base, base_vec, resize, resize_vec",
         .example = "resize"}),
    one_of<&S::thread_level, thread_levels>(
        {.name = "thread_level",
         .metavar = "LEVEL",
         .help = "MPI thread level: single, funneled, serialized, multiple",
         .details = "Known before files are read, so not in a settings file. A level that the library does "
                    "not provide ends the run.",
         .example = "multiple",
         .early = true}),
    Option{.name = "cvar",
           .metavar = "NAME=VALUE",
           .expects = "name=value such as btl_tcp_eager_limit=65536",
           .help = "set a control variable (MPI_T) of the MPI library before it starts",
           .details =
               "May be given more than once, for different variables; not in a settings file. A name that "
               "the library does not have ends the run. Open MPI and MPICH take every variable that "
               "they take from the environment.",
           .example = "btl_tcp_eager_limit=65536",
           .set = library_variable,
           .shown = show_pairs<&S::library_variables>,
           .repeatable = true,
           .early = true},
    Option{
        .name = "plugin",
        .metavar = "FILE",
        .group = Group::cases,
        .suites = For::sonde,
        .expects = "a shared library such as ./shift.so",
        .help = "measure the benchmarks of a shared library of your own",
        .details =
            "May be given more than once; not in a settings file. Where no benchmark is named, those of the "
            "file are run. See own-benchmarks.md.",
        .example = "./shift.so",
        .set = plugin,
        .shown = show_plugins,
        .repeatable = true,
        .early = true},
    Option{
        .name = "pvars",
        .metavar = "REGEX",
        .expects = "a regular expression such as unexpected|coll_monitoring",
        .help = "read performance variables (MPI_T) of the MPI library around loops",
        .details =
            "Those whose names it finds, in small or capital letters: in records and below the tables, the sum over "
            "the ranks with the smallest and largest. Counters, aggregates and timers by how much they grew, all "
            "others as they are at the end; of arrays the sum of their elements, of watermarks the extreme. Where "
            "none matches, the message names some that there are; -pvars . takes all that can be read: those that would "
            "crash the library are found by a trial and left out.",
        .example = "unexpected",
        .set = name_pattern,
        .shown = show<&S::performance_variables>},
    Option{.name = "info",
           .metavar = "KEY=VALUE",
           .suites = For::hints,
           .expects = "key=value such as striping_factor=4",
           .help = "hint for the MPI library when it opens files or creates windows",
           .details = "May be given more than once, with different keys.",
           .example = "striping_factor=4",
           .set = info,
           .shown = show_pairs<&S::info>,
           .repeatable = true},
    Option{.name = "check",
           .metavar = "[N|all]",
           .expects = "a number of repetitions from 1 on, or all",
           .help = "check what arrived, outside the clock: column defects, verdict",
           .details =
               "The benchmark runs again on fresh contents, as often as it was repeated but for no longer "
               "than that took; with N so often, with all as often as it was repeated, however long it "
               "takes.",
           .example = "all",
           .set = setters::check,
           .shown = show_check,
           .value_optional = true},

    Option{.name = "cpu_secs",
           .metavar = "SECONDS|match",
           .suites = For::overlap,
           .expects = "seconds above 0 or match",
           .help = "computing beside transfers; match: as long as the transfer takes",
           .details = "With match all processes agree on the time of the slowest one before the loop.",
           .example = "0.01",
           .set = cpu_seconds,
           .shown = show_cpu_seconds},
    whole<&S::progress_calls, 0, 1'000'000>(
        {.name = "progress",
         .metavar = "N",
         .suites = For::progress,
         .expects = "a whole number from 0 to 1000000",
         .help = "calls of MPI_Test within the computation of a repetition",
         .details = "In even distances. The time in them is part of t_ovrl and a field of the record.",
         .example = "10"}),
    one_of<&S::overlap_over, overlap_shares>(
        {.name = "overlap_over",
         .metavar = "min|max",
         .suites = For::overlap,
         .help = "overlap as a share of the shorter of t_pure and t_CPU, or longer",
         .example = "max"}),

    whole<&S::seed, 0, INT64_MAX>(
        {.name = "seed",
         .metavar = "N",
         .suites = For::drawn,
         .expects = "a whole number of 0 or more",
         .help = "seed of partners that are drawn at random",
         .details = "The same seed and number of processes draw the same partners. The record has it.",
         .example = "7",
         .shown = show_seed}),
    Option{
        .name = "topo",
        .metavar = "AxB[xC]",
        .suites = For::grids,
        .expects = "two or three whole numbers of 2 or more such as 4x2",
        .help = "extents of the grid of stencils and neighbourhoods",
        .details =
            "Their product must be the number of processes. A benchmark of another number of dimensions, and "
            "one without this flag, arranges the processes as square as can be.",
        .example = "4x2",
        .set = topology,
        .shown = show_topology},
    one_of<&S::per, takers>({.name = "per",
                             .metavar = "node|rank",
                             .group = Group::cases,
                             .suites = For::sonde,
                             .help = "who takes part in Links: the first process of each node, or all",
                             .details = "With one node alone all processes take part.",
                             .example = "rank"}),
    bare<&S::isolated>({.name = "isolated",
                        .suites = For::sonde,
                        .help = "Links: one pair at a time, while all others wait",
                        .details = "Takes P (P - 1) / 2 turns in place of P - 1 rounds."}),
    Option{
        .name = "quick",
        .metavar = "R",
        .suites = For::sonde,
        .expects = "a whole number of rounds from 1 to 1000000",
        .help = "Links: R rounds of random pairs; finds hosts, not links",
        .details =
            "Without a number three times the binary logarithm of the number of processes. Pairs follow from -seed.",
        .example = "20",
        .set = quick,
        .shown = show_quick,
        .value_optional = true},
    Option{.name = "threshold",
           .metavar = "PERCENT",
           .suites = For::sonde,
           .expects = "a percentage above 0 such as 10%",
           .help = "Links: a suspect is slow when it is slower by more than this",
           .example = "20%",
           .set = parsed<&S::threshold, percentage>,
           .shown = show_threshold},
    Option{
        .name = "topology",
        .metavar = "FILE",
        .suites = For::sonde,
        .expects = "the name of a file that says which hosts stand together",
        .help = "which switch each host hangs on",
        .details =
            "Lines of a host and its switch, or lines of Slurm's topology.conf (SwitchName=s1 Nodes=n[1-8]). "
            "Without it SLURM_TOPOLOGY_ADDR tells, else the names of the hosts; Contend then goes by the order of "
            "the hosts.",
        .example = "topology.conf",
        .set = topology_file,
        .shown = show_switches},
    whole<&S::shift, 0, 1'000'000'000>(
        {.name = "shift",
         .metavar = "K",
         .group = Group::cases,
         .suites = For::sonde,
         .expects = "a whole number of 0 or more",
         .help = "Shift: ranks from the sender to the receiver; 0: half of them",
         .details = "Groups of K processes or fewer have no such shift and are left out.",
         .example = "1"}),
    Option{.name = "windows",
           .metavar = "LIST",
           .suites = For::sonde,
           .expects = "whole numbers from 1 to 65536, separated by commas",
           .help = "Rate_pairs: messages in flight, a table for each number",
           .details = "Each number once. Without it 1, 2, 4 and so on up to 128.",
           .example = "1,16,256",
           .set = numbers<&S::windows, 1, 65536>,
           .shown = list_of<&S::windows, Parameter::in_flight>},
    one_of<&S::rma_sync, rma_syncs>(
        {.name = "rma_sync",
         .metavar = "WAY",
         .suites = For::sonde,
         .help = "what completes each transfer of Rma_put and its like",
         .details =
             "All that a transfer needs of it is within the clock: fence; pscw (start and complete, post and "
             "wait at the target); lock and lock_all with their unlocks; flush, flush_local, flush_all under "
             "a lock that is held; request (MPI_Rput and MPI_Wait). MPI has no request of Rma_fetch_and_op "
             "and Rma_compare_and_swap.",
         .example = "fence",
         .shown = show_rma_sync}),
    one_of<&S::rma_window, rma_windows>(
        {.name = "rma_window",
         .metavar = "KIND",
         .suites = For::sonde,
         .help = "how windows are made: create, allocate, dynamic, shared",
         .details =
             "Made by MPI_Win_create, MPI_Win_allocate, MPI_Win_create_dynamic with MPI_Win_attach, or "
             "MPI_Win_allocate_shared, for which the processes of a group must be on one node.",
         .example = "create",
         .shown = show_rma_window}),
    Option{
        .name = "partitions",
        .metavar = "K,...",
        .suites = For::sonde,
        .expects = "a whole number from 1 to 65536, or several separated by commas",
        .help = "partitions of a message of PingPong_part and Part_early",
        .details =
            "A table for each number. They are equally long, as MPI has it. X that K does not divide goes in "
            "the largest number of partitions below K that divides it: 12 bytes with 8 go in 6, 5 in 5, 13 in "
            "1.",
        .example = "1,16",
        .set = numbers<&S::partitions, 1, 65536>,
        .shown = list_of<&S::partitions, Parameter::partitions>},
    on_or_off<&S::touch_before>({.name = "msgwr",
                                 .suites = For::p2p,
                                 .help = "write a byte in 64 of a message within the clock before it is sent",
                                 .example = "off"}),
    on_or_off<&S::touch_after>({.name = "msgrd",
                                .suites = For::p2p,
                                .help = "read a byte in 64 of a message within the clock after it arrived",
                                .example = "off"}),
    one_of<&S::data_type, thread_types>({.name = "datatype",
                                         .metavar = "TYPE",
                                         .suites = For::mt,
                                         .help = "elements of all messages: int, char",
                                         .details = "Sums of characters are sums of MPI_SIGNED_CHAR.",
                                         .example = "char",
                                         .set = datatype}),
    Option{.name = "barrier",
           .metavar = "on|off|special",
           .suites = For::mt,
           .help = "before a loop and after each collective call; special: our own",
           .details =
               "With on and special each call of a collective is timed by itself, with off they follow one "
               "another. special is the dissemination barrier of -imb_barrier.",
           .example = "special",
           .set = barriers,
           .shown = show_barriers,
           .words = words_of<barrier_kinds>},
    one_of<&S::memory_layout, memory_layouts>(
        {.name = "malloc_algo",
         .metavar = "WORD",
         .suites = For::mt,
         .help = "buffers of threads: serial, continuous, parallel",
         .details =
             "serial: on pages of their own, which the first thread touches first; continuous: side by side in "
             "one block; parallel: on pages of their own, which their thread touches first.",
         .example = "parallel"}),
    Option{.name = "malloc_align",
           .metavar = "BYTES",
           .suites = For::mt,
           .expects = "a power of two from 1 to 4096",
           .help = "alignment of buffers in bytes",
           .example = "128",
           .set = alignment,
           .shown = show<&S::alignment>},
    Option{.name = "path",
           .metavar = "DIR",
           .group = Group::files,
           .suites = For::places,
           .expects = "a directory",
           .help = "directory of the files",
           .example = "/tmp",
           .set = text<&S::path>,
           .shown = show_path},
    Option{.name = "file_name",
           .metavar = "NAME",
           .group = Group::files,
           .suites = For::io,
           .expects = "a file name without a directory",
           .help = "prefix of the files' names (FILENAME)",
           .example = "probe",
           .set = file_name,
           .shown = show<&S::file_name>,
           .effect = Effect::output},
    bare<&S::keep_files>({.name = "keep_files",
                          .group = Group::files,
                          .suites = For::io,
                          .help = "leave the files behind at the end",
                          .effect = Effect::output}),
    bare<&S::cold>({.name = "cold",
                    .group = Group::files,
                    .suites = For::io,
                    .help = "keep reads from coming out of the page cache, where the system allows"}),

    bare<&S::head, false>({.name = "noheader",
                           .group = Group::output,
                           .suites = For::mt,
                           .help = "print no head above the first table",
                           .details = "sonde does not know such a text for one of ours.",
                           .effect = Effect::output}),
    bare<&S::extra_columns>({.name = "stats",
                             .group = Group::output,
                             .help = "more columns at the right: median, ci95[%], p95, flags",
                             .effect = Effect::output}),
    bare<&S::bus>(
        {.name = "bus",
         .group = Group::output,
         .help = "more columns at the right: least traffic of links over the time",
         .details = "bus[MB/sec] counts the bytes that any algorithm has to move through the busiest "
                    "rank's link, net[MB/sec] those through a node's; the head of a table says how. "
                    "net is - on one node, and where nodes hold unequally many ranks. The mean of bus over "
                    "lengths of 1 MiB and more stands behind the last table.",
         .effect = Effect::output}),
    Option{.name = "peak",
           .metavar = "BYTES",
           .group = Group::output,
           .expects = "bytes per second above 0 such as 12.5e9",
           .help = "-bus, and net (on one node bus) in percent of so many bytes/s",
           .example = "12.5e9",
           .set = peak,
           .shown = show_peak,
           .effect = Effect::output},
    one_of<&S::megabyte, megabytes>({.name = "mbytes",
                                     .metavar = "BYTES",
                                     .group = Group::output,
                                     .help = "bytes in the Mbytes of Mbytes/sec: 2^20 or 1e6",
                                     .example = "1e6"}),
    Option{.name = "json",
           .metavar = "FILE",
           .group = Group::output,
           .expects = "a file name",
           .help = "write records to FILE, one JSON object a line",
           .details = "The file must not exist, unless -append or -resume is given.",
           .example = "run.json",
           .set = text<&S::json_path>,
           .shown = show<&S::json_path>,
           .effect = Effect::output},
    Option{.name = "csv",
           .metavar = "FILE",
           .group = Group::output,
           .expects = "a file name",
           .help = "write one line of comma-separated values for each row to FILE",
           .details = "The file must not exist, unless -append or -resume is given.",
           .example = "run.csv",
           .set = text<&S::csv_path>,
           .shown = show<&S::csv_path>,
           .effect = Effect::output},
    bare<&S::append>({.name = "append",
                      .group = Group::output,
                      .help = "add to the files of -json and -csv if they exist",
                      .effect = Effect::output}),
    bare<&S::resume>(
        {.name = "resume",
         .group = Group::output,
         .help = "measure only what the file of -json does not have yet",
         .details =
             "What is measured, how, and on which kind of machine must be as in the file's last run; its hosts and -budget may be others.",
         .effect = Effect::output}),
    one_of<&S::all_samples, samples>({.name = "samples",
                                      .metavar = "all|summary",
                                      .group = Group::output,
                                      .help = "every batch in the records, or the summary",
                                      .example = "all",
                                      .effect = Effect::output}),
    one_of<&S::kept_variables, setters::kept_variables>(
        {.name = "cvars",
         .metavar = "off|changed|all",
         .group = Group::output,
         .help = "control variables of the MPI library in records",
         .details =
             "Those that differ from their defaults and those that choose protocols, all of them (a hundred "
             "kilobytes under Open MPI), or none: reading them costs the first rank up to half a second.",
         .example = "all",
         .effect = Effect::output}),
    one_of<&S::warnings, warning_places>(
        {.name = "warnings",
         .metavar = "off|end|stdout",
         .group = Group::output,
         .help = "warnings: none, on standard error at the end, in the tables' foot",
         .details =
             "Where standard error is the same file as standard output, and with stdout, each line begins "
             "with # and no number stands alone between blanks, so that readers of the tables skip it.",
         .example = "stdout",
         .effect = Effect::output}),
    bare<&S::verbose>({.name = "verbose",
                       .group = Group::output,
                       .help = "account for the time that was not measured",
                       .effect = Effect::output}),

    Option{.name = "settings",
           .metavar = "FILE",
           .group = Group::answers,
           .expects = "the name of a file with one flag and its value a line",
           .help = "take flags from FILE, one with its value a line; the command line wins",
           .details = "The dash before the flag may be left out; # begins a comment. A flag of the file "
                      "gives way to the same or a contradicting flag on the command line.",
           .example = "site.settings"},
    bare<&S::dry_run>({.name = "dry_run",
                       .group = Group::answers,
                       .help = "print what would be measured, measure nothing",
                       .effect = Effect::output}),
    Option{.name = "list", .group = Group::answers, .help = "print the benchmarks with one line each"},
    Option{.name = "help",
           .group = Group::answers,
           .help = "print this text (also -h); -help FLAG: about one flag"},
    Option{.name = "version", .group = Group::answers, .help = "print the version"},
};

}  // namespace

std::span<const Option> option_table() {
  return table;
}

const Option* find_option(std::string_view name) {
  if (name == "h") name = "help";
  const auto* const option = std::ranges::find(table, name, &Option::name);
  return option == table.end() ? nullptr : &*option;
}

bool applies(const Option& option, Suite suite) {
  return ((static_cast<unsigned>(option.suites) >> static_cast<unsigned>(suite)) & 1U) != 0;
}

std::string programs(const Option& option) {
  if (option.suites == For::all) return "all programs";
  std::vector<std::string_view> names, others;
  for (const Suite suite : every_suite)
    (applies(option, suite) ? names : others).push_back(facts_of(suite).program);
  if (others.size() == 1) return fmt::format("all programs but {}", others.front());
  const std::string_view last = names.back();
  names.pop_back();
  return names.empty() ? std::string(last) : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::vector<const Option*> options_of(std::span<const Program> programs) {
  const auto wanted = [&](const Option& option) {
    return std::ranges::any_of(programs, [&](const Program& one) { return applies(option, one.suite); });
  };
  std::vector<const Option*> out;
  for (const Option& option : table)
    if (wanted(option)) out.push_back(&option);
  std::ranges::stable_sort(out, {}, &Option::group);
  return out;
}

std::vector<const Option*> options_of(const Program& program) {
  return options_of(std::span(&program, 1));
}

std::string_view heading(Group group) {
  constexpr std::array<std::string_view, 6> headings{
      "What is measured", "How often and how long", "How it is measured", "Files", "What comes out", "Other"};
  return headings[static_cast<std::size_t>(group)];
}

std::string expected_value(const Option& option) {
  if (option.words == nullptr) return std::string(option.expects);
  return fmt::format("one of {}", fmt::join(option.words(), ", "));
}

}  // namespace sonde
