#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/units.hpp"
#include "reader_corpus.hpp"

namespace sonde::readers {
namespace {

using test::rate_of;
using test::read_back;
using testing::IsEmpty;

constexpr double binary = 1048576, decimal = 1e6;

/// How a table says which megabyte it counts in.
struct Head {
  const char* name;
  std::string text;
  double only = 0;  ///< the megabyte that it states; 0: any
};

const std::vector<Head>& heads() {
  static const std::vector<Head> all{
      {"none", "", 0},
      {"IMB 2021", "#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n# Date : Mon Sep 25 12:11:21 2023\n", 0},
      {"IMB 3.2", "#    Intel (R) MPI Benchmark Suite V3.2, MPI-1 part\n", 0},
      {"PMB 2.2", "#    PALLAS MPI Benchmark Suite V2.2, MPI-1 part\n", 0},
      {"Sonde binary", "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Mbyte : 2^20 bytes\n", binary},
      {"Sonde decimal", "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Mbyte : 10^6 bytes\n",
       decimal}};
  return all;
}

/// Columns with a number from which the unit follows, for 65536 bytes in 25 us.
struct Columns {
  const char* benchmark;
  const char* names;
  std::string (*row)(double rate);
};

const std::vector<Columns>& columns() {
  static const std::vector<Columns> all{
      {"Uniband", "#bytes #repetitions Mbytes/sec Msg/sec",
       [](double rate) { return fmt::format("65536 10 {:.2f} 40000", rate); }},
      {"PingPong", "#bytes #repetitions t[usec] Mbytes/sec",
       [](double rate) { return fmt::format("65536 10 25.00 {:.2f}", rate); }},
      {"Exchange", "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] Mbytes/sec",
       [](double rate) { return fmt::format("65536 10 24.00 25.00 24.50 {:.2f}", 4 * rate); }}};
  return all;
}

constexpr double speed = 65536 / 25e-6;

std::string table(const Columns& of, double megabyte, const std::string& head = "") {
  return head + "# Benchmarking " + of.benchmark + "\n# #processes = 2\n" + of.names + "\n" +
         of.row(speed / megabyte) + "\n\n";
}

// 6 heads x 3 kinds of columns x 2 megabytes, but for heads that state the other one: 30 files.
TEST(RateUnits, follow_from_head_messages_or_times) {
  int files = 0;
  for (const Head& head : heads())
    for (const Columns& of : columns())
      for (const double megabyte : {binary, decimal}) {
        if (head.only != 0 && head.only != megabyte) continue;
        const auto run = read_back(table(of, megabyte, head.text));
        ASSERT_EQ(run.cases.size(), 1U) << head.name << " " << of.benchmark;
        const double times = std::string_view(of.benchmark) == "Exchange" ? 4 : 1;
        EXPECT_NEAR(rate_of(run, 0) / (times * speed), 1, 1e-4)
            << head.name << " " << of.benchmark << " " << megabyte;
        EXPECT_EQ(run.header.megabyte, megabyte) << head.name;
        EXPECT_THAT(run.notes, IsEmpty());
        ++files;
      }
  EXPECT_EQ(files, 30);
}

TEST(RateUnits, the_head_decides_against_the_rows) {
  // 12 % of the rate are lost in the rows: by the times these would be 10^6 bytes
  const auto run = read_back(
      "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Mbyte : 2^20 bytes\n# Benchmarking Uniband\n# #processes = 2\n"
      "#bytes #repetitions Mbytes/sec Msg/sec\n65536 10 2621.44 40000\n");
  EXPECT_EQ(run.header.megabyte, binary);
  EXPECT_DOUBLE_EQ(rate_of(run, 0), 2621.44 * binary);
}

TEST(RateUnits, a_megabyte_of_its_own_is_read) {
  const auto run = read_back("#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Mbyte : 1000 bytes\n" +
                             table(columns()[1], 1000));
  EXPECT_EQ(run.header.megabyte, 1000);
  EXPECT_NEAR(rate_of(run, 0), speed, 1e-3 * speed);
}

TEST(RateUnits, pasted_tables_are_settled_one_by_one) {
  for (const auto& [first, second] : {std::pair(binary, decimal), std::pair(decimal, binary)}) {
    const auto run = read_back(table(columns()[0], first) + table(columns()[1], second));
    ASSERT_EQ(run.cases.size(), 2U);
    EXPECT_NEAR(rate_of(run, 0), speed, 1e-4 * speed);
    EXPECT_NEAR(rate_of(run, 1), speed, 1e-4 * speed);
  }
}

TEST(RateUnits, rows_of_few_digits_decide_nothing_and_it_is_said) {
  const std::string text =
      "# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n1 10 0.21 4.54\n";
  const auto run = read_back(text);
  EXPECT_EQ(run.header.megabyte, binary);
  EXPECT_THAT(run.notes,
              testing::Contains(testing::HasSubstr("nothing says which megabyte the rates count in")));
  const auto titled = read_back(heads()[1].text + text);
  EXPECT_EQ(titled.header.megabyte, decimal);
  EXPECT_THAT(titled.notes, IsEmpty());
}

}  // namespace
}  // namespace sonde::readers
