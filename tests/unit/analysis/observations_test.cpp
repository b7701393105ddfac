// Which files a folder stands for, and what is read of them.
#include "analysis/observations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "folder.hpp"
#include "make_case.hpp"
#include "record/json.hpp"

namespace sonde::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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
  EXPECT_EQ(value_of(row, Quantity::time), 3e-6);
  EXPECT_EQ(value_of(row, Quantity::rate), 5);
  EXPECT_FALSE(value_of(row, Quantity::median));
  row.summary.emplace().median = 1e-6;
  row.summary->batches = 1;
  EXPECT_EQ(value_of(row, Quantity::median), 1e-6);
  row.summary->median = 0;
  EXPECT_FALSE(value_of(row, Quantity::median));
  row.status = record::Status::failed;
  EXPECT_FALSE(value_of(row, Quantity::time));
}

TEST(CommonQuantity, is_the_best_that_all_have) {
  auto whole = test::with_rate(test::make_case("PingPong", 8, 2e-6), 5), timed = whole, rated = whole;
  whole.summary.emplace().median = 1e-6;
  whole.summary->batches = 1;
  rated.times.reset();
  const auto of = [](std::vector<const record::CaseRecord*> rows) { return common_quantity(rows); };
  EXPECT_EQ(of({&whole, &whole}), Quantity::median);
  EXPECT_EQ(of({&whole, &timed}), Quantity::time);
  EXPECT_EQ(of({&whole, &timed, &rated}), Quantity::rate);
  rated.megabytes_per_second.reset();
  EXPECT_EQ(of({&whole, &rated}), std::nullopt);
}

}  // namespace
}  // namespace sonde::analysis
