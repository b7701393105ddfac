#include "tables/text_table.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "../plan/rows.hpp"
#include "tables/columns.hpp"

namespace sonde::tables {
namespace {

using record::CaseRecord;
using record::Reason;
using record::Status;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Plan plan_of(int ranks, std::optional<Grid> map = {}) {
  return {ranks, rank_order(ranks, map), {}};
}

CaseRecord measured(std::int64_t bytes, std::int64_t repetitions, record::Times times,
                    std::optional<double> rate) {
  CaseRecord result;
  result.id.bytes = bytes;
  result.repetitions = repetitions;
  result.times = times;
  result.megabytes_per_second = rate;
  return result;
}

CaseRecord missing(std::int64_t bytes, Reason reason, std::string text) {
  CaseRecord result;
  result.id.bytes = bytes;
  result.status = Status::failed;
  result.reason = reason;
  result.text = std::move(text);
  return result;
}

TEST(SectionHead, OfATransferWithIdleRanks) {
  EXPECT_EQ(section_head({}, plan_of(4), equal_lanes(test::ping_pong, 0, 2, 1)),
            "\n"
            "#---------------------------------------------------\n"
            "# Benchmarking PingPong \n"
            "# #processes = 2 \n"
            "# ( 2 additional processes waiting in MPI_Barrier)\n"
            "#---------------------------------------------------\n"
            "       #bytes #repetitions      t[usec]   Mbytes/sec\n");
}

TEST(SectionHead, OfACollectiveWithOneIdleRank) {
  EXPECT_EQ(section_head({}, plan_of(5), equal_lanes(test::allreduce, 0, 4, 1)),
            "\n"
            "#----------------------------------------------------------------\n"
            "# Benchmarking Allreduce \n"
            "# #processes = 4 \n"
            "# ( 1 additional process waiting in MPI_Barrier)\n"
            "#----------------------------------------------------------------\n"
            "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n");
}

TEST(SectionHead, OfABenchmarkWithoutLength) {
  EXPECT_EQ(section_head({}, plan_of(2), equal_lanes(test::barrier, 0, 2, 1)),
            "\n"
            "#---------------------------------------------------\n"
            "# Benchmarking Barrier \n"
            "# #processes = 2 \n"
            "#---------------------------------------------------\n"
            " #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n");
}

TEST(SectionHead, OfThreadsHasOneWidthAndRowsTheLengthOfAll) {
  Benchmark band = test::ping_pong;
  band.suite = Suite::mt;
  band.parameter = Parameter::threads;
  band.klass = TransferClass::message_rate;
  band.metric = {.messages = 1, .counted = Counted::pairs, .message_rate = true, .per_message = true};
  Settings settings;
  settings.suite = Suite::mt;
  settings.threads = {3};
  settings.window_messages = 8;
  const std::string line = "#" + std::string(77, '-') + "\n";
  const TableRun section = equal_lanes(band, 0, 2, 1);
  EXPECT_EQ(section_head(settings, plan_of(2), section),
            "\n" + line + "# Benchmarking PingPong \n# #processes = 2 (threads: 3)\n# window_size = 8\n" +
                line + "       #bytes #repetitions  t_avg[usec]   Mbytes/sec      Msg/sec\n");
  auto result = measured(4, 1000, {1e-6, 3e-6, 2e-6}, 5.0);
  result.id.threads = 3;
  result.messages_per_second = 7.0;
  EXPECT_EQ(row(settings, section, result),
            "           12         1000         2.00         5.00            7\n");
}

TEST(SectionHead, SaysInHowManyPartitionsAMessageGoes) {
  Benchmark row = test::ping_pong;
  Settings settings;
  settings.partitions = {12};
  const std::string line = "# partitions = 12, or as many below as divide a length\n";
  const auto head = [&] { return section_head(settings, plan_of(2), equal_lanes(row, 0, 2, 1)); };
  EXPECT_THAT(head(), Not(HasSubstr(line)));
  row.parameter = Parameter::partitions;
  EXPECT_THAT(head(), HasSubstr("# #processes = 2 \n" + line));
}

TEST(Tails, AreTheLastColumns) {
  Settings settings;
  settings.tails = true;
  const TableRun section = equal_lanes(test::barrier, 0, 2, 1);
  EXPECT_THAT(section_head(settings, plan_of(2), section),
              EndsWith("  t_avg[usec]    p50[usec]    p90[usec]    p99[usec]  p99.9[usec]\n"));
  auto result = measured(-1, 4000, {1e-6, 3e-6, 2e-6}, {});
  EXPECT_THAT(row(settings, section, result),
              EndsWith("         2.00            -            -            -            -\n"));
  result.tail = stats::Tail{8, {{0.5, 1e-6}, {0.9, 2e-6}, {0.99, 4.126e-6}}};
  EXPECT_THAT(row(settings, section, result),
              EndsWith("         2.00         1.00         2.00         4.13            -\n"));
  result.tail->quantiles.push_back({0.999, 1e-3});
  EXPECT_THAT(row(settings, section, result), EndsWith("         4.13      1000.00\n"));
  settings.extra_columns = true;
  EXPECT_EQ(columns(settings, test::barrier).back(), Column::tail_p999);
}

TEST(SectionHead, OfAMode) {
  EXPECT_EQ(section_head({}, plan_of(2), equal_lanes(test::p_write, 1, 2, 1)),
            "\n"
            "#-----------------------------------------------------------------------------\n"
            "# Benchmarking P_Write_Indv \n"
            "# #processes = 2 \n"
            "#-----------------------------------------------------------------------------\n"
            "#\n"
            "#    MODE: NON-AGGREGATE \n"
            "#\n"
            "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n");
}

TEST(SectionHead, OfAnOverlappedBenchmark) {
  EXPECT_THAT(section_head({}, plan_of(1), equal_lanes(test::s_iwrite, 0, 1, 1)),
              EndsWith("#-----------------------------------------------------------------------------\n"
                       "#\n"
                       "#    MODE: AGGREGATE \n"
                       "#\n"
                       "       #bytes #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]\n"));
}

TEST(SectionHead, OfGroupsInMapOrder) {  // guide 6.2
  Settings settings;
  settings.multi = Multi::worst;
  settings.map = Grid{3, 2};
  EXPECT_EQ(section_head(settings, plan_of(6, settings.map), equal_lanes(test::ping_pong, 0, 2, 3)),
            "\n"
            "#-----------------------------------------------------------------------------\n"
            "# Benchmarking Multi-PingPong \n"
            "# ( 3 groups of 2 processes each running simultaneous ) \n"
            "# Group  0:     0    3\n"
            "# \n"
            "# Group  1:     1    4\n"
            "# \n"
            "# Group  2:     2    5\n"
            "# \n"
            "#-----------------------------------------------------------------------------\n"
            "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n");
}

TEST(SectionHead, SpeaksOfGroupsOfOneProcessAsOfOthers) {
  Settings settings;
  settings.multi = Multi::worst;
  EXPECT_THAT(section_head(settings, plan_of(2), equal_lanes(test::ping_pong, 0, 1, 2)),
              HasSubstr("# ( 2 groups of 1 processes each running simultaneous ) \n"));
}

TEST(SectionHead, OfEachGroupApart) {
  Settings settings;
  settings.multi = Multi::each;
  EXPECT_EQ(section_head(settings, plan_of(5), equal_lanes(test::ping_pong, 0, 2, 2)),
            "\n"
            "#----------------------------------------------------------------\n"
            "# Benchmarking Multi-PingPong \n"
            "# ( 2 groups of 2 processes each running simultaneous ) \n"
            "# Group  0:     0    1\n"
            "# \n"
            "# Group  1:     2    3\n"
            "# \n"
            "# ( 1 additional process waiting in MPI_Barrier)\n"
            "#----------------------------------------------------------------\n"
            "        Group       #bytes #repetitions      t[usec]   Mbytes/sec\n");
}

TEST(SectionHead, OfAMapWithOneGroup) {  // guide 6.2
  Settings settings;
  settings.map = Grid{3, 2};
  const auto plan = plan_of(6, settings.map);
  EXPECT_THAT(section_head(settings, plan, equal_lanes(test::allreduce, 0, 4, 1)),
              HasSubstr("# Benchmarking Allreduce \n"
                        "# #processes = 4; rank order (rowwise): \n"
                        "#     0    3\n"
                        "#     1    4\n"
                        "# \n"
                        "# ( 2 additional processes waiting in MPI_Barrier)\n"));
  EXPECT_THAT(section_head(settings, plan, equal_lanes(test::allreduce, 0, 6, 1)),
              HasSubstr("#     0    3\n#     1    4\n#     2    5\n# \n#---"));
}

TEST(SectionHead, OfAMapWhoseRowsHaveHoles) {
  Settings settings;
  settings.map = Grid{3, 2};
  EXPECT_THAT(section_head(settings, plan_of(5, settings.map), equal_lanes(test::allreduce, 0, 5, 1)),
              HasSubstr("#     0    3\n#     1    4\n#     2\n# \n#---"));
}

TEST(SectionHead, OfWhatCannotRun) {
  EXPECT_EQ(section_head({}, plan_of(1),
                         {.benchmark = &test::ping_pong,
                          .processes = 1,
                          .refusal = "Benchmark PingPong invalid for 1 process"}),
            "\n# !! Benchmark PingPong invalid for 1 process !!\n");
}

TEST(SectionHead, AbbreviatesManyRanks) {
  Settings settings;
  settings.multi = Multi::worst;
  const auto text = section_head(settings, plan_of(2500), equal_lanes(test::allreduce, 0, 1250, 2));
  EXPECT_THAT(text, HasSubstr("# Group  0:     0    1    2"));
  EXPECT_THAT(text, HasSubstr("  510  511 ...  738  739"));
  EXPECT_THAT(text, HasSubstr(" 1248 1249\n# \n# Group  1:  1250 1251"));
  EXPECT_THAT(text, Not(HasSubstr("  512")));
  const auto shown = section_head(settings, plan_of(2048), equal_lanes(test::allreduce, 0, 1024, 2));
  EXPECT_THAT(shown, Not(HasSubstr("...")));
}

TEST(SectionHead, AbbreviatesManyGroups) {
  Settings settings;
  settings.multi = Multi::each;
  const auto text = section_head(settings, plan_of(4000), equal_lanes(test::ping_pong, 0, 2, 2000));
  EXPECT_THAT(text, HasSubstr("# Group  511:  1022 1023\n# \n# ...\n# Group  1488:  2976 2977\n# \n"));
  EXPECT_THAT(text, Not(HasSubstr("# Group  512:")));
  EXPECT_THAT(text, Not(HasSubstr("# Group  1487:")));
}

TEST(SectionHead, AbbreviatesTheMap) {
  Settings settings;
  settings.map = Grid{1000, 2};
  const auto text =
      section_head(settings, plan_of(2000, settings.map), equal_lanes(test::allreduce, 0, 2000, 1));
  EXPECT_THAT(text, HasSubstr("#   255 1255\n# ...\n#   744 1744\n"));
  EXPECT_THAT(text, HasSubstr("#   999 1999\n# \n#---"));
}

TEST(Row, OfATransferShowsTheLargestTime) {
  const TableRun section = equal_lanes(test::ping_pong, 0, 2, 1);
  EXPECT_EQ(row({}, section, measured(0, 1000, {0.3e-6, 0.37e-6, 0.35e-6}, 0.0)),
            "            0         1000         0.37         0.00\n");
  EXPECT_EQ(row({}, section, measured(4194304, 10, {1e-3, 1.2345678e-3, 1.1e-3}, 3240.0)),
            "      4194304           10      1234.57      3240.00\n");
}

TEST(Row, OfEveryOtherKind) {
  const record::Times times{1e-6, 3e-6, 2e-6};
  EXPECT_EQ(row({}, equal_lanes(test::exchange, 0, 4, 1), measured(8, 1000, times, 10.17)),
            "            8         1000         1.00         3.00         2.00        10.17\n");
  EXPECT_EQ(row({}, equal_lanes(test::allreduce, 0, 4, 1), measured(8, 1000, times, {})),
            "            8         1000         1.00         3.00         2.00\n");
  EXPECT_EQ(row({}, equal_lanes(test::barrier, 0, 4, 1), measured(-1, 1000, times, {})),
            "         1000         1.00         3.00         2.00\n");
  CaseRecord overlapped;
  overlapped.id.bytes = 16;
  overlapped.repetitions = 50;
  overlapped.overlap = record::OverlapTimes{2857.95e-6, 27.52e-6, 2847.86e-6, 63.34};
  EXPECT_EQ(row({}, equal_lanes(test::s_iwrite, 0, 1, 1), overlapped),
            "           16           50      2857.95        27.52      2847.86        63.34\n");
}

TEST(Row, OfWindowsOfMessages) {
  const TableRun section = equal_lanes(test::uniband, 0, 4, 1);
  auto result = measured(8, 1000, {1e-6, 3e-6, 2e-6}, 1302.08);
  result.messages_per_second = 170666666.7;
  EXPECT_EQ(row({}, section, result), "            8         1000      1302.08    170666667\n");
  EXPECT_THAT(section_head({}, plan_of(4), section),
              HasSubstr("\n       #bytes #repetitions   Mbytes/sec      Msg/sec\n"));
}

TEST(Row, OfAGroup) {
  Settings settings;
  settings.multi = Multi::each;
  auto result = measured(1024, 1000, {1e-6, 2e-6, 1.5e-6}, 488.28);
  result.id.group = 1;
  EXPECT_EQ(before_size(settings), "\n");
  EXPECT_EQ(row(settings, equal_lanes(test::ping_pong, 0, 2, 2), result),
            "            1         1024         1000         2.00       488.28\n");
}

TEST(Row, OfTheWorstGroupShowsTheRangeOfTimes) {
  Settings settings;
  settings.multi = Multi::worst;
  EXPECT_EQ(before_size(settings), "");
  EXPECT_EQ(row(settings, equal_lanes(test::ping_pong, 0, 2, 2),
                measured(1024, 100, {62.68e-6, 78.67e-6, 70.68e-6}, 12.41)),
            "         1024          100        62.68        78.67        70.68        12.41\n");
}

TEST(Row, ShowsDefectsLast) {
  Settings settings;
  settings.check = true;
  auto result = measured(4, 6, {1e-6, 2e-6, 1.5e-6}, {});
  result.defects = 3;
  const TableRun section = equal_lanes(test::allreduce, 0, 2, 1);
  EXPECT_THAT(section_head(settings, plan_of(2), section), EndsWith("  t_avg[usec]      defects\n"));
  EXPECT_EQ(row(settings, section, result),
            "            4            6         1.00         2.00         1.50         3.00\n");
}

TEST(Row, ShowsDefectsOnlyWhereDataMoves) {
  Settings settings;
  settings.check = true;
  for (const auto* row : {&test::barrier, &test::window})
    EXPECT_THAT(columns(settings, *row), Not(::testing::Contains(Column::defects))) << row->name;
}

TEST(Row, ShowsStatisticsRightOfTheStandardColumns) {
  Settings settings;
  settings.extra_columns = settings.check = true;
  auto result = measured(4, 6, {1e-6, 2e-6, 1.5e-6}, 1.0);
  result.defects = 0;
  result.summary = stats::Summary{};
  result.summary->median = 1.25e-6;
  result.summary->p5 = 1e-6;
  result.summary->p95 = 9e-6;
  result.summary->ci_low = 1.2e-6;
  result.summary->ci_high = 1.3e-6;
  result.summary->batches = 6;
  const TableRun section = equal_lanes(test::ping_pong, 0, 2, 1);
  EXPECT_THAT(section_head(settings, plan_of(2), section),
              EndsWith("   Mbytes/sec      defects median[usec]      ci95[%]    p95[usec]        flags\n"));
  EXPECT_EQ(row(settings, section, result),
            "            4            6         2.00         1.00         0.00"
            "         1.25         4.00         9.00            -\n");
  result.warnings = {{"several_modes", "", ""}, {"drift", "", ""}, {"unheard_of", "", ""}};
  EXPECT_THAT(row(settings, section, result), EndsWith("         9.00          md?\n"));
  result.warnings = {{"few_batches", "", ""}};
  result.summary->batches = 2;
  EXPECT_THAT(row(settings, section, result),
              EndsWith("         1.25            -            -            f\n"));
}

TEST(Row, ShowsRatesOfTheNetworkWhereSomethingMustMove) {
  Settings settings;
  settings.bus = settings.extra_columns = true;
  const TableRun section = equal_lanes(test::ping_pong, 0, 2, 1);
  EXPECT_THAT(section_head(settings, plan_of(2), section),
              ::testing::AllOf(HasSubstr("# #processes = 2 \n# at least: bus = X / t, net = X / t\n#---"),
                               HasSubstr("   Mbytes/sec  bus[MB/sec]  net[MB/sec] median[usec]")));
  auto result = measured(4, 6, {1e-6, 2e-6, 1.5e-6}, 1.0);
  result.extra["bus[MB/sec]"] = 2;
  EXPECT_THAT(row(settings, section, result),
              HasSubstr("         1.00         2.00            -            -"));
  settings.peak = 1e9;
  EXPECT_THAT(section_head(settings, plan_of(2), section), HasSubstr("  net[MB/sec]   of_peak[%] median"));
  const TableRun silent = equal_lanes(test::barrier, 0, 2, 1);
  EXPECT_THAT(section_head(settings, plan_of(2), silent), Not(HasSubstr("bus")));
}

TEST(Row, WithoutAResultSaysWhy) {
  Settings settings;
  const TableRun section = equal_lanes(test::ping_pong, 0, 2, 2);
  EXPECT_EQ(row(settings, section,
                missing(4194304, Reason::out_of_memory, "needed X=   1.234 GB; use flag \"-mem X\"")),
            "      4194304 out-of-mem.; needed X=   1.234 GB; use flag \"-mem X\"\n");
  EXPECT_EQ(row(settings, section, missing(8, Reason::time_out, "one repetition takes 12 s")),
            "            8 time-out.; one repetition takes 12 s\n");
  EXPECT_EQ(row(settings, section, missing(8, Reason::mpi_error, "")), "            8 failed\n");
  settings.multi = Multi::each;
  auto of_group = missing(8, Reason::io_error, "MPI_ERR_NO_SPACE:\nno space left");
  of_group.id.group = 1;
  EXPECT_EQ(row(settings, section, of_group),
            "            1            8 failed; MPI_ERR_NO_SPACE: no space left\n");
  EXPECT_EQ(row({}, equal_lanes(test::barrier, 0, 2, 1), missing(-1, Reason::mpi_error, "no")),
            " failed; no\n");
}

TEST(Row, ShowsADashForWhatTheRecordLacks) {
  CaseRecord result;
  result.id.bytes = 8;
  EXPECT_EQ(row({}, equal_lanes(test::ping_pong, 0, 2, 1), result),
            "            8            0            -            -\n");
}

TEST(Row, KeepsColumnsApartHoweverLargeTheNumbers) {
  EXPECT_EQ(row({}, equal_lanes(test::ping_pong, 0, 2, 1),
                measured(std::int64_t{1} << 62, 1, {0, 12345678.5, 0}, 1e12)),
            " 4611686018427387904            1 12345678500000.00 1000000000000.00\n");
}

}  // namespace
}  // namespace sonde::tables
