#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>

#include "base/text.hpp"
#include "reader_corpus.hpp"

namespace sonde::readers {
namespace {

using test::rate_of;
using test::read_back;

/// A benchmark of MPIBenchmarks.jl: how it is called, what its columns are, and of a row of 65536 bytes in 25
/// us what stands there.
struct Kind {
  const char *title, *file, *benchmark, *columns, *row;
  bool pair, rated;
};
constexpr std::array kinds{
    Kind{"IMB Allreduce", "julia_imb_allreduce.csv", "Allreduce",
         "size (bytes),iteratons,min_time (seconds),max_time (seconds),avg_time (seconds)",
         "65536,16,2.4e-5,2.5e-5,2.45e-5", false, false},
    Kind{"IMB Alltoall", "julia_imb_alltoall.csv", "Alltoall",
         "size (bytes),iterations,min_time (seconds),max_time (seconds),avg_time (seconds)",
         "65536,16,2.4e-5,2.5e-5,2.45e-5", false, false},
    Kind{"IMB Pingpong", "julia_imb_pingpong.csv", "PingPong",
         "size (bytes),iterations,time (seconds),throughput (MB/s)", "65536,16,2.5e-5,2621.44", true, true},
    Kind{"OSU Latency", "julia_osu_latency.csv", "osu_latency", "size (bytes),iterations,latency (seconds)",
         "65536,16,2.5e-5", true, false},
    Kind{"OSU Latency", "julia_osu_latency.csv", "osu_latency", "size (bytes),iterations,latency (us)",
         "65536,16,25.0", true, false},
    Kind{"OSU Bandwidth", "julia_osu_bw.csv", "osu_bw", "size (bytes),iterations,bandwidth (MB/s)",
         "65536,16,41943.04", true, true},  // of all 16 repetitions
    Kind{"OSU Allreduce", "julia_osu_allreduce.csv", "osu_allreduce",
         "size (bytes),min_time (seconds),max_time (seconds),avg_time (seconds)",
         "65536,2.4e-5,2.5e-5,2.45e-5", false, false}};

/// The three ways in which they come: a file, standard output, and its later form.
enum class Way { file, running, remark };

std::string text_of(const Kind& kind, Way way) {
  const std::string table = fmt::format("{}\n{}\n", kind.columns, kind.row);
  const std::string who =
      fmt::format("{} with type {} on {} MPI ranks\n", kind.title,
                  lower(kind.title).find("reduce") != std::string::npos || kind.rated ? "Float32" : "UInt8",
                  kind.pair ? 2 : 4);
  if (way == Way::file) return table;
  if (way == Way::remark) return "# " + who + table;
  const std::string line = "----------------------------------------\n";
  return line + "Running benchmark " + who + "\n" + table + line;
}

// 7 kinds x 3 ways: 21 files.
TEST(JuliaCsv, is_read_back_as_it_was_made) {
  int files = 0;
  for (const Kind& kind : kinds)
    for (const Way way : {Way::file, Way::running, Way::remark}) {
      const auto run =
          read_back(text_of(kind, way), way == Way::file ? "nights/" + std::string(kind.file) : "out.txt");
      ASSERT_EQ(run.cases.size(), 1U) << kind.title;
      const auto& c = run.cases[0];
      EXPECT_EQ(run.format, record::Format::julia_csv);
      EXPECT_EQ(lower(c.id.benchmark), lower(kind.benchmark));
      EXPECT_EQ(c.id.bytes, 65536);
      EXPECT_EQ(c.id.processes, kind.pair ? 2 : way == Way::file ? 0 : 4);
      EXPECT_EQ(c.repetitions,
                std::string_view(kind.columns).find("iterat") == std::string_view::npos ? 0 : 16);
      if (kind.rated) {
        EXPECT_DOUBLE_EQ(rate_of(run, 0), 2621.44e6);
      }
      if (c.times) {
        EXPECT_DOUBLE_EQ(c.times->max, 25e-6);
      }
      EXPECT_TRUE(c.times || kind.rated);
      if (!kind.pair) {
        EXPECT_DOUBLE_EQ(c.times->min, 24e-6);
      }
      EXPECT_EQ(run.notes.size(), std::string_view(kind.title) == "OSU Bandwidth" ? 1U : 0U);
      ++files;
    }
  EXPECT_EQ(files, 21);
}

TEST(JuliaCsv, a_type_that_is_not_the_usual_one_makes_another_case) {
  const auto run =
      read_back("# OSU Allreduce with type Float64 on 4 MPI ranks\nsize (bytes),latency (seconds)\n8,1e-6\n");
  EXPECT_EQ(run.cases.at(0).id.variant.at("datatype"), "Float64");
}

TEST(JuliaCsv, a_file_that_does_not_say_what_it_is_gets_a_note) {
  const auto run = read_back(text_of(kinds[0], Way::file), "mine.csv");
  EXPECT_EQ(run.cases.at(0).id.benchmark, "MPIBenchmarks.jl");
  EXPECT_THAT(run.notes, testing::Contains(testing::HasSubstr("does not say which benchmark")));
}

TEST(JuliaCsv, a_file_names_benchmarks_that_are_not_known) {
  const auto run = read_back(text_of(kinds[0], Way::file), "julia_imb_halo.csv");
  EXPECT_EQ(run.cases.at(0).id.benchmark, "halo");
}

TEST(JuliaCsv, lines_that_are_no_rows_are_passed_over) {
  const auto run = read_back(
      "size (bytes),iterations,latency (seconds)\n8,16,1e-6\nsignal 15, Terminated,x\n16,16,NaN\n32,16,2e-6\n",
      "julia_osu_latency.csv");
  ASSERT_EQ(run.cases.size(), 3U);
  EXPECT_FALSE(run.cases[1].times);
  EXPECT_EQ(run.cases[2].id.bytes, 32);
}

// Its heading says seconds, its numbers are microseconds.
TEST(JuliaCsv, times_of_one_sided_benchmarks_are_microseconds) {
  const std::string table = "size (bytes),iterations,time (seconds)\n4,262144,0.5\n";
  const auto who = [](const std::string& name) {
    return "Running benchmark OSU " + name +
           " with type Float32 on 2 MPI ranks with window synchronization: lock\n\n";
  };
  for (const auto& [measured, program] : {std::pair{"Put Latency", "osu_put_latency"},
                                          {"Get Latency", "osu_get_latency"},
                                          {"Accumulate Latency", "osu_acc_latency"},
                                          {"Get Accumulate Latency", "osu_get_acc_latency"}}) {
    const auto run = read_back(who(measured) + table);
    EXPECT_EQ(run.cases.at(0).id.benchmark, program);
    EXPECT_DOUBLE_EQ(run.cases[0].times->max, 0.5e-6);
    EXPECT_THAT(run.notes, testing::Contains(testing::HasSubstr("in us below a heading that says seconds")));
  }
  EXPECT_DOUBLE_EQ(read_back(table, "julia_osu_put_latency.csv").cases.at(0).times->max, 0.5e-6);
  EXPECT_EQ(read_back(table, "julia_osu_get_accumulate_latency.csv").cases.at(0).id.benchmark,
            "osu_get_acc_latency");
  EXPECT_DOUBLE_EQ(read_back(table, "julia_osu_gather.csv").cases.at(0).times->max, 0.5);
  const auto told = read_back(who("Put Latency") + "size (bytes),iterations,time (us)\n4,262144,0.5\n");
  EXPECT_DOUBLE_EQ(told.cases.at(0).times->max, 0.5e-6);
  EXPECT_TRUE(told.notes.empty());
}

}  // namespace
}  // namespace sonde::readers
