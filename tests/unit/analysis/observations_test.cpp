// Which files a folder stands for, and what is read of them.
#include "analysis/observations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "folder.hpp"
#include "make_case.hpp"
#include "record/json.hpp"

namespace sonde::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string run_with(const std::string& benchmark) {
  record::Header header;
  header.program = "IMB-MPI1";
  return record::to_json(header) + "\n" + record::to_json(test::make_case(benchmark, 8, 1e-6)) + "\n";
}

constexpr auto table =
    "# Benchmarking PingPong \n# #processes = 2 \n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
    "            8         1000         1.00         7.63\n";

/// The benchmarks of the runs that were read, or the message of the error.
std::vector<std::string> read(const std::vector<std::string>& paths) {
  const auto runs = read_all(paths);
  if (!runs) return {runs.error().message};
  std::vector<std::string> names;
  for (const auto& run : *runs) names.push_back(run.cases.at(0).id.benchmark);
  return names;
}

TEST(ReadAll, takes_records_of_a_folder_in_the_order_of_their_names) {
  const test::Folder folder;
  folder.write("b.jsonl", run_with("Bcast"));
  folder.write("a.json", run_with("Allreduce"));
  folder.write("c.ndjson", run_with("Gather"));
  folder.write("a.txt", table);
  folder.write("notes.md", "not a run");
  std::filesystem::create_directory(folder / "d.json");
  EXPECT_THAT(read({folder / ""}), ElementsAre("Allreduce", "Bcast", "Gather"));
}

TEST(ReadAll, takes_tables_of_a_folder_without_records) {
  const test::Folder folder;
  folder.write("b.out", table);
  folder.write("a.txt", table);
  EXPECT_THAT(read({folder / ""}), ElementsAre("PingPong", "PingPong"));
}

TEST(ReadAll, keeps_the_order_of_what_is_named) {
  const test::Folder folder;
  const auto late = folder.write("z.dat", run_with("Scatter")),
             early = folder.write("a.dat", run_with("Reduce"));
  EXPECT_THAT(read({late, early}), ElementsAre("Scatter", "Reduce"));
}

TEST(ReadAll, says_what_it_misses) {
  const test::Folder folder;
  EXPECT_THAT(read({folder / ""}).at(0),
              HasSubstr("holds no runs: expected files *.json, *.jsonl, *.ndjson, *.txt or *.out"));
  EXPECT_THAT(read({}), ElementsAre("no run was named"));
  EXPECT_THAT(read({folder / "absent"}).at(0), HasSubstr("absent"));
  std::filesystem::create_symlink(folder / "nowhere", folder / "broken.json");
  EXPECT_THAT(read({folder / ""}).at(0), HasSubstr("broken.json"));
}

TEST(ValueOf, is_positive_and_finite_or_nothing) {
  auto row = test::with_rate(test::make_case("PingPong", 8, 2e-6), 5);
  row.times->max = 3e-6;
  const auto value_of = [](const record::CaseRecord& of, Quantity quantity) {
    return analysis::value_of(of, {quantity}, 1e6);
  };
  EXPECT_EQ(value_of(row, Quantity::t_max), 3e-6);
  EXPECT_EQ(value_of(row, Quantity::rate), 5e6);
  EXPECT_FALSE(value_of(row, Quantity::median));
  row.summary.emplace().median = 1e-6;
  row.summary->batches = 1;
  EXPECT_EQ(value_of(row, Quantity::median), 1e-6);
  row.summary->median = 0;
  EXPECT_FALSE(value_of(row, Quantity::median));
  row.status = record::Status::failed;
  EXPECT_FALSE(value_of(row, Quantity::t_max));
}

/// The words of what rows of one case are compared by.
std::vector<std::string> words_of(std::vector<const record::CaseRecord*> rows) {
  std::vector<Occurrence> found;
  for (const auto* row : rows) found.push_back({found.size(), row, 1e6});
  std::vector<std::string> words;
  for (const Measure& measure : measures_of(found, {})) words.push_back(word_of(measure));
  return words;
}

TEST(MeasuresOf, are_the_best_that_all_have) {
  auto whole = test::with_rate(test::make_case("PingPong", 8, 2e-6), 5), timed = whole, rated = whole;
  whole.summary.emplace().median = 1e-6;
  whole.summary->batches = 1;
  rated.times.reset();
  EXPECT_THAT(words_of({&whole, &whole}), ElementsAre("median"));
  EXPECT_THAT(words_of({&whole, &timed}), ElementsAre("t_max"));
  EXPECT_THAT(words_of({&whole, &timed, &rated}), ElementsAre("rate"));
  timed.megabytes_per_second.reset();
  EXPECT_THAT(words_of({&timed, &rated}), IsEmpty());
}

TEST(MeasuresOf, are_no_times_where_repetitions_move_unlike_numbers_of_messages) {
  auto four = test::with_rate(test::make_case("Uniband", 8, 4e-6), 8), other = four;
  four.messages_per_second = 1e6;      // a window of 4
  other.messages_per_second = 1.02e6;  // the digits of a text
  EXPECT_THAT(words_of({&four, &other}), ElementsAre("t_max"));
  other.times = record::Times{16e-6, 16e-6, 16e-6};  // of 16, as fast
  EXPECT_THAT(words_of({&four, &other}), ElementsAre("rate"));
  other.id.bytes = four.id.bytes = 0;
  other.megabytes_per_second = four.megabytes_per_second = 0;
  EXPECT_THAT(words_of({&four, &other}), ElementsAre("message rate"));
}

TEST(MeasuresOf, do_not_fail_for_a_row_without_a_number) {
  const auto timed = test::make_case("PingPong", 8, 2e-6);
  auto empty = timed;
  empty.times.reset();
  EXPECT_THAT(words_of({&timed, &empty}), ElementsAre("t_max"));
  EXPECT_THAT(words_of({&empty}), IsEmpty());
}

TEST(MeasuresOf, of_transfers_beside_computation_are_three) {
  auto row = test::make_case("Ibcast", 8, 2e-6);
  row.times.reset();
  row.overlap = record::OverlapTimes{.overlapped = 3e-6, .pure = 2e-6, .cpu = 2e-6, .percent = 0};
  EXPECT_THAT(words_of({&row}), ElementsAre("t_ovrl", "t_pure", "overlap"));
}

TEST(MeasuresOf, take_other_columns_whose_direction_is_known_and_rates_only_where_there_is_no_time) {
  auto row = test::make_case("osu_latency", 8, 2e-6);
  row.extra = {{"p99_tail_lat_s", 5e-6}, {"busbw[GB/s]", 3}, {"iterations", 10}, {"median_s", 2e-6}};
  EXPECT_THAT(words_of({&row}), ElementsAre("median", "p99_tail_lat"));
  row.times.reset();
  row.extra.erase("median_s");
  row.extra.erase("p99_tail_lat_s");
  EXPECT_THAT(words_of({&row}), ElementsAre("busbw[GB/s]"));
}

TEST(Slowness, goes_up_with_times_and_down_with_rates_and_overlaps_and_back) {
  for (const QuantityFacts& one : quantities) {
    if (one.quantity == Quantity::column) continue;
    const Measure measure{one.quantity};
    const bool more_is_slower = one.unit == Unit::seconds;
    EXPECT_EQ(slowness(60, measure) < slowness(90, measure), more_is_slower) << one.word;
    EXPECT_NEAR(value_of_slowness(slowness(60, measure), measure), 60, 1e-9) << one.word;
  }
  EXPECT_NEAR(slowness(100, {Quantity::overlap}), 0, 1e-12);
  EXPECT_NEAR(slowness(0, {Quantity::overlap}), std::log(2), 1e-12);
  EXPECT_LT(slowness(3, {Quantity::column, "busbw[GB/s]"}), slowness(2, {Quantity::column, "busbw[GB/s]"}));
  EXPECT_GT(slowness(3, {Quantity::column, "p99_s"}), slowness(2, {Quantity::column, "p99_s"}));
}

TEST(Slowness, has_a_text_with_its_unit) {
  EXPECT_EQ(text_of(2e-6, {Quantity::t_avg}), "2 us");
  EXPECT_EQ(text_of(2.62144e9, {Quantity::rate}), "2.621 GB/s");
  EXPECT_EQ(text_of(40000, {Quantity::message_rate}), "4e+04 /s");
  EXPECT_EQ(text_of(85, {Quantity::overlap}), "85 %");
  EXPECT_EQ(text_of(5e-6, {Quantity::column, "p99_s"}), "5 us");
}

}  // namespace
}  // namespace sonde::analysis
