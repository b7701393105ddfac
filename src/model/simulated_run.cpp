#include "model/simulated_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/version.hpp"
#include "model/repetition_rule.hpp"

namespace sonde::model {

namespace {

record::Header header_of(const PingPongSetup& s) {
  record::Header header;
  header.program = std::string("sonde simulate pingpong");
  header.version = std::string(version);
  header.revision = std::string(revision);
  header.conventions = std::string("IMB 3.2");
  header.machine = std::string("simulated");
  header.ranks = 2 * s.pairs;
  header.seed = s.seed;
  const auto fact = [&](const char* name, const std::string& value) {
    header.conventions_in_force.emplace_back(name, value);
  };
  fact("simulated rate [B/s]", fmt::format("{}", s.rate));
  fact("simulated latency [s]", fmt::format("{}", s.latency));
  fact("chunk within groups [B]", fmt::format("{}", s.inner));
  fact("chunk between groups [B]", s.outer > 0 ? fmt::format("{}", s.outer) : "none");
  fact("processes of a group", fmt::format("{}", s.group));
  fact("processes", s.coupling == Coupling::locked ? "locked" : "free");
  fact("latency", to_word(s.rule));
  fact("remainder", s.remainder == Remainder::last ? "last" : "inside");
  fact("jitter [s]", fmt::format("{}", s.jitter));
  return header;
}

record::CaseRecord case_of(const PingPongSetup& s, const Simulation& run) {
  record::CaseRecord entry;
  entry.id = {.benchmark = "PingPong",
              .mode = "",
              .multi = s.pairs > 1,
              .processes = 2,
              .groups = s.pairs,
              .group = -1,
              .bytes = s.bytes};
  entry.repetitions = s.repetitions;
  const double halves = 2 * static_cast<double>(s.repetitions);
  const auto [least, most] = std::minmax_element(run.finish.begin(), run.finish.end());
  const double sum = std::accumulate(run.finish.begin(), run.finish.end(), 0.0);
  entry.times =
      record::Times{*least / halves, *most / halves, sum / static_cast<double>(run.finish.size()) / halves};
  entry.megabytes_per_second = static_cast<double>(s.bytes) / entry.times->max / 1048576;
  return entry;
}

}  // namespace

Result<record::Run> simulated_run(const Sweep& sweep) {
  record::Run run;
  run.source = std::string("simulation");
  run.header = header_of(sweep.setup);
  for (const std::int64_t bytes : sweep.lengths) {
    PingPongSetup setup = sweep.setup;
    setup.bytes = bytes;
    setup.repetitions = sweep.fixed_repetitions > 0 ? sweep.fixed_repetitions : repetitions(bytes);
    const auto result = simulate(setup);
    if (!result) return failure(fmt::format("{} bytes: {}", bytes, result.error().message));
    run.cases.push_back(case_of(setup, *result));
  }
  record::Footer footer;
  footer.measured = static_cast<std::int64_t>(run.cases.size());
  run.footer = footer;
  return run;
}

std::vector<std::int64_t> octave_lengths(int low, int high, int steps) {
  std::vector<std::int64_t> all;
  for (int i = low * steps; i <= high * steps; ++i) {
    const std::int64_t length = std::llround(std::exp2(static_cast<double>(i) / steps));
    if (all.empty() || length > all.back()) all.push_back(length);
  }
  return all;
}

}  // namespace sonde::model
