// `sonde simulate pingpong`: the overlap simulator on the command line.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "app/sonde/commands.hpp"
#include "app/sonde/numbers.hpp"
#include "app/sonde/output_file.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "model/simulated_run.hpp"
#include "model/timing_diagram.hpp"
#include "record/json.hpp"

namespace sonde::app {

namespace {

struct Options {
  int pairs = 2, group = 0, steps = 1;
  double megabytes = 1000, latency_us = 5, jitter_us = 0;
  std::string chunk = "1M", msglog = "10:22", picture;
  Output output;
  std::string phase = "free", latency_rule = "delay", remainder = "last";
  std::string picture_bytes = "4M";
  std::int64_t repetitions = 0, picture_repetitions = 2;
  std::string seed = "1";
};

Result<void> read_chunks(const std::string& text, model::PingPongSetup& setup) {
  const auto parts = split(text, ',');
  if (parts.size() > 2) return failure("--chunk takes one or two lengths, C1[,C2]");
  const auto inner = parse_bytes(trim(parts[0])), outer = parse_bytes(trim(parts.back()));
  for (const auto* length : {&inner, &outer})
    if (!*length) return failure("--chunk: " + length->error().message);
  if (*inner < 1 || *outer < 1)
    return failure(fmt::format("--chunk {}: expected 1 byte or more", sonde::quoted(text)));
  if (*outer < *inner)
    return failure(
        fmt::format("--chunk {}: C2, between groups, must not be smaller than C1", sonde::quoted(text)));
  setup.inner = *inner;
  if (parts.size() > 1) setup.outer = *outer;
  return {};
}

Result<std::vector<std::int64_t>> read_lengths(const Options& options) {
  const auto parts = split(options.msglog, ':');
  Result<std::int64_t> low = parse_bytes(parts[0]), high = parse_bytes(parts.back());
  if (!low || !high || parts.size() > 2 || *low > *high || *high > 34)
    return failure(
        fmt::format("--msglog '{}': expected MIN:MAX, exponents of 2 from 0 to 34", options.msglog));
  return model::octave_lengths(static_cast<int>(*low), static_cast<int>(*high), options.steps);
}

Result<model::PingPongSetup> setup_of(const Options& options) {
  model::PingPongSetup setup{
      .pairs = options.pairs, .rate = options.megabytes * 1e6, .latency = options.latency_us * 1e-6};
  if (auto chunks = read_chunks(options.chunk, setup); !chunks) return tl::make_unexpected(chunks.error());
  const bool two_levels = setup.outer > 0 && options.pairs % 2 == 0;
  setup.group = options.group > 0 ? options.group : two_levels ? options.pairs / 2 : options.pairs;
  if (setup.outer > 0 && setup.group == options.pairs)
    return failure(
        fmt::format("--chunk {}: C2 is between groups, and the {} processes of --ppn are one: divide "
                    "them with --group",
                    sonde::quoted(options.chunk), options.pairs));
  if (options.pairs % setup.group != 0)
    return failure(
        fmt::format("--group {} does not divide the {} processes of --ppn", setup.group, options.pairs));
  setup.coupling = options.phase == "locked" ? model::Coupling::locked : model::Coupling::free;
  setup.rule = model::latency_rule(options.latency_rule);
  setup.remainder = options.remainder == "inside" ? model::Remainder::inside : model::Remainder::last;
  setup.jitter = options.jitter_us * 1e-6;
  const auto seed = number_of<std::uint64_t>(options.seed);  // CLI11 takes -1 for the largest number
  if (!seed)
    return failure(fmt::format("--seed '{}': expected a whole number from 0 to 2^64 - 1", options.seed));
  setup.seed = *seed;
  return setup;
}

int draw_timing(model::PingPongSetup setup, const Options& options) {
  const auto bytes = parse_bytes(options.picture_bytes);
  if (!bytes) return wrong_input(bytes.error().message);
  setup.bytes = *bytes;
  setup.repetitions = options.picture_repetitions;
  setup.keep_trace = true;
  const auto picture = model::simulate(setup).and_then(
      [&](const model::Simulation& run) { return model::timing_diagram(setup, run); });
  return picture ? deliver({options.picture, options.output.existing}, {}, *picture)
                 : wrong_input(picture.error().message);
}

bool same_name(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  if (a.empty() || b.empty()) return false;
  return fs::absolute(a).lexically_normal() == fs::absolute(b).lexically_normal();
}

Result<void> may_write_results(const Options& options) {
  if (same_name(options.output.path, options.picture))
    return failure(
        fmt::format("-o and --picture both name '{}'; choose another name for one of them", options.picture));
  if (auto right = must_hold(options.picture, ".svg"); !right) return right;
  for (const std::string& path : {options.output.path, options.picture})
    if (!path.empty())
      if (auto allowed = may_write({path, options.output.existing}, {}); !allowed) return allowed;
  return {};
}

int act(const Options& options) {
  const auto setup = setup_of(options);
  if (!setup) return wrong_input(setup.error().message);
  if (const auto allowed = may_write_results(options); !allowed) return wrong_input(allowed.error().message);
  const auto lengths = read_lengths(options);
  if (!lengths) return wrong_input(lengths.error().message);
  if (!options.picture.empty()) {
    if (const int status = draw_timing(*setup, options); status != 0) return status;
    if (options.output.path.empty()) return 0;
  }
  const auto run = model::simulated_run({*setup, *lengths, options.repetitions});
  if (!run) return wrong_input(run.error().message);
  std::string text = record::to_json(run->header) + "\n";
  for (const auto& entry : run->cases) text += record::to_json(entry) + "\n";
  const Output output{options.output.path.empty() ? "-" : options.output.path, options.output.existing};
  return deliver(output, {}, text + record::to_json(*run->footer) + "\n");
}

void add_link(CLI::App& sub, Options& options) {
  sub.add_option("--ppn", options.pairs, "processes on each of the two nodes")->check(CLI::Range(1, 4096));
  sub.add_option("--rate", options.megabytes, "rate of each direction, 10^6 bytes per second (default 1000)")
      ->check(more_than_zero);
  sub.add_option("--latency", options.latency_us, "latency of the link, microseconds (default 5)")
      ->check(duration);
  sub.add_option("--chunk", options.chunk,
                 "C1[,C2]: bytes served in turn, within and between groups (default 1M)");
  sub.add_option("--group", options.group, "processes of a group (default: all; half with C2)")
      ->check(CLI::Range(1, 4096));
}

void add_rules(CLI::App& sub, Options& options) {
  sub.add_option("--phase", options.phase, "free: reply when the message has come; locked: half after half")
      ->check(CLI::IsMember({"free", "locked"}));
  sub.add_option("--latency-rule", options.latency_rule,
                 "delay: a wire; paper: charged again before the reply; causal: the same, never clamped")
      ->check(CLI::IsMember({"delay", "paper", "causal"}));
  sub.add_option("--remainder", options.remainder, "where the short piece of a message goes: last or inside")
      ->check(CLI::IsMember({"last", "inside"}));
  sub.add_option("--jitter", options.jitter_us,
                 "mean of an exponential pause before each reply, microseconds")
      ->check(duration);
  sub.add_option("--seed", options.seed, "of the pauses");
}

void add_results(CLI::App& sub, Options& options) {
  sub.add_option("--msglog", options.msglog, "MIN:MAX, message lengths 2^MIN to 2^MAX (default 10:22)");
  sub.add_option("--steps", options.steps, "lengths an octave (default 1)")->check(CLI::Range(1, 64));
  sub.add_option("--repetitions", options.repetitions, "fixed number (default: the rule of the benchmark)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}));
  add_output(sub, options.output, "file for the records (default: standard output)");
  sub.add_option("--picture", options.picture, "draw the timing diagram into this SVG file");
  sub.add_option("--picture-bytes", options.picture_bytes, "message length of the picture (default 4M)");
  sub.add_option("--picture-repetitions", options.picture_repetitions,
                 "ping-pongs of the picture (default 2)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000}));
}

}  // namespace

Action setup_simulate(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.require_subcommand(1);
  CLI::App* sub = command.add_subcommand(
      "pingpong", "multi-mode PingPong between two nodes, as records and as a picture");
  add_link(*sub, *options);
  add_rules(*sub, *options);
  add_results(*sub, *options);
  return [options] { return act(*options); };
}

}  // namespace sonde::app
