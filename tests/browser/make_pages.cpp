// Writes the pages the browser tests look at into the folder given: example, compare, later, hostile, large,
// empty and others.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

#include "record/scan_setting.hpp"
#include "reports/html_report.hpp"

namespace {

using namespace sonde;

void write_page(const std::string& folder, const std::string& name, const analysis::Report& report,
                reports::ReportOptions options = {}) {
  options.title = name;
  options.made = "2026-11-21 23:00 UTC";
  std::ofstream(folder + "/" + name + ".html") << reports::html_report(report, options);
}

/// Pages that are not about fits have none.
analysis::Report without_fits(std::vector<record::Run> runs) {
  analysis::Report report = analysis::report_of(std::move(runs));
  report.models = {};
  return report;
}

record::CaseRecord measured(const std::string& benchmark, int processes, std::int64_t bytes, double seconds,
                            int messages) {
  record::CaseRecord c;
  c.id.benchmark = benchmark;
  c.id.processes = processes;
  c.id.bytes = bytes;
  c.repetitions = 1000;
  c.times = record::Times{seconds * 0.98, seconds * 1.03, seconds};
  if (messages > 0) c.megabytes_per_second = messages * static_cast<double>(bytes) / c.times->max / 1048576;
  stats::Summary summary;
  summary.median = seconds;
  summary.ci_low = seconds * 0.94;
  summary.ci_high = seconds * 1.09;
  summary.slowest_rank = bytes > 4096 ? processes - 1 : static_cast<int>((bytes + processes) % processes);
  summary.slowest_share = bytes > 4096 ? 0.72 : 0.4;
  c.summary = summary;
  for (int rank = 0; rank < processes; ++rank) c.ranks.push_back(rank);
  return c;
}

record::Run example(const std::string& source, double slower) {
  record::Run run;
  run.source = source;
  run.header.program = "IMB-MPI1";
  run.header.conventions = "IMB 3.2";
  run.header.mpi_library = "Open MPI 4.1.4";
  run.header.cpu_model = "Example Processor 9000";
  run.header.cpu_mhz = 2400;
  run.header.command_line = {"IMB-MPI1", "-npmin", "2", "PingPong", "Allreduce", "Barrier"};
  run.header.start = "2026-11-21T22:55:00Z";
  run.header.ranks = 8;
  run.header.timer_resolution = 1e-9;
  run.header.environment = {{"OMPI_COMM_WORLD_SIZE", "8"}};
  for (int rank = 0; rank < 8; ++rank)
    run.header.places.push_back({rank, rank < 4 ? "node-a" : "node-b", {rank % 4}, 0});
  const auto lengths = [] {
    std::vector<std::int64_t> all{0};
    for (int power = 0; power <= 22; ++power) all.push_back(std::int64_t{1} << power);
    return all;
  }();
  for (std::int64_t x : lengths) {
    const double protocol = x >= 65536 ? 9e-6 : 0;
    run.cases.push_back(
        measured("PingPong", 2, x, slower * (1.2e-6 + protocol + static_cast<double>(x) / 9e9), 1));
    run.cases.push_back(
        measured("Sendrecv", 2, x, slower * (1.6e-6 + protocol + static_cast<double>(x) / 7e9), 2));
    for (int p : {2, 4, 8})
      run.cases.push_back(
          measured("Allreduce", p, x, slower * std::log2(p) * (2.1e-6 + static_cast<double>(x) / 4e9), 0));
    for (int p : {2, 4, 8})
      run.cases.push_back(
          measured("Bcast", p, x, slower * std::log2(p) * (1.1e-6 + static_cast<double>(x) / 6e9), 0));
  }
  for (int p : {2, 4, 8}) {
    run.cases.push_back(measured("Barrier", p, -1, slower * 1.4e-6 * std::log2(p), 0));
    run.cases.back().id.bytes = -1;
  }
  run.cases[90].warnings.push_back({"wide_interval", "Bcast, 4096 B, 4 processes: the interval is 15 % wide.",
                                    "Measure longer, or on a quieter machine."});
  run.cases[20].status = record::Status::failed;
  run.cases[20].text = "no memory for the buffers";
  run.footer = record::Footer{"2026-11-21T22:58:00Z", 0, 200, 0, 1, 120, 14};
  return run;
}

record::Run hostile() {
  record::Run run = example("<img src=x onerror=\"window.hacked=1\">.json", 1);
  const std::string markup = "</script><script>window.hacked=1</script><!--\xe2\x80\xa8 ${1} {{data}} \" ' &";
  run.header.program = markup;
  run.header.mpi_library = "<b onmouseover=window.hacked=1>x</b>";
  run.header.environment[markup] = markup;
  run.cases[0].id.benchmark = markup;
  run.cases[1].id.benchmark = "__proto__";
  run.cases[2].id.mode = "constructor";
  run.cases[3].text = "\xff\xfe not UTF-8 \x01";
  run.cases[4].id.benchmark = "=HYPERLINK(\"http://x\")";
  run.cases[5].warnings.push_back({markup, markup, markup});
  const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(), -1, 0, 1e-320, 1e300};
  for (std::size_t i = 0; i < std::size(bad); ++i) {
    run.cases[10 + i].summary->median = bad[i];
    run.cases[10 + i].times->max = bad[i];
    run.cases[10 + i].megabytes_per_second = bad[i];
  }
  run.cases[20].id.bytes = std::numeric_limits<std::int64_t>::max();
  run.cases[21].id.processes = -7;
  run.cases[22].ranks = {-5, 1 << 30};
  run.cases[23].summary->slowest_rank = 1 << 30;
  return run;
}

/// Windows of messages with their rate, and collectives beside computation of which half the lengths do not
/// overlap.
record::Run later() {
  record::Run run;
  run.source = "later.json";
  for (int power = 0; power <= 22; ++power) {
    const std::int64_t bytes = std::int64_t{1} << power;
    const double seconds = 1e-6 + static_cast<double>(bytes) / 9e9;
    run.cases.push_back(measured("Uniband", 2, bytes, seconds, 1));
    run.cases.back().messages_per_second = 1 / run.cases.back().times->max;
    run.cases.push_back(measured("Ibcast", 4, bytes, 2 * seconds, 0));
    run.cases.back().times.reset();
    run.cases.back().overlap =
        record::OverlapTimes{2 * seconds, seconds, seconds, power < 11 ? 0.0 : 9.0 * (power - 11)};
    run.cases.push_back(measured("Bcast_MT", 2, bytes, 3 * seconds, 0));
    run.cases.back().id.threads = 4;
    for (int window = 1; power % 6 == 0 && window <= 128; window *= 2) {
      run.cases.push_back(measured("Rate_pairs", 2, bytes, seconds / window, 1));
      run.cases.back().id.mode = fmt::format("window {}", window);
      run.cases.back().messages_per_second = window / seconds;
    }
  }
  return run;
}

// 512 hosts of 16 switches: one that sends at half the rate, a link at a third of it, pairs of different
// switches farther apart.
record::Run links_of_512_hosts() {
  constexpr int hosts = 512, hosts_of_switch = 32, slow_host = 200;
  record::Run run;
  run.source = "links.json";
  run.header.program = "sonde-mpi";
  run.cases.push_back(measured("Links", hosts, 1 << 20, 1e-4, 1));
  run.cases.back().ranks.clear();
  links::Survey& survey = run.cases.back().links.emplace();
  survey.map.message.players = survey.map.latency.players = hosts;
  for (int from = 0; from < hosts; ++from) {
    run.header.places.push_back({from, fmt::format("n{:04}", from), {}, {}});
    survey.ranks.push_back(from);
    survey.blocks.of.push_back(from / hosts_of_switch);
    for (int to = 0; to < hosts; ++to) {
      const bool near = from / hosts_of_switch == to / hosts_of_switch;
      const bool bad_link = (from == 17 && to == 401) || (from == 401 && to == 17);
      const double seconds = 1e-4 * (near ? 1 : 1.1) * (from == slow_host ? 2 : 1) * (bad_link ? 3 : 1);
      const double unknown = std::nan("");
      survey.map.message.seconds.push_back(static_cast<float>(from == to ? unknown : seconds));
      survey.map.latency.seconds.push_back(static_cast<float>(from == to ? unknown : near ? 1e-6 : 2e-6));
    }
  }
  for (int block = 0; block < hosts / hosts_of_switch; ++block)
    survey.blocks.names.push_back(fmt::format("leaf{}", block));
  survey.pairs = hosts * (hosts - 1);
  const links::Suspect host{.direction = links::Direction::sends, .first = slow_host, .factor = 2};
  const links::Suspect link{.kind = links::Kind::link, .first = 17, .second = 401, .factor = 3};
  survey.findings = {{host, links::TrialVerdict::slow, 2, 1.9, 2.1, 1e-6, 24},
                     {link, links::TrialVerdict::slow, 3, 2.9, 3.1, 1e-6, 24}};
  return run;
}

// 100 000 cases: 50 benchmarks × 20 process counts × 100 lengths.
record::Run large() {
  record::Run run;
  run.source = "large.json";
  for (int b = 0; b < 50; ++b)
    for (int p = 1; p <= 20; ++p)
      for (int x = 0; x < 100; ++x)
        run.cases.push_back(
            measured(fmt::format("Benchmark{}", b), 2 * p, 16 * (x + 1), 1e-6 * (1 + b + p + x), 1));
  return run;
}

record::Run wider_than_paper() {
  record::Run run;
  for (int b = 0; b < 30; ++b)
    for (const int processes : {2, 64})
      for (int x = 0; x < 70; ++x)
        run.cases.push_back(measured(fmt::format("Reduce_scatter{}", b), processes, 1000 * (x + 1) + b % 2,
                                     1e-6 * (1 + b + x) * processes, 1));
  return run;
}

// A side of 10 000 cases, every number of its own: a tenth of 100 000.
record::Run a_side_of_many(double slower) {
  const std::array names{"Allreduce", "Alltoall", "Bcast", "Reduce", "PingPong"};
  record::Run run;
  run.source = slower > 1 ? "new.json" : "base.json";
  for (std::size_t b = 0; b < names.size(); ++b)
    for (int p = 1; p <= 40; ++p)
      for (int x = 0; x < 50; ++x) {
        const double noise = 1 + 0.01 * std::sin(1e3 * static_cast<double>(b) + 37 * p + x + slower);
        run.cases.push_back(measured(names.at(b), 2 * p, std::int64_t{16} * (x + 1),
                                     slower * noise * 1e-6 * (1 + p + x / 7.0), 1));
        run.cases.back().ranks.clear();
        run.cases.back().summary->batches = 40;
        run.cases.back().summary->ci_low *= noise;
      }
  return run;
}

record::Run many_names() {
  record::Run run;
  run.source = "names.json";
  for (int i = 0; i < 20000; ++i) run.cases.push_back(measured(fmt::format("Odd{}", i), 2, 8, 1e-6, 1));
  return run;
}

// A model with points of both signs of residual, and hostile text.
model::FittedCurve fitted() {
  model::FittedCurve fit;
  fit.name = "<i>straight line</i>";
  fit.formula = "T = alpha + x / B";
  fit.source = "Hockney 1994";
  fit.x_label = "message length";
  fit.x_unit = "B";
  fit.y_label = "time";
  fit.y_unit = "s";
  fit.parameters = {{"alpha", "latency", "s", 1.2e-6, stats::Interval{1.1e-6, 1.3e-6}},
                    {"B", "bandwidth", "B/s", 9e9, {}}};
  fit.notes = {"The first length was left out."};
  for (int power = 3; power <= 22; ++power) {
    const double x = std::ldexp(1, power), y = 1.2e-6 + x / 9e9;
    fit.curve.push_back({x, y});
    fit.points.push_back({x, y * (1 + 0.05 * std::sin(power)), y, y * 0.02});
  }
  fit.quality = {20, 2, 0.998, -412.3, 0.035};
  return fit;
}

// A model of two variables: both lines have points at the same lengths.
model::FittedCurve fitted_pairs() {
  model::FittedCurve fit = fitted();
  fit.name = "two variables";
  fit.series_label = "pairs";
  fit.points.clear(), fit.curve.clear();
  for (int pairs : {1, 4})
    for (int power = 3; power <= 22; ++power) {
      const double x = std::ldexp(1, power), y = pairs * (1.2e-6 + x / 9e9);
      fit.points.push_back({x, 1.1 * y, y, y * 0.02, y * 0.04, pairs});
      fit.curve.push_back({x, y, pairs});
    }
  return fit;
}

/// 64 hosts of 8 ranks; those of host-17 hold the others up.
record::Run slow_host_of_64() {
  record::Run run;
  run.source = "slow-host.json";
  run.header.program = "IMB-MPI1";
  run.header.ranks = 512;
  for (int rank = 0; rank < 512; ++rank)
    run.header.places.push_back({rank, fmt::format("host-{:02}", rank / 8), {rank % 8}, 0});
  for (int i = 0; i < 200; ++i) {
    const std::array<const char*, 3> benchmarks{"Allreduce", "Alltoall", "Barrier"};
    auto c = measured(benchmarks[static_cast<std::size_t>(i % 3)], 512, std::int64_t{1} << (i % 20), 1e-4, 0);
    c.summary->slowest_lead = 0.2;
    c.summary->slowest_chance = 1e-5;
    c.summary->slowest_rank = i % 5 < 3 ? 17 * 8 + i % 8 : (i * 37) % 512;
    c.summary->slowest_share = 0.9;
    run.cases.push_back(std::move(c));
  }
  return run;
}

/// A cluster before and after a change, of 512 ranks: of four benchmarks one is as it was, one slower from 4
/// KiB on, one faster, and one scatters so much that nothing is proven.
record::Run of_cluster(bool changed, int number) {
  record::Run run;
  run.source = fmt::format("{}/run{}.json", changed ? "new" : "base", number);
  run.header.program = "IMB-MPI1";
  run.header.ranks = 512;
  const double launch = 1 + 0.002 * number;
  const auto seconds_of = [&](int kind, int processes, std::int64_t bytes) {
    const double factor = kind == 1 && bytes >= 4096 ? 1.25 : kind == 2 ? 0.8 : 1;
    const double noise = kind == 3 ? 1 + 0.2 * std::sin(17.0 * number + (changed ? 5 : 0)) : launch;
    return (changed ? factor : 1) * noise * std::log2(processes) * (2e-6 + static_cast<double>(bytes) / 4e9);
  };
  for (int b = 0; b < 20; ++b)
    for (const int processes : {128, 256, 512}) {
      const std::array<const char*, 4> kinds{"Allreduce", "Alltoall", "Bcast", "Gather"};
      const auto kind = b % 4;
      const std::string name = kinds[static_cast<std::size_t>(kind)] + (b < 4 ? "" : std::to_string(b / 4));
      for (int power = 0; power <= 22; power += 2) {
        const std::int64_t bytes = power == 0 ? 0 : std::int64_t{1} << power;
        run.cases.push_back(measured(name, processes, bytes, seconds_of(kind, processes, bytes), 0));
        run.cases.back().ranks.clear();
        run.cases.back().summary->batches = 40;
      }
    }
  for (const int processes : {2, 8, 32, 128, 512})
    run.cases.push_back(measured("Barrier", processes, -1, launch * 1e-6 * std::log2(processes), 0));
  run.footer = record::Footer{"2026-11-21T22:58:00Z", 0, 725, 0, 0, 120, 14};
  return run;
}

void write_cluster(const std::string& folder) {
  std::vector<record::Run> runs;
  for (const bool changed : {false, true})
    for (int i = 0; i < 6; ++i) runs.push_back(of_cluster(changed, i));
  const std::span<const record::Run> all(runs);
  const analysis::TwoSides sides{6, analysis::compare(all.first(6), all.subspan(6), 0.03)};
  write_page(folder, "cluster", analysis::report_of(runs, sides));
}

/// Two sides of six runs that differ by up to 2 %; in the new one everything takes 1.3 times as long.
void write_sides(const std::string& folder) {
  std::vector<record::Run> runs;
  for (const double slower : {1.0, 1.3})
    for (int i = 0; i < 6; ++i)
      runs.push_back(
          example(fmt::format("{}/run{}.json", slower > 1 ? "new" : "base", i), slower * (1 + 0.004 * i)));
  for (record::Run& run : runs)
    for (record::CaseRecord& c : run.cases) c.summary->batches = 40;
  const std::span<const record::Run> all(runs);
  const analysis::TwoSides sides{6, analysis::compare(all.first(6), all.subspan(6), 0.03)};
  write_page(folder, "sides", analysis::report_of(runs, sides));
}

/// Eight launches in which Gather + Bcast is faster than Allgather from 1 to 32 KiB, all else slower, and one
/// composition scatters.
void write_guidelines(const std::string& folder) {
  std::vector<record::Run> runs(8);
  for (std::size_t launch = 0; launch < runs.size(); ++launch) {
    record::Run& run = runs[launch];
    run.source = fmt::format("launch-{}.json", launch);
    const auto add = [&](const char* benchmark, const char* id, std::int64_t bytes, double ratio) {
      run.cases.push_back(measured(benchmark, 4, bytes, 1e-5, 0));
      run.cases.back().guideline = record::MeasuredGuideline{
          id, 4 * bytes, ratio * 1e-5, 1e-5, {.median = ratio * (1 + 0.004 * static_cast<double>(launch))}};
    };
    for (int power = 0; power <= 20; power += 1) {
      const std::int64_t bytes = std::int64_t{1} << power;
      add("Allgather_as_Gather_Bcast", "G2", bytes,
          power >= 10 && power <= 15 ? 1.8 + 0.2 * (power - 10) : 0.6);
      add("Allgather_as_Alltoall", "G3", bytes, launch % 2 == 0 ? 1.6 : 0.7);
      if (power > 0) add("Reduce_scatter_block_as_Reduce_then_Scatter", "G18", bytes, 0.25);
    }
  }
  write_page(folder, "guidelines", without_fits(std::move(runs)));
}

/// Six launches of each setting; PingPong is fastest with `best`, Allreduce depends on none.
void write_scan(const std::string& folder, const std::string& page, const std::string& name,
                const std::vector<std::string>& values, const std::string& best) {
  std::vector<record::Run> runs;
  for (int launch = 0; launch < 8; ++launch)
    for (std::size_t i = 0; i < values.size(); ++i) {
      record::Run& run = runs.emplace_back();
      run.source = fmt::format("{}-{}-{}.json", name, values[i], launch + 1);
      run.header.scan = {{name, values[i]}};
      const double noise = 1 + 0.01 * std::sin(17.0 * launch + 5 * static_cast<double>(i));
      for (const std::int64_t bytes : {8, 4096, 65536}) {
        const double seconds = noise * (1e-6 + static_cast<double>(bytes) / 4e9);
        run.cases.push_back(measured("PingPong", 2, bytes, values[i] == best ? 0.6 * seconds : seconds, 1));
        run.cases.push_back(measured("Allreduce", 2, bytes, 2 * seconds, 0));
      }
      for (auto& one : run.cases) record::add_labels(one.id, run.header.scan);
    }
  write_page(folder, page, without_fits(std::move(runs)));
}

void write_many_sides(const std::string& folder) {
  const std::vector runs{a_side_of_many(1), a_side_of_many(1.1)};
  const analysis::TwoSides sides{1, analysis::compare({runs.data(), 1}, {&runs[1], 1}, 0.03)};
  write_page(folder, "many-sides", analysis::report_of(runs, sides));
}

/// Groups of two processes with names of files that are long: 24 lines a chart, and more.
std::vector<record::Run> many_lines() {
  std::vector<record::Run> runs;
  for (const std::string node : {"first", "second"}) {
    record::Run& run = runs.emplace_back();
    run.source = "results/2026-11-25/partition-with-a-long-name/" + node + "-node-of-the-cluster.json";
    for (int group = 0; group < 16; ++group)
      for (int power = 0; power <= 22; ++power) {
        run.cases.push_back(measured("Exchange", 2, std::int64_t{1} << power,
                                     1e-6 * (1 + 0.1 * group) + std::ldexp(1e-10, power), 4));
        run.cases.back().id.group = group;
      }
  }
  return runs;
}

/// 40 fits of which one misses its points.
analysis::FittedModels many_fits() {
  analysis::FittedModels out;
  for (int i = 0; i < 40; ++i) {
    out.curves.push_back(fitted());
    out.curves.back().name = fmt::format("fit {}", i);
    if (i == 37) out.curves.back().quality.relative_rms = 0.4;
  }
  return out;
}

/// What no figure may be taken from.
record::Run unusable() {
  record::Run run = example("crowded.json", 1);
  run.header.warnings = {
      {"oversubscribed", "node-a: 8 ranks on 4 processing units", "Start fewer ranks a host."}};
  run.cases.front().defects = 3;
  return run;
}

/// Single calls of two lengths, of which one in a hundred takes 50 times as long, and batches that grow
/// slower in the second half of the loop.
record::Run with_calls(const std::string& source, double slower) {
  record::Run run;
  run.source = source;
  for (const std::int64_t bytes : {64, 4096}) {
    run.cases.push_back(measured("Allreduce", 4, bytes, slower * 2e-6, 0));
    record::CaseRecord& c = run.cases.back();
    stats::Histogram calls;
    calls.prepare();
    for (int i = 0; i < 10000; ++i)
      calls.add(slower * (2e-6 + 1e-9 * static_cast<double>(bytes)) *
                (i % 100 == 0 ? 50 : 1 + 0.0001 * (i % 997)));
    c.tail = *stats::tail_of(calls);
    for (int batch = 0; batch < 50; ++batch) c.batch_seconds.push_back(slower * 2e-6 * (batch < 25 ? 1 : 4));
  }
  run.cases.push_back(measured("Bcast", 2, 8, 1e-6, 0));
  run.cases.back().tail = stats::Tail{1, {}, {{1e-6, 1.0078125e-6}, {1, 0}}};
  run.cases.back().batch_seconds = {1e-6};
  return run;
}

void write_calls(const std::string& folder) {
  const std::vector<record::Run> runs{with_calls("base.json", 1), with_calls("new.json", 1.5)};
  const std::span<const record::Run> all(runs);
  const analysis::TwoSides sides{1, analysis::compare(all.first(1), all.subspan(1), 0.03)};
  write_page(folder, "calls", analysis::report_of(runs, sides));
}

/// A broadcast of two lengths to which processes come late in three patterns: descending costs as much as
/// first, last a third of it.
record::Run with_late_processes() {
  record::Run run;
  run.source = "late.json";
  for (const std::int64_t bytes : {8, 65536})
    for (const auto& [pattern, cost] :
         {std::pair{"first:2", 1.02}, std::pair{"last:2", 0.34}, std::pair{"descending:2", 1.0}}) {
      const double reference = bytes > 8 ? 2e-5 : 4e-6, seconds = (bytes > 8 ? cost : cost / 2) * reference;
      record::CaseRecord& c = run.cases.emplace_back(measured("Bcast", 4, bytes, 3 * reference, 0));
      c.id.variant = {{"arrival", pattern}};
      record::MeasuredArrival& arrival = *(c.arrival = record::MeasuredArrival{});
      arrival.pattern = pattern;
      arrival.reference = reference;
      arrival.last = {seconds, 0.97 * seconds, 1.05 * seconds};
      arrival.total = {seconds + 2 * reference, seconds + 1.9 * reference, seconds + 2.1 * reference};
    }
  return run;
}

void write(const std::string& folder, const std::string& name, std::vector<record::Run> runs) {
  reports::ReportOptions options;
  if (name == "example") options.peak = 12.5e9;
  if (name == "compare") options.reference = {runs.front()};
  analysis::Report report = without_fits(std::move(runs));
  if (name == "fits") report.models = many_fits();
  if (name == "example")
    report.models = {{fitted(), fitted_pairs()}, {"run: not identifiable: too few lengths"}};
  write_page(folder, name, report, std::move(options));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  const std::vector<record::Run> one{example("node-a.json", 1)},
      two{example("before.json", 1), example("after.json", 1.3)};
  write(folder, "example", one);
  write(folder, "compare", two);
  write_sides(folder);
  write_cluster(folder);
  write_guidelines(folder);
  write_scan(folder, "scan", "eager", {"65536", "1024", "4096", "16384", "262144"}, "16384");
  write_scan(folder, "scan-words", "map", {"core", "socket", "node"}, "socket");
  write_calls(folder);
  write(folder, "arrivals", std::vector{with_late_processes()});
  write(folder, "lines", many_lines());
  write(folder, "fits", one);
  write(folder, "later", std::vector{later()});
  write(folder, "hostile", std::vector{hostile()});
  write(folder, "links", std::vector{links_of_512_hosts()});
  write(folder, "slow-host", std::vector{slow_host_of_64()});
  write(folder, "unusable", std::vector{unusable()});
  write(folder, "large", std::vector{large()});
  write_many_sides(folder);
  write(folder, "wide", std::vector{wider_than_paper()});
  write(folder, "names", std::vector{many_names()});
  write(folder, "empty", std::vector{record::Run{}});
  write(folder, "nothing", {});
}
