#include "plan/describe_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "base/units.hpp"
#include "plan/lengths.hpp"
#include "plan/messages.hpp"
#include "plan/repetitions.hpp"

namespace sonde {

namespace {

template <class Number>
std::string range(Number first, Number last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

std::string length_text(const Benchmark& benchmark, std::vector<std::int64_t> lengths) {
  if (!benchmark.sized()) return "no length";
  std::ranges::sort(lengths);
  if (lengths.size() == 1) return fmt::format("{} bytes", lengths.front());
  return fmt::format("{} lengths, {} to {} bytes", lengths.size(), lengths.front(), lengths.back());
}

std::string repetition_text(const Settings& settings, const TableRun& section,
                            const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> counts;
  counts.reserve(lengths.size());
  for (const auto bytes : lengths)
    counts.push_back(
        wanted_repetitions(settings, *section.benchmark, section.mode, bytes, section.processes));
  const auto [least, most] = std::ranges::minmax_element(counts);
  return range(*least, *most) + (*most == 1 ? " repetition" : " repetitions");
}

/// Memory of the largest length that keeps to -mem, and how many lengths do not.
std::string memory_text(const Settings& settings, const CacheSizes& caches, const TableRun& section,
                        const std::vector<std::int64_t>& lengths) {
  std::int64_t most = 0;
  int refused = 0;
  for (const auto bytes : lengths) {
    const auto buffers =
        plan_buffers(settings, caches, *section.benchmark, section.mode, bytes, section.processes);
    if (!buffers || !within_memory(settings, *buffers))
      ++refused;
    else
      most = std::max(most, buffers->total());
  }
  const auto note = refused == 0 ? "" : fmt::format(" ({} above -mem)", counted(refused, "length"));
  const int threads = threads_of(settings, *section.benchmark);
  return human_bytes(most) + " per process" + (threads > 1 ? fmt::format(" of {} threads", threads) : "") +
         note;
}

/// `recorded`: how many of the cases need not be measured any more.
std::string section_line(const Plan& plan, const Settings& settings, const CacheSizes& caches,
                         const TableRun& section, std::int64_t recorded) {
  if (!section.refusal.empty()) return fmt::format("# {}: not run\n", section.refusal);
  const auto lengths = lengths_for(settings, *section.benchmark);
  const auto label = label_of(section);
  const int waiting = waiting_ranks(plan, section);
  const auto left = std::ssize(lengths) - recorded;
  const auto note =
      recorded == 0 ? "" : fmt::format("; {} of {} left", left, counted(std::ssize(lengths), "case"));
  return fmt::format("# {}{}{}: {}{}{}; {}; {}; {}{}\n", display_name(section), label.empty() ? "" : ", ",
                     label, section.groups > 1 ? fmt::format("{} groups of ", section.groups) : "",
                     counted(section.processes, "process"),
                     waiting > 0 ? fmt::format(" ({} waiting)", waiting) : "",
                     length_text(*section.benchmark, lengths), repetition_text(settings, section, lengths),
                     memory_text(settings, caches, section, lengths), note);
}

}  // namespace

std::string describe(const Plan& plan, const Settings& settings, const CacheSizes& caches,
                     std::span<const std::int64_t> recorded) {
  std::string out =
      fmt::format("# Plan for {}{}; nothing is measured\n", counted(plan.ranks, "process"),
                  plan.congestors > 0 ? fmt::format(", {} of which make the load", plan.congestors) : "");
  std::int64_t cases = 0, tables = 0;
  for (std::size_t i = 0; i < plan.sections.size(); ++i) {
    const TableRun& section = plan.sections[i];
    out += section_line(plan, settings, caches, section, recorded.empty() ? 0 : recorded[i]);
    if (!section.refusal.empty()) continue;
    ++tables;
    cases += static_cast<std::int64_t>(lengths_for(settings, *section.benchmark).size());
  }
  const auto known = std::accumulate(recorded.begin(), recorded.end(), std::int64_t{0});
  out += fmt::format("# {} in {}", counted(cases, "case"), counted(tables, "table"));
  if (known > 0) out += fmt::format("; {} in the record, {} left", known, cases - known);
  if (std::isfinite(settings.seconds_per_sample) && settings.iter_policy != IterPolicy::automatic)
    out += fmt::format("; the measured loops take at most {}",
                       human_seconds(static_cast<double>(cases - known) * settings.seconds_per_sample));
  return out + "\n";
}

}  // namespace sonde
