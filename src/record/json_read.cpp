#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "record/field_lists.hpp"
#include "record/json.hpp"
#include "record/json_bounds.hpp"
#include "record/json_fields.hpp"
#include "record/json_links.hpp"
#include "record/names.hpp"
#include "record/node_places.hpp"
#include "record/summary_numbers.hpp"

namespace sonde::record {

namespace {

using nlohmann::json;

template <class E, class Of>
void get_word(Fields& fields, const char* name, E& value, Of of) {
  std::string word;
  fields.get(name, word);
  if (word.empty()) return;
  if (const auto known = of(word))
    value = *known;
  else
    fields.complain(name, fmt::format("a word of the schema, not {}", sonde::quoted(word)));
}

RankPlace place_of(const json& element, std::string& complaint) {
  Fields fields(element, complaint);
  RankPlace place;
  int node = -1;
  fields.get("rank", place.rank);
  fields.get("host", place.host);
  fields.get("cores", place.cores);
  fields.get("numa_node", node);
  if (node >= 0) place.numa_node = node;
  return place;
}

/// Numbers of places that a header may have: more are no cluster but a hostile file.
constexpr std::size_t most_numbers = 1 << 26;

void get_numbers(Fields& fields, const char* key, std::vector<int>& numbers) {
  std::string text;
  fields.get(key, text);
  auto found = numbers_of(text, most_numbers);
  if (!found) return fields.complain(key, "ranges: " + found.error().message);
  numbers = std::move(*found);
}

NodePlaces node_of(const json& element, std::string& complaint) {
  Fields fields(element, complaint);
  NodePlaces node;
  fields.get("host", node.host);
  fields.each("ranks", [&](const json& one) {
    Fields set(one, complaint);
    PlacedAlike& placed = node.ranks.emplace_back();
    int numa_node = -1;
    get_numbers(set, "ranks", placed.ranks);
    get_numbers(set, "cores", placed.cores);
    set.get("numa_node", numa_node);
    if (numa_node >= 0) placed.numa_node = numa_node;
  });
  return node;
}

/// Places told node by node become those of ranks.
void get_nodes(Fields& fields, Header& header) {
  std::vector<NodePlaces> nodes;
  std::size_t numbers = 0;
  fields.each("nodes", [&](const json& element) {
    if (numbers > most_numbers) return;
    nodes.push_back(node_of(element, fields.complaint()));
    for (const PlacedAlike& set : nodes.back().ranks) numbers += set.ranks.size() * (1 + set.cores.size());
  });
  if (numbers > most_numbers) return fields.complain("nodes", "fewer ranks and cores");
  if (!nodes.empty()) header.places = by_rank(nodes);
}

void get_texts(Fields& fields, const char* key, std::map<std::string, std::string>& texts) {
  const json* found = fields.find(key);
  if (found == nullptr) return;
  if (!found->is_object()) return fields.complain(key, "an object");
  for (const auto& [name, value] : found->items()) {
    if (!value.is_string()) return fields.complain(key, "an object of strings");
    texts[name] = value.get<std::string>();
  }
}

void get_conventions(Fields& fields, Header& header) {
  fields.each("conventions_in_force", [&](const json& element) {
    Fields entry(element, fields.complaint());
    auto& pair = header.conventions_in_force.emplace_back();
    entry.get("name", pair.first);
    entry.get("value", pair.second);
  });
}

template <std::size_t count>
void get_all(Fields& fields, Header& header, const std::array<HeaderText, count>& texts) {
  for (const auto& [key, member] : texts) fields.get(key, header.*member);
}

void get_warnings(Fields& outer, std::vector<Warning>& warnings) {
  outer.each("warnings", [&](const json& element) {
    Fields fields(element, outer.complaint());
    Warning& warning = warnings.emplace_back();
    fields.get("kind", warning.kind);
    fields.get("text", warning.text);
    fields.get("advice", warning.advice);
  });
}

Header header_of(Fields& fields) {
  Header header;
  fields.get("schema", header.schema);
  get_all(fields, header, build_texts);
  fields.get("command_line", header.command_line);
  fields.get("start", header.start);
  fields.get("ranks", header.ranks);
  fields.each("places",
              [&](const json& place) { header.places.push_back(place_of(place, fields.complaint())); });
  get_nodes(fields, header);
  get_warnings(fields, header.warnings);
  get_all(fields, header, machine_texts);
  fields.get("cpu_mhz", header.cpu_mhz);
  fields.get("timer_name", header.timer_name);
  fields.get("timer_resolution_s", header.timer_resolution);
  fields.get("timer_cost_s", header.timer_cost);
  get_texts(fields, "environment", header.environment);
  fields.get("seed", header.seed);
  fields.get("megabyte_bytes", header.megabyte);
  if (!(header.megabyte > 0)) fields.complain("megabyte_bytes", "a positive number");
  get_conventions(fields, header);
  get_texts(fields, "settings", header.settings);
  fields.get("settings_hash", header.settings_hash);
  get_texts(fields, "library_variables", header.library_variables);
  get_texts(fields, "library_defaults", header.library_defaults);
  fields.get("library_variables_count", header.library_variables_count);
  fields.get("library_variables_digest", header.library_variables_digest);
  fields.get("resumed", header.resumed);
  return header;
}

void get_id(Fields& fields, CaseId& id) {
  fields.get("benchmark", id.benchmark);
  if (id.benchmark.empty()) fields.complain("benchmark", "the name of a benchmark");
  fields.get("mode", id.mode);
  fields.get("multi", id.multi);
  fields.get("processes", id.processes);
  fields.get("groups", id.groups);
  fields.get("group", id.group);
  fields.get("bytes", id.bytes);
  if (fields.find("threads") != nullptr) fields.get("threads", id.threads);
  get_texts(fields, "variant", id.variant);
}

void get_times(Fields& fields, CaseRecord& record) {
  const auto there = [&](const auto& number) { return fields.find(number.key) != nullptr; };
  if (std::ranges::none_of(times_numbers, there)) return;
  Times& times = record.times.emplace();
  for (const auto& [key, member] : times_numbers) fields.get(key, times.*member);
}

void get_overlap(Fields& outer, CaseRecord& record) {
  const json* found = outer.find("overlap");
  if (found == nullptr) return;
  Fields fields(*found, outer.complaint());
  OverlapTimes& overlap = record.overlap.emplace();
  fields.get("t_ovrl_s", overlap.overlapped);
  fields.get("t_pure_s", overlap.pure);
  fields.get("t_cpu_s", overlap.cpu);
  fields.get("overlap_percent", overlap.percent);
  if (fields.find("cpu_spread") != nullptr) fields.get("cpu_spread", overlap.cpu_spread);
  if (fields.find("t_test_s") != nullptr) fields.get("t_test_s", overlap.tests);
}

void get_tail(Fields& outer, CaseRecord& record) {
  const json* found = outer.find("tail");
  if (found == nullptr) return;
  Fields fields(*found, outer.complaint());
  stats::Tail& tail = record.tail.emplace();
  fields.get("calls", tail.calls);
  fields.each("q", [&](const json& element) {
    Fields quantile(element, outer.complaint());
    auto& q = tail.quantiles.emplace_back();
    quantile.get("level", q.level);
    quantile.get("at_s", q.seconds);
    quantile.get("low_s", q.low);
    quantile.get("high_s", q.high);
  });
}

void get_memory(Fields& outer, CaseRecord& record) {
  const json* found = outer.find("memory");
  if (found == nullptr) return;
  Fields fields(*found, outer.complaint());
  MemoryGrowth& memory = record.memory.emplace();
  std::string source;
  fields.get("source", source);
  memory.resident = source == "resident";
  if (!memory.resident && source != "smaps_rollup") fields.complain("source", "smaps_rollup or resident");
  fields.each("points", [&](const json& element) {
    Fields point(element, outer.complaint());
    auto& read = memory.points.emplace_back();
    point.get("point", read.name);
    for (const auto& [key, spread] : memory_spreads) {
      const json* of_ranks = point.find(key);
      if (of_ranks == nullptr) return point.complain(key, "an object");
      Fields bytes(*of_ranks, outer.complaint());
      bytes.get("median_b", (read.*spread).median);
      bytes.get("max_b", (read.*spread).max);
      bytes.get("sum_b", (read.*spread).sum);
    }
  });
}

void get_contention(Fields& outer, CaseRecord& record) {
  const json* found = outer.find("contention");
  if (found == nullptr) return;
  Fields fields(*found, outer.complaint());
  Contention& contention = record.contention.emplace();
  fields.get("rank", contention.rank);
  fields.get("partner", contention.partner);
  for (const auto& [key, member] : contention_numbers) fields.get(key, contention.*member);
}

void get_summary(Fields& outer, CaseRecord& record) {
  const json* found = outer.find("summary");
  if (found == nullptr) return;
  Fields fields(*found, outer.complaint());
  stats::Summary& summary = record.summary.emplace();
  for (const auto& [key, member] : summary_numbers) fields.get(key, summary.*member);
  for (const auto& [key, member] : optional_summary_numbers) fields.get(key, summary.*member);
  fields.each("modes", [&](const json& element) {
    Fields mode(element, outer.complaint());
    auto& density = summary.modes.emplace_back();
    mode.get("at_s", density.seconds);
    mode.get("weight", density.weight);
  });
  fields.get("repetitions", summary.repetitions);
  fields.get("batches", summary.batches);
  fields.get("warm_up", summary.warm_up);
  get_word(fields, "stop_reason", summary.stop_reason, stop_reason_of);
  fields.get("slowest_rank", summary.slowest_rank);
  if (fields.find("slowest_thread") != nullptr) fields.get("slowest_thread", summary.slowest_thread);
}

void get_witnesses(Fields& outer, CaseRecord& record) {
  outer.each("witnesses", [&](const json& element) {
    Fields fields(element, outer.complaint());
    RankCounters& witness = record.witnesses.emplace_back();
    witness.migrations = -1;
    fields.get("world_rank", witness.world_rank);
    fields.get("involuntary_switches", witness.involuntary_switches);
    fields.get("migrations", witness.migrations);
    fields.get("steal_s", witness.steal_seconds);
    fields.get("cpu_share", witness.cpu_share);
    fields.get("alone_s", witness.alone_seconds);
  });
}

void get_performance_variables(Fields& outer, CaseRecord& record) {
  if (outer.find("performance_variables") == nullptr) return;
  outer.each("performance_variables", [&](const json& element) {
    Fields fields(element, outer.complaint());
    PerformanceVariable& variable = record.performance_variables.emplace_back();
    fields.get("name", variable.name);
    fields.get("class", variable.klass);
    fields.get("sum", variable.sum);
    fields.get("min", variable.min);
    fields.get("max", variable.max);
    fields.get("ranks", variable.ranks);
  });
}

void get_extra(Fields& fields, CaseRecord& record) {
  const json* found = fields.find("extra");
  if (found == nullptr) return;
  if (!found->is_object()) return fields.complain("extra", "an object");
  for (const auto& [name, value] : found->items()) {
    if (value.is_null()) continue;  // not known
    if (!value.is_number()) return fields.complain("extra", "an object of numbers");
    record.extra[name] = value.get<double>();
  }
}

CaseRecord case_of(Fields& fields) {
  CaseRecord record;
  get_id(fields, record.id);
  get_word(fields, "status", record.status, status_of);
  get_word(fields, "reason", record.reason, reason_of);
  fields.get("text", record.text);
  fields.get("repetitions", record.repetitions);
  std::vector<int> ranks;
  fields.get("ranks", ranks);
  record.ranks = std::move(ranks);
  fields.get("slowest_world_rank", record.slowest_world_rank);
  get_times(fields, record);
  fields.get("megabytes_per_second", record.megabytes_per_second);
  fields.get("messages_per_second", record.messages_per_second);
  fields.get("completion_s", record.completion_seconds);
  fields.get("clock_error_s", record.clock_error_seconds);
  if (fields.find("t_init_s") != nullptr) fields.get("t_init_s", record.init_seconds);
  if (fields.find("start_late_s") != nullptr) fields.get("start_late_s", record.start_late_seconds);
  if (fields.find("dropped_batches") != nullptr) {
    record.dropped_batches = 0;
    fields.get("dropped_batches", *record.dropped_batches);
  }
  fields.get("defects", record.defects);
  if (fields.find("checked_repetitions") != nullptr)
    fields.get("checked_repetitions", record.checked_repetitions.emplace());
  get_overlap(fields, record);
  get_tail(fields, record);
  get_links(fields, record);
  get_memory(fields, record);
  get_contention(fields, record);
  get_summary(fields, record);
  fields.get("batches_s", record.batch_seconds);
  get_witnesses(fields, record);
  get_performance_variables(fields, record);
  get_warnings(fields, record.warnings);
  get_extra(fields, record);
  if (fields.find("measured_s") != nullptr) fields.get("measured_s", record.measured_seconds);
  if (fields.find("dead_s") != nullptr) fields.get("dead_s", record.dead_seconds);
  return record;
}

Footer footer_of(Fields& fields) {
  Footer footer;
  fields.get("end", footer.end);
  fields.get("exit_status", footer.exit_status);
  fields.get("measured", footer.measured);
  fields.get("skipped", footer.skipped);
  fields.get("failed", footer.failed);
  fields.get("measured_s", footer.measured_seconds);
  fields.get("dead_s", footer.dead_seconds);
  return footer;
}

Result<Line> line_of(const json& object) {
  std::string complaint, kind;
  Fields fields(object, complaint);
  int schema = 0;
  fields.get("schema", schema);
  fields.get("kind", kind);
  if (complaint.empty() && schema > schema_version)
    return failure(fmt::format("the record has schema {}, this version reads up to {}: use a newer one",
                               schema, schema_version));
  if (complaint.empty() && schema < 1) fields.complain("schema", "the number of a schema");
  Line line;
  if (kind == "header")
    line = header_of(fields);
  else if (kind == "case")
    line = case_of(fields);
  else if (kind == "footer")
    line = footer_of(fields);
  else
    fields.complain("kind", "header, case or footer");
  if (!complaint.empty()) return failure(complaint);
  return line;
}

}  // namespace

Result<Line> parse_line(std::string_view line) {
  if (auto bounded = check_bounds(line); !bounded) return tl::unexpected(bounded.error());
  const json object = json::parse(line, nullptr, false);
  if (object.is_discarded()) return failure("not valid JSON");
  return line_of(object);
}

}  // namespace sonde::record
