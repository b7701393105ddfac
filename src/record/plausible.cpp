#include "record/plausible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "record/summary_numbers.hpp"
#include "record/variant.hpp"

namespace sonde::record {

namespace {

constexpr double most_seconds = 1e9;
constexpr double most_megabytes_per_second = 1e12;
constexpr double most_of_anything = 1e18;
constexpr std::int64_t most_events = 1'000'000'000'000;
constexpr std::int64_t most_bytes = std::int64_t{1} << 60;
constexpr int most_ranks = 1 << 28;
constexpr std::size_t longest_name = 200;

/// Keeps the first complaint.
class Checks {
 public:
  void between(std::string_view field, double value, double low, double high) {
    if (std::isnan(value) || (value >= low && value <= high) || !complaint_.empty()) return;
    complaint_ = fmt::format("{} cannot be {:.6g}: expected {:g} to {:g}", field, value, low, high);
  }
  void between(std::string_view field, const std::optional<double>& value, double low, double high) {
    if (value) between(field, *value, low, high);
  }
  void seconds(std::string_view field, const std::optional<double>& value) {
    between(field, value, 0, most_seconds);
  }
  void at_least(std::string_view field, std::int64_t value, std::int64_t low,
                std::int64_t high = std::numeric_limits<std::int64_t>::max()) {
    if ((value >= low && value <= high) || !complaint_.empty()) return;
    complaint_ = value < low ? fmt::format("{} cannot be {}: expected {} or more", field, value, low)
                             : fmt::format("{} cannot be {}: expected {} or less", field, value, high);
  }
  void name(std::string_view field, const std::string& value) {
    if (!complaint_.empty()) return;
    if (value.size() > longest_name)
      complaint_ = fmt::format("{} is longer than {} characters", field, longest_name);
    else if (printable(value) != value)
      complaint_ = fmt::format("{} has control characters: {}", field, sonde::quoted(value));
  }
  void label(std::string_view field, const std::string& value) {
    if (is_label(value) || !complaint_.empty()) return;
    complaint_ = fmt::format("{} cannot hold {}: expected text without = and ;", field, sonde::quoted(value));
  }
  [[nodiscard]] Result<void> result() const {
    if (complaint_.empty()) return {};
    return failure(complaint_);
  }

 private:
  std::string complaint_;
};

void check_id(Checks& checks, const CaseId& id) {
  checks.name("benchmark", id.benchmark);
  checks.name("mode", id.mode);
  checks.at_least("processes", id.processes, 0);
  checks.at_least("groups", id.groups, 1);
  checks.at_least("group", id.group, -1);
  checks.at_least("bytes", id.bytes, -1);
  checks.at_least("threads", id.threads, 0);
  for (const auto& [name, value] : id.variant)
    for (const auto* text : {&name, &value}) {
      checks.name("variant", *text);
      checks.label("variant", *text);
    }
}

void check_results(Checks& checks, const CaseRecord& record) {
  if (record.times) {
    checks.seconds("t_min_s", record.times->min);
    checks.seconds("t_max_s", record.times->max);
    checks.seconds("t_avg_s", record.times->avg);
  }
  checks.between("megabytes_per_second", record.megabytes_per_second, 0, most_megabytes_per_second);
  checks.between("messages_per_second", record.messages_per_second, 0, most_of_anything);
  checks.between("defects", record.defects, 0, most_of_anything);
  if (record.overlap) {
    checks.seconds("t_ovrl_s", record.overlap->overlapped);
    checks.seconds("t_pure_s", record.overlap->pure);
    checks.seconds("t_cpu_s", record.overlap->cpu);
    checks.seconds("t_test_s", record.overlap->tests);
    checks.between("overlap_percent", record.overlap->percent, 0, most_of_anything);
  }
  if (record.tail) {
    checks.at_least("calls", record.tail->calls, 0);
    for (const stats::TailQuantile& q : record.tail->quantiles) {
      checks.between("level", q.level, 0, 1);
      checks.seconds("at_s", q.seconds);
      checks.seconds("low_s", q.low);
      checks.seconds("high_s", q.high);
    }
  }
  if (record.memory)
    for (const auto& point : record.memory->points) {
      checks.name("point", point.name);
      for (const auto& [key, spread] : memory_spreads)
        for (const std::int64_t bytes : {(point.*spread).median, (point.*spread).max, (point.*spread).sum})
          checks.at_least(key, bytes, 0, most_bytes);
    }
  if (record.contention) {
    checks.at_least("rank", record.contention->rank, 0, most_ranks);
    checks.at_least("partner", record.contention->partner, -1, most_ranks);
    for (const auto& [key, member] : contention_numbers) checks.seconds(key, (*record.contention).*member);
  }
  checks.seconds("completion_s", record.completion_seconds);
  checks.seconds("clock_error_s", record.clock_error_seconds);
  checks.seconds("t_init_s", record.init_seconds);
  checks.seconds("measured_s", record.measured_seconds);
  checks.seconds("dead_s", record.dead_seconds);
  for (const double seconds : record.batch_seconds) checks.seconds("batches_s", seconds);
  for (const auto& [name, value] : record.extra) {
    checks.name("the name of a column", name);
    const bool time = name.ends_with("_s");
    checks.between(name, value, time ? 0 : -most_of_anything, time ? most_seconds : most_of_anything);
  }
}

void check_summary(Checks& checks, const stats::Summary& summary) {
  for (const auto& [key, member] : summary_numbers) {
    const bool time = std::string_view(key).ends_with("_s");
    checks.between(key, summary.*member, time ? 0 : -most_of_anything,
                   time ? most_seconds : most_of_anything);
  }
  for (const auto& [key, member] : optional_summary_numbers)
    checks.between(key, summary.*member, -most_of_anything, most_of_anything);
  checks.between("effective_batches", summary.effective_batches, 0, most_of_anything);
  checks.between("slowest_share", summary.slowest_share, 0, 1);
  for (const auto& mode : summary.modes) {
    checks.seconds("at_s", mode.seconds);
    checks.between("weight", mode.weight, 0, 1.001);
  }
  checks.at_least("repetitions", summary.repetitions, 0);
  checks.at_least("batches", summary.batches, 0);
  checks.at_least("warm_up", summary.warm_up, 0);
  checks.at_least("slowest_rank", summary.slowest_rank, -1);
}

void check_witness(Checks& checks, const RankCounters& witness) {
  checks.at_least("world_rank", witness.world_rank, 0, most_ranks);
  checks.at_least("involuntary_switches", witness.involuntary_switches, 0, most_events);
  checks.at_least("migrations", witness.migrations, -1, most_events);
  checks.between("steal_s", witness.steal_seconds, -most_seconds, most_seconds);
  checks.between("cpu_share", witness.cpu_share, 0, most_of_anything);
  checks.seconds("alone_s", witness.alone_seconds);
}

void check_variable(Checks& checks, const PerformanceVariable& variable) {
  for (const double value : {variable.sum, variable.min, variable.max})
    checks.between("a performance variable", value, -most_of_anything, most_of_anything);
  checks.at_least("ranks", variable.ranks, 0, most_ranks);
}

}  // namespace

Result<void> plausible(const CaseRecord& record) {
  Checks checks;
  check_id(checks, record.id);
  checks.at_least("repetitions", record.repetitions, 0);
  for (const int rank : record.ranks) checks.at_least("ranks", rank, 0, most_ranks);
  checks.at_least("slowest_world_rank", record.slowest_world_rank, -1, most_ranks);
  checks.at_least("dropped_batches", record.dropped_batches.value_or(0), 0);
  checks.between("start_late_s", record.start_late_seconds, -most_seconds, most_seconds);
  check_results(checks, record);
  if (record.summary) check_summary(checks, *record.summary);
  for (const RankCounters& witness : record.witnesses) check_witness(checks, witness);
  for (const auto& variable : record.performance_variables) check_variable(checks, variable);
  return checks.result();
}

Result<void> plausible(const Header& header) {
  Checks checks;
  checks.at_least("ranks", header.ranks, 0);
  for (const RankPlace& place : header.places) {
    checks.at_least("rank", place.rank, 0, most_ranks);
    for (const int core : place.cores) checks.at_least("cores", core, 0);
  }
  checks.between("cpu_mhz", header.cpu_mhz, 0, most_of_anything);
  checks.seconds("timer_resolution_s", header.timer_resolution);
  checks.seconds("timer_cost_s", header.timer_cost);
  checks.between("megabyte_bytes", header.megabyte, 1, most_of_anything);
  return checks.result();
}

Result<void> plausible(const Footer& footer) {
  Checks checks;
  checks.at_least("exit_status", footer.exit_status, 0);
  checks.at_least("measured", footer.measured, 0);
  checks.at_least("skipped", footer.skipped, 0);
  checks.at_least("failed", footer.failed, 0);
  checks.seconds("measured_s", footer.measured_seconds);
  checks.seconds("dead_s", footer.dead_seconds);
  return checks.result();
}

}  // namespace sonde::record
