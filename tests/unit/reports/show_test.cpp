#include <gmock/gmock.h>

#include "reports/show_columns.hpp"
#include "reports/show_select.hpp"
#include "reports/show_table.hpp"

namespace sonde::reports {
namespace {

using record::CaseRecord;
using testing::HasSubstr;
using testing::Not;

CaseRecord made(const std::string& benchmark, int processes, std::int64_t bytes, double seconds) {
  CaseRecord record;
  record.id.benchmark = benchmark;
  record.id.processes = processes;
  record.id.bytes = bytes;
  record.repetitions = 10;
  record.times = record::Times{seconds, seconds, seconds};
  return record;
}

record::Run run_of(std::vector<CaseRecord> cases) {
  record::Run run;
  run.source = "a.jsonl";
  run.cases = std::move(cases);
  return run;
}

std::vector<std::int64_t> bytes_of(const record::Run& run) {
  std::vector<std::int64_t> bytes;
  for (const auto& record : run.cases) bytes.push_back(record.id.bytes);
  return bytes;
}

TEST(ShowTable, has_words_on_the_left_and_numbers_on_the_right) {
  auto run = run_of({made("Bcast", 2, 8, 1e-6), made("Bcast", 2, 8, 1e-6)});
  run.cases[0].id.mode = "AGGREGATE";
  run.cases[1].id.mode = "X";
  const std::string table = show_table(run);
  EXPECT_THAT(table, HasSubstr("Bcast      AGGREGATE          2 "));
  EXPECT_THAT(table, HasSubstr("Bcast      X                  2 "));
}

TEST(ShowTable, aligns_numbers_and_leaves_empty_columns_out) {
  auto run = run_of({made("PingPong", 2, 0, 1e-6), made("PingPong", 2, 1048576, 0.0123456789)});
  run.cases[1].megabytes_per_second = 81.0;
  EXPECT_EQ(show_table(run),
            "benchmark  processes    bytes  repetitions    t[usec]  MiB/s\n"
            "PingPong           2        0           10      1.000\n"
            "PingPong           2  1048576           10  12345.679  81.00\n");
}

TEST(ShowTable, shows_threads_rates_of_messages_and_overlap) {
  auto run = run_of({made("UniBandMT", 2, 8, 1e-6), made("Ibcast", 2, 8, 1e-6)});
  run.cases[0].id.threads = 3;
  run.cases[0].messages_per_second = 3e6;
  run.cases[1].overlap = record::OverlapTimes{4e-6, 3e-6, 2e-6, 50};
  EXPECT_EQ(
      show_table(run),
      "benchmark  processes  threads  bytes  repetitions  t[usec]  Msg/sec  t_ovrl[usec]  t_pure[usec]  t_CPU[usec]  "
      "overlap[%]\n"
      "UniBandMT          2        3      8           10    1.000  3000000\n"
      "Ibcast             2               8           10    1.000                  4.000         3.000        2.000  "
      "      50.0\n");
}

TEST(ShowTable, has_foreign_columns_in_the_order_of_their_numbers) {
  auto run = run_of({made("PingPong", 2, 8, 1e-6)});
  for (const char* name : {"p99_s", "p99.9_s", "p50_s", "p9_s", "a"}) run.cases[0].extra[name] = 1e-6;
  EXPECT_THAT(show_table(run), testing::ContainsRegex("a +p9.usec. +p50.usec. +p99.usec. +p99.9.usec.\n"));
}

TEST(ShowTable, shows_statistics_reasons_and_foreign_columns) {
  auto run = run_of({made("Allreduce", 4, 8, 2e-6), made("Allreduce", 4, 16, 0)});
  stats::Summary summary;
  summary.median = 2e-6;
  summary.ci_low = 1.9e-6;
  summary.ci_high = 2.1e-6;
  run.cases[0].times->min = 1e-6;
  run.cases[0].summary = summary;
  run.cases[0].extra["p99_s"] = 5e-6;
  run.cases[0].warnings = {{"modes", "Allreduce has two modes", "run it again"}};
  run.cases[1].status = record::Status::skipped;
  run.cases[1].reason = record::Reason::time_out;
  run.cases[1].times.reset();
  const auto table = show_table(run);
  EXPECT_THAT(table, HasSubstr("t_min[usec]  t_max[usec]  t_avg[usec]  median[usec]  ci95[+-%]"));
  EXPECT_THAT(table, HasSubstr("p99[usec]  remarks\n"));
  EXPECT_THAT(table, HasSubstr("      5.0 "));
  run.cases[0].summary->p5 = run.cases[0].summary->p95 = 7e-6;
  EXPECT_THAT(show_table(run), HasSubstr("  p95[usec]"));
  run.cases[0].summary->batches = 2;
  for (const auto* shown : {"ci95", "p5[usec]", "p95[usec]"})
    EXPECT_THAT(show_table(run), Not(HasSubstr(shown))) << "two batches are no distribution";
  EXPECT_THAT(table, HasSubstr("5.000  modes\n"));
  EXPECT_THAT(table, HasSubstr("skipped: time_out\n"));
  EXPECT_EQ(show_warnings(run),
            "Warnings\n  modes (caution)\n    Allreduce has two modes\n    -> run it again\n");
}

TEST(ShowTable, shows_what_makes_cases_different_ones) {
  auto run = run_of({made("osu_latency", 2, 8, 1e-6), made("osu_latency", 2, 8, 9e-6)});
  run.cases[1].id.variant = {{"buffers", "D D"}, {"window", "64"}};
  EXPECT_EQ(show_table(run),
            "benchmark    buffers  window  processes  bytes  repetitions  t[usec]\n"
            "osu_latency                           2      8           10    1.000\n"
            "osu_latency  D D      64              2      8           10    9.000\n");
}

TEST(ShowTable, shows_the_tails_of_single_calls) {
  auto run = run_of({made("PingPong", 2, 8, 1e-6)});
  run.cases[0].tail = stats::Tail{4000, {{0.5, 1e-6}, {0.9, 2e-6}, {0.99, 3e-6}, {0.999, 4e-6}, {1, 9e-6}}};
  EXPECT_EQ(
      show_table(run),
      "benchmark  processes  bytes  repetitions  t[usec]  call_p50[usec]  call_p90[usec]  call_p99[usec]  "
      "call_p99.9[usec]  call_max[usec]\n"
      "PingPong           2      8           10    1.000           1.000           2.000           3.000  "
      "           4.000           9.000\n");
}

TEST(ShowTable, tails_have_intervals_and_stand_alone) {
  auto run = run_of({made("PingPong", 2, 8, 1e-6), made("Barrier", 2, 0, 1e-6)});
  run.cases[0].tail = stats::Tail{4000, {{0.5, 1e-6, 0.5e-6, 1.5e-6}, {0.99, 3e-6, 2e-6, std::nullopt}}};
  EXPECT_EQ(
      show_table(run, Shown::tails),
      "benchmark  processes  bytes  repetitions  calls  call_p50[usec]  95 %            call_p99[usec]  95 %\n"
      "PingPong           2      8           10   4000           1.000  [0.500, 1.500]           3.000  "
      "[2.000, ?]\n"
      "Barrier            2      0           10\n");
}

TEST(ShowTable, tells_what_the_load_does_to_single_calls) {
  auto run = run_of({made("Barrier", 4, 0, 3e-6)});
  record::MeasuredLoad& load = *(run.cases[0].load = record::MeasuredLoad{});
  load.loaded.quantiles = {{0.5, 4e-6}, {0.99, 9e-6}};
  load.impacts = {{0.5, {1.25, 1.1, 1.5}}, {0.99, {3.0006, 2, 4}}};
  EXPECT_EQ(
      show_table(run),
      "benchmark  processes  bytes  repetitions  t[usec]  p50[usec]  impact50  95 %            p99[usec]  impact99  "
      "95 %\n"
      "Barrier            4      0           10    3.000      4.000     1.250  [1.100, 1.500]      9.000     3.001  "
      "[2.000, 4.000]\n");
}

TEST(ShowTable, tells_apart_who_came_late) {
  auto run = run_of({made("Bcast", 4, 8, 3e-3), made("Bcast", 4, 8, 2e-3)});
  for (CaseRecord& c : run.cases) {
    record::MeasuredArrival& arrival = *(c.arrival = record::MeasuredArrival{});
    arrival.pattern = c.id.variant["arrival"] = &c == &run.cases[0] ? "first:1" : "last:1";
    arrival.last.median = 4e-6;
    arrival.total.median = 9e-6;
    arrival.each.median = 5e-6;
    arrival.absorption.median = 0.25;
  }
  EXPECT_EQ(
      show_table(run),
      "benchmark  arrival  processes  bytes  repetitions   t[usec]  d_last[usec]  d_total[usec]  e_avg[usec]  absorb[%]\n"
      "Bcast      first:1          4      8           10  3000.000         4.000          9.000        5.000       25.0\n"
      "Bcast      last:1           4      8           10  2000.000         4.000          9.000        5.000       25.0\n");
}

TEST(ShowTable, rates_of_the_network_have_the_unit_of_all_rates) {
  auto run = run_of({made("PingPong", 2, 8, 1e-6)});
  run.cases[0].megabytes_per_second = 8;
  run.cases[0].extra = {{"bus[MB/sec]", 8}};
  EXPECT_THAT(show_table(run), HasSubstr("  MiB/s  bus[MiB/s]\n"));
  run.header.megabyte = 1e6;
  EXPECT_THAT(show_table(run), HasSubstr("  MB/s  bus[MB/s]\n"));
}

TEST(ShowWarnings, say_by_kind_what_cases_say_alike_once) {
  auto run =
      run_of({made("PingPong", 2, 8, 1e-6), made("PingPong", 2, 16, 1e-6), made("PingPong", 2, 32, 1e-6)});
  run.header.warnings = {{"unbound", "n1: ranks 0 are not bound to a core", "Bind them."}};
  run.cases[0].warnings = {{"drift", "PingPong, 2 processes, 8 B: the median rose", "Repeat it."}};
  run.cases[1].warnings = {{"coarse_timer", "PingPong, 2 processes, 16 B: the timer steps", "More."},
                           {"drift", "PingPong, 2 processes, 16 B: the median fell", "Warm up."}};
  run.cases[2].warnings = {{"drift", "PingPong, 2 processes, 32 B: the median rose", "Repeat it."}};
  EXPECT_EQ(show_warnings(run),
            "Warnings\n"
            "  drift (caution), 3 cases\n"
            "    PingPong, 2 processes, 8 B: the median rose (and 1 more case)\n"
            "    PingPong, 2 processes, 16 B: the median fell\n"
            "    -> Repeat it.\n"
            "    -> Warm up.\n"
            "  coarse_timer (caution)\n"
            "    PingPong, 2 processes, 16 B: the timer steps\n"
            "    -> More.\n"
            "  unbound (note)\n"
            "    n1: ranks 0 are not bound to a core\n"
            "    -> Bind them.\n");
}

TEST(ShowWarnings, of_many_texts_a_few_stand_for_all) {
  std::vector<CaseRecord> cases;
  for (int i = 0; i < 9; ++i) {
    cases.push_back(made("PingPong", 2, i, 1e-6));
    cases.back().warnings = {{"drift", "by " + std::to_string(i) + " %", ""}};
  }
  EXPECT_THAT(show_warnings(run_of(cases)), HasSubstr("  drift (caution), 9 cases\n    by 0 %\n"));
  EXPECT_THAT(show_warnings(run_of(cases)),
              HasSubstr("    by 4 %\n    and 4 more: see the column remarks\n"));
}

TEST(ShowHosts, name_the_slowest_rank_and_where_it_stands) {
  auto run = run_of({made("Bcast", 4, 8, 1e-6), made("Bcast", 4, 16, 1e-6)});
  EXPECT_FALSE(knows_slowest_hosts(run));
  run.header.places = {{0, "n1", {}, {}}, {3, "n2", {}, {}}};
  EXPECT_FALSE(knows_slowest_hosts(run));
  run.cases[1].slowest_world_rank = 3;
  stats::Summary summary;
  summary.slowest_share = 0.8;
  run.cases[1].summary = summary;
  EXPECT_TRUE(knows_slowest_hosts(run));
  EXPECT_THAT(show_table(run), Not(HasSubstr("its host")));
  EXPECT_THAT(show_table(run, Shown::hosts), HasSubstr("slowest rank  its host  of batches[%]\n"));
  EXPECT_THAT(show_table(run, Shown::hosts), HasSubstr("           3  n2                   80\n"));
  std::vector runs{run};
  EXPECT_FALSE(select(runs, {{}, {}, {}, {"host"}}));
  ASSERT_TRUE(select(runs, {{}, {}, {}, {"host"}, Shown::hosts}));
  EXPECT_EQ(bytes_of(runs[0]), (std::vector<std::int64_t>{16, 8}));
}

TEST(ShowSummary, tells_only_what_the_file_tells) {
  auto run = run_of({made("PingPong", 2, 0, 1e-6)});
  EXPECT_EQ(show_summary(run),
            "a.jsonl: record\n"
            "  state       no footer: cut short or converted\n"
            "  cases       1 measured\n");
  run.header.program = "IMB-MPI1";
  run.header.ranks = 3;
  run.header.places = {{0, "n1", {}, {}}, {1, "n2", {}, {}}, {2, "n1", {}, {}}};
  run.footer.emplace().exit_status = 4;
  run.torn = true;
  const auto text = show_summary(run);
  EXPECT_THAT(text, HasSubstr("a.jsonl: IMB-MPI1, record\n"));
  EXPECT_THAT(text, HasSubstr("3: 2 on n1, 1 on n2\n"));
  EXPECT_THAT(text, HasSubstr("complete, exit status 4, the last line is torn\n"));
}

TEST(ShowSummary, tells_all_of_a_whole_record) {
  auto run =
      run_of({made("PingPong", 2, 0, 1e-6), made("PingPong", 2, 8, 1e-6), made("PingPong", 2, 16, 1e-6)});
  run.cases[1].status = record::Status::skipped;
  run.cases[1].reason = record::Reason::time_out;
  run.cases[2].status = record::Status::failed;
  auto& header = run.header;
  header.program = "IMB-MPI1";
  header.version = "1.2";
  header.revision = "abc";
  header.conventions = "IMB 3.2";
  header.conventions_in_force = {{"Root", "goes round"}, {"Mbyte", "2^20 bytes"}};
  header.start = "2026-01-02T03:04:05Z";
  header.command_line = {"IMB-MPI1", "PingPong"};
  header.mpi_library = "Some MPI";
  header.mpi_standard = "3.1";
  header.thread_level = "single";
  header.system = "Linux";
  header.kernel = "6.1";
  header.machine = "x86_64";
  header.cpu_model = "Some CPU";
  header.cpu_mhz = 2400;
  header.governor = "performance";
  header.ranks = 2;
  header.places = {{0, "n1", {}, {}}, {1, "", {}, {}}};
  run.footer.emplace().end = "2026-01-02T03:05:00Z";
  run.notes = {"a line was left out"};
  EXPECT_EQ(show_summary(run),
            "a.jsonl: IMB-MPI1, record\n"
            "  version     1.2 (abc), IMB 3.2 conventions\n"
            "  conventions Root: goes round; Mbyte: 2^20 bytes\n"
            "  state       complete, exit status 0\n"
            "  started     2026-01-02T03:04:05Z\n"
            "  ended       2026-01-02T03:05:00Z\n"
            "  command     IMB-MPI1 PingPong\n"
            "  MPI         Some MPI, standard 3.1, single\n"
            "  machine     Linux, 6.1, x86_64\n"
            "  CPU         Some CPU, 2400 MHz, governor performance\n"
            "  ranks       2: 1 on an unnamed host, 1 on n1\n"
            "  cases       1 measured, 1 failed (see remarks), 1 skipped (time_out)\n"
            "  note        a line was left out\n");
}

TEST(ShowSummary, lets_no_escape_reach_the_terminal) {
  auto run = run_of({});
  run.header.program = "\x1b[2J";
  EXPECT_THAT(show_summary(run), Not(HasSubstr("\x1b")));
}

TEST(Select, filters_by_benchmark_bytes_and_processes) {
  std::vector runs{run_of({made("PingPong", 2, 0, 1), made("PingPong", 2, 2048, 1), made("Bcast", 4, 64, 1),
                           made("Bcast", 2, 64, 1)})};
  runs[0].cases[0].id.multi = true;
  auto narrowed = runs;
  ASSERT_TRUE(select(narrowed, {{"pingpong"}, {}, {}, {}}));
  EXPECT_EQ(bytes_of(narrowed[0]), (std::vector<std::int64_t>{0, 2048}));
  narrowed = runs;
  ASSERT_TRUE(select(narrowed, {{"Multi-PingPong"}, {}, {}, {}}));
  EXPECT_EQ(bytes_of(narrowed[0]), std::vector<std::int64_t>{0});
  narrowed = runs;
  ASSERT_TRUE(select(narrowed, {{}, *parse_lengths("1:1k"), *parse_processes("4:"), {}}));
  ASSERT_EQ(narrowed[0].cases.size(), 1U);
  EXPECT_EQ(narrowed[0].cases[0].id.processes, 4);
}

TEST(Select, sorts_by_several_columns_with_unknown_values_last) {
  std::vector runs{
      run_of({made("A", 4, 8, 3e-6), made("B", 2, 4, 1e-6), made("C", 2, 2, 2e-6), made("D", 2, 1, 0)})};
  runs[0].cases[3].times.reset();
  auto sorted = runs;
  ASSERT_TRUE(select(sorted, {{}, {}, {}, {"processes", "-max"}}));
  EXPECT_EQ(bytes_of(sorted[0]), (std::vector<std::int64_t>{2, 4, 1, 8}));
  sorted = runs;
  ASSERT_TRUE(select(sorted, {{}, {}, {}, {"-benchmark"}}));
  EXPECT_EQ(bytes_of(sorted[0]), (std::vector<std::int64_t>{1, 2, 4, 8}));
}

TEST(Select, names_what_is_near_a_misspelt_word) {
  std::vector runs{run_of({made("PingPong", 2, 0, 1)})};
  EXPECT_EQ(select(runs, {{"PingPnog"}, {}, {}, {}}).error().message,
            "no benchmark 'PingPnog' in the files: did you mean PingPong?");
  EXPECT_THAT(select(runs, {{}, {}, {}, {"bites"}}).error().message, HasSubstr("did you mean bytes?"));
}

TEST(Ranges, contain_numbers_suffixes_and_open_ends) {
  const auto ranges = parse_lengths("0, 4k,1M:");
  ASSERT_TRUE(ranges);
  EXPECT_TRUE(ranges->contains(0));
  EXPECT_TRUE(ranges->contains(4096));
  EXPECT_TRUE(ranges->contains(std::int64_t{1} << 40));
  EXPECT_FALSE(ranges->contains(-1));
  EXPECT_FALSE(ranges->contains(4097));
  EXPECT_TRUE(parse_lengths(":8")->contains(8));
  EXPECT_FALSE(parse_lengths("8:4"));
  EXPECT_FALSE(parse_lengths("x"));
  EXPECT_FALSE(parse_lengths("1,"));
  EXPECT_TRUE(parse_processes("2,4:8")->contains(5));
  EXPECT_EQ(parse_processes("2k").error().message, "-p: '2k' is not a number of processes");
  EXPECT_EQ(parse_processes("8:4").error().message, "-p: the range '8:4' runs backwards");
}

}  // namespace
}  // namespace sonde::reports
