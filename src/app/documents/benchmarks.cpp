#include "app/documents/benchmarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "catalog/expected_content.hpp"

namespace sonde::app {

namespace {

/// The benchmarks of one kind in a program.
struct PageSection {
  TransferClass klass;
  std::string_view title;
  std::string_view words;
};

const std::multimap<Suite, PageSection> sections{
    {Suite::mpi1,
     {TransferClass::single_transfer, "Single transfer",
      "One message at a time between two processes; further processes wait in a barrier. With `-multi` all pairs (of "
      "the processes in map order) do it at the same time."}},
    {Suite::mpi1,
     {TransferClass::parallel_transfer, "Parallel transfer",
      "All processes of the group send and receive at the same time. The rate counts every message that a process "
      "sends and receives, over the time of the slowest process."}},
    {Suite::mpi1,
     {TransferClass::collective, "Collective",
      "One call of a collective operation in which all processes of the group take part. No rate is defined."}},
    {Suite::mpi1,
     {TransferClass::message_rate, "Message rate",
      "W messages (`-window_size`) in flight between every rank of the first half and its partner in the second; "
      "a repetition is such a window. The rates count the messages of all pairs over the time of the slowest rank. "
      "Messages have places of their own as long as these fit into 1 MiB and half of `-mem`; longer ones share "
      "them. The count is that of windows."}},
    {Suite::ext,
     {TransferClass::single_transfer, "Single transfer",
      "One process, or both at the same time, accesses the window of the other; further processes wait in a barrier. "
      "In aggregate mode one fence ends all accesses of a sample, which go to disjoint sections of the window; in "
      "non-aggregate mode a fence ends each."}},
    {Suite::ext,
     {TransferClass::collective, "Collective", "All processes of the group take part. No rate is defined."}},
    {Suite::io,
     {TransferClass::single_transfer, "Single transfer",
      "One process moves X bytes; the others wait in a barrier. In aggregate mode writes are completed once at the end "
      "of a sample, in non-aggregate mode after each."}},
    {Suite::io,
     {TransferClass::parallel_transfer, "Parallel transfer",
      "All processes of the group move their share of X bytes at the same time, each as if alone. The rate is that of "
      "all X bytes over the time of the slowest process."}},
    {Suite::nbc,
     {TransferClass::collective, "Collective",
      "One non-blocking collective operation in which all processes of the group take part: started, computed beside, "
      "waited for. The rows `_pure` start it and wait at once; they run where they are named or included."}},
    {Suite::rma,
     {TransferClass::single_transfer, "Single transfer",
      "One process, or both at the same time, accesses the window of the other under a shared lock that is held from "
      "before the clock until after it. In non-aggregate mode a flush completes each access, in aggregate mode one flush "
      "all accesses of a sample, which go to sections of the window that do not overlap. Further processes wait in a "
      "barrier."}},
    {Suite::rma,
     {TransferClass::one_to_all, "One to all",
      "The first process accesses the windows of all others in one repetition. The rate counts all P - 1 messages."}},
    {Suite::rma,
     {TransferClass::parallel_transfer, "Parallel transfer",
      "All processes of the group access the windows of others at the same time. No rate is defined."}},
    {Suite::rma,
     {TransferClass::passive_progress, "Passive progress",
      "The first process writes into the window of the second, which waits in the MPI library (t_pure) or computes "
      "(t_ovrl, `-cpu_secs`). Only the access and its flush are timed: where the library makes progress without the "
      "target both times are alike, else t_ovrl is longer by what the target computes. `-stats` adds the computation "
      "(t_CPU) and the progress in per cent."}},
    {Suite::mpi4,
     {TransferClass::collective, "Collective",
      "One persistent collective operation in which all processes of the group take part: its request is made before the "
      "clock, then started, computed beside, waited for. The rows `_pure` start it and wait at once; they run where they "
      "are named or included. `-stats` adds what making a request takes (t_init)."}},
    {Suite::p2p,
     {TransferClass::parallel_transfer, "Pairs and partners",
      "All processes at the same time: fixed pairs half of all ranks apart, partners drawn at random before the clock "
      "(`-seed`), or a chain. The rates count the messages of all processes over the time of the slowest one."}},
    {Suite::p2p,
     {TransferClass::stencil, "Stencil",
      "Every process exchanges messages with its neighbours in each direction of a periodic grid (`-topo`). The rates "
      "count the messages of all processes."}},
    {Suite::mt,
     {TransferClass::parallel_transfer, "Pairs and chains",
      "Every thread exchanges messages with the thread of the same number in other processes, on a communicator of its "
      "own. Buffers and X are those of one thread; the rates count the messages of all T threads of a process over the "
      "time of the slowest thread."}},
    {Suite::mt,
     {TransferClass::message_rate, "Message rate",
      "W messages (`-window_size`) in flight between partners in each thread; a repetition is such a window, the time "
      "that of one message of it. The rates count all pairs of threads."}},
    {Suite::mt,
     {TransferClass::collective, "Collective",
      "One call in each thread, in which the threads of the same number in all processes take part. No rate is "
      "defined."}},
    {Suite::sonde,
     {TransferClass::links, "Links",
      "Every pair of processes by itself, in rounds of disjoint pairs: half a round trip of 8 bytes, then a stream of "
      "windows (`-window_size`) of X bytes one way and the other. A repetition is a window to each partner; t is the time "
      "of one message on the rank's average link, t_max that of the slowest rank. One process a node takes part "
      "(`-per`). What is slow by itself is measured once more, alone, and named below the table."}},
    {Suite::sonde,
     {TransferClass::contention, "Contention",
      "All processes send at the same time, so that they share links and switches. t is the time of a repetition on "
      "the slowest process; the rates count the messages of all over it. What is drawn follows from `-seed`, is drawn "
      "before the clock and differs from repetition to repetition."}},
    {Suite::sonde,
     {TransferClass::single_transfer, "Single transfer",
      "One message at a time between two processes, by other calls than PingPong of IMB-MPI1."}},
    {Suite::sonde,
     {TransferClass::parallel_transfer, "Parallel transfer",
      "All processes of the group send and receive at the same time, by other calls than those of IMB-MPI1. The rate "
      "counts every message that a process sends and receives."}},
    {Suite::sonde,
     {TransferClass::message_rate, "Message rate",
      "W messages (`-window_size`) in flight between every rank of the first half and its partner in the second; a "
      "repetition is such a window. Of one-sided transfers one synchronisation (`-rma_sync`) completes all W."}},
    {Suite::sonde,
     {TransferClass::stencil, "Neighbourhood",
      "One neighbourhood collective on the graph of a periodic grid (`-topo`), on which every process has d = 4 "
      "neighbours. The rate counts the d messages that a process sends and the d that it receives."}},
    {Suite::sonde,
     {TransferClass::collective, "Collective",
      "One call in which all processes of the group take part, or the life of a communicator. No rate is defined."}},
    {Suite::io,
     {TransferClass::collective, "Collective",
      "All processes of the group move their share of X bytes with one collective call, or open and close a file "
      "together."}},
};

std::string_view buffer(Extent extent) {
  constexpr std::array<std::string_view, 13> sizes{"–",
                                                   "X",
                                                   "2 X",
                                                   "P X",
                                                   "(P - 1) X",
                                                   "X / P",
                                                   "W X",
                                                   "W X at most",
                                                   "(P - 1) W X",
                                                   "d X",
                                                   "an element",
                                                   "as the plug-in says",
                                                   "as the plug-in says"};
  return sizes[static_cast<std::size_t>(extent)];
}

std::string_view senders(Flows flows) {
  if (flows == Flows::transposed) return "s (s - 1) ";
  return FlowMap{.kind = flows, .ranks = 3}.messages() == 3 ? "P " : "2 floor(P/2) ";
}

std::string_view counted(const Benchmark& row) {
  if (row.metric.counted == Counted::flows) return senders(row.flows);
  constexpr std::array<std::string_view, 4> counts{"", "P/2 ", "P ", "(P - 1) "};
  return counts[static_cast<std::size_t>(row.metric.counted)];
}

std::string rate(const Benchmark& row) {
  if (row.metric.messages == 0) return "–";
  return fmt::format("{}{}{}X / t", row.metric.messages == 1 ? "" : fmt::format("{} ", row.metric.messages),
                     row.windowed() && !row.metric.per_message ? "W " : "",
                     fmt::format("{}{}", row.threaded() ? "T " : "", counted(row)));
}

std::string time_of(const Benchmark& row) {
  if (row.metric.per_partner) return "1 / (W (P - 1)) of a repetition";
  if (row.metric.per_message)
    return row.metric.time_scale == 1.0 ? "1 / W of a repetition" : "1 / (2 W) of a repetition";
  return row.metric.time_scale == 1.0 ? std::string("repetition")
                                      : fmt::format("{:.3g} of a repetition", row.metric.time_scale);
}

constexpr int shown_processes = 4;

/// Of messages that go where the row says: "0 → 3, 1 → 2, ...".
std::string flows_of(Flows kind) {
  const FlowMap map{.kind = kind, .ranks = shown_processes};
  if (map.drawn()) return kind == Flows::paired ? "pairs drawn at random" : "drawn at random";
  std::string text;
  for (int rank = 0; rank < shown_processes; ++rank) {
    const Ends ends = map.ends_of(rank, 0);
    if (ends.to < 0 || (ends.to == ends.from && ends.to < rank)) continue;
    text +=
        fmt::format("{}{} {} {}", text.empty() ? "" : ", ", rank, ends.to == ends.from ? "⇄" : "→", ends.to);
  }
  return text;
}

/// Of two processes, or of all in pairs half of the processes apart, as neighbours in chains of threads are.
std::string in_pairs(const Benchmark& row, std::string picture) {
  if (!picture.starts_with("0 ")) return picture;
  const bool pair = picture.ends_with(" 1");
  if (!pair && row.threaded()) return "0 ⇄ 2, 1 ⇄ 3";
  if (pair && row.needs.processes.exactly != 2) {
    const std::string arrow = picture.substr(2, picture.size() - 4);
    return fmt::format("0 {} 2, 1 {} 3", arrow, arrow);
  }
  return picture;
}

/// Whether one process, or one of each pair, begins all transfers.
bool of_one_side(const Benchmark& row) {
  const Roles roles = row.needs.processes.roles;
  return roles == Roles::first || roles == Roles::first_of_pairs || roles == Roles::halves ||
         row.needs.file.owner == FileOwner::self;
}

/// Who sends to whom in a repetition, of a group of four processes: "0 → 1 → 2 → 3 → 0". An arrow leads where
/// the data goes, ⇄ stands for both ways; "–" where no data moves between processes.
std::string who_to_whom(const Benchmark& row) {
  if (row.klass == TransferClass::links) return "each pair by itself, in rounds";
  if (row.flows != Flows::none) return flows_of(row.flows);
  const ContentFacts& facts = facts_of(row.expect);
  const bool one = !facts.of_one.empty() && of_one_side(row);
  return in_pairs(row, std::string(one ? facts.of_one : facts.picture));
}

std::string table_row(const Benchmark& row) {
  const auto buffer_of = [&](Extent extent) {
    const bool whole = extent == Extent::share && row.needs.processes.exactly == 1;
    return buffer(whole ? Extent::message : extent);
  };
  return fmt::format("| {}{} | {} | {} | {} | {} | {} | {} | {} |\n", row.name, row.optional ? "*" : "",
                     row.summary, who_to_whom(row), buffer_of(row.message.send),
                     buffer_of(row.message.receive), time_of(row), rate(row), facts_of(row.expect).sentence);
}

std::string section(const PageSection& s, Catalog rows) {
  const auto stands_here = [&](const Benchmark& row) {
    return row.klass == s.klass && row.guideline.empty();
  };
  if (std::ranges::none_of(rows, stands_here)) return "";
  std::string text = fmt::format(
      "\n## {}\n\n{}\n\n| benchmark | what a repetition does | who to whom, of 4 | send buffer | receive buffer | time t | rate | "
      "`-check` expects |\n|---|---|---|---|---|---|---|---|\n",
      s.title, s.words);
  for (const Benchmark& row : rows)
    if (stands_here(row)) text += table_row(row);
  return text;
}

/// Their names say what they do.
std::string guidelines_section(Catalog rows) {
  std::map<std::string_view, std::string> names;
  for (const Benchmark& row : rows)
    if (!row.guideline.empty()) names[row.guideline] += fmt::format(" {}", row.name);
  if (names.empty()) return "";
  std::string text = "\n## [Guidelines](guidelines.md)\n";
  for (const auto& [id, all] : names) text += fmt::format("\n{}:{}\n", id, all);
  return text;
}

}  // namespace

std::string benchmarks_markdown(const Program& program) {
  std::string text = fmt::format(
      "# Benchmarks of {}\n\nMade from the rows of the program; do not edit. X is the message length in bytes, P the "
      "number of processes of a group.{}\n{}",
      program.name,
      std::ranges::any_of(program.catalog, &Benchmark::optional) ? " Rows with * run only when named." : "",
      facts_of(program.suite).threads
          ? ""
          : "Every benchmark has a Multi- version (`-multi 0` or `-multi 1`), in which several groups run at the same "
            "time.\n");
  const auto [first, last] = sections.equal_range(program.suite);
  for (auto next = first; next != last; ++next) text += section(next->second, program.catalog);
  return text + guidelines_section(program.catalog);
}

}  // namespace sonde::app
