// What a person is shown of records: tables, comparisons, findings and scripts, of the tables of other suites and of
// simulated runs.
#include "golden.hpp"

#include <fmt/format.h>

#include "analysis/comparison.hpp"
#include "analysis/findings.hpp"
#include "model/simulated_run.hpp"
#include "pages/comparison_text.hpp"
#include "pages/gnuplot_script.hpp"
#include "pages/show_table.hpp"
#include "record/read.hpp"

namespace sonde::pages {
namespace {

record::Run sample(const std::string& name) {
  auto run = record::read_run(std::string(SONDE_TEST_DATA) + "/samples/" + name);
  if (!run) throw std::runtime_error(run.error().message);
  run->source = name;
  return *run;
}

/// The same sweep gives the same run.
record::Run simulated(double rate, std::uint64_t seed) {
  model::Sweep sweep;
  sweep.setup = {
      .pairs = 3, .group = 3, .rate = rate, .latency = 2e-5, .inner = 4096, .jitter = 1e-6, .seed = seed};
  sweep.lengths = {1, 64, 4096, 65536};
  sweep.fixed_repetitions = 20;
  auto run = model::simulated_run(sweep).value();
  run.header.version = run.header.revision = "";  // of whoever builds
  run.source = fmt::format("run-{}-{}", rate, seed);
  return run;
}

TEST(Golden, summaries_and_tables_of_runs) {
  std::string text;
  for (const char* name :
       {"osu-7.4-allreduce-full-z.txt", "osu-7.4-mbw-mr.txt", "imb-3.2-multi1.txt", "pmb-2.2.txt"}) {
    const auto run = sample(name);
    text += show_summary(run) + show_table(run) + show_warnings(run);
  }
  const auto run = simulated(1e8, 1);
  test::expect_golden("shown", text + show_summary(run) + show_table(run), 1e5);
}

TEST(Golden, comparisons) {
  std::string text;
  for (const double rate : {1e8, 0.9e8, 1.3e8}) {
    std::vector<record::Run> base, fresh;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      base.push_back(simulated(1e8, seed));
      fresh.push_back(simulated(rate, seed + 10));
    }
    const auto compared = analysis::compare(base, fresh, 0.03);
    text += comparison_table(compared) + comparison_json(compared) + "\n";
  }
  test::expect_golden("comparisons", text, 1e4);
}

TEST(Golden, findings) {
  const std::vector<record::Run> runs{sample("imb-2021.11-mpi1-np4-check.txt"),
                                      sample("imb-2021.11-mpi1-np4.txt"), sample("imb-2021.11-io-np2.txt"),
                                      simulated(1e8, 1), simulated(0.5e8, 2)};
  std::string text;
  for (const auto& finding : analysis::findings(runs))
    text += fmt::format("{} {}\n  {}\n", static_cast<int>(finding.weight), finding.text, finding.advice);
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const auto& finding : analysis::findings(std::span(runs).subspan(i, 1)))
      text += fmt::format("{} {}: {}\n", i, static_cast<int>(finding.weight), finding.text);
  test::expect_golden("findings", text, 1e4);
}

TEST(Golden, scripts) {
  const std::vector<record::Run> runs{sample("imb-2021.11-mpi1-np4.txt")};
  std::string text;
  for (const char* benchmark : {"PingPong", "Allreduce", "Barrier"})
    for (const auto quantity : {Plotted::time, Plotted::rate}) {
      const auto script = gnuplot_script(runs, {.quantity = quantity, .benchmark = benchmark});
      text += script ? *script : script.error().message + "\n";
    }
  test::expect_golden("scripts", text, 1e5);
}

}  // namespace
}  // namespace sonde::pages
