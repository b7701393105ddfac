// What -resume leaves to do, on the first of two ranks, which reads the record and tells the other.
#include "run/finished.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "record/json.hpp"
#include "run/case_records.hpp"
#include "support/folder.hpp"

namespace {
std::vector<std::int64_t> told;  ///< to the other rank, or by the first one
}

extern "C" {
int MPI_Bcast(void* numbers, int n, MPI_Datatype type, int root, MPI_Comm) {
  EXPECT_TRUE(type == MPI_INT64_T && root == 0);
  auto* const first = static_cast<std::int64_t*>(numbers);
  if (told.empty())
    told.assign(first, first + n);
  else
    std::ranges::copy(told, first);
  return MPI_SUCCESS;
}
}

namespace sonde::run {
namespace {

using testing::ElementsAre;

constexpr Benchmark row{
    .name = "Row", .summary = "one call", .modes = {{Mode{"", Counting::per_sample, nullptr}}}};

struct FinishedCases : testing::Test {
  FinishedCases() {
    told.clear();
    settings.resume = true;
    settings.json_path = folder / "run.jsonl";
    settings.lengths = {8, 16, 8, 32};
    plan.ranks = 4;
    plan.order = {0, 1, 2, 3};
    TableRun refused = equal_lanes(row, 0, 2, 1);
    refused.refusal = "no";
    plan.sections = {refused, equal_lanes(row, 0, 2, 1), equal_lanes(row, 0, 4, 1)};
    header.program = "IMB-MPI1";
    header.settings = {{"npmin", "2"}};
    header.start = "2026-11-21T21:21:04+00:00";
  }

  record::CaseRecord measured(std::size_t section, std::int64_t bytes, std::int64_t repetitions,
                              int group = 0) {
    const TableRun& table = plan.sections[section];
    auto rows = failed_records(settings, plan, {&table, table.lanes[0], bytes}, {});
    auto& made = rows.at(static_cast<std::size_t>(group));
    made.status = record::Status::measured;
    made.reason = record::Reason::none;
    made.repetitions = repetitions;
    made.times = record::Times{4e-6, 5e-6, 4.5e-6};
    return made;
  }
  void write(const std::vector<record::CaseRecord>& cases) {
    std::string text = to_json(header) + "\n";
    for (const auto& one : cases) text += to_json(one) + "\n";
    folder.write("run.jsonl", text);
  }
  Result<Finished> find(int rank = 0) {
    return find_finished({MPI_COMM_WORLD, rank, 2}, settings, plan, header);
  }
  std::vector<std::int64_t> repetitions(const Finished& finished, std::size_t section) {
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < settings.lengths.size(); ++i) {
      const Finished::Case* found = finished.of(plan.sections[section], i);
      all.push_back(found == nullptr ? -1 : found->repetitions);
    }
    return all;
  }

  test::Folder folder;
  Settings settings;
  Plan plan;
  record::Header header;
};

TEST_F(FinishedCases, are_none_without_a_record) {
  const auto finished = find();
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_FALSE(finished->any());
  EXPECT_THAT(repetitions(*finished, 1), ElementsAre(-1, -1, -1, -1));
}

TEST_F(FinishedCases, are_none_where_nobody_asks) {
  write({measured(1, 8, 100)});
  settings.resume = false;
  EXPECT_FALSE(find()->any());
  EXPECT_TRUE(told.empty());
}

TEST_F(FinishedCases, are_found_by_section_and_length_each_as_often_as_it_stands_there) {
  write({measured(1, 16, 100), measured(1, 8, 200), measured(2, 32, 300)});
  const auto finished = find();
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_TRUE(finished->any());
  EXPECT_THAT(repetitions(*finished, 1), ElementsAre(200, 100, -1, -1));
  EXPECT_THAT(repetitions(*finished, 2), ElementsAre(-1, -1, -1, 300));
  ASSERT_EQ(finished->of(plan.sections[1], 1)->records.size(), 1U);
  EXPECT_EQ(finished->of(plan.sections[1], 1)->records[0].repetitions, 100);
  EXPECT_EQ(finished->of(plan.sections[1], 2), nullptr);
}

TEST_F(FinishedCases, are_not_those_that_failed) {
  auto failed = measured(1, 8, 100);
  failed.status = record::Status::failed;
  failed.reason = record::Reason::io_error;
  write({failed, measured(1, 16, 50)});
  EXPECT_THAT(repetitions(*find(), 1), ElementsAre(-1, 50, -1, -1));
}

TEST_F(FinishedCases, have_the_rows_of_all_their_groups) {
  settings.multi = Multi::each;
  plan.sections[1] = equal_lanes(row, 0, 2, 2);
  write({measured(1, 8, 100, 0), measured(1, 16, 200, 0), measured(1, 16, 200, 1)});
  const auto finished = find();
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_THAT(repetitions(*finished, 1), ElementsAre(-1, 200, -1, -1));
  EXPECT_EQ(finished->of(plan.sections[1], 1)->records.size(), 2U);
}

TEST_F(FinishedCases, are_told_to_the_other_ranks_without_their_records) {
  write({measured(1, 8, 200), measured(2, 8, 300)});
  static_cast<void>(find());
  EXPECT_THAT(told, ElementsAre(200, -1, -1, -1, 300, -1, -1, -1, 5000, -1, -1, -1, 5000, -1, -1, -1, 1));
  settings.json_path = folder / "not here";
  const auto finished = find(1);
  ASSERT_TRUE(finished);
  EXPECT_THAT(repetitions(*finished, 1), ElementsAre(200, -1, -1, -1));
  EXPECT_THAT(repetitions(*finished, 2), ElementsAre(300, -1, -1, -1));
  EXPECT_DOUBLE_EQ(finished->of(plan.sections[2], 0)->seconds, 5e-6);
  EXPECT_EQ(finished->of(plan.sections[2], 1), nullptr);
  EXPECT_TRUE(finished->of(plan.sections[1], 0)->records.empty());
}

TEST_F(FinishedCases, of_another_run_are_an_error_on_every_rank) {
  write({measured(1, 8, 200)});
  header.program = "IMB-EXT";
  const auto here = find();
  ASSERT_FALSE(here);
  EXPECT_THAT(here.error().message, testing::HasSubstr("was measured in another way"));
  const auto there = find(1);
  ASSERT_FALSE(there);
  EXPECT_EQ(there.error().message, "");
}

TEST_F(FinishedCases, in_a_file_of_somebody_else_are_an_error) {
  folder.write("run.jsonl", "of somebody else\n");
  const auto finished = find();
  ASSERT_FALSE(finished);
  EXPECT_THAT(finished.error().message, testing::HasSubstr("run.jsonl"));
}

TEST_F(FinishedCases, are_none_in_a_record_without_a_whole_line) {
  folder.write("run.jsonl", "");
  EXPECT_FALSE(find()->any());
  told.clear();
  folder.write("run.jsonl", to_json(header).substr(0, 40));
  EXPECT_FALSE(find()->any());
}

}  // namespace
}  // namespace sonde::run
