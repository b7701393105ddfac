// Files made by rule: a table of every suite, under every label, with lines of other programs among its rows
// and in every encoding. Each is read back equal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <functional>

#include "base/text.hpp"
#include "folder.hpp"
#include "readers/read.hpp"

namespace sonde::readers {
namespace {

struct Table {
  const char* name;
  std::string head;
  std::vector<std::string> rows;
  std::vector<double> values;  ///< of each row: the longest time in microseconds, else the rate
  int processes = 0;           ///< where the text says them above its title
};

const std::vector<Table>& tables() {
  static const std::vector<Table> all{
      {"imb",
       "#    Intel (R) MPI Benchmarks 4.1, MPI-1 part\n# Benchmarking Allreduce\n# #processes = 64\n"
       "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n",
       {"            4         1000         7.42         7.53         7.47",
        "            8          500        17.42        17.53        17.47"},
       {7.53, 17.53}},
      {"osu-latency",
       "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n",
       {"1                       1.53", "1024                    8.50"},
       {1.53, 8.5}},
      {"osu-full",
       "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n",
       {"4                       1.25              1.10              1.75        1000",
        "8                       2.25              2.10              2.75        1000"},
       {1.75, 2.75}},
      {"osu-bw",
       "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n",
       {"1                       2.00", "4096                 3745.44"},
       {2, 3745.44}},
      {"osu-checked",
       "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)        Validation\n",
       {"1                       1.53              Pass", "16                      1.51              Pass"},
       {1.53, 1.51}},
      {"osu-command",
       "# cmd: mpirun -np 8 osu_allreduce\n# date: 2026-11-21T21:27:42Z load: 8.34\n\n"
       "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)\n",
       {"4                       1.25", "8                       2.25"},
       {1.25, 2.25},
       8},
      {"nccl",
       "# nccl-tests version 2.17.1 nccl-headers=22703 nccl-library=22703\n"
       "# Collective test starting: all_reduce_perf\n"
       "# nThread 1 nGpus 1 minBytes 8 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1\n#\n"
       "# Using devices\n#  Rank  0 Group  0 Pid 31823 on node0 device  0 [0000:04:00] Some GPU\n"
       "#  Rank  1 Group  0 Pid 31824 on node0 device  1 [0000:05:00] Some GPU\n#\n"
       "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n",
       {"           8             2     float     sum      -1   135.8    0.00    0.00      0   123.5    0.00    0.00      0",
        "     1048576        262144     float     sum      -1   203.2    5.16    9.68      0   207.2    5.06    9.49      0"},
       {135.8, 123.5, 203.2, 207.2},
       2},
      {"julia",
       "Running benchmark IMB Allreduce with type Float32 on 4 MPI ranks\n"
       "size (bytes),iterations,min_time (seconds),max_time (seconds),avg_time (seconds)\n",
       {"4,1000,1.0e-6,1.5e-6,1.25e-6", "65536,16,2.4e-5,2.5e-5,2.45e-5"},
       {1.5, 25},
       4}};
  return all;
}

/// What a launcher or a collector of logs puts before line `i`.
using Label = std::function<std::string(int)>;
const std::vector<std::pair<const char*, Label>>& labels() {
  static const std::vector<std::pair<const char*, Label>> all{
      {"none", [](int) { return std::string(); }},
      {"srun", [](int) { return std::string("0: "); }},
      {"hydra", [](int) { return std::string("[0] "); }},
      {"tag", [](int) { return std::string("[1,0]<stdout>:"); }},
      {"prrte", [](int) { return std::string("[prterun-n1-4711@1,0]<stdout>: "); }},
      {"time", [](int i) { return fmt::format("Thu Nov 26 10:00:{:02} 2026<stdout>:", i); }},
      {"iso", [](int i) { return fmt::format("2026-11-26T10:00:{:02}.1234567Z ", i); }},
      {"gitlab", [](int i) { return fmt::format("2026-11-26T10:00:{:02}.123456Z 00O ", i); }},
      {"syslog", [](int i) { return fmt::format("Nov  6 10:00:{:02} n1 job[123]: ", i); }},
      {"both", [](int i) { return fmt::format("2026-11-26T10:00:{:02}Z 0: ", i); }},
      {"quoted", [](int) { return std::string("> "); }},
      {"escaped", [](int) { return std::string("\\"); }}};
  return all;
}

const std::vector<std::string>& interruptions() {
  static const std::vector<std::string> all{"",
                                            "real\t0m1.234s",
                                            "srun: Terminated",
                                            "+ ./osu_bw",
                                            "done",
                                            "2026-11-26 10:00:00 node3 is back",
                                            "[n1:31808] Signal: Segmentation fault (11)",
                                            "2 total processes killed",
                                            "12 34 files copied to 7 places"};
  return all;
}

std::string file_of(const Table& table, const Label& label, const std::string& interruption) {
  std::string plain = table.head, out;
  for (const auto& row : table.rows) plain += row + "\n" + (interruption.empty() ? "" : interruption + "\n");
  int i = 0;
  for (std::size_t at = 0; at < plain.size();) {
    const auto end = plain.find('\n', at);
    const auto line = plain.substr(at, end - at);
    const bool escaped = label(0) == "\\";
    out += (escaped && !line.starts_with('#') ? "" : label(i++)) + line + "\n";
    at = end + 1;
  }
  return out;
}

std::string as_utf16(const std::string& text, bool big) {
  std::string out = big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) out += big ? std::string{'\0', c} : std::string{c, '\0'};
  return out;
}

void expect_read(const Table& table, const std::string& text) {
  const auto run = read_text(text, "t");
  ASSERT_TRUE(run) << run.error().message << "\n" << text;
  ASSERT_EQ(run->cases.size(), table.values.size()) << text;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const auto& c = run->cases[i];
    const double time = c.times ? 1e6 * (std::isnan(c.times->max) ? c.times->avg : c.times->max) : 0;
    EXPECT_NEAR(c.times ? time : c.megabytes_per_second.value_or(-1), table.values[i], 1e-9) << text;
    if (table.processes > 0) {
      EXPECT_EQ(c.id.processes, table.processes) << text;
    }
  }
}

TEST(Corpus, is_read_under_every_label_and_interruption) {
  int files = 0;
  for (const Table& table : tables())
    for (const auto& [name, label] : labels())
      for (const auto& interruption : interruptions()) {
        SCOPED_TRACE(fmt::format("{} {} '{}'", table.name, name, interruption));
        expect_read(table, file_of(table, label, interruption));
        ++files;
        if (HasFatalFailure()) return;
      }
  EXPECT_GE(files, 60);
}

TEST(Corpus, is_read_in_every_encoding) {
  for (const Table& table : tables())
    for (const auto& [name, label] : labels()) {
      SCOPED_TRACE(fmt::format("{} {}", table.name, name));
      const auto text = file_of(table, label, "");
      std::string windows, coloured;
      for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
      for (const char c : text) coloured += c == '\n' ? "\x1b[0m\n\x1b[32m" : std::string(1, c);
      expect_read(table, as_utf16(text, false));
      expect_read(table, as_utf16(text, true));
      expect_read(table, windows);
      expect_read(table, coloured);
    }
}

TEST(Labels, are_noted) {
  const auto run = read_text(file_of(tables()[0], labels()[1].second, ""), "t");
  ASSERT_TRUE(run);
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_EQ(run->notes[0], "a label before the lines was taken off: '0:'");
}

TEST(Labels, keep_the_lines_of_other_ranks_out_of_the_table) {
  std::string text;
  for (const char* line :
       {"# OSU MPI Latency Test v7.4", "# Size       Avg Latency(us)", "1                       1.53"})
    text += fmt::format("0: {}\n1: {}\n", line, line);
  Result<std::vector<record::Run>> runs = failure("");
  const auto one = read_text(text, "t");
  ASSERT_FALSE(one);  // two ranks that each think they are alone
  EXPECT_NE(one.error().message.find("holds 2 runs"), std::string::npos) << one.error().message;
}

std::string under(const std::string& label, const std::string& text) {
  std::string out;
  for (const auto line : split(std::string_view(text).substr(0, text.size() - 1), '\n'))
    out += label + std::string(line) + "\n";
  return out;
}

const std::string latency = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1   1.53\n",
                  barrier = "# OSU MPI Barrier Latency Test v7.4\n# Avg Latency(us)\n            1.50\n";

std::vector<record::Run> all_of(const std::string& text) {
  const sonde::test::Folder folder;
  const std::string path = folder / "log.txt";
  std::ofstream(path) << text;
  auto runs = read_runs(path);
  EXPECT_TRUE(runs) << (runs ? "" : runs.error().message) << "\n" << text;
  return runs ? *runs : std::vector<record::Run>{};
}

TEST(Labels, of_several_kinds_in_one_log_cost_no_table) {
  for (const auto& [first, second] :
       {std::pair{"0: ", "[1,0]<stdout>:"}, {"nodea: ", "nodeb: "}, {"", "0: "}, {"0: ", ""}}) {
    const auto runs = all_of(under(first, latency) + "srun: done\n" + under(second, barrier));
    ASSERT_EQ(runs.size(), 2U) << first << second;
    EXPECT_EQ(runs[0].cases.size(), 1U);
    EXPECT_EQ(runs[1].cases.size(), 1U);
  }
  EXPECT_EQ(all_of(under("0: ", barrier)).size(), 1U);
  EXPECT_EQ(
      all_of(under("0: ", "# OSU MPI Init Test v7.4\nnprocs: 4, min: 120 ms, max: 121 ms, avg: 120 ms\n"))
          .at(0)
          .cases.size(),
      1U);
  EXPECT_EQ(
      all_of(under("0: ",
                   "# OSU NCCL-CUDA Allreduce Latency Test v7.5\n# Size       Avg Latency(us)\n1   1.53\n"))
          .at(0)
          .cases.size(),
      1U);
}

TEST(Labels, of_both_streams_are_those_of_one_process) {
  const auto runs =
      all_of(under("[1,0]<stdout>:", latency) +
             "[1,0]<stderr>:DATA VALIDATION ERROR: osu_latency exited with status 1 on message size 1.\n");
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].cases.at(0).defects, 1);
}

TEST(Labels, are_not_seen_in_times_of_day) {
  const auto runs = all_of(under("0: ", latency + "2   1.61   slurmstepd at 12:30:45\n"));
  EXPECT_EQ(runs.at(0).cases.size(), 2U);
}

TEST(Labels, cost_a_row_that_was_joined_with_another) {
  const auto run = read_text(
      "0: # OSU MPI Latency Test v7.4\n0: # Size       Avg Latency(us)\n0: 1    1.53\n0: 2    1.0: 4   1.61\n0: 8    1.72\n",
      "t");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->notes.back(),
            "1 line has more than one label: no row is taken from it, the first is line 4");
}

TEST(Rows, with_a_remark_are_read_and_others_noted) {
  const std::string head = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1   1.53\n";
  EXPECT_EQ(read_text(head + "512   8.43   <- protocol switch\n", "t")->cases.size(), 2U);
  const auto run = read_text(head + "1 2.5 hours\n10 20\n4 1.5 8 1.6\n", "t");
  EXPECT_EQ(run->cases.size(), 1U);
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_NE(run->notes[0].find("3 lines look like rows"), std::string::npos) << run->notes[0];
}

TEST(Rows, that_are_not_numbers_have_no_result) {
  const auto run =
      read_text("# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1   1.53\n2   nan\n", "t");
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->cases[1].status, record::Status::failed);
}

TEST(Rows, of_every_suite_that_are_not_numbers_have_failed) {
  const std::string nccl = tables()[6].head, julia = tables()[7].head;
  const auto of = [](const std::string& text) { return read_text(text, "t")->cases; };
  const auto row = of(julia + "4,1000,NaN,NaN,NaN\n8,1000,1e-6,2e-6,1.5e-6\n");
  ASSERT_EQ(row.size(), 2U);
  EXPECT_EQ(row[0].status, record::Status::failed);
  EXPECT_EQ(row[1].status, record::Status::measured);
  const auto both =
      of(nccl +
         "8 2 float sum -1 nan nan nan 0 N/A N/A N/A N/A\n16 4 float sum -1 1.5 0.1 0.1 0 1.6 0.1 0.1 0\n");
  ASSERT_EQ(both.size(), 3U);  // a way that is not there is not a failure
  EXPECT_EQ(both[0].status, record::Status::failed);
  EXPECT_FALSE(both[0].times);
  EXPECT_EQ(both[1].status, record::Status::measured);
}

TEST(Rows, of_a_record_behind_a_table_are_noted) {
  const std::string table = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1   1.53\n";
  EXPECT_TRUE(read_text(table + "{\"host\":\"n1\"}\n", "t")->notes.empty());
  const auto run =
      read_text(table + "{\"schema\":1,\"kind\":\"header\"}\n{\"schema\":1,\"kind\":\"case\"}\n", "t");
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_EQ(run->notes[0],
            "2 lines of a record (JSON) behind a table are not read: give the record a file of its own");
}

TEST(Checks, that_fail_are_defects) {
  const auto osu = read_text(
      "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)        Validation\n1   1.53   Pass\n16   1.51   Fail\n"
      "DATA VALIDATION ERROR: osu_allreduce exited with status 1 on message size 16.\n",
      "t");
  ASSERT_TRUE(osu);
  EXPECT_EQ(osu->cases[0].defects, 0);
  EXPECT_EQ(osu->cases[1].defects, 1);
  const auto imb = read_text(
      "# Benchmarking Reduce_scatter\n# #processes = 16\n #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]      defects\n"
      " 0 1000 0.15 0.27 0.19 0.00\n15: Error Reduce_scatter,size = 4,sample #0\n 4 1000 1.57 4.66 2.41 0.00\n",
      "t");
  ASSERT_TRUE(imb) << imb.error().message;
  EXPECT_EQ(imb->cases[0].defects, 0);
  EXPECT_EQ(imb->cases[1].defects, 1);
}

TEST(Osu, start_up_is_one_case) {
  const auto run =
      read_text("# OSU MPI Init Test v7.4\nnprocs: 4, min: 120 ms, max: 121 ms, avg: 120 ms\n", "t");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), 1U);
  EXPECT_EQ(run->cases[0].id.processes, 4);
  EXPECT_DOUBLE_EQ(run->cases[0].times->max, 0.121);
}

TEST(Warnings, of_our_tables_come_back) {
  const auto run = read_text(
      "# Sonde 1.0, MPI-1 part (IMB 3.2 conventions)\n# Benchmarking PingPong\n# #processes = 2\n #bytes #repetitions t[usec] Mbytes/sec\n"
      " 8 1000 1.0 8.0\n# warning: n1: 4-ranks on 2-processing units\n#          Start fewer ranks a host.\n"
      "# warning: PingPong, 2-processes, 8-B: the 95-% interval of the median reaches 7-% from it\n#          Measure longer.\n",
      "t");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->header.warnings.size(), 1U);
  EXPECT_EQ(run->header.warnings[0].kind, "oversubscribed");
  EXPECT_EQ(run->header.warnings[0].text, "n1: 4 ranks on 2 processing units");
  EXPECT_EQ(run->header.warnings[0].advice, "Start fewer ranks a host.");
  ASSERT_EQ(run->cases[0].warnings.size(), 1U);
  EXPECT_EQ(run->cases[0].warnings[0].kind, "wide_interval");
}

TEST(Warnings, of_several_lines_come_back_as_a_sentence_and_what_to_do) {
  const auto run = read_text(
      "# Sonde 1.0, MPI-1 part (IMB 3.2 conventions)\n# Benchmarking PingPong\n# #processes = 2\n #bytes #repetitions t[usec] Mbytes/sec\n"
      " 8 1000 1.0 8.0\n"
      "# warning several_modes: PingPong np=2 8B: times sit at 119us (85%), 64.2ms\n#     (15%), and once\n#     at 120us\n"
      "#   look for what switches, as frequency or\n#   load: sonde explain several_modes\n",
      "t");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases[0].warnings.size(), 1U);
  EXPECT_EQ(run->cases[0].warnings[0].text,
            "PingPong np=2 8B: times sit at 119us (85%), 64.2ms (15%), and once at 120us");
  EXPECT_EQ(run->cases[0].warnings[0].advice,
            "look for what switches, as frequency or load: sonde explain several_modes");
}

TEST(Nothing, understood_is_an_error_with_the_first_line_that_looks_like_a_row) {
  const auto run = read_text(
      "# Benchmarking Allreduce\n# #processes = 96\n#Benchmarking  #procs  #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      "Allreduce  96  4  1000  297.88  298.07  297.95\n",
      "t");
  ASSERT_FALSE(run);
  EXPECT_TRUE(run.error().message.starts_with("t:4: 'Allreduce' in column Benchmarking is not a number"))
      << run.error().message;
}

}  // namespace
}  // namespace sonde::readers
