#include "readers/osu_labels.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "folder.hpp"
#include "reader_corpus.hpp"
#include "record/describe.hpp"

namespace sonde::readers {
namespace {

using test::read_back;
using testing::ElementsAre;
using testing::Pair;

std::vector<std::string> names(const record::Run& run) {
  std::vector<std::string> out;
  for (const auto& c : run.cases) out.push_back(record::describe(c.id));
  return out;
}

TEST(OsuLabels, every_datatype_of_a_run_is_a_case) {
  const auto run = read_back(
      "# OSU MPI Allreduce Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n8  1.00\n"
      "# Datatype: MPI_INT.\n# Size       Avg Latency(us)\n8  2.00\n"
      "# Datatype: MPI_FLOAT.\n# Size       Avg Latency(us)\n8  3.00\n");
  EXPECT_THAT(names(run), ElementsAre("osu_allreduce, 8 B", "osu_allreduce datatype MPI_INT, 8 B",
                                      "osu_allreduce datatype MPI_FLOAT, 8 B"));
  EXPECT_THAT(run.notes, testing::IsEmpty());
}

TEST(OsuLabels, keep_where_buffers_lie) {
  const std::string table = "# Size          Latency (us)\n0   1.20\n1   1.20\n";
  const auto host = read_back(
      "# OSU MPI-CUDA Latency Test v5.7\n# Send Buffer on HOST (H) and Receive Buffer on HOST (H)\n" + table);
  const auto device = read_back(
      "# OSU MPI-CUDA Latency Test v5.7\n# Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)\n" +
      table);
  EXPECT_THAT(host.cases.at(0).id.variant, ElementsAre(Pair("accelerator", "CUDA"), Pair("buffers", "H H")));
  EXPECT_THAT(device.cases.at(1).id.variant,
              ElementsAre(Pair("accelerator", "CUDA"), Pair("buffers", "D D")));
  EXPECT_EQ(read_back("# OSU MPI-ROCM Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n1  2.00\n")
                .cases.at(0)
                .id.variant.at("accelerator"),
            "ROCM");
  EXPECT_TRUE(read_back("# OSU MPI Latency Test v5.7\n" + table).cases.at(0).id.variant.empty());
}

TEST(OsuLabels, tell_accelerators_and_places_apart) {
  const auto variant = [](const std::string& suite, const std::string& buffers) {
    return read_back("# OSU " + suite + " Latency Test v7.4\n" + buffers +
                     "# Size          Latency (us)\n0   1.20\n")
        .cases.at(0)
        .id.variant;
  };
  const auto buffers = [](const std::string& first, const std::string& second) {
    return "# Send Buffer on " + first + " and Receive Buffer on " + second + "\n";
  };
  EXPECT_THAT(variant("MPI-OPENACC", buffers("DEVICE (D)", "HOST (H)")),
              ElementsAre(Pair("accelerator", "OPENACC"), Pair("buffers", "D H")));
  EXPECT_THAT(variant("MPI-ROCM", buffers("DEVICE (D)", "DEVICE (D)")),
              ElementsAre(Pair("accelerator", "ROCM"), Pair("buffers", "D D")));
  EXPECT_THAT(variant("MPI-CUDA", buffers("MANAGED (M)", "MANAGED HOST (MH)")),
              ElementsAre(Pair("accelerator", "CUDA"), Pair("buffers", "M MH")));
  EXPECT_NE(variant("MPI-CUDA", buffers("DEVICE (D)", "DEVICE (D)")),
            variant("MPI-ROCM", buffers("DEVICE (D)", "DEVICE (D)")));
}

TEST(OsuLabels, keep_the_window) {
  const auto run = read_back(
      "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 1 ] [ window size: 64 ]\n# Datatype: MPI_CHAR.\n"
      "# Size                  MB/s        Messages/s\n1                       7.58        7575703.77\n");
  EXPECT_THAT(run.cases.at(0).id.variant, ElementsAre(Pair("window", "64")));
}

TEST(OsuLabels, threads_and_forked_processes_tell_cases_apart) {
  const std::string table = "# Datatype: MPI_CHAR.\n# Size       Latency (us)\n1   1.53\n";
  const std::string
      threads = "# OSU MPI Multi-threaded Latency Test v7.4\n",
      processes = "# OSU MPI Multi-process Latency Test v5.6.3\n",
      four = "# Number of Sender threads: 4 \n# Number of Receiver threads: 2\n",
      forked = "# Number of forked processes in sender: 8\n# Number of forked processes in receiver: 8\n";
  const Labels asked{{"senders", "4"}, {"receivers", "2"}}, eight{{"senders", "8"}, {"receivers", "8"}};
  const auto labels = [](const std::string& text) { return read_back(text).cases.at(0).id.variant; };
  EXPECT_EQ(labels(threads + four + table), asked);
  EXPECT_EQ(labels(four + threads + table), asked);  // as the programs print them
  EXPECT_EQ(labels(forked + processes + table), eight);
  EXPECT_EQ(labels(processes + forked + table), eight);
  EXPECT_EQ(read_back(processes + table).cases.at(0).id.benchmark, "osu_latency_mp");
  const sonde::test::Folder folder;
  const std::string path = folder / "log.txt";
  std::ofstream(path) << processes + forked + table + "# OSU MPI Latency Test v7.4\n" + table + four +
                             threads + table;
  const auto runs = read_runs(path);
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 3U);
  EXPECT_EQ(runs->at(0).cases.at(0).id.variant, eight);
  EXPECT_EQ(runs->at(1).cases.at(0).id.variant, Labels{});
  EXPECT_EQ(runs->at(2).cases.at(0).id.variant, asked);
}

TEST(OsuLabels, rates_of_several_windows_are_the_cases_of_one_window_each) {
  const auto run = read_back(
      "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 1 ] [ window size: varied ]\n\n"
      "# Uni-directional Bandwidth (MB/sec)\n#             8         64\n1    2.00     7.58\n");
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_THAT(run.cases[1].id.variant, ElementsAre(Pair("window", "64")));
  EXPECT_EQ(run.cases[1].id.mode, "");
}

TEST(OsuLabels, keep_both_lengths_of_a_derived_datatype) {
  const auto run = read_back(
      "# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)     Transmit Size\n"
      "4  1.53  1\n8  1.60  2\n0  1.00  0\n");
  ASSERT_EQ(run.cases.size(), 3U);
  EXPECT_EQ(run.cases[0].id.variant.at("sent"), "25 %");
  EXPECT_EQ(run.cases[1].id.variant, run.cases[0].id.variant) << "one line of a chart";
  EXPECT_EQ(run.cases[0].extra.at("transmit_size"), 1);
  EXPECT_EQ(run.cases[1].id.bytes, 8);
  EXPECT_EQ(run.cases[2].id.bytes, 0);
}

/// "osu_bw" of Python, in both units that are printed.
TEST(OsuLabels, omb_py_is_read_like_osu) {
  struct OmbFile {
    const char *title, *column, *program;
    double value;
    double rate;  ///< bytes per second; 0: a time
  };
  for (const OmbFile& file :
       {OmbFile{"Bandwidth", "Bandwidth (MB/s)", "osu_bw", 82.2, 82.2e6},
        OmbFile{"Bi-Directional Bandwidth", "Bandwidth (MB/s)", "osu_bibw", 160.5, 160.5e6},
        OmbFile{"Bandwidth", "Bandwidth (GB/s)", "osu_bw", 1.25, 1.25e9},
        OmbFile{"Latency", "Latency (us)", "osu_latency", 3.5, 0},
        OmbFile{"Allreduce Latency", "Latency (us)", "osu_allreduce", 9.5, 0},
        OmbFile{"Broadcast Latency", "Avg Latency(us)", "osu_bcast", 7.5, 0}}) {
    const auto run = read_back(fmt::format(
        "using device cpu with gloo backend\n# OMB-Py MPI {} Test\n# {:<8}{:>18}\n{:<10}{:>18.2f}\n",
        file.title, "Size (B)", file.column, 1024, file.value));
    ASSERT_EQ(run.cases.size(), 1U) << file.title;
    EXPECT_EQ(run.header.conventions, "OMB-Py");
    EXPECT_EQ(run.cases[0].id.benchmark, file.program);
    EXPECT_EQ(run.cases[0].id.bytes, 1024);
    if (file.rate > 0) {
      EXPECT_DOUBLE_EQ(test::rate_of(run, 0), file.rate);
    }
    if (file.rate == 0) {
      EXPECT_DOUBLE_EQ(run.cases[0].times->avg, file.value * 1e-6);
    }
  }
}

TEST(OsuTitles, name_the_program_whatever_the_version_calls_it) {
  struct Title {
    std::string text, program;
    int processes;
  };
  for (const Title& title :
       {Title{"MPI Bidirectional Bandwidth Test (Version 2.1)", "osu_bibw", 2},
        Title{"MPI Bi-Directional Bandwidth Test v3.3", "osu_bibw", 2},
        Title{"MPI Bandwidth Persistent Test v7.4", "osu_bw_persistent", 2},
        Title{"MPI Bi-Directional Bandwidth Persistent Test v7.4", "osu_bibw_persistent", 2},
        Title{"MPI Multi-threaded Latency Test v5.7", "osu_latency_mt", 2},
        Title{"One Sided MPI_Put latency Test v3.1.1", "osu_put_latency", 2},
        Title{"One Sided MPI_Put Bi-directional Bandwidth Test v3.1.1", "osu_put_bibw", 2},
        Title{"NCCL-CUDA Latency Test v7.5", "osu_xccl_latency", 2},
        Title{"RCCL-ROCM Bandwidth Test v7.5", "osu_xccl_bw", 2},
        Title{"NCCL-CUDA Allreduce Latency Test v7.5", "osu_xccl_allreduce", 0}}) {
    const auto run = read_back("# OSU " + title.text + "\n# Size  Latency (us)\n8  1.00\n");
    EXPECT_EQ(run.header.program, title.program);
    EXPECT_EQ(run.cases.at(0).id.processes, title.processes) << title.text;
    const auto dash = title.text.find("CL-");
    EXPECT_EQ(run.cases[0].id.variant.contains("accelerator"), dash != std::string::npos) << title.text;
  }
}

TEST(OsuTitles, stand_above_rates_of_both_directions_too) {
  const auto run = read_back(
      "# OSU MPI Bi-Directional Bandwidth Test v3.3\n# Size     Bi-Bandwidth (MB/s)\n1024   1683.42\n");
  EXPECT_DOUBLE_EQ(test::rate_of(run, 0), 1683.42e6);
  EXPECT_THAT(
      read_back(
          "# OSU MPI Bi-Directional Bandwidth Test v3.3\n# Size     Bi-Bandwidth (furlongs)\n1024   1683.42\n"
          "# Size     Bi-Bandwidth (MB/s)\n1024   1683.42\n")
          .notes,
      testing::Contains(testing::HasSubstr("unit of column")));
}

}  // namespace
}  // namespace sonde::readers
