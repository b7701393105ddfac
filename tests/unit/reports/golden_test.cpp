// What a person is shown of records: tables, comparisons, findings and scripts, of the tables of other suites
// and of simulated runs.
#include "golden.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/comparison.hpp"
#include "analysis/findings.hpp"
#include "analysis/fitted_models.hpp"
#include "model/simulated_run.hpp"
#include "readers/read.hpp"
#include "reports/comparison_text.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/page_data.hpp"
#include "reports/show_table.hpp"

namespace sonde::reports {
namespace {

record::Run sample(const std::string& name) {
  auto run = readers::read_run(std::string(SONDE_TEST_DATA) + "/samples/" + name);
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

/// A run of four ranks on two hosts, of which rank 2 holds the others up, with a case of every outcome.
record::Run eventful() {
  record::Run run;
  run.source = "eventful";
  auto& header = run.header;
  header.program = "IMB-MPI1";
  header.version = "1.2", header.revision = "abc", header.compiler = "c++", header.conventions = "IMB 3.2";
  header.command_line = {"IMB-MPI1", "-json", "a b"};
  header.mpi_library = "Some MPI", header.mpi_standard = "3.1", header.thread_level = "single";
  header.kernel = "6.1", header.machine = "x86_64", header.cpu_model = "Some CPU",
  header.governor = "powersave";
  header.start = "2026-01-02T03:04:05Z";
  header.environment = {{"OMP_NUM_THREADS", "2"}};
  header.ranks = 4;
  header.places = {{0, "a", {0}, 0}, {1, "a", {1}, 0}, {2, "b", {0, 1}, {}}, {3, "b", {}, {}}};
  header.warnings = {{"unbound", "a: ranks 2, 3 are not bound to a core", "Bind them."}};
  for (const char* benchmark : {"Allreduce", "Bcast"})
    for (const std::int64_t bytes : {8, 64}) {
      record::CaseRecord c;
      c.id = {.benchmark = benchmark, .processes = 4, .bytes = bytes};
      c.ranks = {0, 1, 2, 3};
      c.repetitions = 100;
      c.times = record::Times{1e-6, 3e-6, 2e-6};
      auto& s = c.summary.emplace();
      s.median = 2.5e-6, s.ci_low = 2.4e-6, s.ci_high = 2.7e-6, s.p5 = 2e-6, s.p25 = 2.2e-6, s.p75 = 2.8e-6,
      s.p95 = 3e-6;
      s.batches = 50, s.repetitions = 100, s.slowest_rank = 2, s.slowest_share = 0.9, s.slowest_excess = 0.2;
      s.slowest_chance = 1e-9, s.slowest_lead = 0.3;
      c.slowest_world_rank = 2;
      c.witnesses = {{.world_rank = 2, .involuntary_switches = 7, .migrations = 3, .cpu_share = 0.9}};
      c.warnings = {{"slow_rank", "rank 2 is slow", "Look at b."}, {"drift", "it rose", "Wait."}};
      run.cases.push_back(c);
    }
  auto other = run.cases.front();
  other.id.benchmark = "Iallreduce";
  other.overlap = record::OverlapTimes{5e-6, 4e-6, 3e-6, 66.6};
  other.messages_per_second = 5e5, other.megabytes_per_second = 12.5, other.defects = 3;
  run.cases.push_back(other);
  for (const auto status : {record::Status::skipped, record::Status::failed}) {
    auto missing = run.cases.front();
    missing.id.benchmark = "Alltoall";
    missing.id.bytes = 1 << 20;
    missing.status = status;
    missing.reason = record::Reason::out_of_memory;
    missing.text = "it needs 3 GB";
    missing.times.reset();
    missing.summary = {};
    run.cases.push_back(missing);
  }
  auto& footer = run.footer.emplace();
  footer.end = "2026-01-02T03:05:05Z", footer.exit_status = 4;
  footer.measured = 5, footer.skipped = footer.failed = 1, footer.measured_seconds = 1.5,
  footer.dead_seconds = 2.5;
  return run;
}

TEST(Golden, page_data) {
  const std::vector runs{eventful(), simulated(1e8, 1), sample("imb-3.2-multi1.txt"),
                         sample("osu-7.4-mbw-mr.txt")};
  auto data = nlohmann::json::parse(page_data(analysis::report_of(runs), {.title = "T", .made = "today"}));
  for (const auto* of_the_build : {"sonde", "charts"}) data.erase(of_the_build);
  const auto flat = data.flatten();
  std::string text;
  for (const auto& [path, value] : flat.items()) text += fmt::format("{} {}\n", path, value.dump());
  test::expect_golden("page-data", text, 1e4);
}

}  // namespace
}  // namespace sonde::reports
