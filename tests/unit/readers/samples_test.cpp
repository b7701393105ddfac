// Every sample: counts and values taken by hand from the files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "readers/read.hpp"

namespace sonde::readers {
namespace {

using namespace record;

std::string sample(const std::string& name) {
  return std::string(SONDE_TEST_DATA) + "/samples/" + name;
}

Run read_sample(const std::string& name) {
  auto run = read_run(sample(name));
  if (!run) ADD_FAILURE() << run.error().message;
  return run ? *run : Run{};
}

CaseRecord find(const Run& run, const CaseId& wanted) {
  const auto found = std::ranges::find(run.cases, wanted, &CaseRecord::id);
  if (found != run.cases.end()) return *found;
  ADD_FAILURE() << "no case " << wanted.benchmark << " " << wanted.bytes;
  return {};
}

CaseId id(std::string benchmark, int processes, std::int64_t bytes, std::string mode = "") {
  CaseId made;
  made.benchmark = std::move(benchmark);
  made.mode = std::move(mode);
  made.processes = processes;
  made.bytes = bytes;
  return made;
}

struct Count {
  const char* file;
  std::size_t cases;
  int ranks;
  double megabyte;
};

class Samples : public testing::TestWithParam<Count> {};

TEST_P(Samples, have_all_their_rows) {
  const auto& wanted = GetParam();
  const auto run = read_sample(wanted.file);
  EXPECT_EQ(run.cases.size(), wanted.cases);
  EXPECT_EQ(run.header.ranks, wanted.ranks);
  EXPECT_EQ(run.header.megabyte, wanted.megabyte);
  EXPECT_FALSE(run.torn);
  EXPECT_FALSE(run.footer.has_value());
}

INSTANTIATE_TEST_SUITE_P(
    Files, Samples,
    testing::Values(
        Count{"imb-2021.11-mpi1-np2.txt", 315, 2, 1e6}, Count{"imb-2021.11-mpi1-np4.txt", 594, 4, 1e6},
        Count{"imb-2021.11-mpi1-np4-check.txt", 254, 4, 1e6}, Count{"imb-2021.11-ext-np2.txt", 176, 2, 1e6},
        Count{"imb-2021.11-ext-np4.txt", 224, 4, 1e6}, Count{"imb-2021.11-io-np2.txt", 1074, 2, 1e6},
        Count{"imb-2021.11-io-np4.txt", 1843, 4, 1e6}, Count{"osu-7.4-latency.txt", 21, 2, 1e6},
        Count{"osu-7.4-bw.txt", 21, 2, 1e6}, Count{"osu-7.4-mbw-mr.txt", 21, 2, 1e6},
        Count{"osu-7.4-allreduce.txt", 21, 2, 1e6}, Count{"osu-7.4-allreduce-full-z.txt", 14, 2, 1e6},
        Count{"virtual-cluster-pingpong-single.txt", 25, 2, 1e6},
        Count{"virtual-cluster-pingpong-multi.txt", 25, 4, 1e6}, Count{"imb-3.2-multi1.txt", 12, 6, 1048576},
        Count{"imb-3.2-ext.txt", 4, 2, 1048576}, Count{"pmb-2.2.txt", 4, 4, 1048576}));

TEST(ImbText, reads_the_head) {
  const Header header = read_sample("imb-2021.11-mpi1-np2.txt").header;
  EXPECT_EQ(header.conventions, "IMB 2021.11");
  EXPECT_EQ(header.version, "2021.11");
  EXPECT_EQ(header.start, "2026-11-21T21:21:04");
  EXPECT_EQ(header.machine, "x86_64");
  EXPECT_EQ(header.kernel, "6.1.0-amd64 #1 SMP PREEMPT_DYNAMIC @0");
  EXPECT_EQ(header.mpi_standard, "3.1");
  EXPECT_EQ(header.thread_level, "");
  EXPECT_EQ(header.program, "IMB-MPI1");
  EXPECT_EQ(header.command_line,
            (std::vector<std::string>{"IMB-MPI1", "-iter", "20,8,10", "-time", "0.2", "-msglog", "0:16"}));
}

TEST(ImbText, keeps_what_the_file_lacks_absent) {
  const auto run = read_sample("imb-2021.11-mpi1-np2.txt");
  EXPECT_EQ(run.format, Format::imb_text);
  EXPECT_EQ(run.header.mpi_library, "");
  EXPECT_TRUE(run.header.places.empty());
  for (const auto& record : run.cases) {
    EXPECT_FALSE(record.summary.has_value());
    EXPECT_TRUE(record.ranks.empty());
    EXPECT_FALSE(record.defects.has_value());
  }
}

TEST(ImbText, reads_single_transfers_and_ranges) {
  const auto run = read_sample("imb-2021.11-mpi1-np4.txt");
  const auto& pingpong = find(read_sample("imb-2021.11-mpi1-np2.txt"), id("PingPong", 2, 65536));
  EXPECT_EQ(pingpong.repetitions, 20);
  EXPECT_DOUBLE_EQ(pingpong.times->max, 8.97e-6);
  EXPECT_DOUBLE_EQ(*pingpong.megabytes_per_second, 7307.13);
  const auto& exchange = find(run, id("Exchange", 4, 512));
  EXPECT_DOUBLE_EQ(exchange.times->min, 9.14e-6);
  EXPECT_DOUBLE_EQ(exchange.times->max, 9.15e-6);
  EXPECT_DOUBLE_EQ(exchange.times->avg, 9.14e-6);
  EXPECT_DOUBLE_EQ(*exchange.megabytes_per_second, 223.86);
  const auto& barrier = find(run, id("Barrier", 4, -1));
  EXPECT_EQ(barrier.repetitions, 20);
  EXPECT_DOUBLE_EQ(barrier.times->max, 7.21e-6);
  EXPECT_FALSE(barrier.megabytes_per_second.has_value());
}

TEST(ImbText, reads_defects) {
  const auto& record = find(read_sample("imb-2021.11-mpi1-np4-check.txt"), id("PingPong", 2, 1));
  EXPECT_DOUBLE_EQ(record.times->max, 3.48e-6);
  EXPECT_EQ(record.defects, 0.0);
}

TEST(ImbText, reads_modes_of_extended_benchmarks) {
  const auto run = read_sample("imb-2021.11-ext-np4.txt");
  EXPECT_DOUBLE_EQ(find(run, id("Unidir_Put", 2, 64, "AGGREGATE")).times->avg, 1.90e-6);
  EXPECT_DOUBLE_EQ(find(run, id("Unidir_Put", 2, 64, "NON-AGGREGATE")).times->avg, 5.91e-6);
}

TEST(ImbText, reads_io_with_its_broken_head_overlap_and_time_out) {
  const auto two = read_sample("imb-2021.11-io-np2.txt");
  EXPECT_EQ(two.header.conventions, "IMB 2021.11");
  EXPECT_EQ(two.header.program, "IMB-IO");
  const auto& late = find(two, id("P_Write_Indv", 2, 64, "AGGREGATE"));
  EXPECT_EQ(late.status, Status::skipped);
  EXPECT_EQ(late.reason, Reason::time_out);
  EXPECT_TRUE(late.text.starts_with("time-out.; Time limit"));
  EXPECT_FALSE(late.times.has_value());
  const auto& overlap =
      find(read_sample("imb-2021.11-io-np4.txt"), id("C_IRead_Expl", 4, 8, "AGGREGATE")).overlap;
  ASSERT_TRUE(overlap.has_value());
  EXPECT_DOUBLE_EQ(overlap->overlapped, 5003.69e-6);
  EXPECT_DOUBLE_EQ(overlap->pure, 133.88e-6);
  EXPECT_DOUBLE_EQ(overlap->cpu, 5474.81e-6);
  EXPECT_DOUBLE_EQ(overlap->percent, 100);
  EXPECT_DOUBLE_EQ(find(read_sample("imb-2021.11-io-np4.txt"), id("Open_Close", 4, -1)).times->max,
                   624.16e-6);
}

TEST(ImbText, reads_groups_on_a_map) {
  const auto run = read_sample("virtual-cluster-pingpong-multi.txt");
  CaseId wanted = id("PingPong", 2, 65536);
  wanted.multi = true;
  wanted.groups = 2;
  const auto& record = find(run, wanted);
  EXPECT_EQ(record.ranks, (std::vector<int>{0, 2, 1, 3}));
  EXPECT_DOUBLE_EQ(record.times->max, 1503.05e-6);
}

TEST(ImbText, reads_the_group_column_and_rank_orders_of_3_2) {
  const auto run = read_sample("imb-3.2-multi1.txt");
  CaseId wanted = id("PingPing", 2, 1048576);
  wanted.multi = true;
  wanted.groups = 3;
  wanted.group = 1;
  EXPECT_EQ(find(run, wanted).ranks, (std::vector<int>{1, 4}));
  EXPECT_DOUBLE_EQ(*find(run, wanted).megabytes_per_second, 800);
  wanted.group = 0;
  wanted.bytes = 4194304;
  EXPECT_EQ(find(run, wanted).reason, Reason::out_of_memory);
  EXPECT_EQ(find(run, id("Allreduce", 4, 100)).ranks, (std::vector<int>{0, 3, 1, 4}));
  EXPECT_EQ(find(run, id("Allreduce", 6, 100)).ranks, (std::vector<int>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(run.header.command_line.back(), "1");
  EXPECT_EQ(run.header.thread_level, "MPI_THREAD_SINGLE");
  EXPECT_EQ(run.header.start, "2008-09-04T13:26:03");
}

TEST(ImbText, reads_the_short_column_names_of_the_guide) {
  const auto run = read_sample("imb-3.2-ext.txt");
  EXPECT_EQ(run.header.program, "IMB-EXT.exe");
  EXPECT_DOUBLE_EQ(find(run, id("Window", 2, 524288, "NON-AGGREGATE")).times->avg, 12e-6);
  EXPECT_DOUBLE_EQ(*find(run, id("P_Write_Indv", 2, 1048576, "AGGREGATE")).megabytes_per_second, 500);
}

TEST(ImbText, reads_pmb) {
  const auto run = read_sample("pmb-2.2.txt");
  EXPECT_EQ(run.header.conventions, "PMB 2.2");
  EXPECT_DOUBLE_EQ(find(run, id("PingPong", 2, 4194304)).times->max, 40e-3);
  EXPECT_DOUBLE_EQ(find(run, id("Barrier", 4, -1)).times->min, 24.10e-6);
}

TEST(OsuText, reads_latency_and_bandwidth) {
  const auto latency = read_sample("osu-7.4-latency.txt");
  EXPECT_EQ(latency.header.conventions, "OSU 7.4");
  EXPECT_EQ(latency.header.start, "2026-11-21T21:24:34Z");
  EXPECT_DOUBLE_EQ(find(latency, id("osu_latency", 2, 1024)).times->avg, 17.86e-6);
  const auto& bandwidth = find(read_sample("osu-7.4-bw.txt"), id("osu_bw", 2, 1048576));
  EXPECT_DOUBLE_EQ(*bandwidth.megabytes_per_second, 1766.10);
  EXPECT_FALSE(bandwidth.times.has_value());
  auto of_window = id("osu_mbw_mr", 2, 1);
  of_window.variant = {{"window", "64"}};
  const auto& rate = find(read_sample("osu-7.4-mbw-mr.txt"), of_window);
  EXPECT_DOUBLE_EQ(*rate.megabytes_per_second, 7.58);
  EXPECT_DOUBLE_EQ(*rate.messages_per_second, 7575703.77);
}

TEST(OsuText, reads_collectives_with_and_without_details) {
  const auto& plain = find(read_sample("osu-7.4-allreduce.txt"), id("osu_allreduce", 2, 8192));
  EXPECT_DOUBLE_EQ(plain.times->avg, 705.42e-6);
  EXPECT_TRUE(std::isnan(plain.times->max));
  const auto& full = find(read_sample("osu-7.4-allreduce-full-z.txt"), id("osu_allreduce", 2, 16384));
  EXPECT_EQ(full.repetitions, 100);
  EXPECT_DOUBLE_EQ(full.times->min, 76.99e-6);
  EXPECT_DOUBLE_EQ(full.times->max, 77.03e-6);
  EXPECT_DOUBLE_EQ(full.extra.at("p99_tail_lat_s"), 27.68e-6);
}

TEST(Csv, of_another_kind_is_refused_with_file_and_line) {
  const auto run = read_run(sample("virtual-cluster-pairs-100mbit.csv"));
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("virtual-cluster-pairs-100mbit.csv:1: neither"), std::string::npos);
}

}  // namespace
}  // namespace sonde::readers
