// The row of MPI_Finalize: put aside before it, told after it. No call of MPI is made.
#include "run/last_row.hpp"

#include <gmock/gmock.h>

#include "base/input.hpp"
#include "catalog/find_benchmark.hpp"
#include "host/output.hpp"
#include "patterns/catalog.hpp"
#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/file.hpp"
#include "record/json.hpp"
#include "support/folder.hpp"

extern "C" int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  return MPI_SUCCESS;  // to nobody else
}

namespace sonde::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Last : testing::Test {
  Last() {
    settings.suite = Suite::sonde;
    settings.json_path = folder / "run.jsonl";
    settings.benchmarks = {"Finalize"};
    plan = *make_plan(settings, patterns::sonde_catalog(), 4, {4, 0});
  }
  std::optional<LastRow> row(int rank = 0) {
    return LastRow::of({MPI_COMM_WORLD, rank, 4}, settings, plan, {}, {});
  }

  /// A record that is complete: a header and a footer.
  void write_record() {
    record::Header header;
    header.program = "sonde-mpi";
    header.ranks = 4;
    auto file = record::RecordFile::create(settings.json_path);
    ASSERT_TRUE(file->write_line(record::to_json(header)));
    ASSERT_TRUE(file->write_line(record::to_json(record::Footer{.end = "2026-11-21T21:21:04+00:00"})));
    ASSERT_TRUE(file->close());
  }

  test::Folder folder;
  Settings settings;
  Plan plan;
};

TEST_F(Last, is_of_the_first_rank_of_a_run_that_has_the_row) {
  EXPECT_TRUE(ends_with_a_row(plan));
  EXPECT_TRUE(row());
  EXPECT_FALSE(row(1)) << "others have nothing to tell it to";
  settings.benchmarks = {"Init"};
  plan = *make_plan(settings, patterns::sonde_catalog(), 4, {4, 0});
  EXPECT_FALSE(ends_with_a_row(plan));
  EXPECT_FALSE(row());
}

TEST_F(Last, does_not_run_where_the_plan_refuses_it) {
  plan.sections.front().refusal = "no";
  EXPECT_FALSE(ends_with_a_row(plan));
  EXPECT_FALSE(row());
}

TEST_F(Last, is_a_case_of_one_repetition_and_of_the_first_rank) {
  const auto made = row()->record(0.25);
  EXPECT_EQ(made.id.benchmark, "Finalize");
  EXPECT_EQ(made.id.processes, 4);
  EXPECT_EQ(made.repetitions, 1);
  EXPECT_EQ(made.status, record::Status::measured);
  EXPECT_THAT(made.ranks, ElementsAre(0));
  EXPECT_DOUBLE_EQ(made.times->min, 0.25);
  EXPECT_DOUBLE_EQ(made.times->avg, 0.25);
  EXPECT_DOUBLE_EQ(made.times->max, 0.25);
  EXPECT_DOUBLE_EQ(made.summary->median, 0.25);
}

TEST_F(Last, stands_behind_the_footer_and_is_read_with_the_run) {
  write_record();
  testing::internal::CaptureStdout();
  row()->tell(0.25);
  const auto shown = testing::internal::GetCapturedStdout();
  EXPECT_THAT(shown, HasSubstr("# Benchmarking Finalize \n# #processes = 4 \n"));
  EXPECT_THAT(shown, HasSubstr("            1    250000.00    250000.00    250000.00\n"));
  const auto runs = readers::read_runs(settings.json_path);
  ASSERT_TRUE(runs) << runs.error().message;
  ASSERT_EQ(runs->size(), 1U);
  EXPECT_TRUE(runs->front().footer);
  ASSERT_EQ(runs->front().cases.size(), 1U);
  EXPECT_EQ(runs->front().cases.front().id.benchmark, "Finalize");
}

TEST_F(Last, footer_of_a_run_that_is_ended_says_that_it_failed) {
  write_record();
  const auto footer =
      FooterAtHand::of({MPI_COMM_WORLD, 0, 1}, settings, {.end = "2026-11-21T21:21:05+00:00"});
  EXPECT_TRUE(footer.correct());
  const auto runs = readers::read_runs(settings.json_path);
  ASSERT_TRUE(runs) << runs.error().message;
  EXPECT_EQ(runs->front().footer->exit_status, 1);
  EXPECT_EQ(runs->front().footer->end, "2026-11-21T21:21:05+00:00");
}

TEST_F(Last, says_what_the_record_lacks_where_it_cannot_be_written) {
  settings.json_path = folder / "nowhere/run.jsonl";
  EXPECT_THROW(row()->tell(0.25), host::OutputLost);
}

TEST_F(Last, is_told_where_the_record_cannot_be_written) {
  settings.json_path = folder / "nowhere/run.jsonl";
  settings.csv_path = folder.write("run.csv", record::csv_head({}) + "\n");
  testing::internal::CaptureStdout();
  EXPECT_THROW(row()->tell(0.25), host::OutputLost);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("            1    250000.00"));
  EXPECT_THAT(*read_input(settings.csv_path), HasSubstr("Finalize"));
}

}  // namespace
}  // namespace sonde::run
