// Tables of other suites that are spelt, headed or cut in ways of their own.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "complaint.hpp"
#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::readers {
namespace {

using namespace record;

const std::string title = "#    Intel (R) MPI Benchmarks 2021.11, MPI-1 part    \n";

std::string section(const std::string& name, const std::string& processes = "# #processes = 2 \n") {
  return "# Benchmarking " + name + " \n" + processes;
}

Run read(const std::string& text) {
  auto run = read_text(text, "t");
  if (!run) ADD_FAILURE() << run.error().message;
  return run ? *run : Run{};
}

TEST(ForeignText, reads_rates_without_times) {
  const auto run = read(title + section("Uniband") +
                        "       #bytes #repetitions   Mbytes/sec      Msg/sec\n"
                        "            0         1000         0.00      2612345\n"
                        "            8         1000        20.50      2562500\n" +
                        section("Biband", "# #processes = 4 \n") +
                        "       #bytes #repetitions   Mbytes/sec      Msg/sec\n"
                        "            8         1000        41.00      5125000\n");
  ASSERT_EQ(run.cases.size(), 3U);
  EXPECT_EQ(run.cases[1].id.benchmark, "Uniband");
  EXPECT_EQ(run.cases[1].id.bytes, 8);
  EXPECT_EQ(run.cases[1].repetitions, 1000);
  EXPECT_EQ(run.cases[1].megabytes_per_second, 20.5);
  EXPECT_EQ(run.cases[1].messages_per_second, 2562500);
  EXPECT_FALSE(run.cases[1].times.has_value());
  EXPECT_EQ(run.cases[2].id.processes, 4);
  EXPECT_TRUE(run.notes.empty());
}

TEST(ForeignText, reads_transfers_beside_computation_and_barriers_without_a_length) {
  const auto run =
      read("#    Intel(R) MPI Benchmarks 2021.11, MPI-NBC part\n" + section("Ibcast") +
           "       #bytes #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]\n"
           "            8         1000         2.50         1.50         1.40        28.57\n" +
           section("Ibarrier") + " #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]\n" +
           "         1000         3.00         2.00         1.50        33.33\n" + section("Ibarrier_pure") +
           " #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n" +
           "         1000         1.00         2.00         1.50\n");
  ASSERT_EQ(run.cases.size(), 3U);
  EXPECT_EQ(run.cases[0].id.bytes, 8);
  EXPECT_DOUBLE_EQ(run.cases[0].overlap->percent, 28.57);
  EXPECT_EQ(run.cases[1].id.bytes, -1);
  EXPECT_DOUBLE_EQ(run.cases[1].overlap->pure, 2e-6);
  EXPECT_DOUBLE_EQ(run.cases[2].times->avg, 1.5e-6);
}

TEST(ForeignText, knows_what_the_length_of_a_reduce_scatter_is) {
  using Entry = std::pair<std::string, std::string>;
  const std::string table = section("Reduce_scatter") +
                            "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
                            "            8         1000         1.00         2.00         1.50\n";
  EXPECT_EQ(read(title + table).header.conventions_in_force,
            std::vector<Entry>({{"Reduce_scatter", "X is what each rank receives"}}));
  EXPECT_EQ(
      read("#    Intel (R) MPI Benchmark Suite V3.2, MPI-1 part    \n" + table).header.conventions_in_force,
      std::vector<Entry>({{"Reduce_scatter", "X is split over the ranks"}}));
}

TEST(ForeignText, of_this_suite_has_its_library_and_conventions) {
  using Entry = std::pair<std::string, std::string>;
  const auto run = read(
      "#    Sonde 1.0.0, MPI-1 part (IMB 3.2 conventions)\n"
      "# MPI Library           : Open MPI v4.1.4\n"
      "# Maximum message length in bytes:   16\n"
      "# Clock                 : around batches of one loop\n"
      "# Root                  : rank 0\n" +
      section("Bcast") +
      "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      "            8         1000         1.00         2.00         1.50\n");
  EXPECT_EQ(run.header.mpi_library, "Open MPI v4.1.4");
  EXPECT_EQ(run.header.conventions_in_force,
            std::vector<Entry>({{"Clock", "around batches of one loop"}, {"Root", "rank 0"}}));
}

TEST(ForeignText, reads_times_of_a_passive_target_without_a_percentage) {
  const std::string rma = "#    Intel(R) MPI Benchmarks 2021.11, MPI-RMA part\n";
  const auto run = read(rma + section("Unidir_put") + "#\n#    MODE: NON-AGGREGATE \n#\n" +
                        "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                        "            8          100         0.50        16.00\n" +
                        section("Truly_passive_put") +
                        "       #bytes #repetitions t_pure[usec] t_ovrl[usec]\n"
                        "         1024         1000        11.20        23.10\n");
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_EQ(run.cases[0].id.mode, "NON-AGGREGATE");
  EXPECT_DOUBLE_EQ(run.cases[0].times->max, 0.5e-6);
  ASSERT_TRUE(run.cases[1].overlap.has_value());
  EXPECT_DOUBLE_EQ(run.cases[1].overlap->pure, 11.2e-6);
  EXPECT_DOUBLE_EQ(run.cases[1].overlap->overlapped, 23.1e-6);
  EXPECT_TRUE(std::isnan(run.cases[1].overlap->percent));
  EXPECT_TRUE(run.notes.empty());
}

TEST(ForeignText, reads_progress_that_was_asked_for) {
  const auto run =
      read("#    Sonde 1.0, MPI-RMA part (IMB 3.2 conventions)\n" + section("Truly_passive_put") +
           "       #bytes #repetitions t_pure[usec] t_ovrl[usec]  t_CPU[usec]  progress[%]\n"
           "         1024         1000        10.00        20.00        10.00         0.00\n");
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_DOUBLE_EQ(run.cases[0].overlap->cpu, 1e-5);
  EXPECT_EQ(run.cases[0].overlap->percent, 0);
}

TEST(ForeignText, reads_stencils_and_pairs_with_rates_of_messages) {
  const std::string columns = "       #bytes #repetitions      t[usec]   Mbytes/sec      Msg/sec\n";
  const auto run = read("#    Intel(R) MPI Benchmarks 2021.11, MPI-P2P part\n" +
                        section("Stencil2D (4 x 2)", "# #processes = 8 \n") + columns +
                        "            1       100000         1.25         6.40      6400000\n" +
                        section("Unirandom", "# #processes = 8 \n") + columns +
                        "            1       100000         9.00         0.89       888888\n");
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_EQ(run.cases[0].id.benchmark, "Stencil2D");
  EXPECT_EQ(run.cases[0].id.processes, 8);
  EXPECT_EQ(run.cases[0].messages_per_second, 6400000);
  EXPECT_DOUBLE_EQ(run.cases[0].times->max, 1.25e-6);
  EXPECT_EQ(run.cases[1].megabytes_per_second, 0.89);
}

TEST(ForeignText, reads_lengths_of_one_of_several_threads) {
  const auto run = read("#    Intel(R) MPI Benchmarks 2021.11, MPI-MT part\n" +
                        section("UniBandMT", "# #processes = 2 (threads: 4)\n# window_size = 64\n") +
                        "       #bytes #repetitions  t_avg[usec]   Mbytes/sec      Msg/sec\n"
                        "           16         1000         0.50        32.00      8000000\n" +
                        section("BarrierMT", "# #processes = 2 (threads: 4)\n") +
                        " #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
                        "         1000         1.00         3.00         2.00\n");
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_EQ(run.cases[0].id.bytes, 4);
  EXPECT_EQ(run.cases[0].id.threads, 4);
  EXPECT_EQ(run.cases[0].id.processes, 2);
  EXPECT_DOUBLE_EQ(run.cases[0].times->avg, 5e-7);
  EXPECT_EQ(run.cases[0].messages_per_second, 8e6);
  EXPECT_EQ(run.cases[1].id.bytes, -1);
  EXPECT_EQ(run.cases[1].id.threads, 4);
  EXPECT_NE(run.cases[0].id, [&] {
    auto other = run.cases[0].id;
    other.threads = 2;
    return other;
  }());
}

TEST(ForeignText, reads_groups_of_one_process_in_either_spelling) {
  for (const std::string groups : {"3 groups of 1 process each", "3 groups of 1 processes each"}) {
    const auto run =
        read(title +
             section("Multi-Barrier", "# ( " + groups +
                                          " running simultaneous ) \n"
                                          "# Group  0:     0\n# \n# Group  1:     1\n# \n# Group  "
                                          "2:     2\n# \n") +
             "        Group #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
             "            2         1000         0.05         0.06         0.05\n");
    ASSERT_EQ(run.cases.size(), 1U) << groups;
    EXPECT_EQ(run.cases[0].id.groups, 3) << groups;
    EXPECT_EQ(run.cases[0].id.processes, 1) << groups;
    EXPECT_EQ(run.cases[0].id.group, 2) << groups;
    EXPECT_EQ(run.cases[0].ranks, std::vector<int>{2}) << groups;
  }
}

TEST(ForeignText, notes_what_launchers_say_of_a_program_that_died) {
  const std::string table = title + section("Barrier") +
                            "#repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n" +
                            " 1000  1.00  2.00  1.50\n";
  EXPECT_THAT(read(table + "# All processes entering MPI_Finalize\nsrun: job 7 queued\n").notes,
              testing::IsEmpty());
  for (const std::string line :
       {"BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES", "srun: error: n1: task 3: Killed",
        "mpirun noticed that process rank 1 with PID 7 on node n exited on signal 9 (Killed)"})
    EXPECT_THAT(read(table + "=   " + line + ".\nprocess rank 2 exited on signal 9\n").notes,
                testing::ElementsAre("the program died: " + line));
}

TEST(ForeignText, notes_tables_it_cannot_read) {
  const std::string known = section("PingPong") +
                            "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                            "            0         1000         0.25         0.00\n";
  const std::string unknown = section("Halo") +
                              "       #bytes      stride      R[Gb/s]\n"
                              "            0           3         0.25\n";
  const std::string headless = section("Odd") + "            0           3         0.25\n";
  const auto run = read(title + known + unknown + headless);
  EXPECT_EQ(run.cases.size(), 1U);
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_EQ(run.notes[0], "cannot be read and left out: 2 tables: Halo (line 8), Odd (line 12)");
  EXPECT_EQ(complaint(title + unknown + headless),
            "t:4: no table here can be read, 2 tables: Halo (line 4), Odd (line 8)");
}

TEST(ForeignText, takes_no_rows_without_a_name) {
  const std::string nameless =
      "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
      "            0         1000         0.25         0.00\n";
  EXPECT_EQ(complaint(title + nameless), "t:3: no table here can be read, 1 table: without a name (line 3)");
  EXPECT_EQ(complaint(nameless), "t:2: no table here can be read, 1 table: without a name (line 2)");
}

TEST(ForeignText, takes_nothing_that_stands_behind_the_end) {
  const auto run = read(title + section("PingPong") +
                        "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                        "            0         1000         0.25         0.00\n"
                        "# All processes entering MPI_Finalize\n 12 13 14 15\n");
  EXPECT_EQ(run.cases.size(), 1U);
  EXPECT_THAT(run.notes, testing::ElementsAre(testing::HasSubstr("12 13 14 15")));
}

TEST(ForeignText, is_no_osu_title_without_a_name) {
  for (const std::string line :
       {"# OSU MPI Test v7.4", "# OSU Test v7.4", "# OSU MPI", "# OSU  Test", "# OSU MPI-CUDA Test"})
    EXPECT_EQ(complaint(line + "\n0 1.0\n"),
              "t:2: no head of a table that is known stands above it" + of_first_row("0 1.0"))
        << line;
  EXPECT_EQ(read("# OSU MPI-CUDA Latency Test v7.4\n# Size          Latency (us)\n0    1.0\n").cases.size(),
            1U);
  EXPECT_EQ(complaint("# OSU MPI Latency Test v7.4\n0 1.0\n8 1.1\n"),
            "t:2: no table here can be read, 1 table: osu_latency (line 2)");
}

TEST(ForeignText, of_osu_is_known_by_its_program) {
  for (const auto& [heading, program] : std::initializer_list<std::pair<std::string, std::string>>{
           {"MPI Latency", "osu_latency"},
           {"MPI-CUDA Bi-directional Bandwidth", "osu_bibw"},
           {"MPI_Put Latency", "osu_put_latency"},
           {"MPI_Put latency", "osu_put_latency"},
           {"MPI_Get Bandwidth", "osu_get_bw"},
           {"MPI_Put Bi-directional Bandwidth", "osu_put_bibw"},
           {"MPI_Accumulate latency", "osu_acc_latency"},
           {"MPI_Get_accumulate latency", "osu_get_acc_latency"},
           {"MPI_Fetch_and_op latency", "osu_fop_latency"},
           {"MPI_Compare_and_Swap latency", "osu_cas_latency"},
           {"MPI Broadcast Latency", "osu_bcast"},
           {"MPI All-to-All Personalized Exchange Latency", "osu_alltoall"},
           {"MPI All-to-Allv Personalized Exchange Latency", "osu_alltoallv"},
           {"MPI Reduce_scatter Latency", "osu_reduce_scatter"},
           {"MPI Non-blocking All-to-All Latency", "osu_ialltoall"},
           {"MPI Non-blocking Broadcast Latency", "osu_ibcast"},
           {"MPI Non-blocking Neighborhood Allgather Latency", "osu_ineighbor_allgather"},
           {"MPI Allgather Persistent Latency", "osu_allgather_persistent"}}) {
    const auto run = read("# OSU " + heading + " Test v7.4\n# Size          Latency (us)\n8    1.0\n");
    ASSERT_EQ(run.cases.size(), 1U) << heading;
    EXPECT_EQ(run.cases[0].id.benchmark, program);
    if (heading.starts_with("MPI_")) {
      EXPECT_EQ(run.cases[0].id.processes, 2) << heading;
    }
  }
}

// The tables of the next three tests are as open-mpi/ompi pull request 7735, and files of public
// repositories, show them.
TEST(ForeignText, of_osu_has_one_row_where_it_has_no_lengths) {
  const auto run =
      read("# OSU MPI Barrier Latency Test v7.4\n# Avg Latency(us)\n 3.21\n1764536812.55321901\n");
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_DOUBLE_EQ(run.cases[0].times->avg, 3.21e-6);
  EXPECT_TRUE(run.notes.empty());
}

TEST(ForeignText, of_osu_may_have_its_title_behind_what_another_program_wrote) {
  const std::string path = testing::TempDir() + "title-inside.txt";
  std::ofstream(path)
      << "# OSU MPI Latency Test v7.4\n# Size  Latency (us)\n1  0.20\n"
         "<system-out><![CDATA[# OSU MPI Allreduce Latency Test v7.4\n# Size  Avg Latency(us)\n1  9.20\n";
  const auto runs = read_runs(path);
  ASSERT_TRUE(runs) << runs.error().message;
  ASSERT_EQ(runs->size(), 2U);
  EXPECT_EQ((*runs)[0].cases.size(), 1U);
  EXPECT_EQ((*runs)[1].cases.at(0).id.benchmark, "osu_allreduce");
  EXPECT_THAT(complaint("we ran # OSU tests and a Test v\n"), ::testing::HasSubstr("neither a record"));
}

TEST(ForeignText, has_colours_and_blanks_of_pages_taken_off) {
  const std::string head = "\x1b[1m# OSU MPI Latency Test v7.4\x1b(B\x1b[m\n# Size  Latency (us)\n";
  for (const std::string row : {"\x1b[32m1    0.20\x1b(B\x1b[m\n",
                                "1\xc2\xa0\xc2\xa0\xc2\xa0\xc2\xa0"
                                "0.20\n",
                                "1\xe2\x80\xaf 0.20\xe2\x80\x8b\n"}) {
    const auto run = read(head + row);
    ASSERT_EQ(run.cases.size(), 1U) << row;
    EXPECT_DOUBLE_EQ(run.cases[0].times->avg, 0.2e-6) << row;
  }
}

std::string under(const std::vector<std::string>& labels, const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) out += labels[i] + lines[i] + "\n";
  return out;
}

TEST(ForeignText, under_labels_that_count_is_one_text) {
  const std::vector<std::string> lines{
      "# OSU MPI Allreduce Latency Test v7.4", "# Size  Avg Latency(us)", "4  1.10", "8  1.20",
      "# OSU MPI Bcast Latency Test v7.4",     "# Size  Avg Latency(us)", "4  2.10", "8  2.20"};
  const std::string path = testing::TempDir() + "counting.txt";
  for (const auto& labels :
       std::vector<std::vector<std::string>>{{"[   98s] ", "[   98s] ", "[   98s] ", "[   99s] ", "[   99s] ",
                                              "[   99s] ", "[   99s] ", "[  100s] "},
                                             {"1: ", "2: ", "3: ", "4: ", "5: ", "6: ", "7: ", "8: "},
                                             {"9 ", "9 ", "10 ", "10 ", "10 ", "11 ", "11 ", "12 "}}) {
    std::ofstream(path) << under(labels, lines);
    const auto runs = read_runs(path);
    ASSERT_TRUE(runs) << runs.error().message;
    ASSERT_EQ(runs->size(), 2U) << labels[3];
    ASSERT_EQ((*runs)[0].cases.size(), 2U) << labels[3];
    EXPECT_DOUBLE_EQ((*runs)[0].cases[1].times->avg, 1.2e-6);
    EXPECT_DOUBLE_EQ((*runs)[1].cases.at(1).times->avg, 2.2e-6);
  }
}

TEST(ForeignText, under_labels_of_ranks_leaves_out_what_has_no_table) {
  const std::vector<std::string> lines{"# OSU MPI Allreduce Latency Test v7.4", "# Size  Avg Latency(us)",
                                       "4  1.10", "16  7.70", "8  1.20"};
  const auto run = read(under({"0: ", "0: ", "0: ", "1: ", "0: "}, lines));
  EXPECT_EQ(run.cases.size(), 2U);
  EXPECT_THAT(run.notes, ::testing::Contains("1 line of numbers is left out: no table has its label"));
}

TEST(ForeignText, of_osu_with_numbers_that_are_none_is_told) {
  const auto run = read_text(
      "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1  1,530.25\n2 1.50\n4 ********\n8 processes\n",
      "o");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), 1U);
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_THAT(run->notes[0], ::testing::HasSubstr("2 lines"));
}

TEST(ForeignText, of_osu_about_overlap) {
  const auto run = read(
      "\n# OSU MPI Non-blocking Allgather Latency Test v5.3.2\n"
      "# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait\n\n"
      "# Size           Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)\n"
      "1                     216.50            140.95            135.61             44.29\n");
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_EQ(run.cases[0].id.benchmark, "osu_iallgather");
  ASSERT_TRUE(run.cases[0].overlap);
  EXPECT_DOUBLE_EQ(run.cases[0].overlap->overlapped, 216.50e-6);
  EXPECT_DOUBLE_EQ(run.cases[0].overlap->cpu, 140.95e-6);
  EXPECT_DOUBLE_EQ(run.cases[0].overlap->pure, 135.61e-6);
  EXPECT_DOUBLE_EQ(run.cases[0].overlap->percent, 44.29);
}

TEST(ForeignText, of_osu_about_windows_of_memory) {
  const auto run = read(
      "# OSU MPI_Get Bandwidth Test v7.4\n"
      "# Window creation: MPI_Win_allocate\n"
      "# Synchronization: MPI_Win_flush\n"
      "# Datatype: MPI_CHAR.\n"
      "# Size      Bandwidth (MB/s)\n"
      "1                       1.03\n"
      "4096                 3745.44\n");
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_EQ(run.cases[1].id.benchmark, "osu_get_bw");
  EXPECT_EQ(run.cases[1].id.processes, 2);
  EXPECT_DOUBLE_EQ(*run.cases[1].megabytes_per_second, 3745.44);
  using Said = std::pair<std::string, std::string>;
  EXPECT_THAT(run.header.conventions_in_force,
              testing::IsSupersetOf(
                  {Said{"window creation", "MPI_Win_allocate"}, Said{"synchronisation", "MPI_Win_flush"}}));
}

TEST(ForeignText, of_osu_over_several_windows_of_messages) {
  const std::string table =
      "# OSU MPI Multiple Bandwidth / Message Rate Test v5.6.2\n"
      "# [ pairs: 4 ] [ window size: varied ]\n"
      "\n# Uni-directional Bandwidth (MB/sec)\n"
      "#                 8          16\n"
      "1             10.00       12.50\n"
      "1024        2048.00     2560.00\n"
      "\n# Message Rate Profile\n"
      "#                 8          16\n"
      "1       10000000.00 12500000.00\n"
      "1024     2000000.00  2500000.00\n";
  const auto run = read(table);
  ASSERT_EQ(run.cases.size(), 4U);
  EXPECT_EQ(run.cases[0].id.processes, 8);
  EXPECT_EQ(run.cases[3].id.variant.at("window"), "16");
  EXPECT_EQ(run.cases[3].id.bytes, 1024);
  EXPECT_DOUBLE_EQ(*run.cases[3].megabytes_per_second, 2560);
  EXPECT_DOUBLE_EQ(*run.cases[3].messages_per_second, 2.5e6);
  EXPECT_EQ(read(table + "8 1.0\n").cases.size(), 4U) << "a line that is no row costs itself";
}

TEST(ForeignText, of_osu_that_does_not_tell_its_pairs_has_one) {
  for (const char* pairs : {"0", "-3", "many", "2000000000"}) {
    const auto run = read(fmt::format(
        "# OSU MPI Latency Test v5.6.2\n# [ pairs: {} ]\n# Size    Latency (us)\n8  1.25\n", pairs));
    ASSERT_EQ(run.cases.size(), 1U);
    EXPECT_EQ(run.cases[0].id.processes, 2) << pairs;
  }
}

TEST(ForeignText, with_unknown_numbers_comes_back_from_json) {
  const auto run = read(
      "# OSU MPI Allreduce Latency Test v7.4\n"
      "# Size       Avg Latency(us)   P50 Tail Lat(us)\n"
      "4                       1.25               nan\n");
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_TRUE(run.cases[0].extra.empty());
  const auto back = read(to_json(run.header) + "\n" + to_json(run.cases[0]) + "\n");
  ASSERT_EQ(back.cases.size(), 1U);
  EXPECT_DOUBLE_EQ(back.cases[0].times->avg, 1.25e-6);
}

TEST(ForeignText, failed_rows_of_our_own_tables_have_failed) {
  const std::string table = section("PingPong") +
                            "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                            "            0 out-of-mem.; needed X=   1.234 GB\n"
                            "            8 failed\n"
                            "           16 time-out.; one repetition takes 12 s\n";
  const auto ours = read("#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n" + table);
  ASSERT_EQ(ours.cases.size(), 3U);
  for (const auto& record : ours.cases) EXPECT_EQ(record.status, Status::failed) << record.text;
  EXPECT_EQ(ours.cases[0].reason, Reason::out_of_memory);
  EXPECT_EQ(ours.cases[2].reason, Reason::time_out);
  EXPECT_EQ(read(title + table).cases[0].status, Status::skipped);
}

TEST(ForeignText, says_with_how_many_processes_a_benchmark_does_not_run) {
  const auto run = read(title + "# !! Benchmark PingPong invalid for 1 processes !!\n");
  ASSERT_EQ(run.cases.size(), 1U);
  EXPECT_EQ(run.cases[0].id.benchmark, "PingPong");
  EXPECT_EQ(run.cases[0].id.processes, 1);
  EXPECT_EQ(run.cases[0].status, Status::skipped);
  EXPECT_EQ(run.cases[0].reason, Reason::invalid_process_count);
}

TEST(ForeignText, has_names_that_are_compared_without_case) {
  CaseId one{.benchmark = "P_Write_Indv"}, other{.benchmark = "P_write_indv"};
  EXPECT_EQ(one, other);
  EXPECT_FALSE(one < other || other < one);
  other.mode = "AGGREGATE";
  EXPECT_LT(one, other);
  EXPECT_LT((CaseId{.benchmark = "Allreduce"}), (CaseId{.benchmark = "allreduce_"}));
}

TEST(Read, takes_a_byte_order_mark) {
  const std::string mark = "\xef\xbb\xbf";
  EXPECT_EQ(read(mark + to_json(full_header()) + "\n" + to_json(full_case()) + "\n").cases.size(), 1U);
  EXPECT_EQ(read(mark + csv_head() + "\n" + to_csv(full_case(), 1e6) + "\n").cases.size(), 1U);
}

}  // namespace
}  // namespace sonde::readers
