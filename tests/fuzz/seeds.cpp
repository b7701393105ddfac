#include "seeds.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "record/csv.hpp"
#include "record/json.hpp"

namespace sonde::testing {

namespace {

record::CaseRecord full_case(const std::string& benchmark, int processes, int groups, std::int64_t bytes) {
  record::CaseRecord c;
  c.id = {
      .benchmark = benchmark, .multi = groups > 1, .processes = processes, .groups = groups, .bytes = bytes};
  c.repetitions = 100;
  const double seconds = std::log2(2 * processes * groups) * (1e-6 + static_cast<double>(bytes) * 1e-9);
  c.times = record::Times{seconds * 0.9, seconds * 1.1, seconds};
  c.megabytes_per_second = static_cast<double>(bytes) / seconds / 1048576;
  c.defects = 0;
  stats::Summary summary;
  summary.mean = summary.median = seconds;
  summary.ci_low = seconds * 0.95, summary.ci_high = seconds * 1.05;
  summary.slowest_rank = processes - 1, summary.slowest_share = 0.8;
  c.summary = summary;
  c.batch_seconds = {seconds, seconds * 1.1, seconds * 0.9};
  for (int rank = 0; rank < processes; ++rank) c.ranks.push_back(rank);
  c.witnesses.push_back({.world_rank = processes - 1, .involuntary_switches = 3, .migrations = 1});
  c.warnings.push_back({"wide_interval", "The interval is wide.", "Measure longer."});
  return c;
}

record::Run small_run() {
  record::Run run;
  run.header.program = "IMB-MPI1";
  run.header.conventions = "IMB 3.2";
  run.header.mpi_library = "Open MPI 4.1.4";
  run.header.command_line = {"IMB-MPI1", "PingPong"};
  run.header.start = "2026-11-21T22:55:00Z";
  run.header.ranks = 8;
  run.header.environment = {{"OMPI_COMM_WORLD_SIZE", "8"}};
  run.header.conventions_in_force = {{"-n_barr", "2"}};
  for (int rank = 0; rank < 8; ++rank) run.header.places.push_back({rank, "node", {rank}, 0});
  for (int power = 0; power <= 16; power += 2) {
    const std::int64_t bytes = std::int64_t{1} << power;
    for (const int groups : {1, 4}) run.cases.push_back(full_case("PingPong", 2, groups, bytes));
    for (const int processes : {2, 4, 8}) run.cases.push_back(full_case("Allreduce", processes, 1, bytes));
  }
  run.cases[3].status = record::Status::failed;
  run.cases[3].reason = record::Reason::mpi_error;
  run.cases[3].text = "MPI_Allreduce failed";
  run.cases[4].overlap = record::OverlapTimes{3e-6, 2e-6, 2e-6, 50};
  run.cases[5].summary->median = std::nan("");  // as an application records it: follows from the batches
  run.footer = record::Footer{"2026-11-21T22:58:00Z", 0, 44, 0, 1, 10, 2};
  return run;
}

std::string as_json(const record::Run& run) {
  std::string text = record::to_json(run.header) + "\n";
  for (const auto& c : run.cases) text += record::to_json(c) + "\n";
  return text + record::to_json(*run.footer) + "\n";
}

std::string as_csv(const record::Run& run) {
  std::string text = record::csv_head() + "\n";
  for (const auto& c : run.cases) text += record::to_csv(c, run.header.megabyte) + "\n";
  return text;
}

// The first lines of a file of tests/data/samples: head and the first tables.
std::string sample(const std::string& name, int lines) {
  std::ifstream file(std::string(SONDE_TEST_DATA "/samples/") + name);
  std::string text, line;
  for (int i = 0; i < lines && std::getline(file, line); ++i) text += line + "\n";
  if (text.empty()) fmt::print(stderr, "fuzz_readers: cannot read {}\n", name), std::exit(2);
  return text;
}

constexpr const char* perflog_text =
    "result|job_completion_time|descr|environ|job_completion_time_unix|job_nodelist|modules|name|num_tasks|partition|bw_value|bw_unit|"
    "bw_ref|bw_lower_thres|bw_upper_thres|lat_value|lat_unit|lat_ref|system\n"
    "pass|2024-02-21T22:51:16||gnu|1708555876.746763|null|ucx|osu|4|gpu|1.5|GB/s|0|None|None|2.5|us|0|daint\n";

constexpr const char* plan_text = R"(launches = 3
seed = 7
limit = 120
directory = "records"
launcher = "mpirun -np {np} {placement} {command}"

[[command]]
name = "small"
run = "IMB-MPI1 PingPong 'a b' -msglog 3:4 -json {record}"
np = [2, 4]

[[command]]
name = "list"
run = ["sh", "-c", "IMB-MPI1 > {record}"]

[[placement]]
name = "core"
options = "--bind-to core"

[[placement]]
name = "free"
options = ["--bind-to", "none"]
)";

constexpr const char* journal_text = R"(sonde campaign 1 seed 7
start small-np2-core-1
end small-np2-core-1 good 1.25 exit status 0
start small-np2-free-1
end small-np2-free-1 failed 0.5 signal 9 (Killed)
start small-np4-core-2
)";

}  // namespace

std::vector<Seed> fuzz_seeds() {
  using enum Reader;
  std::vector<Seed> seeds{{records, "records.json", as_json(small_run())},
                          {records, "records.csv", as_csv(small_run())},
                          {records, "perflog.log", perflog_text},
                          {rates, "rates.csv", sample("virtual-cluster-pairs-100mbit.csv", 40)},
                          {plan, "plan.toml", plan_text},
                          {journal, "campaign.journal", journal_text}};
  for (const char* name :
       {"imb-2021.11-ext-np2.txt", "imb-2021.11-io-np2.txt", "imb-2021.11-mpi1-np4-check.txt",
        "imb-3.2-multi1.txt", "osu-7.4-allreduce-full-z.txt", "osu-7.4-bw.txt", "osu-7.4-latency.txt",
        "osu-7.4-mbw-mr.txt", "pmb-2.2.txt"})
    seeds.push_back({records, name, sample(name, 120)});
  return seeds;
}

}  // namespace sonde::testing
