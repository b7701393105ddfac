// `sonde fit MODEL FILE...`: performance models from measured records.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "app/sonde/commands.hpp"
#include "app/sonde/fit_json.hpp"
#include "app/sonde/gnuplot.hpp"
#include "app/sonde/input_files.hpp"
#include "base/complain.hpp"
#include "base/memory_use.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "host/output.hpp"
#include "model/describe_fit.hpp"
#include "model/fit_collective.hpp"
#include "model/fit_latency.hpp"
#include "model/fit_loggp.hpp"
#include "model/fit_maxrate.hpp"
#include "model/fit_memory.hpp"
#include "model/fit_overlap.hpp"
#include "model/selection.hpp"
#include "readers/read.hpp"
#include "record/record.hpp"
#include "reports/fit_script.hpp"
#include "reports/show_select.hpp"

namespace sonde::app {

namespace {

using model::FittedCurve;
using model::Sample;
using Fits = std::vector<Result<FittedCurve>>;

struct Options {
  std::vector<std::string> files;
  std::string from, phase = "locked", latency_rule = "paper", benchmark, processes;
  int pairs = 0, at = 0;
  model::MemoryChoice memory;
  bool json = false, brief = false, residuals = false;
  Output plot;  ///< no path: no figure
  reports::FigureLook look;
};

// The fits of one model, or why the input cannot be used; none: of memory, which is no matter of times.
using Model = Result<Fits> (*)(const std::vector<Sample>&, const Options&);

/// With -p only what its numbers of processes have measured.
template <class OneSample>
Result<void> keep_processes(std::vector<OneSample>& samples, const Options& options) {
  if (options.processes.empty() || samples.empty()) return {};
  const auto processes = reports::parse_processes(options.processes);
  if (!processes) return tl::make_unexpected(processes.error());
  std::erase_if(samples, [&](const OneSample& s) { return !processes->contains(s.processes); });
  if (samples.empty())
    return failure(fmt::format("no measured case of {} processes in the files", options.processes));
  return {};
}

/// Whether a file holds the same as one before it: then it does not count, and that is said.
template <class OneSample>
bool is_repeated(const std::string& file, const std::vector<OneSample>& samples,
                 std::vector<std::vector<OneSample>>& files) {
  if (samples.empty() || std::ranges::find(files, samples) == files.end())
    return files.push_back(samples), false;
  return complain("sonde", file + " holds the same measurements as another file; they count once"), true;
}

/// One line with how many cases no fit sees, and why.
void say_left_out(std::initializer_list<std::pair<int, const char*>> counts) {
  std::vector<std::string> parts;
  for (const auto& [count, why] : counts)
    if (count > 0) parts.push_back(fmt::format("{} {}", count, why));
  if (!parts.empty()) keep_note(fmt::format("cases left out: {}", fmt::join(parts, ", ")));
}

Result<std::vector<Sample>> read_all(const Options& options) {
  std::vector<Sample> samples;
  std::vector<std::string> notes;
  model::LeftOut left_out;
  std::vector<std::vector<Sample>> files;
  for (int launches = 0; const std::string& file : options.files) {
    auto some = model::read_samples(file, &notes, &left_out);
    if (!some) return some;
    if (is_repeated(file, *some, files)) continue;
    const int before = launches;
    for (Sample& sample : *some) {
      sample.launch += before;
      launches = std::max(launches, sample.launch + 1);
    }
    samples.insert(samples.end(), some->begin(), some->end());
  }
  for (std::string& note : notes) keep_note(std::move(note));
  say_left_out(
      {{left_out.failed, "failed"}, {left_out.wrong, "with wrong data"}, {left_out.zero, "of time 0"}});
  if (samples.empty()) return failure("the files hold no measured case with a time");
  if (const auto kept = keep_processes(samples, options); !kept) return tl::make_unexpected(kept.error());
  return samples;
}

Result<double> length_of(const std::string& text) {
  if (text.empty()) return 0.0;
  return parse_bytes(text).map([](std::int64_t bytes) { return static_cast<double>(bytes); });
}

// The samples of the benchmark that --benchmark names, else of the first of `preferred` that is there, else
// all.
Result<std::vector<Sample>> chosen(const std::vector<Sample>& samples, const Options& options,
                                   std::initializer_list<const char*> preferred) {
  const auto named = [&](std::string_view name) {
    std::vector<Sample> some;
    for (const Sample& s : samples)
      if (same_word(s.benchmark, name) || same_word(model::name_of(s), name)) some.push_back(s);
    return some;
  };
  if (!options.benchmark.empty()) {
    auto some = named(options.benchmark);
    if (some.empty()) return failure(fmt::format("no measured case of '{}' in the files", options.benchmark));
    return some;
  }
  for (const char* name : preferred)
    if (auto some = named(name); !some.empty()) return some;
  return samples;
}

Result<Fits> latency(const std::vector<Sample>& samples, const Options& options) {
  const auto points = chosen(samples, options, {"PingPong", "osu_latency"});
  if (!points) return tl::make_unexpected(points.error());
  std::map<std::tuple<std::string, std::string, int, int>, std::vector<Sample>> lines;
  for (const Sample& s : *points)
    if (s.bytes >= 0) lines[{s.benchmark, s.mode, s.processes, s.pairs}].push_back(s);
  if (lines.empty()) return failure("no benchmark with message lengths in the files");
  Fits fits;
  for (const auto& [key, line] : lines) fits.push_back(model::fit_latency(model::weighted(line)));
  return fits;
}

/// Of one kind: a model of host memory and of a device's together is one of neither.
Result<std::vector<Sample>> of_one_kind(std::vector<Sample> points) {
  const auto modes = model::modes_of(points);
  if (modes.size() <= 1) return points;
  std::vector<std::string> shown;
  shown.reserve(modes.size());
  for (const auto& mode : modes) shown.push_back(mode.empty() ? "no label" : shortened(mode, 60));
  return failure(fmt::format(
      "{} in the files is of {} kinds ({}), and the model takes one: name files of one",
      points.front().benchmark, modes.size(), shortened(fmt::format("{}", fmt::join(shown, "; ")), 200)));
}

Result<std::vector<Sample>> ping_pongs(const std::vector<Sample>& samples) {
  return of_one_kind(model::ping_pongs(samples));
}

Result<Fits> maxrate(const std::vector<Sample>& samples, const Options& options) {
  const auto from = length_of(options.from);
  if (!from) return tl::make_unexpected(from.error());
  const auto found = ping_pongs(samples);
  if (!found) return tl::make_unexpected(found.error());
  const auto points = model::at_least(*found, std::max(1.0, *from));
  if (points.empty() && !found->empty())
    return failure(fmt::format("no PingPong of {:.0f} bytes or more in the files: take a smaller --from",
                               std::max(1.0, *from)));
  if (points.empty())
    return failure("no PingPong in the files: the max-rate model needs it with 1, 2, ... pairs (-multi 0)");
  return Fits{model::fit_maxrate(model::weighted(points))};
}

Result<Fits> collective(const std::vector<Sample>& samples, const Options& options) {
  const auto points = chosen(samples, options, {});
  if (!points) return tl::make_unexpected(points.error());
  const auto benchmarks = model::by_benchmark(*points);
  const auto several = std::ranges::count_if(*points, [](const Sample& s) { return s.pairs != 1; });
  if (!benchmarks.empty()) say_left_out({{static_cast<int>(several), "of several groups at once"}});
  if (benchmarks.empty())
    return failure(
        "several groups ran at the same time in all cases; the model needs runs of one group alone");
  if (benchmarks.size() == 1) return Fits{model::fit_collective(model::weighted(benchmarks.begin()->second))};
  Fits fits;
  for (const auto& [name, some] : benchmarks)
    if (auto fit = model::fit_collective(model::weighted(some))) fits.push_back(std::move(fit));
  if (fits.empty()) return failure("no benchmark in the files was measured with 3 or more process counts");
  if (fits.size() < benchmarks.size())
    keep_note(fmt::format("{} of {} benchmarks are left out: a formula needs 3 process counts and 6 points",
                          benchmarks.size() - fits.size(), benchmarks.size()));
  return fits;
}

bool of_one_pair(const Sample& s) {
  return s.pairs == 1 && s.processes == 2;
}

/// Why none of these is of one pair and has a length.
const char* no_pair_alone(const std::vector<Sample>& points) {
  if (std::ranges::any_of(points, of_one_pair))
    return "the PingPong of one pair in the files has 0 bytes only; LogGP needs 4 lengths of 1 byte or more";
  return "no PingPong of one pair in the files";
}

Result<Fits> loggp(const std::vector<Sample>& samples, const Options& options) {
  const auto points = options.benchmark.empty() ? ping_pongs(samples) : chosen(samples, options, {});
  if (!points) return tl::make_unexpected(points.error());
  std::vector<Sample> alone = model::at_least(*points, 1);
  std::erase_if(alone, [](const Sample& s) { return !of_one_pair(s); });
  if (alone.empty()) return failure(no_pair_alone(*points));
  const auto streams = of_one_kind(model::streams(samples));
  if (!streams) return tl::make_unexpected(streams.error());
  return Fits{model::fit_loggp(model::weighted(alone), model::weighted(*streams))};
}

Result<Fits> overlap(const std::vector<Sample>& samples, const Options& options) {
  const auto from = length_of(options.from);
  if (!from) return tl::make_unexpected(from.error());
  model::OverlapFitOptions how{.from = *from};
  how.phase = options.phase == "mixed"       ? model::LinkPhase::mixed
              : options.phase == "antiphase" ? model::LinkPhase::antiphase
                                             : model::LinkPhase::locked;
  how.rule = model::latency_rule(options.latency_rule);
  const auto found = ping_pongs(samples);
  if (!found) return tl::make_unexpected(found.error());
  auto runs = model::by_pairs(*found);
  if (runs.size() > 1) runs.erase(1);
  if (options.pairs > 0 && !runs.contains(options.pairs))
    return failure(fmt::format("no PingPong of {} pairs in the files", options.pairs));
  Fits fits;
  for (const auto& [pairs, points] : runs)
    if (options.pairs == 0 || options.pairs == pairs)
      fits.push_back(model::fit_overlap(model::weighted(model::over_whole_loops(points)), how));
  if (fits.empty())
    return failure(
        "no PingPong in the files: the overlap model needs -multi 0 PingPong of two or more pairs");
  return fits;
}

int print(const Fits& fits, const Options& options) {
  constexpr std::size_t most_told = 10;
  std::size_t failed = 0;
  std::string text = options.json ? fits_json(fits) : "";
  for (const auto& fit : fits) {
    if (!fit) {
      if (++failed <= most_told) complain("sonde", fit.error().message);
    } else if (!options.json) {
      text += model::describe(*fit, !options.brief) + "\n";
    }
  }
  if (failed > most_told)
    complain("sonde", fmt::format("{} more benchmarks cannot be fitted", failed - most_told));
  host::write_output(text);
  return failed > 0 ? 1 : 0;
}

int draw_fit(const Fits& fits, const Options& options) {
  if (fits.size() != 1)
    return wrong_input(fmt::format(
        "--plot draws one fit and there are {}: choose with --pairs, --benchmark or --point, or draw fewer files",
        fits.size()));
  if (!fits.front()) return 0;
  const auto residuals = options.residuals ? reports::Residuals::drawn : reports::Residuals::left_out;
  if (lower(options.plot.path).ends_with(".gp"))
    return deliver(options.plot, options.files, reports::fit_script(*fits.front(), options.look, residuals));
  const auto picture = picture_of(options.plot.path);
  if (!picture) return wrong_input(picture.error().message);
  auto look = options.look;
  look.picture = *picture;
  return draw(reports::fit_script(*fits.front(), look, residuals), options.plot, options.files);
}

Result<std::vector<model::MemorySample>> read_memory(const Options& options) {
  std::vector<model::MemorySample> samples;
  std::vector<std::vector<model::MemorySample>> files;
  for (const std::string& path : options.files) {
    const auto runs = readers::read_runs(path);
    if (!runs) return tl::make_unexpected(runs.error());
    std::vector<model::MemorySample> some;
    for (const record::Run& run : *runs) {
      const auto of_run = model::memory_samples_of(run, options.memory);
      some.insert(some.end(), of_run.begin(), of_run.end());
    }
    for (std::string& note : record::notes_of(*runs)) keep_note(std::move(note));
    if (is_repeated(path, some, files)) continue;
    samples.insert(samples.end(), some.begin(), some.end());
  }
  if (const auto kept = keep_processes(samples, options); !kept) return tl::make_unexpected(kept.error());
  if (samples.empty())
    return failure(
        "no record of the benchmark Memory with such points in the files (sonde-mpi Memory -json FILE)");
  return samples;
}

Result<Fits> memory(const Options& options) {
  const auto samples = read_memory(options);
  if (!samples) return tl::make_unexpected(samples.error());
  auto curves = model::fit_memory(*samples, options.memory, options.at);
  if (!curves) return tl::make_unexpected(curves.error());
  Fits fits;
  for (FittedCurve& curve : *curves) fits.emplace_back(std::move(curve));
  return fits;
}

Result<Fits> fits_of(Model fit, const Options& options) {
  if (fit == nullptr) return memory(options);
  const auto samples = read_all(options);
  if (!samples) return tl::make_unexpected(samples.error());
  return fit(*samples, options);
}

int act(Model fit, const Options& options) {
  const bool figure = !options.plot.path.empty();
  if (figure)
    if (const auto allowed = may_write(options.plot, options.files); !allowed)
      return wrong_input(allowed.error().message);
  const auto fits = fits_of(fit, options);
  if (!fits) return wrong_input(fits.error().message);
  if (figure)
    if (const int status = draw_fit(*fits, options); status != 0) return status;
  return print(*fits, options);
}

CLI::App* add_model(CLI::App& command, const char* name, const char* summary,
                    const std::shared_ptr<Options>& options) {
  CLI::App* sub = command.add_subcommand(name, summary);
  sub->add_option("FILE", options->files, "records of Sonde, tables of other suites, or CSV")->required();
  sub->add_option("-p,--processes", options->processes, "only these numbers of processes: 2,4 or 8:");
  sub->add_flag("--json", options->json, "write JSON");
  sub->add_flag("--brief", options->brief, "leave out the table of residuals");
  auto* plot =
      sub->add_option("--plot", options->plot.path,
                      "draw points and model into this .svg, .png or .pdf (.gp: the gnuplot script)");
  sub->add_flag("--residuals", options->residuals, "draw the residuals, too, below")->needs(plot);
  add_look(*sub, options->look);
  for (const char* look : {"--width", "--font", "--title"}) sub->get_option(look)->needs(plot);
  add_force(*sub, options->plot);
  return sub;
}

void add_overlap(CLI::App& sub, Options& options) {
  sub.add_option("--from", options.from, "smallest length that belongs to the model, bytes (default: found)");
  sub.add_option("--pairs", options.pairs, "fit only the runs of this many pairs")
      ->check(CLI::Range(2, 4096));
  sub.add_option("--phase", options.phase, "state of the processes: locked (the paper), mixed, antiphase")
      ->check(CLI::IsMember({"locked", "mixed", "antiphase"}));
  sub.add_option(
         "--latency-rule", options.latency_rule,
         "where T_l is charged: paper (twice a half, clamped), causal (twice, never clamped), delay (once)")
      ->check(CLI::IsMember({"paper", "causal", "delay"}));
}

void add_memory(CLI::App& sub, Options& options) {
  const std::vector<std::string> points(memory_points.begin(), memory_points.end());
  sub.add_option("--at", options.at, "say the memory of a process among this many")
      ->check(CLI::Range(1, 1 << 30));
  sub.add_option("--of", options.memory.quantity, "which bytes: private, pss or shared")
      ->check(CLI::IsMember({"private", "pss", "shared"}));
  sub.add_option("--point", options.memory.point, "fit this point of the start alone, as alltoall")
      ->check(CLI::IsMember(points));
  sub.add_option("--since", options.memory.since,
                 "count what was taken since this point (default: before_init)")
      ->check(CLI::IsMember(points));
}

void add_benchmark(CLI::App& sub, Options& options) {
  sub.add_option("--benchmark", options.benchmark, "use only this benchmark");
}

}  // namespace

Action setup_fit(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Model>> models;
  const auto add = [&](const char* name, const char* summary, Model fit) -> CLI::App& {
    return *models.emplace_back(add_model(command, name, summary, options), fit).first;
  };
  add_overlap(add("overlap", "multi-mode PingPong: raw bandwidth, latency, chunk", overlap), *options);
  add_benchmark(add("latency", "time against length: latency, bandwidth, break points", latency), *options);
  add("maxrate", "PingPong of 1, 2, ... pairs: how many fill the link", maxrate)
      .add_option("--from", options->from, "smallest length to use, bytes");
  add_benchmark(add("collective", "a collective in P and x: the formula that fits", collective), *options);
  add_benchmark(add("loggp", "LogGP parameters as far as the data allow", loggp), *options);
  add_memory(add("memory", "memory of a process: for itself and for each peer", nullptr), *options);
  return [models, options] {
    for (const auto& [sub, fit] : models)
      if (sub->parsed()) return act(fit, *options);
    return 2;
  };
}

}  // namespace sonde::app
