#include "model/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "model/least_squares.hpp"
#include "model/repetition_rule.hpp"
#include "model/stated.hpp"
#include "readers/read.hpp"
#include "record/describe.hpp"
#include "record/warnings.hpp"
#include "stats/interval.hpp"

namespace sonde::model {

namespace {

constexpr std::size_t most_rates = 100'000;

// Half of the interval of the median; 0 where there is none.
double half_interval(const record::CaseRecord& entry) {
  if (!entry.summary || entry.summary->batches < 1 || !stats::has_interval(*entry.summary)) return 0;
  const double width = entry.summary->ci_high - entry.summary->ci_low;
  return width > 0 && std::isfinite(width) ? width / 2 : 0;
}

// A weight: of the interval, or of two batches half of what lies between them, which is no interval.
double deviation(const record::CaseRecord& entry) {
  const double half = half_interval(entry);
  if (half > 0 || !entry.summary || entry.summary->batches != 2) return half / 1.96;
  const double between = (entry.summary->max - entry.summary->min) / 2;
  return between > 0 && std::isfinite(between) ? between / 1.96 : 0;
}

// Seconds of a case on its slowest rank, from its rate where it has no time; 0 where neither is known.
double whole_seconds_of(const record::CaseRecord& entry, double megabyte) {
  if (entry.times) return std::isfinite(entry.times->max) ? entry.times->max : entry.times->avg;
  const double rate = entry.megabytes_per_second.value_or(0) * megabyte;
  return rate > 0 && entry.id.bytes > 0 ? static_cast<double>(entry.id.bytes) / rate : 0;
}

bool has_median(const record::CaseRecord& entry) {
  return entry.summary && std::isfinite(entry.summary->median) && entry.summary->median > 0;
}

/// Labels, the threads of each rank, and how many messages a window has of which each time is one.
std::string mode_of(const record::CaseRecord& entry, const record::Header& header) {
  std::string mode = record::labels_of(entry.id);
  const auto add = [&](const std::string& words) { mode += (mode.empty() ? "" : " ") + words; };
  if (entry.id.threads > 0) add(counted(entry.id.threads, "thread"));
  const auto window = header.settings.find("window_size");
  if (entry.messages_per_second && window != header.settings.end()) add("window " + window->second);
  return mode;
}

bool is_sound(const record::CaseRecord& entry) {
  return entry.status == record::Status::measured && !(entry.defects.value_or(0) > 0);
}

/// Half of a step of the timer, of which a median is one; of a table half of its last digit.
double rounding_of(const record::CaseRecord& entry, const record::Header& header, double whole) {
  if (has_median(entry))
    return entry.summary->median * record::coarse_timer_share(entry, header.timer_resolution) / 2;
  if (!entry.rounding) return 0;
  if (entry.times) return entry.rounding->seconds;
  return whole * entry.rounding->megabytes_per_second / entry.megabytes_per_second.value_or(infinite);
}

Sample sample_of(const record::CaseRecord& entry, const record::Header& header) {
  const double whole = whole_seconds_of(entry, header.megabyte);
  return {.benchmark = entry.id.benchmark,
          .mode = mode_of(entry, header),
          .bytes = static_cast<double>(entry.id.bytes),
          .seconds = has_median(entry) ? entry.summary->median : whole,
          .sigma = deviation(entry),
          .processes = entry.id.processes,
          .pairs = entry.id.multi ? std::max(1, entry.id.groups) : 1,
          .repetitions = std::max<std::int64_t>(1, entry.repetitions),
          .half_interval = half_interval(entry),
          .whole = whole,
          .rounding = rounding_of(entry, header, whole)};
}

// The line that is neither blank nor a comment, or nothing; `rest` moves behind it.
bool next_line(std::string_view& rest, std::string_view& line, int& number) {
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    line = trim(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    ++number;
    if (!line.empty() && line.front() != '#') return true;
  }
  return false;
}

}  // namespace

std::string name_of(const Sample& sample) {
  return sample.mode.empty() ? sample.benchmark : sample.benchmark + " " + sample.mode;
}

std::vector<Sample> samples_of(const record::Run& run) {
  std::vector<Sample> samples;
  std::map<std::tuple<std::string, std::string, int, int, std::int64_t>, std::size_t> groups;
  for (const record::CaseRecord& entry : run.cases) {
    if (!is_sound(entry)) continue;
    const Sample sample = sample_of(entry, run.header);
    if (!(sample.seconds > 0) || !std::isfinite(sample.seconds)) continue;
    if (entry.id.group >= 0) {
      const auto& id = entry.id;
      const auto [known, added] =
          groups.try_emplace({id.benchmark, sample.mode, id.processes, id.groups, id.bytes}, samples.size());
      if (!added) {
        if (sample.seconds > samples[known->second].seconds) samples[known->second] = sample;
        continue;
      }
    }
    samples.push_back(sample);
  }
  return samples;
}

void count_left_out(const record::Run& run, LeftOut& counts) {
  for (const record::CaseRecord& entry : run.cases) {
    counts.failed += entry.status == record::Status::failed;
    if (entry.status != record::Status::measured) continue;
    counts.wrong += !is_sound(entry);
    counts.zero += is_sound(entry) && entry.times && !(sample_of(entry, run.header).seconds > 0);
  }
}

bool is_rate_table(std::string_view text) {
  std::string_view line;
  int lines = 0;
  return next_line(text, line, lines) && line.substr(0, 21) == "pairs,bytes,aggregate";
}

namespace {

/// Pairs, bytes, 10^6 bytes/s and repetitions (0: not given).
using Rate = std::array<double, 4>;

/// Whether it can have been measured: none of it makes a time or a ratio of lengths that is not finite.
bool plausible(const Rate& row) {
  const auto between = [](double value, double low, double high) { return value >= low && value <= high; };
  return between(row[0], 1, 1e6) && between(row[1], 1, 1e15) && between(row[2], 1e-12, 1e15) &&
         row[3] <= 1e15;
}

std::optional<Rate> rate_of(std::string_view line, std::size_t columns) {
  const auto cells = split(line, ',');
  if (cells.size() != columns || columns < 3 || columns > 4) return std::nullopt;
  Rate value{};
  for (std::size_t i = 0; i < columns; ++i) {
    value[i] = number_of<double>(trim(cells[i])).value_or(0);
    if (!std::isfinite(value[i]) || value[i] <= 0) return std::nullopt;
  }
  return plausible(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<std::vector<Sample>> samples_of_rates(std::string_view text, const std::string& source) {
  std::vector<Sample> samples;
  std::string_view line;
  int lines = 0;
  if (!next_line(text, line, lines)) return failure(fmt::format("{}: no table in it", source));
  const std::size_t columns = split(line, ',').size();
  while (next_line(text, line, lines)) {
    if (samples.size() == most_rates)
      return failure(fmt::format("{}:{}: the table has more than {} rows", source, lines, most_rates));
    const auto rate = rate_of(line, columns);
    if (!rate)
      return failure(fmt::format(
          "{}:{}: expected {} numbers separated by commas: pairs, bytes (1 or more), a positive rate{}",
          source, lines, columns, columns == 4 ? ", repetitions" : ""));
    const auto [pairs, bytes, aggregate, given] = *rate;
    const auto x = static_cast<std::int64_t>(bytes);
    samples.push_back({.benchmark = "PingPong",
                       .bytes = bytes,
                       .seconds = pairs * bytes / (aggregate * 1e6),
                       .pairs = static_cast<int>(pairs),
                       .repetitions = columns == 4 ? static_cast<std::int64_t>(given) : repetitions(x)});
  }
  return samples;
}

Result<std::vector<Sample>> read_samples(const std::string& path, std::vector<std::string>* notes,
                                         LeftOut* left_out) {
  auto file = readers::open_runs(path);
  if (!file) return tl::unexpected(file.error());
  const auto head = file->peek();
  if (!head) return tl::unexpected(head.error());
  if (is_rate_table(*head))
    return file->rest().and_then([&](const std::string& text) { return samples_of_rates(text, path); });
  const auto runs = readers::read_runs(*file);
  if (!runs) return tl::unexpected(runs.error());
  std::vector<Sample> all;
  for (int launch = 0; const record::Run& run : *runs) {
    for (Sample& sample : samples_of(run)) {
      sample.launch = launch;
      all.push_back(std::move(sample));
    }
    if (left_out != nullptr) count_left_out(run, *left_out);
    ++launch;
  }
  if (notes != nullptr) std::ranges::move(record::notes_of(*runs), std::back_inserter(*notes));
  return all;
}

void set_weights(std::vector<Sample>& samples) {
  std::vector<double> known;
  for (const Sample& s : samples)
    if (s.sigma > 0) known.push_back(s.sigma / s.seconds);
  double typical = 0.01;
  if (!known.empty()) {
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end());
    typical = *middle;
  }
  for (Sample& s : samples) {
    const double relative = s.sigma > 0 ? s.sigma / s.seconds : typical;
    s.sigma = std::max(relative, typical / 2) * s.seconds;
  }
}

std::vector<Sample> weighted_by_fit(
    std::vector<Sample> samples, const std::function<std::vector<double>(std::span<const Sample>)>& fitted) {
  const std::vector<double> seconds = fitted(samples);
  double squares = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    squares += std::pow(samples[i].seconds / seconds[i] - 1, 2);
  if (!(squares <= std::pow(largest_residual, 2) * static_cast<double>(samples.size()))) return samples;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    samples[i].sigma *= std::max(seconds[i] / samples[i].seconds, 0.5);
  return samples;
}

std::vector<Sample> over_whole_loops(std::vector<Sample> samples) {
  for (Sample& s : samples)
    if (s.whole > 0) s.seconds = s.whole;
  return samples;
}

std::vector<Sample> by_length(std::span<const Sample> samples) {
  std::vector<Sample> sorted(samples.begin(), samples.end());
  std::ranges::stable_sort(sorted, {}, &Sample::bytes);
  return sorted;
}

std::vector<Sample> weighted(std::vector<Sample> samples) {
  set_weights(samples);
  return samples;
}

std::size_t distinct_lengths(std::span<const Sample> samples) {
  std::set<double> lengths;
  for (const Sample& s : samples) lengths.insert(s.bytes);
  return lengths.size();
}

std::vector<Sample> thinned(std::span<const Sample> samples, std::size_t most) {
  const std::size_t stride = (samples.size() + most - 1) / most;
  std::vector<Sample> some;
  for (std::size_t i = 0; i < samples.size(); i += stride) some.push_back(samples[i]);
  return some;
}

}  // namespace sonde::model
