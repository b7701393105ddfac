#include "report/benchmarks_document.hpp"

#include <fmt/format.h>

namespace sonde::report {

namespace {

std::string_view class_name(const Benchmark& row) {
  switch (row.klass) {
    case Klass::single_transfer:
      return "single transfer";
    case Klass::parallel_transfer:
      return "parallel transfer";
    case Klass::collective:
      return "collective";
  }
  return "";
}

std::string processes(const Benchmark& row) {
  if (row.fixed_processes == 1) return "1";
  if (row.fixed_processes > 1) return fmt::format("{}", row.fixed_processes);
  return row.min_processes > 1 ? fmt::format("{} and more", row.min_processes) : "any number";
}

std::string time(const Benchmark& row) {
  if (row.overlapped) return "three: overlapped, pure I/O, pure computing";
  if (row.metric.time_scale == 0.5) return "half a repetition";
  if (row.metric.time_scale == 1.0) return "a repetition";
  return fmt::format("{:g} of a repetition", row.metric.time_scale);
}

std::string rate(const Benchmark& row) {
  if (row.overlapped || !row.sized || row.metric.messages == 0) return "none";
  return row.metric.messages == 1 ? "X / t" : fmt::format("{} X / t", row.metric.messages);
}

std::string_view root(const Benchmark& row) {
  switch (row.root) {
    case Root::none:
      return "";
    case Root::rotates:
      return "The root of repetition i is rank i mod P (`-root_shift off`: rank 0). ";
    case Root::zero:
      return "The root is rank 0. ";
  }
  return "";
}

std::string_view element(const Benchmark& row) {
  if (!row.sized) return "";
  switch (row.element) {
    case Element::transfer:
      return "Elements are bytes (`-data_type`). ";
    case Element::reduction:
      return "Elements are floats that are added (`-red_data_type`). ";
    case Element::real32:
      return "Lengths are whole floats. ";
  }
  return "";
}

std::string_view check_text(Expect expect) {
  switch (expect) {
    case Expect::nothing:
      return "";
    case Expect::from_peer:
      return "the message of the other rank arrived";
    case Expect::from_left:
      return "the message of the left neighbour arrived";
    case Expect::from_neighbours:
      return "the messages of both neighbours arrived";
    case Expect::from_root:
      return "every rank holds the root's message";
    case Expect::scattered:
      return "every rank holds its block of the root's message";
    case Expect::gathered_at_root:
      return "the root holds one block of every rank, in order";
    case Expect::gathered:
      return "every rank holds one block of every rank, in order";
    case Expect::transposed:
      return "every rank holds the block that each other rank had for it";
    case Expect::reduced_at_root:
      return "the root holds the sum over all ranks";
    case Expect::reduced:
      return "every rank holds the sum over all ranks";
    case Expect::reduced_scattered:
      return "every rank holds its share of the sum";
    case Expect::put_by_peer:
      return "the target's window holds what was put, in every section";
    case Expect::got_from_peer:
      return "the origin holds what the target's window held";
    case Expect::accumulated:
      return "rank 0's window holds its old content and every contribution once";
    case Expect::file_written:
      return "the file holds every rank's data in the right place";
    case Expect::file_read:
      return "every rank read what stands in the file at its place";
  }
  return "";
}

std::string_view extent(Extent extent) {
  switch (extent) {
    case Extent::none:
      return "0";
    case Extent::message:
      return "X";
    case Extent::two_messages:
      return "2 X";
    case Extent::message_per_rank:
      return "P X";
    case Extent::share:
      return "a share of X";
  }
  return "";
}

std::string buffers(const Benchmark& row) {
  if (!row.sized) return "";
  return fmt::format("Memory of a rank: sends {}, receives {}{}. ", extent(row.send), extent(row.receive),
                     row.resource == Resource::window ? ", window X a section" : "");
}

std::string modes(const Benchmark& row) {
  if (row.modes[0].label.empty()) return "";
  if (row.mode_count() == 1) return fmt::format("Mode: {}. ", row.modes[0].label);
  return fmt::format("Modes: {}, {}. ", row.modes[0].label, row.modes[1].label);
}

std::string capital(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

std::string entry(const Benchmark& row) {
  auto facts = fmt::format("{}{}{}{}", root(row), element(row), modes(row), buffers(row));
  if (row.expect != Expect::nothing) facts += fmt::format("`-check`: {}. ", check_text(row.expect));
  if (!facts.empty()) facts.pop_back();
  return fmt::format("## {}\n\n{}.{}{}\n\n", row.name, capital(row.summary), facts.empty() ? "" : "\n\n",
                     facts);
}

}  // namespace

std::string benchmarks_markdown(std::string_view program, Catalog catalog) {
  std::string out = fmt::format(
      "# Benchmarks of {}\n\n"
      "<!-- made from the rows of the catalog; not to be edited -->\n\n"
      "X is the message length, P the number of processes of a group, t the time of the slowest rank. Every "
      "benchmark has\n"
      "a `Multi-` version: `-multi` runs it in as many groups as there are processes for.\n\n"
      "| benchmark | class | processes | time | rate |\n|---|---|---|---|---|\n",
      program);
  for (const auto& row : catalog)
    out += fmt::format("| {} | {} | {} | {} | {} |\n", row.name, class_name(row), processes(row), time(row),
                       rate(row));
  out += "\n";
  for (const auto& row : catalog) out += entry(row);
  out.pop_back();
  return out;
}

}  // namespace sonde::report
