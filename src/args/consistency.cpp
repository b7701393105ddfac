#include "args/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <utility>

#include "base/text.hpp"

namespace sonde {

namespace {

/// Flags of which only one may be given.
using Excluding = std::pair<std::string_view, std::string_view>;
constexpr std::array excluding{
    Excluding{"msglen", "msgsize"},
    Excluding{"msglen", "msglog"},
    Excluding{"msgsize", "msglog"},
    Excluding{"append", "resume"},
    Excluding{"count", "msglen"},
    Excluding{"count", "msgsize"},
    Excluding{"count", "msglog"},
    Excluding{"repeat", "iter"},
    Excluding{"warmup", "n_warmup"},
    Excluding{"warmup", "warm_up"},
    Excluding{"barrier", "imb_barrier"},
    Excluding{"barrier", "start"},
    Excluding{"memory", "mem_alloc_type"},
    Excluding{"msgsz", "msgsize"},
    Excluding{"msgsz", "msglen"},
    Excluding{"msgsz", "msglog"},
    Excluding{"load", "tails"},
    Excluding{"load", "arrival"},
    Excluding{"load", "multi"},
};

bool exclusive(const Given& a, const Given& b) {
  if (a.option == nullptr || b.option == nullptr) return false;
  return std::ranges::any_of(excluding, [&](const auto& pair) {
    return (a.option->name == pair.first && b.option->name == pair.second) ||
           (a.option->name == pair.second && b.option->name == pair.first);
  });
}

/// Names on the command line replace the list of a settings file.
bool names_benchmarks(const Given& g) {
  return g.option == nullptr || g.option->name == "input";
}

bool gives_way(const Given& older, const Given& newer) {
  return older.option == newer.option || exclusive(older, newer) ||
         (names_benchmarks(older) && names_benchmarks(newer));
}

std::string at(const Given& g) {
  return g.where.empty() ? "" : fmt::format("{}: ", g.where);
}

std::string repeated(const Given& first, const Given& again) {
  if (first.option->metavar.empty())
    return fmt::format("{}-{} is given twice; give it once", at(again), first.option->name);
  return fmt::format("{}-{} is given twice, with {} and with {}; give it once", at(again), first.option->name,
                     sonde::quoted(first.value), sonde::quoted(again.value));
}

/// Without what changes nothing: "./z" and "a/../z" are "z".
std::filesystem::path plain_path(const std::string& path) {
  return std::filesystem::path(path).lexically_normal();
}

struct Rule {
  bool broken;
  std::string_view message;
};

/// The message of the first rule that is broken.
Result<void> hold(std::initializer_list<Rule> rules) {
  const auto* broken = std::ranges::find(rules, true, &Rule::broken);
  if (broken != rules.end()) return failure(std::string(broken->message));
  return {};
}

Result<void> check_files(const Settings& s) {
  return hold({
      Rule{s.append && s.json_path.empty() && s.csv_path.empty(),
           "-append needs -json FILE or -csv FILE to add to"},
      Rule{s.resume && s.json_path.empty(), "-resume needs -json FILE, the records to go on with"},
      Rule{s.all_samples && s.json_path.empty(), "-samples all needs -json FILE to hold them"},
      Rule{s.json_path == "-" || s.csv_path == "-",
           "-json and -csv write to files, for the tables stand on standard output; give the name of a file"},
      Rule{!s.json_path.empty() && plain_path(s.json_path) == plain_path(s.csv_path),
           "-json and -csv name the same file; give two names"},
  });
}

Result<void> check_counts(const Settings& s, std::span<const Given> given) {
  const bool no_device = in_host_memory(s) && !has(given, "memory") && !has(given, "mem_alloc_type");
  return hold({
      Rule{s.iter_policy == IterPolicy::off && s.precision.has_value(),
           "-precision and -iter_policy off contradict each other: the count is either found or given"},
      Rule{s.iter_policy != IterPolicy::dynamic && (s.budget_seconds || s.budget_of_allocation),
           "-budget needs -iter_policy dynamic, for the other policies do not cut all counts by time"},
      Rule{s.warm_up == WarmUp::off && has(given, "n_warmup"),
           "-n_warmup needs a warm-up; leave out -warm_up off"},
      Rule{std::ranges::any_of(s.threads, [](std::int64_t n) { return n > 1; }) &&
               s.thread_level != ThreadLevel::multiple,
           "-threads above 1 needs -thread_level multiple"},
      Rule{!s.devices.empty() && no_device,
           "-device needs messages in memory of a device; say with -memory where they lie"},
      Rule{s.memory_unchecked && no_device,
           "-memory_unchecked needs messages in memory of a device; say with -memory where they lie"},
      Rule{(s.start == Start::clock || s.start == Start::none) && has(given, "n_barr"),
           "-n_barr needs barriers; give -start barrier or -start dissemination"},
  });
}

Result<void> check_load(const Settings& s, std::span<const Given> given) {
  if (!s.load || s.load->alone_seconds <= 0) return {};
  return hold({
      Rule{std::ranges::any_of(given, names_benchmarks),
           "-load only runs no benchmark; leave out their names"},
      Rule{!s.json_path.empty() || !s.csv_path.empty(),
           "-load only measures no case; leave out -json and -csv"},
  });
}

Result<void> check_arrival(const Settings& s, std::span<const Given> given) {
  if (!s.arrival) return {};
  return hold({
      Rule{has(given, "start") && s.start != Start::clock,
           "-arrival starts by synchronised clocks; leave out -start, or give -start clock"},
      Rule{
          (s.sync_calls && has(given, "sync")) || s.tails || s.imb_barrier,
          "-arrival times one call at a time from a start of its own; leave out -sync, -tails and -imb_barrier"},
      Rule{s.arrival->pattern == ArrivalPattern::all && !s.performance_variables.empty(),
           "-pvars counts over all patterns of -arrival all; give one pattern, or leave out -pvars"},
      Rule{s.multi != Multi::off, "-arrival and -multi contradict each other; give one of them"},
  });
}

/// Two kinds of memory need benchmarks of pairs.
Result<void> check_pairs(const Settings& s, Catalog offered) {
  if (s.memory[0] == s.memory[1]) return {};
  for (const Benchmark& row : offered)
    if (!of_pairs(row) && std::ranges::count(s.benchmarks, row.name) > 0)
      return failure(
          fmt::format("-memory: two kinds are for pairs of ranks, and {} has none; give one kind, or name "
                      "benchmarks of pairs such as PingPong",
                      row.name));
  return {};
}

}  // namespace

std::vector<Given> merge(std::vector<Given> file, std::vector<Given> command_line) {
  std::erase_if(file, [&](const Given& older) {
    return std::ranges::any_of(command_line, [&](const Given& newer) { return gives_way(older, newer); });
  });
  file.insert(file.end(), command_line.begin(), command_line.end());
  return file;
}

Result<void> check_flags(std::span<const Given> given) {
  std::vector<const Given*> seen;  // the first of each option
  for (const Given& now : given) {
    if (now.option == nullptr) continue;
    for (const Given* before : seen) {
      if (before->option == now.option && !now.option->repeatable) return failure(repeated(*before, now));
      if (exclusive(*before, now))
        return failure(fmt::format("{}-{} and -{} contradict each other; give one of them", at(now),
                                   before->option->name, now.option->name));
    }
    if (std::ranges::find(seen, now.option, &Given::option) == seen.end()) seen.push_back(&now);
  }
  return {};
}

Result<void> check_settings(const Settings& s, std::span<const Given> given) {
  if (auto held = check_files(s); !held) return held;
  for (const auto& check : {check_counts, check_arrival, check_load})
    if (auto held = check(s, given); !held) return held;
  return {};
}

void settle_time(Settings& s, std::span<const Given> given) {
  if (!time_cuts(s) && !has(given, "time")) s.seconds_per_sample = std::numeric_limits<double>::infinity();
}

void settle_arrival(Settings& s, std::span<const Given> given) {
  if (!s.arrival) return;
  s.start = Start::clock;
  s.sync_calls = false;
  if (!has(given, "root_shift")) s.root_shift = false;
}

Result<void> settle_memory(Settings& s, Catalog offered, std::span<const Given> given) {
  if (in_host_memory(s)) return {};
  if (on_device(s)) {
    if ((has(given, "msgwr") && s.touch_before) || (has(given, "msgrd") && s.touch_after))
      return failure(
          "-msgwr and -msgrd touch messages on the host, which cannot reach a device's memory; leave them out, or "
          "give managed memory");
    s.touch_before = s.touch_after = false;
  }
  const bool of_library = s.rma_window == RmaWindow::allocate || s.rma_window == RmaWindow::shared;
  if (s.windows_as_asked && of_library && has(given, "rma_window"))
    return failure(
        "-rma_window allocate and shared are the MPI library's own memory of the host; give "
        "-rma_window create with -memory");
  if (of_library) s.rma_window = RmaWindow::create;
  return check_pairs(s, offered);
}

}  // namespace sonde
