#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <set>

#include "complaint.hpp"
#include "reader_corpus.hpp"
#include "readers/read.hpp"
#include "record/describe.hpp"

namespace sonde::readers {
namespace {

using test::rate_of;
using test::read_back;
using testing::Contains;
using testing::HasSubstr;

/// What a file shows of #wrong.
enum class Wrong { counted, unchecked, relative };  // "0", "N/A"; before 2.10 a relative error

/// One file: what was run, by how many devices in how many groups, and how it is written.
struct File {
  std::string program;
  int devices = 8, groups = 1;
  Wrong wrong = Wrong::counted;
  bool named = true;  ///< a line says the program
};

struct Numbers {
  std::int64_t bytes;
  double out_us, out_alg, out_bus, in_us, in_alg, in_bus;
  int out_wrong, in_wrong;
};
constexpr std::array known{Numbers{8, 135.8, 0.0, 0.0, 123.5, 0.0, 0.0, 0, 0},
                           Numbers{1048576, 203.2, 5.16, 9.68, 207.2, 5.06, 9.49, 0, 3},
                           Numbers{8589934592, 47535, 180.71, 338.82, 47743, 179.92, 337.35, 2, 0}};

std::string wrong_text(int count, Wrong wrong) {
  return wrong == Wrong::counted ? std::to_string(count) : wrong == Wrong::unchecked ? "N/A" : "1e-07";
}

std::string text_of(const File& file) {
  const bool old = file.wrong == Wrong::relative;  // without root and groups, too
  std::string out = "host:1:1 [0] NCCL INFO Bootstrap : Using eth0\n";
  if (!old) out += "# nccl-tests version 2.17.1 nccl-headers=22703 nccl-library=22703\n";
  if (file.named && !old) out += "# Collective test starting: " + file.program + "\n";
  if (file.named && old) out = "+ mpirun -np 8 ./build/" + file.program + " -b 8 -e 8G\n" + out;
  out +=
      "# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1\n#\n";
  out += "# Using devices\n";
  for (int rank = 0; rank < file.devices; ++rank)
    out +=
        old ? fmt::format("#   Rank {:2} Pid  31823 on    node{} device  {} [0x3d] Some GPU\n", rank,
                          rank / 8, rank % 8)
            : fmt::format("#  Rank {:2} Group {:2} Pid 31823 on node{} device {:2} [0000:04:00] Some GPU\n",
                          rank, rank % file.groups, rank / 8, rank % 8);
  out += "#\n#                                    out-of-place                       in-place          \n";
  const std::string root = old ? "" : "root", minus = old ? "" : "-1";
  const std::string wrong = old ? "error" : "#wrong";
  out += fmt::format(
      "#       size         count      type   redop  {} time   algbw   busbw {} time   algbw   busbw {}\n",
      root, wrong, wrong);
  out +=
      "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       \n";
  for (const Numbers& n : known)
    out +=
        fmt::format("{:12}  {:12}  float  sum  {}  {}  {:.2f}  {:.2f}  {}  {}  {:.2f}  {:.2f}  {}\n", n.bytes,
                    n.bytes / 4, minus, n.out_us, n.out_alg, n.out_bus, wrong_text(n.out_wrong, file.wrong),
                    n.in_us, n.in_alg, n.in_bus, wrong_text(n.in_wrong, file.wrong)) +
        "host:1:2 [0] NCCL INFO comm 0x7f rank 0 nranks 2\n";
  return out + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 70.742 \n#\n";
}

std::string json_of(const File& file, bool lines) {
  std::string out =
      R"({"version":2,"start_time":"2026-11-20 10:00:00","args":["./build/)" + file.program +
      R"(","-b","8"],"env":["NCCL_DEBUG=INFO","SECRET=x"],"nccl_version":22703,"config":{"nthreads":1,"ngpus":1,"iterations":20,"devices":[)";
  for (int rank = 0; rank < file.devices; ++rank)
    out += fmt::format(
        R"({}{{"rank":{},"group":{},"pid":1,"hostname":"node{}","device":0,"device_hex":"0000:04:00","device_info":"x"}})",
        rank > 0 ? "," : "", rank, rank % file.groups, rank / 8);
  out += R"(]},"results":[)";
  for (const Numbers& n : known) {
    const auto wrong = [&](int count) {
      return file.wrong == Wrong::counted ? fmt::format("{:.6f}", count * 1.0) : "null";
    };
    out += fmt::format(
        R"({}{{"size":{},"count":{},"type":"float","redop":"sum","root":"    -1","out_of_place":{{"time":{:.6f},"alg_bw":{:.6f},"bus_bw":{:.6f},"nwrong":{}}},)"
        R"("in_place":{{"time":{:.6f},"alg_bw":{:.6f},"bus_bw":{:.6f},"nwrong":{}}},"actual_iterations":20,"experiment_name":"x"}})",
        n.bytes == 8 ? "" : ",", n.bytes, n.bytes / 4, n.out_us, n.out_alg, n.out_bus, wrong(n.out_wrong),
        n.in_us, n.in_alg, n.in_bus, wrong(n.in_wrong));
  }
  out +=
      R"(],"out_of_bounds":{"count":0,"okay":"true"},"average_bus_bandwidth":{"bandwidth":70.7,"okay":"unchecked"},"end_time":"x"})";
  if (!lines) return out;
  std::string spread;
  for (const char c : out) spread += (c == ',' ? ",\n" : c == '{' ? "{\n" : std::string(1, c));
  return spread + "\n";
}

void expect_known(const record::Run& run, const File& file) {
  ASSERT_EQ(run.cases.size(), 2 * known.size());
  EXPECT_EQ(run.header.ranks, file.devices);
  EXPECT_EQ(run.header.places.size(), static_cast<std::size_t>(file.devices));
  EXPECT_EQ(run.header.places.back().host, fmt::format("node{}", (file.devices - 1) / 8));
  for (std::size_t i = 0; i < known.size(); ++i) {
    const Numbers& n = known[i];
    const auto &out = run.cases[2 * i], &in = run.cases[2 * i + 1];
    EXPECT_EQ(out.id.benchmark, file.named ? file.program : "nccl-tests");
    EXPECT_EQ(out.id.mode, "out-of-place");
    EXPECT_EQ(in.id.mode, "in-place");
    EXPECT_EQ(out.id.variant,
              (std::map<std::string, std::string>{{"datatype", "float"}, {"operation", "sum"}}));
    EXPECT_EQ(out.id.bytes, n.bytes);
    EXPECT_EQ(out.id.processes, file.devices / file.groups);
    EXPECT_EQ(out.id.groups, file.groups);
    EXPECT_EQ(out.repetitions, 20);
    EXPECT_NEAR(out.times->max, n.out_us * 1e-6, 1e-12);
    EXPECT_NEAR(in.times->max, n.in_us * 1e-6, 1e-12);
    EXPECT_NEAR(rate_of(run, 2 * i), n.out_bus * 1e9, 1);
    EXPECT_NEAR(rate_of(run, 2 * i + 1), n.in_bus * 1e9, 1);
    EXPECT_NEAR(in.extra.at("algbw[GB/s]"), n.in_alg, 1e-9);
    EXPECT_EQ(out.defects, file.wrong == Wrong::counted ? std::optional<double>(n.out_wrong) : std::nullopt);
    EXPECT_EQ(in.defects, file.wrong == Wrong::counted ? std::optional<double>(n.in_wrong) : std::nullopt);
  }
}

const std::vector<std::string> programs{"all_reduce_perf", "all_gather_perf", "broadcast_perf",
                                        "alltoall_perf"};

// 4 programs x 3 sizes x 3 ways to show what is wrong x named or not: 60 files.
TEST(NcclText, is_read_back_as_it_was_made) {
  int files = 0;
  for (const auto& program : programs)
    for (const auto& [devices, groups] : {std::pair(1, 1), std::pair(8, 1), std::pair(16, 2)})
      for (const Wrong wrong : {Wrong::counted, Wrong::unchecked, Wrong::relative})
        for (const bool named : {true, false}) {
          if (wrong == Wrong::relative && groups > 1) continue;  // these knew no groups
          const File file{program, devices, groups, wrong, named};
          const auto run = read_back(text_of(file));
          expect_known(run, file);
          EXPECT_EQ(run.format, record::Format::nccl_text);
          if (wrong != Wrong::relative) {
            EXPECT_EQ(run.header.mpi_library, "NCCL 2.27.3");
          }
          EXPECT_EQ(run.notes.empty(), named);
          ++files;
        }
  EXPECT_EQ(files, 64);
}

// 4 programs x 2 sizes x checked or not x one line or many: 32 files.
TEST(NcclJson, is_read_back_as_it_was_made) {
  int files = 0;
  for (const auto& program : programs)
    for (const auto& [devices, groups] : {std::pair(8, 1), std::pair(16, 2)})
      for (const Wrong wrong : {Wrong::counted, Wrong::unchecked})
        for (const bool lines : {false, true}) {
          const File file{program, devices, groups, wrong, true};
          const auto run = read_back(json_of(file, lines), "t.json");
          expect_known(run, file);
          EXPECT_EQ(run.format, record::Format::nccl_json);
          EXPECT_EQ(run.header.start, "2026-11-20T10:00:00");
          EXPECT_EQ(run.header.environment, (std::map<std::string, std::string>{{"NCCL_DEBUG", "INFO"}}));
          EXPECT_FALSE(run.torn);
          ++files;
        }
  EXPECT_EQ(files, 32);
}

TEST(NcclJson, that_ends_early_or_is_something_else_is_refused_with_a_reason) {
  const auto whole = json_of({"all_reduce_perf"}, false);
  const auto early = read_text(whole.substr(0, whole.size() / 2), "t.json");
  ASSERT_FALSE(early);
  EXPECT_THAT(early.error().message, HasSubstr("ends early"));
  const auto other = read_text("{\n\"a\": 1\n}\n", "t.json");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("it has no list 'results'"));
}

TEST(NcclText, what_was_not_measured_is_no_case) {
  const std::string head =
      "# nThread 1 nGpus 2 minBytes 8\n#  Rank  0 Group  0 Pid 1 on a device  0 [0000:04:00] x\n"
      "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n";
  const auto run = read_back(head + "  8  2  float  none  -1  12.5  0.01  0.01  0  N/A  N/A  N/A  N/A\n");
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_EQ(record::describe(run.cases[0].id), "nccl-tests out-of-place, datatype float, 1 process, 8 B");
}

TEST(NcclText, roots_types_and_operations_are_cases_of_their_own) {
  std::string text =
      "# nThread 1 nGpus 2 minBytes 8\n#  size count type redop root time algbw busbw #wrong\n";
  for (const char* row : {"float sum 0", "float sum 1", "double sum 0", "float max 0"})
    text += fmt::format("  8  2  {}  12.5  0.01  0.01  0\n", row);
  const auto run = read_back("$ ./reduce_perf\n" + text);
  std::set<record::CaseId> ids;
  for (const auto& c : run.cases) ids.insert(c.id);
  EXPECT_EQ(ids.size(), 4U);
  EXPECT_EQ(run.cases[1].id.variant.at("root"), "1");
}

TEST(NcclText, several_runs_in_a_log_are_several_runs) {
  const std::string log = text_of({"all_reduce_perf"}) + text_of({"broadcast_perf", 4});
  const std::string path = testing::TempDir() + "nccl-log.txt";
  std::ofstream(path) << log;
  const auto runs = read_runs(path);
  ASSERT_TRUE(runs) << runs.error().message;
  ASSERT_EQ(runs->size(), 2U);
  expect_known((*runs)[0], {"all_reduce_perf"});
  expect_known((*runs)[1], {"broadcast_perf", 4});
}

TEST(NcclText, a_row_of_other_columns_is_left_out_and_noted) {
  auto text = text_of({"all_reduce_perf"});
  text += "     4096          1024     float     sum      -1    135.8    0.00\n";
  const auto run = read_back(text);
  EXPECT_EQ(run.cases.size(), 2 * known.size());
  EXPECT_THAT(run.notes, Contains(HasSubstr("the row has 7 words, its table 13 columns")));
}

TEST(NcclText, errors_that_it_counts_are_noted) {
  auto text = text_of({"all_reduce_perf", 8, 1, Wrong::unchecked});
  text.replace(text.find("values : 0 OK"), 13, "values : 4 FAILED");
  EXPECT_THAT(read_back(text).notes, Contains("nccl-tests says: Out of bounds values : 4 FAILED"));
}

std::vector<record::Run> runs_of(const std::string& log) {
  const std::string path = testing::TempDir() + "nccl-runs.txt";
  std::ofstream(path) << log;
  auto runs = read_runs(path);
  EXPECT_TRUE(runs) << (runs ? "" : runs.error().message);
  return runs ? std::move(*runs) : std::vector<record::Run>{};
}

const std::string bare_heading =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)\n";

TEST(NcclText, a_heading_below_rows_begins_a_table_of_its_own_which_its_last_line_names) {
  std::string log;
  for (const std::string program : {"all_reduce_perf", "alltoall_perf"})
    log += bare_heading +
           "  8  2  float  none  -1  12.5  0.01  0.01  0\n# Collective test concluded: " + program + "\n";
  const auto runs = runs_of(log);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].header.program, "all_reduce_perf");
  EXPECT_EQ(runs[1].cases.at(0).id.benchmark, "alltoall_perf");
  EXPECT_TRUE(runs[0].notes.empty() && runs[1].notes.empty());
}

TEST(NcclText, the_line_that_a_test_starts_opens_its_run) {
  const std::string settings = "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) iters: 20\n";
  for (const std::string version :
       {"", "# rccl-tests version 2.17.9-d:f2 rccl-headers=22803 rccl-library=22803\n"}) {
    std::string log;
    for (const std::string program : {"all_reduce_perf", "all_gather_perf"})
      log += version + "# Collective test starting: " + program + "\n" + settings + bare_heading +
             "  8  2  float  none  -1  12.5  0.01  0.01  0\n";
    const auto runs = runs_of(log);
    ASSERT_EQ(runs.size(), 2U) << log;
    EXPECT_EQ(runs[0].cases.at(0).id.benchmark, "all_reduce_perf");
    EXPECT_EQ(runs[1].cases.at(0).id.benchmark, "all_gather_perf");
    EXPECT_EQ(runs[1].cases.at(0).repetitions, 20);
    EXPECT_EQ(runs[0].header.mpi_library, version.empty() ? "" : "RCCL 2.28.3");
    EXPECT_EQ(runs[1].header.conventions, version.empty() ? "nccl-tests" : "rccl-tests 2.17.9-d:f2");
  }
}

TEST(NcclText, a_head_without_a_row_or_of_other_columns_is_refused) {
  EXPECT_EQ(complaint("# Using devices\n" + bare_heading),
            "t:1: no row stands below the head of nccl-tests: the run was cut short, or prints no table");
  const std::string old =
      "#  bytes  N  type  op  time  algbw  busbw  res\n  8  2  float  sum  0.043  0.00  0.00  0e+00\n";
  EXPECT_EQ(complaint("# Using devices\n" + old),
            "t:2: no table here can be read, 1 table: nccl-tests (line 2)");
  const auto run = read_back(text_of({"all_reduce_perf"}) + old);
  EXPECT_EQ(run.cases.size(), 2 * known.size());
  EXPECT_THAT(run.notes, Contains(HasSubstr("cannot be read and left out: 1 table: all_reduce_perf")));
}

TEST(NcclText, old_heads_with_colons_open_a_run_each) {
  std::string log;
  for (const int ranks : {2, 3}) {
    log += fmt::format(
        "$ mpirun -np {} ./all_reduce_perf\n# nThread: 1 nGpus: 1 minBytes: 8 warmupIters: 5 iters: 20 validation: 1\n# Using devices\n",
        ranks);
    for (int rank = 0; rank < ranks; ++rank)
      log +=
          fmt::format("#   Rank  {} Pid 106347 on  nid000013 device  0 [0000:c9:00.0] Device 738c\n", rank);
    log += "#  size count type redop time algbw busbw error\n  8  2  float  sum  12.5  0.01  0.01  0e+00\n";
  }
  const auto runs = runs_of(log);
  ASSERT_EQ(runs.size(), 2U);
  for (const int i : {0, 1}) {
    const auto& c = runs[static_cast<std::size_t>(i)].cases.at(0);
    EXPECT_EQ(c.id.processes, 2 + i);
    EXPECT_EQ(c.id.benchmark, "all_reduce_perf");
    EXPECT_EQ(c.repetitions, 20);
  }
}

TEST(NcclText, ranks_of_programs_that_do_not_know_each_other_are_not_added_up) {
  std::string head = "# nThread 1 nGpus 1 minBytes 8 maxBytes 8\n# Using devices\n";
  const auto run = read_back(
      head + "#  Rank  0 Pid 1320 on a device  0 [0x00] T4\n" + head +
      "#  Rank  0 Pid 2066 on b device  0 [0x00] T4\n" + bare_heading + bare_heading +
      "  8  2  float  none  -1  12.5  0.01  0.00  0\n  8  2  float  none  -1  12.5  0.01  0.00  0\n");
  EXPECT_EQ(run.header.ranks, 1);
  EXPECT_EQ(run.cases.at(1).id.processes, 1);
  EXPECT_THAT(run.notes, Contains(HasSubstr("rank 0 stands in the head more than once")));
}

TEST(NcclText, a_star_behind_an_error_is_a_defect) {
  const auto run = read_back(
      "$ ./all_reduce_perf\n#  size count type redop time algbw busbw error time algbw busbw error\n"
      "  8  2  float  sum  41.99  0.00  0.00  2e+01*  42.18  0.00  0.00  0e+00\n");
  EXPECT_EQ(run.cases.at(0).defects, 1);
  EXPECT_DOUBLE_EQ(run.cases[0].extra.at("error"), 20);
  EXPECT_EQ(run.cases.at(1).defects.value_or(0), 0);
}

}  // namespace
}  // namespace sonde::readers
