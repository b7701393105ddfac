// Files that no benchmark has written: what cannot be is refused with line and field, and few bytes stand
// for no more than a machine has. The memory of what is read is bounded for the process
// (tests/sonde/memory_test.py).
#include <gmock/gmock.h>

#include <functional>

#include "complaint.hpp"
#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::readers {
namespace {

using namespace record;

/// A complaint without the line that it ends with where no row can be read.
std::string cause(const std::string& said) {
  return said.substr(0, said.find(": this is the first line that looks like a row"));
}

std::string of_case(const std::function<void(CaseRecord&)>& spoil) {
  CaseRecord record = full_case();
  spoil(record);
  return cause(complaint(to_json(full_header()) + "\n" + to_json(record) + "\n"));
}

std::string of_header(const std::function<void(Header&)>& spoil) {
  Header header = full_header();
  spoil(header);
  return complaint(to_json(header) + "\n");
}

TEST(Plausible, takes_what_the_writers_write) {
  EXPECT_EQ(of_case([](CaseRecord&) {}), "");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.times->min = std::nan(""); }), "");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.summary->median = std::nan(""); }), "");
}

TEST(Plausible, refuses_impossible_ids) {
  EXPECT_EQ(of_case([](CaseRecord& r) { r.id.processes = -2; }),
            "t:2: processes cannot be -2: expected 0 or more");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.id.groups = 0; }), "t:2: groups cannot be 0: expected 1 or more");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.id.group = -2; }), "t:2: group cannot be -2: expected 0 or more");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.id.bytes = -7; }), "t:2: bytes cannot be -7: expected 0 or more");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.repetitions = -1; }),
            "t:2: repetitions cannot be -1: expected 0 or more");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.id.benchmark = "Ping\x1b[2J"; }),
            "t:2: benchmark has control characters: 'Ping [2J'");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.id.benchmark = std::string(201, 'x'); }),
            "t:2: benchmark is longer than 200 characters");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.ranks = {0, -1}; }), "t:2: ranks cannot be -1: expected 0 or more");
}

TEST(Plausible, refuses_impossible_results) {
  EXPECT_EQ(of_case([](CaseRecord& r) { r.times->max = r.times->min / 2; }),
            "t:2: the shortest time, 1e-06 s, is above the longest, 5e-07 s");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.times->max = -3e-6; }),
            "t:2: t_max_s cannot be -3e-06: expected 0 to 1e+09");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.times->avg = 1e300; }),
            "t:2: t_avg_s cannot be 1e+300: expected 0 to 1e+09");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.defects = -1; }), "t:2: defects cannot be -1: expected 0 to 1e+18");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.megabytes_per_second = -1; }),
            "t:2: megabytes_per_second cannot be -1: expected 0 to 1e+12");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.overlap->pure = -1; }),
            "t:2: t_pure_s cannot be -1: expected 0 to 1e+09");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.batch_seconds[1] = -1; }),
            "t:2: batches_s cannot be -1: expected 0 to 1e+09");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.summary->p95 = -1; }),
            "t:2: p95_s cannot be -1: expected 0 to 1e+09");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.summary->batches = -1; }),
            "t:2: batches cannot be -1: expected 0 or more");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.summary->slowest_share = 2; }),
            "t:2: slowest_share cannot be 2: expected 0 to 1");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.witnesses[0].migrations = INT64_MAX; }),
            "t:2: migrations cannot be 9223372036854775807: expected 1000000000000 or less");
  EXPECT_EQ(of_case([](CaseRecord& r) { r.extra["p99_s"] = -1; }),
            "t:2: p99_s cannot be -1: expected 0 to 1e+09");
}

TEST(Plausible, refuses_impossible_tails) {
  const auto of_tail = [](std::int64_t calls, stats::TailQuantile quantile) {
    return of_case([&](CaseRecord& r) { r.tail = stats::Tail{calls, {quantile}}; });
  };
  EXPECT_EQ(of_tail(-1, {0.5, 1e-6}), "t:2: calls cannot be -1: expected 0 or more");
  EXPECT_EQ(of_tail(1, {1.5, 1e-6}), "t:2: level cannot be 1.5: expected 0 to 1");
  EXPECT_EQ(of_tail(1, {0.5, -1}), "t:2: at_s cannot be -1: expected 0 to 1e+09");
  EXPECT_EQ(of_tail(1, {0.5, 1, -2}), "t:2: low_s cannot be -2: expected 0 to 1e+09");
}

TEST(Plausible, refuses_curves_that_are_none) {
  const auto of_curve = [](stats::TailCurve curve) {
    return of_case([&](CaseRecord& r) { r.tail = stats::Tail{5, {}, std::move(curve)}; });
  };
  const std::string none =
      "t:2: 'curve_s' and 'curve_above' must be as many times, ascending, as counts that descend from 'calls' to 0";
  EXPECT_EQ(of_curve({{1, 2, 3}, {5, 1, 0}}), "");
  EXPECT_EQ(of_curve({{}, {}}), "");
  EXPECT_EQ(of_case([&](CaseRecord& r) { r.tail = stats::Tail{0, {}, {{0}, {0}}}; }), none) << "of no call";
  EXPECT_EQ(of_curve({{1, 2, 3}, {5, 0}}), none);
  EXPECT_EQ(of_curve({{1, 2, 3}, {6, 1, 0}}), none);  // more than there are
  EXPECT_EQ(of_curve({{1, 2, 3}, {5, 2, 1}}), none);  // some without end
  EXPECT_EQ(of_curve({{1, 2, 3}, {5, 5, 0}}), none);  // no step
  EXPECT_EQ(of_curve({{1, 2, 3, 4}, {5, 1, 2, 0}}), none);
  EXPECT_EQ(of_curve({{1, 2, 3, 4}, {5, 1, -1, 0}}), none);
  EXPECT_EQ(of_curve({{1, 3, 2}, {5, 1, 0}}), none);
  EXPECT_EQ(of_curve({{-1, 2, 3}, {5, 1, 0}}), none);
  EXPECT_EQ(of_curve({{1, std::nan(""), 3}, {5, 1, 0}}), none);
  EXPECT_EQ(of_curve({{1, 2, 1e10}, {5, 1, 0}}), "t:2: curve_s cannot be 1e+10: expected 0 to 1e+09");
}

TEST(Plausible, refuses_impossible_heads_and_feet) {
  EXPECT_EQ(of_header([](Header& h) { h.ranks = -1; }), "t:1: ranks cannot be -1: expected 0 or more");
  EXPECT_EQ(of_header([](Header& h) { h.places[0].rank = -1; }),
            "t:1: rank cannot be -1: expected 0 or more");
  EXPECT_EQ(of_header([](Header& h) { h.timer_resolution = -1; }),
            "t:1: timer_resolution_s cannot be -1: expected 0 to 1e+09");
  Footer footer = full_footer();
  footer.failed = -1;
  EXPECT_EQ(cause(complaint(to_json(full_header()) + "\n" + to_json(footer) + "\n")),
            "t:2: failed cannot be -1: expected 0 or more");
}

TEST(Plausible, holds_for_tables_and_csv_too) {
  const std::string head =
      "# Benchmarking PingPong \n# #processes = 2 \n #bytes #repetitions t[usec] Mbytes/sec\n";
  EXPECT_EQ(complaint(head + "  0 1000 -1.5 0.00\n"),
            "t:4: t_min_s cannot be -1.5e-06: expected 0 to 1e+09" + of_first_row("0 1000 -1.5 0.00"));
  EXPECT_EQ(complaint(head + "  0 1000 inf 0.00\n"),
            "t:4: t_min_s cannot be inf: expected 0 to 1e+09" + of_first_row("0 1000 inf 0.00"));
  EXPECT_EQ(complaint("# OSU MPI Latency Test v7.4\n# Size   Latency (us)\n8  -2.0\n"),
            "t:3: t_min_s cannot be -2e-06: expected 0 to 1e+09" + of_first_row("8  -2.0"));
  auto line = to_csv(full_case(), 1048576);
  line.replace(line.find(",1024,"), 6, ",-9,");
  EXPECT_EQ(cause(complaint(csv_head() + "\n" + line + "\n")), "t:2: bytes cannot be -9: expected 0 or more");
}

TEST(Messages, hold_no_control_characters_of_the_file) {
  const std::string head =
      "# Benchmarking PingPong \n# #processes = 2 \n #bytes #repetitions t[usec] Mbytes/sec\n";
  for (const std::string& text :
       {head + "  0 1000 1.5 182.49\x1b[2J\n", head + "  0\x1b[2J 1000 1.5 1.5\n",
        csv_head() + "\n1,\x1b[2J,,0,2,1,,many\x1b[2J" + std::string(29, ',') + "\n",
        to_json(full_header()) +
            "\n{\"schema\":1,\"kind\":\"case\",\"benchmark\":\"a\",\"status\":\"\\u001b[2J\"}\n"})
    EXPECT_EQ(complaint(text).find('\x1b'), std::string::npos) << complaint(text);
}

TEST(Csv, lets_no_spreadsheet_run_text) {
  CaseRecord record = full_case();
  for (const std::string text : {"=1+1", "+1", "-mem", "@SUM(A1)", "'quoted", "plain", "'=kept"}) {
    record.text = text;
    const auto line = to_csv(record, 1e6);
    const auto cell = line.substr(line.rfind(',') + 1);
    EXPECT_EQ(std::string("=+-@").find(cell[0]), std::string::npos) << cell;
    EXPECT_EQ(CsvReader::of(csv_head())->read(line)->text, text);
  }
  record.text = "a\x1b[2J\tb";
  EXPECT_EQ(to_csv(record, 1e6).find('\x1b'), std::string::npos);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Bounds, are_wide_enough_for_real_records) {
  Header header = full_header();
  header.places.clear();
  for (int rank = 0; rank < 100'000; ++rank) header.places.push_back({rank, "n1", {rank % 64}, 0});
  const auto run = read_text(to_json(header) + "\n" + to_json(full_case()) + "\n", "t");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->header.places.size(), 100'000);
  EXPECT_EQ(run->cases.size(), 1);
}

TEST(Bounds, refuse_deep_nesting_and_ranges_without_end) {
  EXPECT_EQ(complaint(repeated("{\"a\":", 1000) + "\n"), "t:1: not valid JSON");
  EXPECT_EQ(complaint("{\"a\":" + repeated("[", 1'000'000) + "\n"), "t:1: not valid JSON");
  EXPECT_EQ(complaint("{\"a\":[" + repeated("0,", 6'000'000) + "0]}\n"),
            "t:1: JSON that is neither a record of Sonde nor of nccl-tests: it has no 'schema'");
  const std::string set = R"({"ranks":"0-6000000","cores":null},)";
  EXPECT_THAT(complaint(R"({"schema":1,"kind":"header","nodes":[{"host":"n","ranks":[)" +
                        repeated(set, 1000) + R"({"ranks":"1"}]}]})" + "\n"),
              ::testing::HasSubstr("has more than 1108853 numbers"));
  const std::string start = R"({"schema":1,"kind":"header","nodes":[{"host":"n","ranks":[{"ranks":")";
  EXPECT_EQ(complaint(start + "0-2500000\"}]}]}\n"), "t:1: 'nodes' must be fewer ranks and cores");
  const std::string many = start + R"(0-199","cores":"0-300000"}]}]})" + "\n";
  EXPECT_EQ(complaint(repeated(many, 3)),
            "t:3: the file holds more than 134217728 places of ranks and cores");
  EXPECT_THAT(complaint("{\n\"out_of_place\": [\n" + repeated("{},\n", 2'100'000) + "0]}\n"),
              ::testing::HasSubstr("holds more values than any result of nccl-tests"));
  const std::string deep = repeated("[", 500'000) + "\n" + repeated("]", 500'000);
  EXPECT_THAT(complaint("{\n\"nccl_version\":\n" + deep + "}\n"),
              ::testing::HasSubstr("it has no list 'results'"));
}

// A case takes a hundred times as much memory as a row of seven bytes.
TEST(Bounds, are_none_for_files_of_many_short_rows) {
  const std::string head =
      "# Benchmarking PingPong \n# #processes = 2 \n #bytes #repetitions t[usec] Mbytes/sec\n";
  const auto run = read_text(head + repeated("0 1 1 1\n", 150'000), "t");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->cases.size(), 150'000);
}

TEST(Bounds, refuse_more_runs_than_any_file_has) {
  const std::string expected = "more than 100000 runs";
  EXPECT_NE(complaint(repeated("# OSU MPI Latency Test\n", 100'001)).find(expected), std::string::npos);
  EXPECT_NE(complaint(repeated("{\"schema\":1,\"kind\":\"header\"}\n", 100'001)).find(expected),
            std::string::npos);
  EXPECT_NE(complaint("# Benchmarking " + std::string(2 << 20, 'x') + "\n").find("longer than 1 MiB"),
            std::string::npos);
}

// A list of its own for each row would take many times the length of the file.
TEST(Ranks, of_a_group_are_the_same_in_all_its_rows) {
  const std::string columns = "  Group #bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n";
  const auto run = read_text("# Benchmarking Multi-PingPong \n# Group  0: 0 1\n# Group  1: 2 3\n" + columns +
                                 "0 0 1 1 1 1\n1 0 1 1 1 1\n0 1 1 1 1 1\n",
                             "t");
  ASSERT_TRUE(run && run->cases.size() == 3);
  EXPECT_THAT(run->cases[1].ranks.list(), ::testing::ElementsAre(2, 3));
  EXPECT_EQ(&run->cases[0].ranks.list(), &run->cases[2].ranks.list());
  const auto all = read_text(
      "# Benchmarking PingPong \n# Group  0: 4 5\n# Group  1: 7 6\n"
      " #bytes #repetitions t[usec] Mbytes/sec\n0 1 1 1\n1 1 1 1\n# Group  2: 8\n"
      " #bytes #repetitions t[usec] Mbytes/sec\n2 1 1 1\n",
      "t");
  ASSERT_TRUE(all && all->cases.size() == 3);
  EXPECT_THAT(all->cases[0].ranks.list(), ::testing::ElementsAre(4, 5, 7, 6));
  EXPECT_EQ(&all->cases[0].ranks.list(), &all->cases[1].ranks.list());
  EXPECT_THAT(all->cases[2].ranks.list(), ::testing::ElementsAre(4, 5, 7, 6, 8));
}

// A pipe may give such lines for ever.
TEST(Bounds, give_up_where_no_result_comes) {
  const std::string line = std::string(1000, 'y') + "\n";
  EXPECT_NE(complaint("# OSU MPI Latency Test\n" + repeated(line, (std::size_t{128} << 20) / line.size() + 1))
                .find("no result stands in 128 MiB of text"),
            std::string::npos);
}

}  // namespace
}  // namespace sonde::readers
