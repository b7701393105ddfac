#include "args/setters.hpp"

#include <algorithm>
#include <regex>

#include "base/text.hpp"
#include "base/units.hpp"
#include "catalog/find_benchmark.hpp"

namespace sonde::setters {

namespace {

constexpr double longest_budget = 1e9;  // seconds; thirty years

tl::unexpected<Error> unknown_benchmark(const Draft& draft, std::string_view name) {
  constexpr std::string_view multi_prefix = "multi-";
  if (lower(name).starts_with(multi_prefix))
    if (const auto* row = find_benchmark(draft.offered, name.substr(multi_prefix.size())))
      return failure(
          fmt::format("{} is not a name of its own; expected {} together with -multi 0 or -multi 1",
                      sonde::quoted(name), row->name));
  const auto near = nearest_benchmark(draft.offered, name);
  return failure(fmt::format("unknown benchmark {}; {}", sonde::quoted(name),
                             near.empty() ? "-list shows the names" : fmt::format("did you mean {}?", near)));
}

/// The rows that `word` stands for. A word that stands for several asks for none of them by its name.
Result<void> add_rows(Draft& draft, std::string_view word, std::vector<std::string_view>& names) {
  const auto rows = named_benchmarks(draft.offered, word);
  if (rows.empty()) return unknown_benchmark(draft, word);
  if (rows.size() == 1) draft.settings.by_name.emplace_back(rows[0]->name);
  for (const Benchmark* row : rows) names.push_back(row->name);
  return {};
}

void say_lengths(Settings& settings, const std::vector<std::int64_t>& lengths) {
  settings.lengths = lengths;
  settings.lengths_said = true;
}

constexpr std::int64_t most_extent = 1 << 20;  ///< of a grid of processes

}  // namespace

Result<void> benchmark_names(Draft& draft, std::string_view text, std::vector<std::string_view>& names) {
  const auto before = names.size();
  for (const auto part : split(text, ','))
    for (const auto word : split(part, ' ')) {
      if (word.empty()) continue;
      if (auto added = add_rows(draft, word, names); !added) return added;
    }
  if (names.size() == before)
    return failure(fmt::format("{} has no benchmark name in it", sonde::quoted(text)));
  return {};
}

Result<void> conventions(Draft& draft, std::string_view value) {
  auto chosen = choice<&Settings::conventions, generations>(draft, value);
  Settings& s = draft.settings;
  if (!chosen || s.conventions == Conventions::guide) return chosen;
  s.root_shift = false;
  s.sync_calls = true;
  s.megabyte = 1e6;
  s.reduce_scatter = Share::each;
  s.overlap_over = OverlapOver::most;
  return chosen;
}

Result<void> peak(Draft& draft, std::string_view value) {
  draft.settings.bus = true;
  return positive<&Settings::peak, 1'000'000'000'000'000>(draft, value);
}

Result<void> multi(Draft& draft, std::string_view value) {
  return whole_number(value, 0, 1).map([&](auto n) {
    draft.settings.multi = n == 0 ? Multi::worst : Multi::each;
  });
}

Result<void> topology(Draft& draft, std::string_view value) {
  const char between = contains(value, ".") ? '.' : 'x';
  const auto extents = list_of_numbers(value, 2, most_extent, Repeats::allowed, between);
  if (!extents) return tl::unexpected(extents.error());
  if (extents->size() < 2 || extents->size() > 3)
    return failure(fmt::format("{} has not two or three extents", sonde::quoted(value)));
  draft.settings.topology.assign(extents->begin(), extents->end());
  return {};
}

Result<void> quick(Draft& draft, std::string_view value) {
  if (value.empty()) return draft.settings.quick = 0, Result<void>{};
  return whole_number(value, 1, 1'000'000).map([&](std::int64_t rounds) {
    draft.settings.quick = static_cast<int>(rounds);
  });
}

Result<void> topology_file(Draft& draft, std::string_view value) {
  auto& switches = draft.settings.switches;
  auto read = each_line(draft, value, "host", [&](std::string_view line) {
    return hosts_of_line(line).map([&](const std::vector<HostOfSwitch>& hosts) {
      switches.insert(switches.end(), hosts.begin(), hosts.end());
    });
  });
  if (!read) return read;
  return each_host_once(switches).map_error(
      [&](const Error& twice) { return Error{fmt::format("{}: {}", sonde::quoted(value), twice.message)}; });
}

Result<void> message_log(Draft& draft, std::string_view value) {
  return log_range(value).map([&](std::pair<int, int> range) {
    draft.settings.counts.clear();
    draft.settings.lengths_said = true;
    draft.settings.min_log = range.first;
    draft.settings.max_log = range.second;
  });
}

Result<void> message_sizes(Draft& draft, std::string_view value) {
  return length_list(value).map([&](const auto& lengths) { say_lengths(draft.settings, lengths); });
}

Result<void> message_size(Draft& draft, std::string_view value) {
  return parse_bytes(value).map([&](std::int64_t bytes) {
    draft.settings.lengths.push_back(bytes);
    draft.settings.lengths_said = true;
  });
}

Result<void> pause(Draft& draft, std::string_view value) {
  constexpr std::int64_t hour = 3'600'000'000;
  return whole_number(value, 0, hour).map([&](std::int64_t microseconds) {
    draft.settings.pause_seconds = 1e-6 * static_cast<double>(microseconds);
  });
}

Result<void> lengths_file(Draft& draft, std::string_view value) {
  std::vector<std::int64_t> lengths;
  return each_line(draft, value, "message length",
                   [&](std::string_view line) {
                     return parse_bytes(line).map([&](std::int64_t bytes) { lengths.push_back(bytes); });
                   })
      .map([&] { say_lengths(draft.settings, lengths); });
}

Result<void> input_file(Draft& draft, std::string_view value) {
  return each_line(draft, value, "benchmark name",
                   [&](std::string_view line) { return add_rows(draft, line, draft.chosen); });
}

Result<void> iterations(Draft& draft, std::string_view value) {
  return sonde::iterations(value, draft.settings.iterations).map([&](const Iterations& counts) {
    draft.settings.iterations = counts;
  });
}

Result<void> budget(Draft& draft, std::string_view value) {
  if (same_word(value, "auto")) return draft.settings.budget_of_allocation = true, Result<void>{};
  return duration(value, longest_budget).map([&](double seconds) {
    draft.settings.budget_seconds = seconds;
  });
}

Result<void> warm_up(Draft& draft, std::string_view value) {
  if (same_word(value, "auto")) return draft.settings.warm_up = WarmUp::automatic, Result<void>{};
  const auto on = truth(value);
  if (!on) return failure(on.error().message + ", and auto");
  draft.settings.warm_up = *on ? WarmUp::on : WarmUp::off;
  return {};
}

Result<void> check(Draft& draft, std::string_view value) {
  draft.settings.check = true;
  if (value.empty()) return {};
  if (facts_of(draft.settings.suite).threads)
    if (const auto on = truth(value); on && value != "1") return draft.settings.check = *on, Result<void>{};
  if (same_word(value, "all")) {
    draft.settings.check_repetitions = all_repetitions;
    return {};
  }
  return whole_number(value, 1, all_repetitions - 1).map([&](std::int64_t count) {
    draft.settings.check_repetitions = count;
  });
}

namespace {

/// Appends "key=value" to a list; `keys`: all that are in it.
Result<void> add_pair(std::vector<std::pair<std::string, std::string>>& list,
                      std::set<std::string, std::less<>>& keys, std::string_view text,
                      std::string_view example) {
  const auto equals = text.find('=');
  const auto key = text.substr(0, equals);
  if (equals == std::string_view::npos || key.empty())
    return failure(fmt::format("{} is not key=value; expected for example {}", sonde::quoted(text), example));
  if (!keys.emplace(key).second)
    return failure(fmt::format("the key {} is given twice; give it once", sonde::quoted(key)));
  list.emplace_back(key, text.substr(equals + 1));
  return {};
}

}  // namespace

Result<void> info(Draft& draft, std::string_view value) {
  return add_pair(draft.settings.info, draft.info_keys, value, "striping_factor=4");
}

Result<void> library_variable(Draft& draft, std::string_view value) {
  return add_pair(draft.settings.library_variables, draft.variable_keys, value, "btl_tcp_eager_limit=65536");
}

Result<void> plugin(Draft& draft, std::string_view value) {
  if (value.empty()) return failure("the name of a shared library is needed, such as ./shift.so");
  draft.settings.plugins.emplace_back(value);
  return {};
}

Result<void> name_pattern(Draft& draft, std::string_view value) {
  constexpr std::size_t longest = 200;
  if (value.empty() || value.size() > longest)
    return failure(fmt::format("a regular expression of 1 to {} characters is needed, not {}", longest,
                               sonde::quoted(value)));
  draft.settings.performance_variables = value;
  try {
    const std::regex tried(draft.settings.performance_variables);
  } catch (const std::regex_error& error) {
    return failure(fmt::format("{} is no regular expression: {}", sonde::quoted(value), error.what()));
  }
  return {};
}

Result<void> file_name(Draft& draft, std::string_view value) {
  if (contains(value, "/") || value == "." || value == "..")
    return failure(
        fmt::format("{} is not a plain file name; the directory is chosen with -path", sonde::quoted(value)));
  return text<&Settings::file_name>(draft, value);
}

Result<void> cpu_seconds(Draft& draft, std::string_view value) {
  draft.settings.cpu_match = same_word(value, "match");
  if (draft.settings.cpu_match) return {};
  const auto seconds = positive_number(value, 3600);
  if (!seconds) return failure(seconds.error().message + ", or match");
  draft.settings.cpu_seconds = *seconds;
  return {};
}

namespace {

Result<MemoryKind> memory_kind(std::string_view word) {
  std::string known;
  for (const MemoryKindFacts& facts : memory_kinds) {
    if (same_word(facts.name, word)) return facts.kind;
    known += (known.empty() ? "" : ", ") + std::string(facts.name);
  }
  return failure(fmt::format("{} is no kind of memory; expected one of {}", sonde::quoted(word), known));
}

}  // namespace

Result<void> memory(Draft& draft, std::string_view value) {
  const auto words = split(value, ',');
  if (words.size() > 2) return failure("a pair has two ranks; give one kind or two");
  const auto first = memory_kind(words.front()), second = memory_kind(words.back());
  if (!first) return tl::unexpected(first.error());
  if (!second) return tl::unexpected(second.error());
  const GpuDriver one = facts_of(*first).driver, other = facts_of(*second).driver;
  if (one != other && one != GpuDriver::none && other != GpuDriver::none)
    return failure("two kinds are host memory and memory of a driver, or both of one driver");
  draft.settings.memory = {*first, *second};
  draft.settings.alloc_type = AllocType::cpu;
  return {};
}

Result<void> device(Draft& draft, std::string_view value) {
  draft.settings.devices.clear();
  if (same_word(value, "auto")) return {};
  for (const auto part : split(value, ',')) {
    const auto index = whole_number(part, 0, 1023);
    if (!index) return tl::unexpected(index.error());
    draft.settings.devices.push_back(static_cast<int>(*index));
  }
  return {};
}

Result<std::vector<std::int64_t>> list_of_numbers(std::string_view value, std::int64_t low, std::int64_t high,
                                                  Repeats repeats, char between) {
  std::vector<std::int64_t> list;
  for (const auto part : split(value, between)) {
    const auto number = whole_number(part, low, high);
    if (!number) return tl::unexpected(number.error());
    if (repeats == Repeats::refused && std::ranges::count(list, *number) > 0)
      return failure(fmt::format("{} stands there twice", *number));
    list.push_back(*number);
  }
  return list;
}

Result<void> datatype(Draft& draft, std::string_view value) {
  auto chosen = choice<&Settings::data_type, thread_types>(draft, value);
  if (chosen) draft.settings.red_data_type = draft.settings.data_type;
  return chosen;
}

Result<void> repeat(Draft& draft, std::string_view value) {
  return whole_number(value, 1).map([&](std::int64_t n) { draft.settings.iterations.per_sample = n; });
}

Result<void> warm_up_repetitions(Draft& draft, std::string_view value) {
  return whole_number(value, 0, 1'000'000).map([&](std::int64_t n) {
    if (n == 0) draft.settings.warm_up = WarmUp::off;
    if (n > 0) draft.settings.warm_up_calls = static_cast<int>(n);
  });
}

Result<void> barriers(Draft& draft, std::string_view value) {
  return meaning_of<barrier_kinds>(value).map([&](BarrierKind kind) {
    Settings& s = draft.settings;
    s.start = kind == BarrierKind::off ? Start::none : Start::barrier;
    s.sync_calls = kind != BarrierKind::off;
    s.imb_barrier = kind == BarrierKind::special;
  });
}

Result<void> alignment(Draft& draft, std::string_view value) {
  const auto bytes = whole_number(value, 1, 4096);
  if (!bytes) return tl::unexpected(bytes.error());
  if ((*bytes & (*bytes - 1)) != 0)
    return failure(fmt::format("{} is not a power of two; expected one from 1 to 4096", *bytes));
  draft.settings.alignment = *bytes;
  return {};
}

}  // namespace sonde::setters
