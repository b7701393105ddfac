#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "folder.hpp"
#include "make_case.hpp"
#include "readers/read.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {
namespace {

using test::Folder;
using test::make_case;
using testing::HasSubstr;

const TableRun no_section{};

Settings to_files(const Folder& folder) {
  Settings settings;
  settings.json_path = folder / "run.json";
  settings.csv_path = folder / "run.csv";
  return settings;
}

record::CaseRecord finished_case(std::int64_t bytes) {
  auto result = make_case("PingPong", bytes, 1e-6);
  result.repetitions = 10;
  return result;
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::ptrdiff_t lines(const std::string& path) {
  return std::ranges::count(content(path), '\n');
}

TEST(RecordSinks, nothing_is_opened_where_nothing_was_asked_for) {
  const auto sinks = open_record_sinks({});
  ASSERT_TRUE(sinks.has_value());
  EXPECT_TRUE(sinks->empty());
}

TEST(RecordSinks, each_case_is_on_disk_before_the_next_call) {
  const Folder folder;
  const auto settings = to_files(folder);
  const auto sinks = open_record_sinks(settings);
  ASSERT_TRUE(sinks.has_value());
  ASSERT_EQ(sinks->size(), 2U);
  for (const auto& sink : *sinks) sink->begin({});
  EXPECT_EQ(lines(settings.json_path), 1);
  EXPECT_EQ(lines(settings.csv_path), 1);
  for (const auto& sink : *sinks) sink->add(no_section, finished_case(8));
  EXPECT_EQ(lines(settings.json_path), 2);
  EXPECT_EQ(lines(settings.csv_path), 2);
  for (const auto& sink : *sinks) sink->end({});
  EXPECT_EQ(lines(settings.json_path), 3);
  EXPECT_EQ(lines(settings.csv_path), 2);
  const auto run = readers::read_run(settings.json_path);
  ASSERT_TRUE(run.has_value()) << run.error().message;
  ASSERT_EQ(run->cases.size(), 1U);
  EXPECT_EQ(run->cases[0].id.bytes, 8);
}

TEST(RecordSinks, a_csv_has_a_column_for_the_kind_of_memory_where_it_is_not_the_host) {
  const Folder folder;
  Settings settings;
  settings.csv_path = folder / "run.csv";
  record::Header host, cuda;
  cuda.memory = record::MessageMemory{"cuda", "", "CUDA", "", "yes"};
  auto on_device = finished_case(8);
  on_device.id.variant["memory"] = "cuda";
  const auto write = [&](const record::Header& header, const record::CaseRecord& result) {
    const auto sinks = open_record_sinks(settings, record::csv_columns(header, false));
    ASSERT_TRUE(sinks.has_value());
    sinks->front()->begin(header);
    sinks->front()->add(no_section, result);
    sinks->front()->end({});
  };
  write(host, finished_case(8));
  EXPECT_THAT(content(settings.csv_path), testing::Not(HasSubstr("variant")));
  settings.append = true;
  write(cuda, on_device);
  write(cuda, finished_case(16));
  write(host, finished_case(32));
  const auto runs = readers::read_runs(settings.csv_path);
  ASSERT_TRUE(runs.has_value()) << runs.error().message;
  ASSERT_EQ(runs->size(), 3U);  // a head where the one above has other columns
  EXPECT_EQ(runs->at(1).cases.at(0).id, on_device.id);
  EXPECT_TRUE(runs->at(1).cases.at(1).id.variant.empty());
  EXPECT_EQ(runs->at(2).cases.at(0).id.bytes, 32);
}

/// What would be said to a run of these settings.
std::string refused(const Settings& settings) {
  const auto could = could_open_record_sinks(settings);
  return could ? "" : could.error().message;
}

TEST(RecordSinks, files_are_not_made_where_it_is_asked_whether_they_could_be) {
  const Folder folder;
  auto settings = to_files(folder);
  for (const bool resumed : {false, true}) {
    settings.resume = resumed;
    EXPECT_EQ(refused(settings), "");
    EXPECT_FALSE(std::filesystem::exists(settings.json_path) || std::filesystem::exists(settings.csv_path));
  }
}

TEST(RecordSinks, a_file_that_exists_is_refused_and_left_as_it_is) {
  const Folder folder;
  const auto settings = to_files(folder);
  std::ofstream(settings.csv_path) << "somebody's";
  EXPECT_THAT(refused(settings), HasSubstr("run.csv"));
  const auto sinks = open_record_sinks(settings);
  ASSERT_FALSE(sinks.has_value());
  EXPECT_THAT(sinks.error().message, HasSubstr("run.csv"));
  EXPECT_EQ(content(settings.csv_path), "somebody's");
}

TEST(RecordSinks, a_resumed_csv_gets_the_rows_that_it_lacks_and_only_those) {
  const Folder folder;
  auto settings = to_files(folder);
  {
    const auto sinks = open_record_sinks(settings);
    ASSERT_TRUE(sinks.has_value());
    for (const auto& sink : *sinks) sink->begin({});
    for (const auto& sink : *sinks) sink->add(no_section, finished_case(1));
    sinks->front()->add(no_section, finished_case(2));  // died before the CSV line
  }
  settings.resume = true;
  const auto sinks = open_record_sinks(settings);
  ASSERT_TRUE(sinks.has_value()) << sinks.error().message;
  for (const auto& sink : *sinks) sink->begin({});
  for (const auto& sink : *sinks) sink->recall(no_section, finished_case(1));
  for (const auto& sink : *sinks) sink->recall(no_section, finished_case(2));
  for (const auto& sink : *sinks) sink->end({});
  EXPECT_EQ(lines(settings.csv_path), 3);  // head and two rows
}

TEST(RecordSinks, a_refused_run_leaves_no_file_behind) {
  const Folder folder;
  const auto settings = to_files(folder);
  std::ofstream(settings.csv_path) << "somebody's";
  EXPECT_FALSE(open_record_sinks(settings).has_value());
  EXPECT_FALSE(std::filesystem::exists(settings.json_path));
  EXPECT_EQ(content(settings.csv_path), "somebody's");
}

TEST(RecordSinks, two_names_of_one_file_are_refused) {
  const Folder folder;
  auto settings = to_files(folder);
  settings.csv_path =
      folder / "../" + std::filesystem::path(folder / "").parent_path().filename().string() + "/run.json";
  const auto sinks = open_record_sinks(settings);
  ASSERT_FALSE(sinks.has_value());
  EXPECT_THAT(sinks.error().message, HasSubstr("name the same file"));
  EXPECT_EQ(refused(settings), sinks.error().message);
}

TEST(RecordSinks, two_links_to_one_file_are_refused) {
  const Folder folder;
  auto settings = to_files(folder);
  settings.csv_path.clear();
  {
    const auto first = open_record_sinks(settings);
    ASSERT_TRUE(first.has_value());
    first->front()->begin({});
  }
  settings.csv_path = folder / "run.csv";
  std::filesystem::create_hard_link(settings.json_path, settings.csv_path);
  settings.append = true;
  const auto sinks = open_record_sinks(settings);
  ASSERT_FALSE(sinks.has_value());
  EXPECT_THAT(sinks.error().message, HasSubstr("name the same file"));
}

/// A run that left the first row in both files, and the second only in the CSV.
Settings csv_ahead(const Folder& folder) {
  auto settings = to_files(folder);
  const auto sinks = open_record_sinks(settings);
  for (const auto& sink : *sinks) sink->begin({});
  for (const auto& sink : *sinks) sink->add(no_section, finished_case(1));
  sinks->back()->add(no_section, finished_case(2));
  settings.resume = true;
  return settings;
}

TEST(RecordSinks, torn_lines_stay_and_are_no_reason_to_refuse_a_resumed_run) {
  const Folder folder;
  const auto settings = csv_ahead(folder);
  std::ofstream(settings.csv_path, std::ios::app) << "torn";
  const auto rows = content(settings.csv_path);
  EXPECT_EQ(refused(settings), "");
  std::ofstream(settings.json_path) << R"({"schema":1,"kin)";
  EXPECT_THAT(refused(settings), HasSubstr("has rows and"));
  EXPECT_EQ(content(settings.csv_path), rows);
}

TEST(RecordSinks, a_csv_that_is_ahead_of_its_record_gets_no_row_twice) {
  const Folder folder;
  const auto settings = csv_ahead(folder);
  const auto sinks = open_record_sinks(settings);
  ASSERT_TRUE(sinks.has_value()) << sinks.error().message;
  for (const auto& sink : *sinks) sink->begin({});
  for (const auto& sink : *sinks) sink->recall(no_section, finished_case(1));
  for (const auto& sink : *sinks) sink->add(no_section, finished_case(2));
  for (const auto& sink : *sinks) sink->end({});
  EXPECT_EQ(lines(settings.csv_path), 3);  // head and two rows
}

record::CaseRecord failed_case(std::int64_t bytes) {
  record::CaseRecord result;
  result.id = finished_case(bytes).id;
  result.status = record::Status::failed;
  result.reason = record::Reason::io_error;
  return result;
}

TEST(RecordSinks, a_resumed_csv_loses_the_rows_that_are_measured_again_and_no_other) {
  const Folder folder;
  auto settings = to_files(folder);
  {
    const auto sinks = open_record_sinks(settings);
    for (const auto& sink : *sinks) sink->begin({});
    for (const auto& sink : *sinks) sink->add(no_section, finished_case(1));
    for (const auto& sink : *sinks) sink->add(no_section, failed_case(2));
    for (const auto& sink : *sinks) sink->add(no_section, finished_case(4));
    for (const auto& sink : *sinks) sink->add(no_section, failed_case(8));
  }
  settings.resume = true;
  const auto sinks = open_record_sinks(settings);
  ASSERT_TRUE(sinks.has_value()) << sinks.error().message;
  for (const auto& sink : *sinks) sink->begin({});
  for (const auto& sink : *sinks) sink->recall(no_section, finished_case(1));
  for (const auto& sink : *sinks) sink->add(no_section, finished_case(2));
  for (const auto& sink : *sinks) sink->recall(no_section, finished_case(4));
  for (const auto& sink : *sinks) sink->add(no_section, finished_case(8));
  for (const auto& sink : *sinks) sink->end({});
  EXPECT_EQ(lines(settings.csv_path), 5);  // head and four rows
  const auto runs = readers::read_runs(settings.csv_path);
  ASSERT_TRUE(runs) << runs.error().message;
  std::vector<std::int64_t> lengths;
  for (const auto& one : runs->at(0).cases) {
    EXPECT_EQ(one.status, record::Status::measured);
    lengths.push_back(one.id.bytes);
  }
  EXPECT_THAT(lengths, testing::ElementsAre(1, 4, 2, 8));
}

TEST(RecordSinks, a_row_of_an_earlier_run_is_not_taken_for_one_of_the_resumed_run) {
  const Folder folder;
  auto settings = to_files(folder);
  for (const double seconds : {1e-6, 2e-6}) {  // the second run dies before its last CSV line
    settings.append = seconds > 1e-6;
    const auto sinks = open_record_sinks(settings);
    ASSERT_TRUE(sinks.has_value()) << sinks.error().message;
    for (const auto& sink : *sinks) sink->begin({});
    for (const std::int64_t bytes : {4, 8}) {
      auto result = make_case("PingPong", bytes, seconds);
      sinks->front()->add(no_section, result);
      if (!settings.append || bytes == 4) sinks->back()->add(no_section, result);
    }
  }
  settings.append = false, settings.resume = true;
  const auto sinks = open_record_sinks(settings);
  ASSERT_TRUE(sinks.has_value()) << sinks.error().message;
  for (const auto& sink : *sinks) sink->begin({});
  for (const std::int64_t bytes : {4, 8})
    for (const auto& sink : *sinks) sink->recall(no_section, make_case("PingPong", bytes, 2e-6));
  for (const auto& sink : *sinks) sink->end({});
  EXPECT_EQ(lines(settings.csv_path), 5);  // head and two rows of each run
}

TEST(RecordSinks, a_resumed_csv_keeps_its_rows_behind_blank_lines) {
  const Folder folder;
  const auto settings = csv_ahead(folder);
  auto rows = content(settings.csv_path);
  rows.insert(rows.find('\n') + 1, "\n\n");
  std::ofstream(settings.csv_path) << rows;
  const auto sinks = open_record_sinks(settings);
  ASSERT_TRUE(sinks.has_value()) << sinks.error().message;
  const auto kept = content(settings.csv_path);
  EXPECT_EQ(kept, rows.substr(0, rows.rfind('\n', rows.size() - 2) + 1));
}

TEST(RecordSinks, a_csv_that_has_no_row_yet_goes_on_without_a_record) {
  const Folder folder;
  auto settings = to_files(folder);
  std::ofstream(settings.csv_path).flush();
  settings.resume = true;
  EXPECT_TRUE(open_record_sinks(settings).has_value());
}

TEST(RecordSinks, a_csv_without_its_record_is_refused_and_kept) {
  const Folder folder;
  const auto settings = csv_ahead(folder);
  const auto before = content(settings.csv_path);
  std::filesystem::remove(settings.json_path);
  const auto sinks = open_record_sinks(settings);
  ASSERT_FALSE(sinks.has_value());
  EXPECT_THAT(sinks.error().message, HasSubstr("-resume goes on with both"));
  EXPECT_EQ(content(settings.csv_path), before);
}

}  // namespace
}  // namespace sonde::sinks
