#include "reports/explanations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "record/severity.hpp"
#include "reports/explained_words.hpp"

namespace sonde::reports {

namespace {

using enum WordKind;

constexpr auto table = std::to_array<Explanation>({
    {"oversubscribed", warning,
     "A host has more ranks than processing units for the job. Ranks wait for a core: the times are those of the "
     "scheduler, not of the network.",
     "Start fewer ranks a host, or give the job more of its cores."},
    {"shared_core", warning,
     "Ranks are bound to a set of cores that is smaller than their number, so that they take turns.",
     "Bind each rank to a core of its own: --bind-to core (Open MPI), -bind-to core (MPICH). Look whether two jobs "
     "share the host."},
    {"unbound", warning,
     "A rank may run on every core of its host. The system may move it during the loop, and launches differ more.",
     "Bind each rank to a core of its own: --bind-to core (Open MPI), -bind-to core (MPICH)."},
    {"shared_device", warning,
     "Several ranks of a host have one GPU, so that their messages and copies take turns on it.",
     "Start as many ranks a host as it has devices, or name other devices: -device."},
    {"far_device", warning,
     "The GPU of a rank is at another NUMA node than the cores of the rank: messages and copies cross between the "
     "nodes.",
     "Bind each rank to cores of its device's NUMA node, or name other devices: -device."},
    {"coarse_timer", warning,
     "The step of the timer is more than 1 % of a batch of repetitions: the times are rounded that coarsely.",
     "Measure more repetitions (-iter), or with a finer timer."},
    {"few_batches", warning,
     "The case has one or two batches of repetitions: its time is one reading, without an interval around it and without "
     "quantiles. An interruption looks like a slow network.",
     "Measure more repetitions (-iter, -precision 2%), or longer (-time)."},
    {"wide_interval", warning,
     "The 95 % interval of the median reaches more than 5 % from it: a difference of that size to another run means "
     "nothing.",
     "Measure longer (-precision 2%), or on a quieter machine."},
    {"several_modes", warning,
     "The time jumps between two or more levels, so that no single number describes this case.",
     "Look for what switches (clock frequency, other load, placement, a protocol of the library), and compare several "
     "runs with sonde compare."},
    {"drift", warning,
     "The median moved by more than 5 % from the first to the last third of the loop, and steadily.",
     "It rose: look for heat, a falling clock frequency, load that grew. It fell: warm up for longer (-warm_up auto). "
     "Repeat the case."},
    {"outliers", warning,
     "A few batches (at most a quarter) took so long that mean and median disagree by more than 5 % of the time.",
     "Compare medians (-stats). Look for what seldom interrupts: other processes, the system, a library that makes "
     "progress in bursts."},
    {"slow_rank", warning,
     "One rank was slowest far more often than chance makes it and more than 5 % slower than the next, though others do "
     "the same as it, or its messages to itself take twice as long as those of any other. The others wait for it.",
     "Look at its host and core: other load, frequency, distance to network or memory. sonde show --hosts names the "
     "host of every case, sonde-mpi Links finds slow links."},
    {"involuntary_switches", warning,
     "A rank lost its core to something else so often that 1 % of the measured time is in doubt.",
     "Bind one rank to a core, leave a core free for the system, stop other work."},
    {"unsteady_computation", warning,
     "The computation alone, timed right before and after the overlapped loop, differs by more than 10 %: the overlap "
     "is not known better than that.",
     "Leave a core free for the system, fix the clock frequency, or compute longer (-cpu_secs)."},
    {"unequal_samples", warning,
     "An application has recorded a phase more often on some ranks than on others (sonde/recorder.h). The case holds the "
     "samples that all of these ranks have, another one, in mode 'not on all ranks', the rest.",
     "Record each repetition of a phase on every rank that takes part in it, also where a rank leaves a loop early."},
    {"failed", verdict,
     "Measured in a base run, in no new run, and recorded as failed there. The exit status is 1.",
     "sonde show of the new record says why, in the column remarks."},
    {"worse", verdict,
     "Slower by more than the threshold, and proven: with equal runs the chance of any such verdict in the whole table "
     "is at most 2.5 %. The exit status is 1.",
     "Read the notes above the table first: they say what else differs between the sides."},
    {"better", verdict, "Faster by more than the threshold, and proven.", ""},
    {"slower?", verdict,
     "Slower by more than the threshold, but not proven: equal runs could have come out like this.",
     "Measure 4 or more runs a side, best in random order (sonde campaign). --strict makes the exit status 1."},
    {"faster?", verdict, "Faster by more than the threshold, but not proven.",
     "Measure 4 or more runs a side, best in random order (sonde campaign)."},
    {"open", verdict,
     "Of compare: within the threshold, but its interval reaches beyond it, or there is none: it may differ. Of check: neither "
     "kept nor broken is proven, of guidelines neither violated nor held; the exit status is 3.",
     "Measure more runs. sonde check says about how many probably decide."},
    {"kept", verdict,
     "The whole interval of the median over launches is within the limit. Where the machine would break it, the chance of this "
     "verdict is at most 5 %.",
     ""},
    {"broken", verdict,
     "The whole interval of the median over launches lies beyond the limit, or data were wrong. The exit status is 1.",
     "Read the notes above the table, then sonde show of the runs: they say where the ranks stood and what was odd."},
    {"violated", verdict,
     "A case takes longer than a performance guideline allows, by more than the tolerance, and proven: the chance of any false one in an "
     "answer is at most 5 %. The exit status is 1.",
     "The sentence above the table says what is faster. First rule out cold first rows and other load of the machine."},
    {"held", verdict, "A performance guideline is kept within the tolerance, and that is proven.", ""},
    {"missing", verdict,
     "No case has what the limit names, or it was skipped or failed. The exit status is 1.",
     "The last column says what is there instead: measure the case, or correct the limit."},
    {"same", verdict, "Within the threshold with its whole interval: no difference that matters.", ""},
    {"only in base", verdict, "No new run measured this case.",
     "Was the same command measured on both sides?"},
    {"only in new", verdict, "No base run measured this case.",
     "Was the same command measured on both sides?"},
    {"not compared", verdict, "Both sides know this case, but no number of it that both have.",
     "Look at the rows: were they skipped, or printed with other columns?"},
    {"invalid_process_count", reason, "The benchmark cannot run on so few, or on this number of, processes.",
     "Start more processes, or choose another benchmark."},
    {"unsupported", reason,
     "The MPI library lacks what the benchmark needs, or an option does not go with it.", ""},
    {"out_of_memory", reason, "The buffers of this length need more than the limit of memory of a rank.",
     "Raise the limit (-mem), measure shorter messages (-msglog), or start fewer ranks a host."},
    {"time_out", reason, "One repetition takes longer than the limit of time of a case.",
     "Raise the limit (-time)."},
    {"mpi_error", reason, "An MPI call failed; the record has rank, call and text.", ""},
    {"io_error", reason, "A file could not be opened, written or read; the record has the text.",
     "Look at space, quota and rights of the directory."},
    {"too_large", reason, "The length is more than a call or a type of MPI takes.", ""},
    {"interrupted", reason, "The run was stopped during this case.", "Go on with -resume."},
    {"device_error", reason,
     "The driver of a GPU refused a call in the middle of the case; the record has rank, call and text.",
     "Look at the log of the kernel of that host, and whether other programs run on the device."},
    {"skew_not_kept", reason,
     "-arrival: the processes did not come as late as they should, or the clocks are not known well enough for delays so "
     "small.",
     "Give a larger delay (-arrival last:50us), or a core to each process."},
    {"no_load", reason, "-load: the processes that make the load moved nothing in a phase.",
     "Run again; look at the processes that do not measure."},
    {"bytes", column, "Length of a message; of IMB-IO the bytes over all ranks.", ""},
    {"repetitions", column, "How often the operation was repeated in the measured loop.", ""},
    {"t", column, "Time of one repetition on the slowest rank; of PingPong half a round trip.", ""},
    {"t_min", column, "Time of one repetition on the fastest rank.", ""},
    {"t_max", column, "Time of one repetition on the slowest rank; rates are made of it.", ""},
    {"t_avg", column, "Time of one repetition, mean over the ranks.", ""},
    {"Mbytes/sec", column,
     "Bytes of the messages over the slowest time, in 2^20 bytes unless -mbytes says otherwise.", ""},
    {"MB/s", column, "Bytes of the messages over the slowest time, in 10^6 bytes.", ""},
    {"MiB/s", column, "Bytes of the messages over the slowest time, in 2^20 bytes.", ""},
    {"Msg/sec", column, "Messages of all pairs of the group over the slowest time.", ""},
    {"t_ovrl", column, "Time of the transfer with computing beside it, on its slowest rank.", ""},
    {"t_pure", column, "Time of the transfer alone, on its slowest rank.", ""},
    {"t_CPU", column, "Time of the computing alone, on its slowest rank.", ""},
    {"overlap", column,
     "How much of the shorter of transfer and computing was hidden: (t_pure + t_CPU - t_ovrl) / min.",
     "Near 0: the library makes progress only in its own calls; see docs/user/nbc.md."},
    {"left", column, "Of a guideline: the call, slowest rank, median over the batches.", ""},
    {"right", column, "Of a guideline: what the call must not be slower than, measured in turn with it.",
     "ratio is left over right, with low and high of its 95 % interval; above 1 the call is slower."},
    {"defects", column, "With -check: elements that were wrong, over all ranks.",
     "Anything but 0 is an error of library, network or memory: do not use the times."},
    {"bus", column, "With -bus: the least traffic that links must carry, over the time.", ""},
    {"net", column, "With -bus: the same, of the traffic that must leave a host.", ""},
    {"of_peak", column, "With -peak: net (on one node bus) in percent of the rate given.", ""},
    {"median", column, "Median over the batches of repetitions; an interruption does not move it.", ""},
    {"ci95", column,
     "95 % interval of the median, in percent of it: half its width in sonde show, its wider side in the tables.",
     "More than 5 is the warning wide_interval; none with one or two batches."},
    {"p95", column, "95 % of the batches took no longer.", ""},
    {"pattern", column, "With -arrival all: who comes late, in the row.", ""},
    {"d_last", column, "With -arrival: from the last arrival of a process to the last exit, median.", ""},
    {"d_total", column, "With -arrival: from the first arrival of a process to the last exit, median.", ""},
    {"e_avg", column,
     "With -arrival: from the arrival of a process to its exit, mean of the processes, median.", ""},
    {"absorb", column,
     "With -arrival: which share of the delay the call hides: 100 % hides it, 0 % adds it in full.",
     "d_total less the time without delays, over the spread of the arrivals, from 100 %."},
    {"impact50", column,
     "With -load: how many times longer the median call takes while other processes load the network.", ""},
    {"impact99", column, "With -load: the same of the 99 % quantile of the calls.",
     "exp of the mean logarithm of the ratios of neighbouring phases; intervals are in the record."},
    {"p5", column, "5 % of the batches took no longer.", ""},
    {"modes", column, "Number of levels between which the time jumps; empty where there is one.",
     "More than one is the warning several_modes."},
    {"flags", column,
     "One letter a warning: c coarse_timer, f few_batches, w wide_interval, m several_modes, d drift, o outliers, s slow_rank, i "
     "involuntary_switches, u unsteady_computation; - none.",
     "sonde explain takes those words."},
    {"p50", column, "With -tails, and -load: half of the single calls took no longer.", ""},
    {"p90", column, "With -tails: 90 % of the single calls took no longer.", ""},
    {"p99", column, "With -tails, and -load: 99 % of the single calls took no longer.", ""},
    {"p99.9", column, "With -tails: 99.9 % of the single calls took no longer; - up to 3000 calls.", ""},
    {"Group", column, "Number of the group, with -multi 1.", ""},
    {"slowest rank", column,
     "The rank, in MPI_COMM_WORLD, that was slowest most often. Some rank always is: only the warning slow_rank says that "
     "it holds the others up.",
     ""},
    {"remarks", column, "Why a case has no result, or the kinds of its warnings.",
     "sonde explain takes those words."},
});

}  // namespace

std::span<const Explanation> explanations() {
  static const auto all = [] {
    std::vector<Explanation> words(table.begin(), table.end());
    const auto more = explained_words();
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }();
  return all;
}

std::string_view to_word(WordKind kind) {
  constexpr std::array<std::string_view, word_kinds> words{"warning",
                                                           "verdict of sonde compare",
                                                           "reason",
                                                           "column",
                                                           "verdict of sonde history or links",
                                                           "status",
                                                           "mode",
                                                           "end of a loop",
                                                           "weight of a warning or finding",
                                                           "unit",
                                                           "fact of a record",
                                                           "part of a network",
                                                           "kind of file",
                                                           "class of a performance variable"};
  return words[static_cast<std::size_t>(kind)];
}

std::string plain_word(std::string_view word) {
  word = trim(word);
  word.remove_prefix(std::min(word.find_first_not_of("-#"), word.size()));
  if (const auto beside = word.find_first_of("[,(", 1); beside != std::string_view::npos)
    word = trim(word.substr(0, beside));
  std::string out = lower(word);
  for (char& c : out)
    if (c == '-' || c == ' ') c = '_';
  return out;
}

std::vector<std::string> explain(std::string_view word) {
  std::vector<std::string> out;
  for (const auto& [known, kind, meaning, advice] : explanations())
    if (plain_word(known) == plain_word(word))
      out.push_back(
          fmt::format("{} ({}{})\n  {}\n{}", known, to_word(kind),
                      kind == warning ? fmt::format(": {}", record::to_word(record::severity_of(known))) : "",
                      meaning, advice.empty() ? "" : fmt::format("  What to do: {}\n", advice)));
  return out;
}

}  // namespace sonde::reports
