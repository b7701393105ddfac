// Heads of every program under every option, feet after every outcome, rows of every class with every column.
#include "golden.hpp"

#include <fmt/format.h>

#include "../args/command_line.hpp"
#include "../plan/rows.hpp"
#include "record/names.hpp"
#include "tables/columns.hpp"
#include "tables/head.hpp"
#include "tables/text_table.hpp"

namespace sonde::tables {
namespace {

std::string head_of(const Program& program, const std::string& line) {
  const auto parsed = sonde::testing::parse_words(program, sonde::testing::words_of_line(line),
                                                  sonde::testing::example_files(program));
  if (!parsed || !parsed->settings) return "";
  auto settings = *parsed->settings;
  settings.command_line.clear();
  record::Header header;
  header.version = "1";
  return head(header, settings, *make_plan(settings, program.catalog, 4));
}

TEST(Golden, heads) {
  std::string text;
  for (const Program& program : sonde::testing::all_programs) {
    const auto usual = head_of(program, "");
    text += fmt::format("== {}\n{}", program.name, usual);
    for (const Option& option : option_table()) {
      const auto line =
          fmt::format("-{}{}{}", option.name, option.example.empty() ? "" : " ", option.example);
      if (const auto changed = test::lines_beyond(usual, head_of(program, line)); !changed.empty())
        text += fmt::format("== {} {}\n{}", program.name, line, changed);
    }
  }
  test::expect_golden("heads", text);
}

TEST(Golden, feet) {
  Settings settings, checked;
  checked.check = true;
  std::string text;
  Tally all;
  for (int reason = 0; reason <= static_cast<int>(record::Reason::device_error); ++reason)
    for (const auto status : {record::Status::measured, record::Status::skipped, record::Status::failed}) {
      record::CaseRecord result;
      result.status = status;
      result.reason = static_cast<record::Reason>(reason);
      result.repetitions = 10;
      if (status == record::Status::measured) {
        result.defects = reason;
        if (reason != 1) result.checked_repetitions = 3;
        result.text = fmt::format("sentence {}", reason);
      }
      Tally one;
      count(one, result);
      count(all, result);
      text +=
          fmt::format("== {} {}: exit status {}{}{}", record::to_word(status), record::to_word(result.reason),
                      exit_status(one), foot(settings, one), foot(checked, one));
    }
  test::expect_golden("feet", text + fmt::format("== all: exit status {}{}{}", exit_status(all),
                                                 foot(settings, all), foot(checked, all)));
}

TEST(Golden, rows) {
  record::CaseRecord result;
  result.id = {.benchmark = "B", .group = 3, .bytes = 4096};
  result.repetitions = 17;
  result.times = record::Times{1.25e-6, 3.5e-6, 2.75e-6};
  result.megabytes_per_second = 42.42;
  result.messages_per_second = 123456.7;
  result.overlap = record::OverlapTimes{5e-6, 4e-6, 3e-6, 66.6};
  result.init_seconds = 7.5e-6;
  result.defects = 2;
  result.contention = record::Contention{.rank = 1, .alone = 1e-6, .slowest = 8e-6};
  result.summary = stats::Summary{};
  result.summary->median = 3e-6, result.summary->ci_low = 2.7e-6, result.summary->ci_high = 3.1e-6;
  result.summary->p95 = 4e-6;
  result.extra = {{"bus[MB/sec]", 11.25}, {"net[MB/sec]", 5.5}, {"of_peak[%]", 99.5}};
  for (const auto* kind : {"coarse_timer", "wide_interval", "several_modes", "drift", "outliers", "slow_rank",
                           "involuntary_switches", "unsteady_computation"})
    result.warnings.push_back({kind, "", ""});
  Benchmark persistent = test::ibarrier, passive = test::unidir_put, threads = test::uniband;
  Benchmark contended = test::uniband;
  contended.klass = TransferClass::contention;
  persistent.needs.library = Feature::persistent_collectives;
  passive.klass = TransferClass::passive_progress;
  threads.metric.per_message = true;
  std::vector<Benchmark> all(test::rows.begin(), test::rows.end());
  all.insert(all.end(), {persistent, passive, threads, contended});
  std::string text;
  for (const Benchmark& benchmark : all)
    for (const auto multi : {Multi::off, Multi::worst, Multi::each}) {
      Settings settings;
      settings.multi = multi;
      settings.check = settings.extra_columns = settings.bus = true;
      settings.peak = 1e9;
      const auto section = equal_lanes(benchmark, 0, 2, 1);
      text += section_head(settings, {2, {0, 1}, {}}, section) + before_size(settings) +
              row(settings, section, result);
      settings.check = settings.extra_columns = settings.bus = false;
      text += row(settings, section, result);
      record::CaseRecord bare;
      bare.id.bytes = 8;
      bare.repetitions = 1;
      text += row(settings, section, bare);
    }
  test::expect_golden("rows", text);
}

}  // namespace
}  // namespace sonde::tables
