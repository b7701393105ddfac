#include <fmt/format.h>

#include <iterator>

#include "record/field_lists.hpp"
#include "record/json.hpp"
#include "record/json_links.hpp"
#include "record/json_text.hpp"
#include "record/names.hpp"
#include "record/node_places.hpp"
#include "record/summary_numbers.hpp"
#include "stats/interval.hpp"

namespace sonde::record {

namespace {

void append_int(std::string& out, std::int64_t value) {
  fmt::format_to(std::back_inserter(out), "{}", value);
}

void whole_or_null(JsonObject& object, std::string_view name, std::int64_t value, std::int64_t unknown) {
  if (value == unknown) return object.null(name);
  object.whole(name, value);
}

// Nothing takes no time at all: zero is what a reader leaves where a file does not tell.
void seconds_or_null(JsonObject& object, std::string_view name, double seconds) {
  object.number(name, seconds > 0 ? std::optional(seconds) : std::nullopt);
}

void kind(JsonObject& object, int schema, std::string_view word) {
  object.whole("schema", schema);
  object.text("kind", word);
}

void write_place(std::string& out, const RankPlace& place) {
  JsonObject object(out);
  object.whole("rank", place.rank);
  object.text("host", place.host);
  if (place.cores.empty())
    object.null("cores");
  else
    object.list("cores", place.cores, append_int);
  whole_or_null(object, "numa_node", place.numa_node.value_or(-1), -1);
}

void write_pair(std::string& out, const std::pair<std::string, std::string>& entry) {
  JsonObject object(out);
  object.text("name", entry.first);
  object.text("value", entry.second);
}

void write_texts(JsonObject& header, std::string_view key, const std::map<std::string, std::string>& texts) {
  JsonObject object(header.key(key));
  for (const auto& [name, value] : texts) append_json_string(object.key(name), value);
}

template <std::size_t count>
void write_all(JsonObject& object, const Header& header, const std::array<HeaderText, count>& texts) {
  for (const auto& [key, member] : texts) object.text(key, header.*member);
}

void write_warning(std::string& out, const Warning& warning) {
  JsonObject object(out);
  object.text("kind", warning.kind);
  object.text("text", warning.text);
  object.text("advice", warning.advice);
}

void write_set(std::string& out, const PlacedAlike& set) {
  JsonObject object(out);
  object.text("ranks", ranges_of(set.ranks));
  object.text("cores", ranges_of(set.cores));
  whole_or_null(object, "numa_node", set.numa_node.value_or(-1), -1);
}

void write_node(std::string& out, const NodePlaces& node) {
  JsonObject object(out);
  object.text("host", node.host);
  object.list("ranks", node.ranks, write_set);
}

void write_places(JsonObject& object, std::span<const RankPlace> places) {
  if (places.size() <= ranks_told_one_by_one) return object.list("places", places, write_place);
  object.list("places", std::vector<RankPlace>{}, write_place);
  object.list("nodes", by_node(places), write_node);
}

void machine_fields(JsonObject& object, const Header& header) {
  write_places(object, header.places);
  object.list("warnings", header.warnings, write_warning);
  write_all(object, header, machine_texts);
  object.number("cpu_mhz", header.cpu_mhz);
  object.text("timer_name", header.timer_name);
  object.number("timer_resolution_s", header.timer_resolution);
  object.number("timer_cost_s", header.timer_cost);
  write_texts(object, "environment", header.environment);
}

void id_fields(JsonObject& object, const CaseId& id) {
  append_json_string(object.key("benchmark"), id.benchmark);
  object.text("mode", id.mode);
  object.flag("multi", id.multi);
  whole_or_null(object, "processes", id.processes, 0);
  object.whole("groups", id.groups);
  whole_or_null(object, "group", id.group, -1);
  whole_or_null(object, "bytes", id.bytes, -1);
  if (id.threads > 0) object.whole("threads", id.threads);
  if (!id.variant.empty()) write_texts(object, "variant", id.variant);
}

void write_overlap(JsonObject& record, const std::optional<OverlapTimes>& overlap) {
  if (!overlap) return record.null("overlap");
  JsonObject object(record.key("overlap"));
  object.number("t_ovrl_s", overlap->overlapped);
  object.number("t_pure_s", overlap->pure);
  object.number("t_cpu_s", overlap->cpu);
  object.number("overlap_percent", overlap->percent);
  if (overlap->cpu_spread > 0) object.number("cpu_spread", overlap->cpu_spread);
  if (overlap->tests > 0) object.number("t_test_s", overlap->tests);
}

void write_quantile(std::string& out, const stats::TailQuantile& quantile) {
  JsonObject object(out);
  object.number("level", quantile.level);
  object.number("at_s", quantile.seconds);
  object.number("low_s", quantile.low);
  object.number("high_s", quantile.high);
}

void write_tail(JsonObject& record, const Boxed<stats::Tail>& tail) {
  if (!tail) return;
  JsonObject object(record.key("tail"));
  object.whole("calls", tail->calls);
  object.list("q", tail->quantiles, write_quantile);
}

void write_memory_point(std::string& out, const MemoryGrowth::Point& point) {
  JsonObject object(out);
  object.text("point", point.name);
  for (const auto& [key, spread] : memory_spreads) {
    JsonObject bytes(object.key(key));
    bytes.whole("median_b", (point.*spread).median);
    bytes.whole("max_b", (point.*spread).max);
    bytes.whole("sum_b", (point.*spread).sum);
  }
}

void write_memory(JsonObject& record, const Boxed<MemoryGrowth>& memory) {
  if (!memory) return;
  JsonObject object(record.key("memory"));
  object.text("source", memory->resident ? "resident" : "smaps_rollup");
  object.list("points", memory->points, write_memory_point);
}

void write_contention(JsonObject& record, const Boxed<Contention>& contention) {
  if (!contention) return;
  JsonObject object(record.key("contention"));
  object.whole("rank", contention->rank);
  whole_or_null(object, "partner", contention->partner, -1);
  for (const auto& [key, member] : contention_numbers) object.number(key, (*contention).*member);
  object.number("efficiency_percent", contention->percent());
}

void write_mode(std::string& out, const stats::DensityMode& mode) {
  JsonObject object(out);
  object.number("at_s", mode.seconds);
  object.number("weight", mode.weight);
}

void write_summary(JsonObject& record, const Boxed<stats::Summary>& summary) {
  if (!summary) return record.null("summary");
  JsonObject object(record.key("summary"));
  const bool interval = stats::has_interval(*summary);
  for (const auto& [key, member] : summary_numbers)
    if (interval || !is_interval(member))
      object.number(key, (*summary).*member);
    else
      object.null(key);
  for (const auto& [key, member] : optional_summary_numbers) object.number(key, (*summary).*member);
  object.list("modes", summary->modes, write_mode);
  object.whole("repetitions", summary->repetitions);
  object.whole("batches", summary->batches);
  object.whole("warm_up", summary->warm_up);
  object.text("stop_reason", to_word(summary->stop_reason));
  whole_or_null(object, "slowest_rank", summary->slowest_rank, -1);
  if (summary->slowest_thread >= 0) object.whole("slowest_thread", summary->slowest_thread);
}

void write_witness(std::string& out, const RankCounters& witness) {
  JsonObject object(out);
  object.whole("world_rank", witness.world_rank);
  object.whole("involuntary_switches", witness.involuntary_switches);
  whole_or_null(object, "migrations", witness.migrations, -1);
  object.number("steal_s", witness.steal_seconds);
  object.number("cpu_share", witness.cpu_share);
  object.number("alone_s", witness.alone_seconds);
}

void write_variable(std::string& out, const PerformanceVariable& variable) {
  JsonObject object(out);
  object.text("name", variable.name);
  object.text("class", variable.klass);
  object.number("sum", variable.sum);
  object.number("min", variable.min);
  object.number("max", variable.max);
  object.whole("ranks", variable.ranks);
}

void result_fields(JsonObject& object, const CaseRecord& record) {
  for (const auto& [key, member] : times_numbers)
    object.number(key, record.times ? std::optional((*record.times).*member) : std::nullopt);
  object.number("megabytes_per_second", record.megabytes_per_second);
  if (record.messages_per_second) object.number("messages_per_second", record.messages_per_second);
  object.number("completion_s", record.completion_seconds);
  object.number("clock_error_s", record.clock_error_seconds);
  if (record.init_seconds) object.number("t_init_s", record.init_seconds);
  if (record.start_late_seconds) object.number("start_late_s", record.start_late_seconds);
  if (record.dropped_batches) object.whole("dropped_batches", *record.dropped_batches);
  object.number("defects", record.defects);
  if (record.checked_repetitions) object.whole("checked_repetitions", *record.checked_repetitions);
  write_overlap(object, record.overlap);
  write_tail(object, record.tail);
  write_links(object, record.links);
  write_memory(object, record.memory);
  write_contention(object, record.contention);
  write_summary(object, record.summary);
  object.list("batches_s", record.batch_seconds, append_json_number);
  object.list("witnesses", record.witnesses, write_witness);
  if (!record.performance_variables.empty())
    object.list("performance_variables", record.performance_variables, write_variable);
  object.list("warnings", record.warnings, write_warning);
  JsonObject extra(object.key("extra"));
  for (const auto& [name, value] : record.extra) extra.number(name, value);
}

}  // namespace

std::string to_json(const Header& header) {
  std::string out;
  {
    JsonObject object(out);
    kind(object, header.schema, "header");
    write_all(object, header, build_texts);
    object.list("command_line", header.command_line, append_json_string);
    object.text("start", header.start);
    whole_or_null(object, "ranks", header.ranks, 0);
    machine_fields(object, header);
    if (header.seed)
      fmt::format_to(std::back_inserter(object.key("seed")), "{}", *header.seed);
    else
      object.null("seed");
    object.number("megabyte_bytes", header.megabyte);
    object.list("conventions_in_force", header.conventions_in_force, write_pair);
    if (!header.settings.empty()) {
      write_texts(object, "settings", header.settings);
      object.text("settings_hash", header.settings_hash);
    }
    if (header.library_variables_count > 0) {
      write_texts(object, "library_variables", header.library_variables);
      write_texts(object, "library_defaults", header.library_defaults);
      object.whole("library_variables_count", header.library_variables_count);
      object.text("library_variables_digest", header.library_variables_digest);
    }
    object.flag("resumed", header.resumed);
  }
  return out;
}

std::string to_json(const CaseRecord& record) {
  std::string out;
  {
    JsonObject object(out);
    kind(object, schema_version, "case");
    id_fields(object, record.id);
    object.text("status", to_word(record.status));
    object.text("reason", to_word(record.reason));
    object.text("text", record.text);
    whole_or_null(object, "repetitions", record.repetitions, 0);
    if (record.ranks.empty())
      object.null("ranks");
    else
      object.list("ranks", record.ranks, append_int);
    whole_or_null(object, "slowest_world_rank", record.slowest_world_rank, -1);
    result_fields(object, record);
    seconds_or_null(object, "measured_s", record.measured_seconds);
    seconds_or_null(object, "dead_s", record.dead_seconds);
  }
  return out;
}

std::string to_json(const Footer& footer) {
  std::string out;
  {
    JsonObject object(out);
    kind(object, schema_version, "footer");
    object.text("end", footer.end);
    object.whole("exit_status", footer.exit_status);
    object.whole("measured", footer.measured);
    object.whole("skipped", footer.skipped);
    object.whole("failed", footer.failed);
    object.number("measured_s", footer.measured_seconds);
    object.number("dead_s", footer.dead_seconds);
  }
  return out;
}

}  // namespace sonde::record
