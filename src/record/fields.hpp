// The fields of a record, once: FieldsOf<T>::visit(v, value) calls `v` for each field of a T, in the order of
// a line. Who writes (json_write.cpp), reads (json_read.cpp), checks (plausible.cpp) and describes records
// (schema.cpp) is such a `v`:
//
//   v(field, value)              a number, text or flag; a list of these; one or more objects with fields
//   v.word(field, words, value)  an enumeration by its words
//   v.flat(values)               fields of the enclosing object; all unknown where `values` is none
//   v.ranges(field, numbers)     whole numbers as a text of ranges, "0-3,8"
//   v.places(places)             where ranks stand: one by one, or above 4096 ranks node by node
//   v.derived(field, number)     written for people, not read
//
// `value` is constant for all but the reader. settle() (settle.hpp) looks at what was read as a whole.
#pragma once
#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "links/finding_sentences.hpp"
#include "record/field.hpp"
#include "record/names.hpp"
#include "record/node_places.hpp"
#include "record/record.hpp"
#include "record/summary_numbers.hpp"

namespace sonde::record {

template <class T>
struct FieldsOf;

template <>
struct FieldsOf<Times> {
  static void visit(auto& v, auto& t) {
    v(field::seconds("t_min_s"), t.min);
    v(field::seconds("t_max_s"), t.max);
    v(field::seconds("t_avg_s"), t.avg);
  }
};

template <>
struct FieldsOf<OverlapTimes> {
  static void visit(auto& v, auto& t) {
    v(field::seconds("t_ovrl_s"), t.overlapped);
    v(field::seconds("t_pure_s"), t.pure);
    v(field::seconds("t_cpu_s"), t.cpu);
    v(field::number("overlap_percent", 0), t.percent);
    v(field::number("cpu_spread", 0, most_of_anything,
                    "(slowest - fastest) / median of the computation alone, beside this row")
          .null_where(0)
          .or_left_out(),
      t.cpu_spread);
    v(field::seconds("t_test_s", "of t_ovrl_s, in calls of MPI_Test (-progress)").null_where(0).or_left_out(),
      t.tests);
  }
};

template <>
struct FieldsOf<Rounding> {
  static void visit(auto& v, auto& r) {
    v(field::seconds("times_s"), r.seconds);
    v(field::number("megabytes_per_second", 0), r.megabytes_per_second);
    v(field::number("messages_per_second", 0), r.messages_per_second);
    v(field::number("other", 0, most_of_anything, "per cent, and columns without a field"), r.other);
  }
};

template <>
struct FieldsOf<stats::TailQuantile> {
  static void visit(auto& v, auto& q) {
    v(field::share("level"), q.level);
    v(field::seconds("at_s", "the quantile, within 1 %"), q.seconds);
    v(field::seconds("low_s", "95 % interval from order statistics; null where so few calls do not bound it"),
      q.low);
    v(field::seconds("high_s"), q.high);
  }
};

template <>
struct FieldsOf<stats::Tail> {
  static void visit(auto& v, auto& tail) {
    v(field::whole("calls"), tail.calls);
    v(field::object("q"), tail.quantiles);
    v(field::seconds("curve_s", "times of the curve of the calls, ascending, at most 100").or_left_out(),
      tail.curve.seconds);
    v(field::whole("curve_above", 0, any_number,
                   "how many calls took so long as each of curve_s, or longer: first all, at last none")
          .or_left_out(),
      tail.curve.above);
  }
};

template <>
struct FieldsOf<MeasuredArrival> {
  static void visit(auto& v, auto& a) {
    v(field::name("pattern", "as -arrival has it").is_needed(), a.pattern);
    v(field::seconds("reference_s", "of a call without delays, from the first arrival to the last exit"),
      a.reference);
    v(field::seconds("largest_s", "delay that was asked for"), a.largest);
    v(field::seconds("asked_s", "of each rank of the group; empty above 64 ranks"), a.asked);
    v(field::seconds("achieved_s", "median over the repetitions, after the first rank that came"),
      a.achieved);
    const auto times = [&](auto& estimate, const std::array<std::string_view, 3>& keys,
                           std::string_view sentence) {
      v(field::seconds(keys[0], sentence), estimate.median);
      v(field::seconds(keys[1], "95 % interval; null: there is none"), estimate.low);
      v(field::seconds(keys[2]), estimate.high);
    };
    times(a.last, {"d_last_s", "d_last_low_s", "d_last_high_s"},
          "from the last arrival to the last exit, median");
    times(a.total, {"d_total_s", "d_total_low_s", "d_total_high_s"},
          "from the first arrival to the last exit");
    times(a.each, {"e_avg_s", "e_avg_low_s", "e_avg_high_s"},
          "from a rank's arrival to its exit, mean of the ranks");
    v(field::number(
          "absorption", -most_of_anything, most_of_anything,
          "1 - (d_total - reference) / spread of the arrivals: 1 where the delay is hidden, 0 where it is added "
          "in full"),
      a.absorption.median);
    v(field::number("absorption_low"), a.absorption.low);
    v(field::number("absorption_high"), a.absorption.high);
  }
};

template <>
struct FieldsOf<MeasuredGuideline::Ratio> {
  static void visit(auto& v, auto& ratio) {
    v(field::number("median", 0), ratio.median);
    v(field::number("low", 0, most_of_anything, "interval from order statistics; null: there is none"),
      ratio.low);
    v(field::number("high", 0), ratio.high);
    v(field::share("level", "of the interval"), ratio.level);
    v(field::whole("pairs"), ratio.pairs);
  }
};

template <>
struct FieldsOf<LoadImpact> {
  static void visit(auto& v, auto& i) {
    v(field::share("level"), i.level);
    v(field::number("factor", 0, most_of_anything,
                    "exp of the mean logarithm of the ratios of phases with and without the load"),
      i.impact.factor);
    v(field::number("low", 0, most_of_anything,
                    "95 % interval from the pairs of phases; null: there is none"),
      i.impact.low);
    v(field::number("high", 0), i.impact.high);
  }
};

template <>
struct FieldsOf<MeasuredGuideline> {
  static void visit(auto& v, auto& g) {
    v(field::name("id", "of the guideline: G2").is_needed(), g.id);
    v(field::whole("buffer_bytes", 0, any_number,
                   "more memory that the composition takes, on the rank that needs most"),
      g.buffer_bytes);
    v(field::seconds("left_s", "the call, slowest rank, median over batches"), g.left);
    v(field::seconds("right_s", "the composition, likewise"), g.right);
    v(field::object("ratio", "left over right, of each pair of neighbouring batches").is_needed(), g.ratio);
    v(field::number("ratios", 0, most_of_anything, "with -samples all: of each pair").or_left_out(),
      g.ratios);
  }
};

template <>
struct FieldsOf<MeasuredLoad> {
  static void visit(auto& v, auto& l) {
    v(field::name("kind", "as -load has it").is_needed(), l.kind);
    v(field::share("share", "of the nodes, or of the ranks of a single one, that was asked for"), l.share);
    v(field::whole("size_bytes", 0, any_number, "of a message of the load"), l.size_bytes);
    v(field::whole("canaries", 0, most_ranks, "ranks that measure"), l.canaries);
    v(field::whole("congestors", 0, most_ranks, "ranks that make the load"), l.congestors);
    v(field::text("one_node", "all share one node: the load is on its memory"), l.one_node);
    v(field::number("bytes_per_phase", 0, most_of_anything, "that the congestors moved in each phase"),
      l.bytes);
    v(field::seconds("seconds_per_phase", "that they took"), l.seconds);
    v(field::object("isolated", "single calls without the load, scaled as t_max_s"), l.isolated);
    v(field::object("loaded", "single calls with it"), l.loaded);
    v(field::object("impact", "how many times longer calls take with the load, by quantile"), l.impacts);
  }
};

template <>
struct FieldsOf<MemorySpread> {
  static void visit(auto& v, auto& bytes) {
    constexpr double most_bytes = 0x1p60;
    v(field::whole("median_b", 0, most_bytes), bytes.median);
    v(field::whole("max_b", 0, most_bytes), bytes.max);
    v(field::whole("sum_b", 0, most_bytes), bytes.sum);
  }
};

template <>
struct FieldsOf<MemoryGrowth::Point> {
  static void visit(auto& v, auto& point) {
    v(field::name(
          "point",
          "before_init, or what memory was read after: init, barrier, alltoall, comm_dup_1, comm_dup_2, "
          "comm_dup_4"),
      point.name);
    for (const auto& [key, spread] : memory_spreads) v(field::object(key).is_needed(), point.*spread);
  }
};

template <>
struct FieldsOf<MemoryGrowth> {
  static void visit(auto& v, auto& memory) {
    v.word(field::text("source", "resident: a kernel had no proportional sizes; pss is all that is resident")
               .is_needed(),
           memory_sources, memory.resident);
    v(field::object("points"), memory.points);
  }
};

template <>
struct FieldsOf<Contention> {
  static void visit(auto& v, auto& c) {
    v(field::rank("rank", "world rank of the slowest"), c.rank);
    v(field::rank(
          "partner",
          "world rank of the one it exchanges messages with alone; null where partners are drawn: those "
          "that it met")
          .null_where(-1),
      c.partner);
    v(field::seconds("alone_s", "of a repetition while all others wait"), c.alone);
    v(field::seconds("quickest_s", "of a repetition among all, of the ranks that take part"), c.quickest);
    v(field::seconds("middle_s"), c.middle);
    v(field::seconds("slowest_s"), c.slowest);
    v.derived(field::number("efficiency_percent", 0, most_of_anything,
                            "alone_s over slowest_s: rate among all over rate alone"),
              c.percent());
  }
};

template <>
struct FieldsOf<stats::DensityMode> {
  static void visit(auto& v, auto& mode) {
    v(field::seconds("at_s"), mode.seconds);
    v(field::number("weight", 0, 1.001, "share of the batches"), mode.weight);
  }
};

template <>
struct FieldsOf<stats::Summary> {
  static void visit(auto& v, auto& s) {
    for (const auto& [field, member] : summary_numbers) v(field, s.*member);
    for (const auto& [field, member] : optional_summary_numbers) v(field, s.*member);
    v(field::object("modes"), s.modes);
    v(field::whole("repetitions"), s.repetitions);
    v(field::whole("batches"), s.batches);
    v(field::whole("warm_up"), s.warm_up);
    v.word(field::text("stop_reason"), stop_words, s.stop_reason);
    v(field::rank("slowest_rank").null_where(-1), s.slowest_rank);
    v(field::rank("slowest_thread", "of the slowest rank, where ranks have several threads")
          .null_where(-1)
          .or_left_out(),
      s.slowest_thread);
  }
};

template <>
struct FieldsOf<RankCounters> {
  static void visit(auto& v, auto& counters) {
    constexpr double most_events = 1e12;
    v(field::rank("world_rank"), counters.world_rank);
    v(field::whole("involuntary_switches", 0, most_events), counters.involuntary_switches);
    v(field::whole("migrations", 0, most_events).null_where(-1), counters.migrations);
    v(field::number("steal_s", -most_seconds, most_seconds), counters.steal_seconds);
    v(field::number("cpu_share", 0), counters.cpu_share);
    v(field::seconds("alone_s", "of an 8-byte message to itself, right after the loop"),
      counters.alone_seconds);
  }
};

template <>
struct FieldsOf<PerformanceVariable> {
  static void visit(auto& v, auto& variable) {
    v(field::text("name"), variable.name);
    v(field::text("class", "as MPI_T calls it: counter, level, timer, ..."), variable.klass);
    v(field::number("sum"), variable.sum);
    v(field::number("min"), variable.min);
    v(field::number("max"), variable.max);
    v(field::rank("ranks", "that could read it"), variable.ranks);
  }
};

template <>
struct FieldsOf<Warning> {
  static void visit(auto& v, auto& warning) {
    v(field::text("kind"), warning.kind);
    v(field::text("text"), warning.text);
    v(field::text("advice"), warning.advice);
  }
};

template <>
struct FieldsOf<links::Range> {
  static void visit(auto& v, auto& range) {
    v(field::seconds("quickest_s"), range.quickest);
    v(field::seconds("middle_s"), range.middle);
    v(field::seconds("slowest_s"), range.slowest);
  }
};

template <>
struct FieldsOf<links::TrialFinding> {
  static void visit(auto& v, auto& finding) {
    v.word(field::text("kind").is_needed(), links::kind_words, finding.suspect.kind);
    v.word(field::text("quantity").is_needed(), link_quantities, finding.suspect.quantity);
    v.word(field::text("direction", "of a link: sends is from first to second").is_needed(), link_directions,
           finding.suspect.direction);
    v(field::rank("first", "a player, or of a switch a block"), finding.suspect.first);
    v(field::rank("second", "the other player of a link").null_where(-1).or_left_out(),
      finding.suspect.second);
    v.word(field::text("verdict").is_needed(), links::verdict_words, finding.verdict);
    v(field::number("map_factor", -most_of_anything, most_of_anything, "of the time, by the map"),
      finding.suspect.factor);
    v(field::number("factor", -most_of_anything, most_of_anything,
                    "of the time, over that of healthy pairs alone"),
      finding.factor);
    v(field::number("ci_low"), finding.low);
    v(field::number("ci_high"), finding.high);
    v(field::share("p", "that it is not slower by more than the threshold, corrected for all suspects"),
      finding.p);
    v(field::whole("trials"), finding.trials);
  }
};

template <>
struct FieldsOf<links::Survey> {
  static void visit(auto& v, auto& survey) {
    v(field::rank("ranks", "world rank of each player"), survey.ranks);
    v(field::rank("blocks", "of each player: on which switch, counted from 0"), survey.blocks.of);
    v(field::text("block_names"), survey.blocks.names);
    v(field::number("threshold", 0, most_of_anything,
                    "a fraction of the time by which a suspect must be slower"),
      survey.threshold);
    v(field::text("shares_cores", "players are not bound to cores of their own: nothing is judged")
          .or_left_out(),
      survey.shares_cores);
    v(field::whole("pairs", 0, any_number, "directions of pairs that have met"), survey.pairs);
    v(field::object("latency", "half a round trip of 8 bytes"), survey.latency);
    v(field::object("message", "of one message of a stream"), survey.message);
    v(field::text("every_pair"), survey.map.every_pair);
    v(field::text("latency_s_base64",
                  "from each player to each other, row by row: 32-bit little-endian numbers, NaN where they "
                  "have not met; null where the map was not kept"),
      survey.map.latency);
    v(field::text("message_s_base64", "likewise"), survey.map.message);
    v(field::object("findings"), survey.findings);
  }
};

template <>
struct FieldsOf<CaseId> {
  static void visit(auto& v, auto& id) {
    v(field::name("benchmark").is_needed(), id.benchmark);
    v(field::name("mode"), id.mode);
    v(field::text("multi"), id.multi);
    v(field::whole("processes", 0).null_where(0), id.processes);
    v(field::whole("groups", 1), id.groups);
    v(field::whole("group", 0).null_where(-1), id.group);
    v(field::whole("bytes", 0).null_where(-1), id.bytes);
    v(field::whole("threads", 0, any_number, "of each process (IMB-MT); bytes are those of one of them")
          .null_where(0)
          .or_left_out(),
      id.threads);
    v(field::labels(
          "variant",
          "what else makes it another case, by name: datatype, accelerator, buffers (where they lie), "
          "window (messages), ...")
          .or_left_out(),
      id.variant);
  }
};

template <>
struct FieldsOf<CaseRecord> {
  static void visit(auto& v, auto& c) {
    outcome(v, c);
    times(v, c);
    checks(v, c);
    studies(v, c);
    samples(v, c);
  }

 private:
  static void outcome(auto& v, auto& c) {
    FieldsOf<CaseId>::visit(v, c.id);
    v.word(field::text("status"), status_words, c.status);
    v.word(field::text("reason"), reason_words, c.reason);
    v(field::text("text"), c.text);
    v(field::whole("repetitions").null_where(0), c.repetitions);
    v(field::rank("ranks").null_if_empty(), c.ranks);
    v(field::rank("slowest_world_rank", "the world rank of the summary's slowest_rank").null_where(-1),
      c.slowest_world_rank);
  }

  static void times(auto& v, auto& c) {
    v.flat(c.times);
    v(field::number("megabytes_per_second", 0, 1e12), c.megabytes_per_second);
    v(field::number("messages_per_second", 0, most_of_anything,
                    "of benchmarks whose rate counts the messages of a group")
          .or_left_out(),
      c.messages_per_second);
    v(field::seconds("completion_s",
                     "on synchronised clocks (-start clock): last end less first start, per repetition"),
      c.completion_seconds);
    v(field::seconds("clock_error_s", "bound on the error of the synchronised clocks"),
      c.clock_error_seconds);
    v(field::seconds("t_init_s", "persistent transfers: to make a request (MPI_*_init), slowest rank")
          .or_left_out(),
      c.init_seconds);
    v(field::number("start_late_s", -most_seconds, most_seconds,
                    "-start clock: seconds by which the latest rank missed the common start")
          .or_left_out(),
      c.start_late_seconds);
    v(field::whole("dropped_batches", 0, any_number,
                   "-start clock: batches left out because their start was late")
          .or_left_out(),
      c.dropped_batches);
  }

  static void checks(auto& v, auto& c) {
    v(field::object("rounding", "of a row read from a text: half of the last digit, by unit").or_left_out(),
      c.rounding);
    v(field::number("defects", 0), c.defects);
    v(field::whole("checked_repetitions", 0, any_number, "-check: repetitions that were compared")
          .or_left_out(),
      c.checked_repetitions);
  }

  /// What special measurements add to a case, each an object.
  static void studies(auto& v, auto& c) {
    v(field::object("overlap"), c.overlap);
    v(field::object("tail", "-tails: single calls of all ranks of the group, scaled as t_max_s")
          .or_left_out(),
      c.tail);
    v(field::object("arrival", "-arrival: how the ranks came to the call, and when they left it")
          .or_left_out(),
      c.arrival);
    v(field::object(
          "guideline",
          "a call (left) beside a composition with its effect (right), in one loop; the times of the case are "
          "those of the composition")
          .or_left_out(),
      c.guideline);
    v(field::object("load", "-load: single calls without and with what other ranks do meanwhile")
          .or_left_out(),
      c.load);
    v(field::object("links",
                    "every pair of processes by itself (sonde-mpi Links); players are numbered as in ranks")
          .or_left_out(),
      c.links);
    v(field::object("memory", "what the processes have in memory at points of their start (sonde-mpi Memory)")
          .or_left_out(),
      c.memory);
    v(field::object(
          "contention",
          "all send at the same time, and the slowest rank with its partner alone (contention rows of "
          "sonde-mpi, one group)")
          .or_left_out(),
      c.contention);
  }

  static void samples(auto& v, auto& c) {
    v(field::object(
          "summary",
          "over the batches; where an application has recorded its phases (sonde/recorder.h), what is null "
          "here follows from batches_s"),
      c.summary);
    v(field::seconds("batches_s"), c.batch_seconds);
    v(field::object("witnesses"), c.witnesses);
    v(field::object(
          "performance_variables",
          "of the MPI library (MPI_T, -pvars), over the measured loops with the barriers before them: by how much "
          "counters, aggregates and timers grew, what all others were at the end; of the ranks that could read it")
          .or_left_out(),
      c.performance_variables);
    v(field::object("warnings"), c.warnings);
    v(field::columns("extra", "columns of a foreign table that have no field here; seconds in names with _s"),
      c.extra);
    v(field::seconds("measured_s").null_where(0), c.measured_seconds);
    v(field::seconds("dead_s").null_where(0), c.dead_seconds);
  }
};

template <>
struct FieldsOf<RankPlace> {
  static void visit(auto& v, auto& place) {
    v(field::rank("rank"), place.rank);
    v(field::text("host"), place.host);
    v(field::whole("cores").null_if_empty(), place.cores);
    v(field::whole("numa_node"), place.numa_node);
  }
};

template <>
struct FieldsOf<PlacedAlike> {
  static void visit(auto& v, auto& set) {
    v.ranges(field::text("ranks", "as 0-3,8"), set.ranks);
    v.ranges(field::text("cores", "as 0-3,8"), set.cores);
    v(field::whole("numa_node"), set.numa_node);
  }
};

template <>
struct FieldsOf<NodePlaces> {
  static void visit(auto& v, auto& node) {
    v(field::text("host"), node.host);
    v(field::object("ranks", "ranks that may run on the same cores"), node.ranks);
  }
};

template <>
struct FieldsOf<MessageMemory::Device> {
  static void visit(auto& v, auto& device) {
    v(field::rank("rank"), device.rank);
    v(field::rank("index", "among the devices that the driver shows to this rank"), device.index);
    v(field::rank("count", "of these devices"), device.count);
    v(field::text("name"), device.name);
    v(field::text("pci", "its place on the PCI bus, 0000:17:00.0"), device.pci);
    v(field::whole("numa_node"), device.numa_node);
  }
};

template <>
struct FieldsOf<MessageMemory> {
  static void visit(auto& v, auto& memory) {
    v(field::name("kind", "as -memory names it; of two kinds that of the first rank of each pair")
          .is_needed(),
      memory.kind);
    v(field::name("kind_of_second", "of the second rank of each pair; null: the same"),
      memory.kind_of_second);
    v(field::text("driver", "CUDA, HIP, Level Zero"), memory.driver);
    v(field::text("driver_version"), memory.driver_version);
    v(field::name(
          "library_aware",
          "whether the MPI library takes addresses of devices: yes, no or unknown; null where it need not"),
      memory.library_aware);
    v(field::object("devices"), memory.devices);
  }
};

template <>
struct FieldsOf<PluginFile> {
  static void visit(auto& v, auto& plugin) {
    v(field::text("file", "its name without the directory").is_needed(), plugin.file);
    v(field::text("sha256", "of its content"), plugin.digest);
    v(field::seconds("call_s", "what calling one of its functions takes within the clock; not subtracted"),
      plugin.call_seconds);
  }
};

template <>
struct FieldsOf<ScanSetting> {
  static void visit(auto& v, auto& setting) {
    v(field::labels("name").is_needed(), setting.name);
    v(field::labels("value").is_needed(), setting.value);
  }
};

/// "name" and "value" of a convention.
template <>
struct FieldsOf<std::pair<std::string, std::string>> {
  static void visit(auto& v, auto& pair) {
    v(field::text("name"), pair.first);
    v(field::text("value"), pair.second);
  }
};

template <>
struct FieldsOf<Header> {
  static void visit(auto& v, auto& h) {
    launch(v, h);
    machine(v, h);
    settings(v, h);
    library_variables(v, h);
    v(field::text("resumed", "this launch goes on with the run that stands before it in the file"),
      h.resumed);
  }

 private:
  static void launch(auto& v, auto& h) {
    v(field::text("program"), h.program);
    v(field::text("version"), h.version);
    v(field::text("revision"), h.revision);
    v(field::text("compiler"), h.compiler);
    v(field::text("compiler_flags"), h.compiler_flags);
    v(field::text("conventions"), h.conventions);
    v(field::text("mpi_library"), h.mpi_library);
    v(field::text("mpi_standard"), h.mpi_standard);
    v(field::text("thread_level"), h.thread_level);
    v(field::text("command_line"), h.command_line);
    v(field::text("start"), h.start);
    v(field::whole("ranks").null_where(0), h.ranks);
    v.places(h.places);
    v(field::object("warnings", "about where the ranks stand"), h.warnings);
    v(field::object("memory", "where messages lay (-memory), where that was not host memory alone")
          .or_left_out(),
      h.memory);
    v(field::object("plugins", "shared libraries whose benchmarks were measured (-plugin)").or_left_out(),
      h.plugins);
    v(field::object("scan",
                    "the setting that sonde run -L gave this launch; in the variant of each case, too")
          .or_left_out(),
      h.scan);
  }

  static void machine(auto& v, auto& h) {
    v(field::text("cpu_model"), h.cpu_model);
    v(field::text("governor"), h.governor);
    v(field::text("kernel"), h.kernel);
    v(field::text("machine"), h.machine);
    v(field::text("system"), h.system);
    v(field::number("cpu_mhz", 0), h.cpu_mhz);
    v(field::number("port_bytes_per_s", 0, most_of_anything,
                    "of the fastest active port of InfiniBand or RoCE, on the first rank's host")
          .or_left_out(),
      h.port_rate);
    v(field::text("timer_name"), h.timer_name);
    v(field::seconds("timer_resolution_s"), h.timer_resolution);
    v(field::seconds("timer_cost_s"), h.timer_cost);
  }

  static void settings(auto& v, auto& h) {
    v(field::text("environment"), h.environment);
    v(field::whole("seed"), h.seed);
    v(field::number("megabyte_bytes", 1, most_of_anything, "bytes in the Mbytes of the rates"), h.megabyte);
    v(field::object("conventions_in_force"), h.conventions_in_force);
    v(field::text("settings", "flag and value of everything that decides the numbers, however it was given")
          .or_left_out(),
      h.settings);
    v(field::text("settings_hash", "16 hexadecimal digits, equal where settings are").or_left_out(),
      h.settings_hash);
  }

  static void library_variables(auto& v, auto& h) {
    // Both where variables could be read, also if none differs.
    const auto where_read = [&](const Field& field) {
      return h.library_variables_count > 0 ? field : field.or_left_out();
    };
    v(where_read(
          field::text("library_variables",
                      "control variables of the MPI library (MPI_T) on the first rank that differ from their "
                      "defaults or choose protocols; with -cvars all, all")),
      h.library_variables);
    v(where_read(field::text("library_defaults", "of those that differ from them")), h.library_defaults);
    v(field::whole("library_variables_count", 0, any_number, "all that could be read")
          .null_where(0)
          .or_left_out(),
      h.library_variables_count);
    v(field::text("library_variables_digest", "16 hexadecimal digits over all that hold from run to run")
          .or_left_out(),
      h.library_variables_digest);
  }
};

template <>
struct FieldsOf<Footer> {
  static void visit(auto& v, auto& footer) {
    v(field::text("end"), footer.end);
    v(field::whole("exit_status", 0, 255), footer.exit_status);
    v(field::whole("measured"), footer.measured);
    v(field::whole("skipped"), footer.skipped);
    v(field::whole("failed"), footer.failed);
    v(field::seconds("measured_s"), footer.measured_seconds);
    v(field::seconds("dead_s"), footer.dead_seconds);
  }
};

template <class T>
concept HasFields = requires {
  sizeof(FieldsOf<std::remove_const_t<T>>);
};

/// A value that may be absent: std::optional and Boxed.
template <class T>
concept Maybe = requires(T value) {
  *value;
  value.emplace();
};

template <HasFields T>
void visit_fields(auto& v, T& value) {
  FieldsOf<std::remove_const_t<T>>::visit(v, value);
}

}  // namespace sonde::record
