#include "model/fit_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

using MemorySamples = std::vector<MemorySample>;

std::optional<double> median_of(const record::MemoryGrowth::Point& point, std::string_view quantity) {
  for (const auto& [key, spread] : record::memory_spreads)
    if (quantity == key) return static_cast<double>((point.*spread).median);
  return std::nullopt;
}

struct Line {
  double value = 0, slope = 0;                         ///< at the process count asked for, and for each peer
  std::optional<double> value_width{}, slope_width{};  ///< half of the 95 % intervals
};

/// The line through all samples, which count alike; its value is that at `origin` processes.
std::optional<Line> line_of(const MemorySamples& samples, int origin) {
  LinearProblem problem{.columns = 2};
  std::vector<double> rounding;
  const double first = samples.front().bytes;  // differences from it: those of equal readings are 0
  for (const MemorySample& s : samples) {
    problem.add({1, static_cast<double>(s.processes) - origin}, s.bytes - first, 1);
    rounding.push_back(s.rounding);
  }
  const auto solution = solve(problem);
  if (!solution) return std::nullopt;
  Line line{first + solution->value[0], solution->value[1]};
  if (samples.size() > 2) {
    const double t = t_factor(static_cast<int>(samples.size()) - 2);
    const auto open = reach(problem, rounding);
    line.value_width = t * solution->error[0] + open[0];
    line.slope_width = t * solution->error[1] + open[1];
  }
  return line;
}

FittedParameter parameter_of(const char* name, std::string meaning, double value,
                             std::optional<double> half_width) {
  FittedParameter made{name, std::move(meaning), "B", value, {}};
  if (half_width) made.interval = stats::Interval{value - *half_width, value + *half_width};
  return made;
}

/// Memory that grew everywhere does not shrink: a line that says so is not its form.
bool falls_below_nothing(const MemorySamples& samples, double value) {
  return value < 0 && std::ranges::all_of(samples, [](const MemorySample& s) { return s.bytes >= 0; });
}

/// Of all readings together: near 0 a line misses one by many times what it says there.
double relative_rms(std::span<const FittedPoint> points) {
  double missed = 0, all = 0;
  for (const FittedPoint& p : points)
    missed += (p.measured - p.fitted) * (p.measured - p.fitted), all += p.measured * p.measured;
  return all > 0 ? std::sqrt(missed / all) : 0;
}

void add_value_at(FittedCurve& curve, const MemorySamples& samples, int at, int least, int most) {
  const auto line = line_of(samples, at);
  if (!line) return;
  const std::string name = fmt::format("M({})", at);
  if (falls_below_nothing(samples, line->value)) {
    curve.notes.push_back(name + " would be below 0: the line does not describe this memory there");
    return;
  }
  curve.parameters.push_back(
      parameter_of(name.c_str(), fmt::format("of each of {} processes", at), line->value, line->value_width));
  if (at < least || at > most)
    curve.notes.push_back(fmt::format(
        "{} is an extrapolation from {} to {} processes: with others a library may connect and allocate in "
        "another way.",
        name, least, most));
}

FittedCurve curve_of(const MemorySamples& samples, const Line& line, const MemoryChoice& choice, int at) {
  const auto [least, most] = std::ranges::minmax(samples, {}, &MemorySample::processes);
  FittedCurve curve;
  curve.name = fmt::format("memory at {} ({} bytes since {}), {} to {} processes", samples.front().point,
                           choice.quantity, choice.since, least.processes, most.processes);
  curve.formula = std::string("M = base + slope (P - 1)");
  curve.source = std::string("a line by least squares through the medians over the ranks");
  curve.x_label = std::string("processes");
  curve.y_label = std::string("memory"), curve.y_unit = std::string("B");
  curve.parameters.push_back(
      parameter_of("base", "of a process without peers", line.value, line.value_width));
  curve.parameters.push_back(parameter_of("slope", "more for each peer", line.slope, line.slope_width));
  if (samples.size() == 2) curve.notes.emplace_back("two points make a line and no interval");
  if (at > 0) add_value_at(curve, samples, at, least.processes, most.processes);
  if (std::ranges::count(samples, true, &MemorySample::resident) > 0)
    curve.notes.emplace_back("a kernel had no smaps_rollup: all that is resident stands for its PSS");
  const auto on_line = [&](double processes) { return line.value + line.slope * (processes - 1); };
  for (const MemorySample& s : samples)
    curve.points.push_back({static_cast<double>(s.processes), s.bytes, on_line(s.processes), 1});
  std::ranges::stable_sort(curve.points, {}, &FittedPoint::x);
  for (const int processes : {least.processes, most.processes})
    curve.curve.push_back({static_cast<double>(processes), on_line(processes)});
  curve.quality = quality(curve.points, 2);
  curve.quality.relative_rms = relative_rms(curve.points);
  return curve;
}

/// Bytes of a page, in which memory comes: the largest power of two that divides what is private at all
/// points.
double page_of(const record::MemoryGrowth& growth) {
  constexpr std::int64_t least = 4096, most = 65536;
  std::int64_t bits = most;
  for (const auto& point : growth.points) bits |= point.own.median;
  return static_cast<double>(std::max(least, bits & -bits));
}

/// What the case holds more at each point than at the one before it that it counts from.
void add_growth(MemorySamples& samples, const record::CaseRecord& entry, const MemoryChoice& choice) {
  std::optional<double> before;
  const double page = page_of(*entry.memory);
  for (const auto& point : entry.memory->points) {
    const auto bytes = median_of(point, choice.quantity);
    if (!bytes) continue;
    if (before && (choice.point.empty() || choice.point == point.name))
      samples.push_back({point.name, entry.id.processes, *bytes - *before, entry.memory->resident, page});
    if (point.name == choice.since) before = bytes;
  }
}

}  // namespace

std::vector<MemorySample> memory_samples_of(const record::Run& run, const MemoryChoice& choice) {
  MemorySamples samples;
  for (const record::CaseRecord& entry : run.cases)
    if (entry.status == record::Status::measured && entry.memory) add_growth(samples, entry, choice);
  return samples;
}

Result<std::vector<FittedCurve>> fit_memory(std::span<const MemorySample> samples, const MemoryChoice& choice,
                                            int at) {
  std::vector<MemorySamples> points;
  for (const MemorySample& sample : samples) {
    const auto known = std::ranges::find_if(
        points, [&](const MemorySamples& some) { return some.front().point == sample.point; });
    if (known != points.end())
      known->push_back(sample);
    else
      points.push_back({sample});
  }
  std::vector<FittedCurve> curves;
  for (const MemorySamples& some : points)
    if (const auto line = line_of(some, 1)) curves.push_back(curve_of(some, *line, choice, at));
  if (curves.empty() && !samples.empty())
    return failure(
        fmt::format("all records of Memory are of {} processes: a line needs two or more numbers of "
                    "processes (mpirun -np 2, 4, 8 ... sonde-mpi Memory -json FILE)",
                    samples.front().processes));
  return curves;
}

}  // namespace sonde::model
