#include "run/case_records.hpp"

#include <algorithm>

#include "args/arrival_words.hpp"
#include "args/load_words.hpp"
#include "case_setup/prepared_case.hpp"
#include "catalog/likeness.hpp"
#include "plan/messages.hpp"
#include "record/message_memory.hpp"
#include "record/scan_setting.hpp"
#include "record/variant.hpp"
#include "record/warnings.hpp"

namespace sonde::run {

namespace {

constexpr int listed_ranks = 64;  ///< larger groups are not listed in every record: the header has the map

record::CaseRecord blank(const Settings& settings, const Plan& plan, const PlannedCase& planned, int group) {
  const TableRun& section = *planned.section;
  const Benchmark& benchmark = planned.benchmark();
  record::CaseRecord made;
  made.id = {.benchmark = std::string(benchmark.name),
             .mode = std::string(label_of(section)),
             .multi = settings.multi != Multi::off && section.groups > 1,
             .processes = section.processes,
             .groups = section.groups,
             .group = group,
             .bytes = benchmark.sized() ? planned.bytes : -1,
             .threads = benchmark.threaded() ? threads_of(settings, benchmark) : 0};
  if (!in_host_memory(settings)) made.id.variant.emplace(record::memory_label, kinds_of_memory(settings));
  if (!section.arrivals.empty())
    record::set_variant(made.id.variant, "arrival", text_of(planned.late().arrival));
  if (settings.load) record::set_variant(made.id.variant, "load", text_of(*settings.load));
  record::add_labels(made.id, record::scan_of_launch());
  const bool one_group = group >= 0 || section.groups == 1;
  if (one_group && section.processes <= listed_ranks) {
    const auto ranks = members(plan, section, group < 0 ? 0 : group);
    made.ranks = std::vector<int>(ranks.begin(), ranks.end());
  }
  return made;
}

bool one_row_a_group(const Settings& settings, const TableRun& section) {
  return settings.multi == Multi::each && section.groups > 1;
}

/// Messages per second: over the time of a repetition's part that the row shows.
double message_rate(const Settings& settings, const PlannedCase& planned, double seconds) {
  if (seconds <= 0) return 0;
  return counted_messages(settings, planned.benchmark(), planned.lane.ranks) / seconds;
}

/// What only the row knows of a guideline; the ratios of single turns stay where samples are asked for.
record::MeasuredGuideline completed(record::MeasuredGuideline guideline, const PlannedCase& planned,
                                    bool with_ratios) {
  const Benchmark& benchmark = planned.benchmark();
  guideline.id = std::string(benchmark.guideline);
  if (const ExtentFunction scratch = benchmark.message.scratch_bytes; scratch != nullptr)
    guideline.buffer_bytes = scratch(planned.bytes, planned.lane.ranks);
  if (!with_ratios) guideline.ratios.clear();
  return guideline;
}

record::CaseRecord filled(const Settings& settings, const PlannedCase& planned, record::CaseRecord made,
                          const GroupResult& result) {
  const Benchmark& benchmark = planned.benchmark();
  made.repetitions = result.summary.repetitions;
  made.times = result.times;
  made.summary = result.summary;
  made.measured_seconds = result.times.max / time_scale(settings, benchmark, planned.lane.ranks) *
                          static_cast<double>(made.repetitions);
  if (benchmark.metric.messages > 0) {
    const double messages = message_rate(settings, planned, result.times.max);
    made.megabytes_per_second = messages * static_cast<double>(planned.bytes) / settings.megabyte;
    if (benchmark.metric.message_rate) made.messages_per_second = messages;
  }
  if (result.completion > 0) made.completion_seconds = result.completion;
  if (result.init > 0) made.init_seconds = result.init;
  if (result.tail) made.tail = *result.tail;
  if (result.arrival) {
    made.arrival = *result.arrival;
    made.arrival->pattern = text_of(planned.late().arrival);
  }
  if (result.guideline) made.guideline = completed(*result.guideline, planned, settings.all_samples);
  if (result.load) made.load = *result.load;
  if (benchmark.overlapped) made.overlap = result.overlap;
  if (settings.check && benchmark.expect != ExpectedContent::nothing) made.defects = result.defects;
  if (settings.all_samples) made.batch_seconds = result.batch_seconds;
  return made;
}

int slowest_world_rank(const Plan& plan, const TableRun& section, const GroupResult& result) {
  const int rank = result.summary.slowest_rank;
  return rank < 0 ? -1 : members(plan, section, result.group)[static_cast<std::size_t>(rank)];
}

void add_facts(record::CaseRecord& made, const Settings& settings, const Plan& plan,
               const PlannedCase& planned, const CaseFacts& facts) {
  const Benchmark& benchmark = planned.benchmark();
  if (made.defects.value_or(0) > 0) made.text = facts.defect_text;
  if (made.defects) made.checked_repetitions = facts.checked_repetitions;
  if (made.completion_seconds || made.arrival) made.clock_error_seconds = facts.clock_error_seconds;
  made.start_late_seconds = facts.start_late_seconds;
  made.dropped_batches = facts.dropped_batches;
  made.dead_seconds = facts.dead_seconds;
  if (made.load) {
    const Load& load = *settings.load;
    made.load->kind = word_of(load.kind);
    made.load->share = load.share;
    made.load->size_bytes = load.bytes;
    made.load->canaries = plan.ranks - plan.congestors;
    made.load->congestors = plan.congestors;
    made.load->one_node = facts.one_node;
  }
  made.links = facts.links;
  made.memory = facts.memory;
  made.contention = facts.contention;
  const auto group = static_cast<std::size_t>(std::max(0, made.id.group));
  made.performance_variables = made.id.group >= 0 && group < facts.variables.size()
                                   ? facts.variables[group]
                                   : library::sum_of(facts.variables);
  for (const auto& witness : facts.witnesses)
    if (made.ranks.empty() || std::ranges::find(made.ranks, witness.world_rank) != made.ranks.end())
      made.witnesses.push_back(witness);
  made.warnings = record::case_warnings(
      made, {.timer_resolution = facts.timer_resolution,
             .ranks_wait = ranks_wait(benchmark, planned.bytes),
             .ranks_alike =
                 !settings.arrival &&
                 ranks_alike(likeness_of(benchmark), planned.lane.ranks,
                             {.root_goes_round = settings.root_shift,
                              .barrier_after_each = case_setup::barrier_after_calls(settings, benchmark)}),
             .once = benchmark.once,
             .cores_shared = facts.cores_shared});
}

record::Status status_after(const Benchmark& row, const case_setup::Failure& failure) {
  const bool lacking = failure.reason == record::Reason::unsupported && !row.guideline.empty();
  return record::passes_over(failure.reason) || lacking ? record::Status::skipped : record::Status::failed;
}

}  // namespace

std::vector<record::CaseRecord> measured_records(const Settings& settings, const Plan& plan,
                                                 const PlannedCase& planned,
                                                 const std::vector<GroupResult>& groups,
                                                 const CaseFacts& facts) {
  std::vector<record::CaseRecord> made;
  const auto add = [&](int group, const GroupResult& result) {
    made.push_back(filled(settings, planned, blank(settings, plan, planned, group), result));
    made.back().slowest_world_rank = slowest_world_rank(plan, *planned.section, result);
    add_facts(made.back(), settings, plan, planned, facts);
  };
  if (!one_row_a_group(settings, *planned.section))
    add(-1, worst_of(groups));
  else
    for (const auto& result : groups) add(result.group, result);
  return made;
}

std::vector<record::CaseRecord> failed_records(const Settings& settings, const Plan& plan,
                                               const PlannedCase& planned,
                                               const case_setup::Failure& failure) {
  std::vector<record::CaseRecord> made;
  const int rows = one_row_a_group(settings, *planned.section) ? planned.section->groups : 1;
  for (const PlannedCase& one : in_each_pattern(planned))
    for (int row = 0; row < rows; ++row) {
      auto record = blank(settings, plan, one, rows > 1 ? row : -1);
      record.status = status_after(planned.benchmark(), failure);
      record.reason = failure.reason;
      record.text = failure.text;
      made.push_back(std::move(record));
    }
  return made;
}

record::CaseRecord refused_record(const TableRun& section) {
  record::CaseRecord made;
  made.id.benchmark = std::string(section.benchmark->name);
  made.id.processes = section.processes;
  using enum record::Reason;
  made.status = section.by_name ? record::Status::failed : record::Status::skipped;
  made.reason = section.unsupported ? unsupported : invalid_process_count;
  made.text = section.refusal;
  return made;
}

}  // namespace sonde::run
