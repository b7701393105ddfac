#include "record/json.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "record/plausible.hpp"
#include "sample_run.hpp"
#include "stats/batches.hpp"
#include "stats/interval.hpp"

namespace sonde::record {
namespace {

template <class T>
T back(const std::string& line) {
  auto parsed = parse_line(line);
  if (!parsed) ADD_FAILURE() << parsed.error().message;
  return parsed ? std::get<T>(*parsed) : T{};
}

std::string line_complaint(const std::string& line) {
  const auto parsed = parse_line(line);
  return parsed ? "" : parsed.error().message;
}

std::string with(std::string line, const std::string& from, const std::string& to) {
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return line.replace(at, from.size(), to);
}

TEST(Json, comes_back_as_it_went) {
  EXPECT_EQ(to_json(back<Header>(to_json(full_header()))), to_json(full_header()));
  EXPECT_EQ(to_json(back<CaseRecord>(to_json(full_case()))), to_json(full_case()));
  EXPECT_EQ(to_json(back<Footer>(to_json(full_footer()))), to_json(full_footer()));
  EXPECT_EQ(to_json(back<Header>(to_json(Header{}))), to_json(Header{}));
}

TEST(Json, fills_every_field) {
  const auto header = back<Header>(to_json(full_header()));
  EXPECT_EQ(header.mpi_library, full_header().mpi_library);
  EXPECT_EQ(header.seed, 18446744073709551615U);
  EXPECT_EQ(header.environment, full_header().environment);
  EXPECT_EQ(header.conventions_in_force, full_header().conventions_in_force);
  EXPECT_EQ(header.settings, full_header().settings);
  EXPECT_EQ(header.settings_hash, full_header().settings_hash);
  EXPECT_EQ(header.library_variables, full_header().library_variables);
  EXPECT_EQ(header.library_variables_count, full_header().library_variables_count);
  EXPECT_EQ(header.library_variables_digest, full_header().library_variables_digest);
  EXPECT_EQ(header.places.at(0).cores, (std::vector<int>{0, 1}));
  EXPECT_FALSE(header.places.at(1).numa_node.has_value());
  const auto record = back<CaseRecord>(to_json(full_case()));
  EXPECT_EQ(record.id, full_case().id);
  EXPECT_EQ(record.batch_seconds, full_case().batch_seconds);
  EXPECT_EQ(record.summary->median, 1.4e-6);
  EXPECT_EQ(record.summary->modes.at(1).weight, 0.25);
  EXPECT_EQ(record.summary->stop_reason, stats::StopReason::precision_reached);
  EXPECT_EQ(record.witnesses.at(1).migrations, -1);
  EXPECT_EQ(record.warnings.at(0).advice, "use -precision");
  EXPECT_EQ(record.extra.at("p99_s"), 4e-6);
  EXPECT_EQ(record.dead_seconds, 0.25);
  EXPECT_EQ(record.start_late_seconds, 3e-6);
  EXPECT_EQ(record.dropped_batches, 2);
}

TEST(Json, starts_with_the_schema_and_keeps_to_one_line) {
  for (const auto& line : {to_json(full_header()), to_json(full_case()), to_json(full_footer())}) {
    EXPECT_TRUE(line.starts_with(R"({"schema":1,"kind":")")) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

TEST(Json, summarises_samples_that_an_application_has_recorded) {
  CaseRecord record;
  record.id.benchmark = "halo";
  record.batch_seconds = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  record.summary.emplace();
  record.summary->median = record.summary->p5 = record.summary->ci_low = std::nan("");
  record.summary->mean = 3.5;
  record.summary->repetitions = 20;
  record.summary->slowest_rank = 2;
  record.summary->slowest_share = 0.75;
  const auto read = back<CaseRecord>(to_json(record));
  auto expected = stats::summarise(record.batch_seconds, {.mean = 3.5, .repetitions = 20});
  expected.slowest_rank = 2;
  expected.slowest_share = 0.75;
  record.summary = expected;
  EXPECT_EQ(to_json(read), to_json(record));
  EXPECT_EQ(read.summary->median, 3.5);
}

TEST(Json, keeps_a_summary_that_knows_its_median) {
  CaseRecord record = full_case();
  record.batch_seconds = {3, 1, 4};
  EXPECT_EQ(back<CaseRecord>(to_json(record)).summary->median, full_case().summary->median);
}

TEST(Json, makes_no_summary_of_samples_that_are_not_times) {
  for (const double wrong : {std::nan(""), -1.0}) {
    CaseRecord record;
    record.id.benchmark = "halo";
    record.batch_seconds = {1, 2, wrong};
    record.summary.emplace();
    record.summary->median = std::nan("");
    EXPECT_TRUE(std::isnan(back<CaseRecord>(to_json(record)).summary->median));
  }
}

TEST(Json, writes_null_for_what_is_unknown_or_no_number) {
  CaseRecord record;
  record.id.benchmark = "Barrier";
  record.times = Times{std::numeric_limits<double>::infinity(), std::nan(""), 1.0};
  const auto line = to_json(record);
  for (const char* part :
       {R"("mode":null)", R"("bytes":null)", R"("group":null)", R"("ranks":null)", R"("summary":null)",
        R"("t_min_s":null)", R"("t_max_s":null)", R"("t_avg_s":1)", R"("reason":null)"})
    EXPECT_NE(line.find(part), std::string::npos) << part << " in " << line;
  EXPECT_TRUE(std::isnan(back<CaseRecord>(line).times->min));
  EXPECT_EQ(line.find("nan"), std::string::npos);
  EXPECT_EQ(line.find("inf"), std::string::npos);
}

TEST(Json, makes_any_bytes_valid_utf8) {
  Header header;
  header.environment["FI_X"] = std::string("a\x01\x80\xC3\xA9\xED\xA0\x80\xF0\x9F\x98\x80", 12);
  const auto line = to_json(header);
  EXPECT_NE(line.find("\"a\\u0001\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80\""),
            std::string::npos)
      << line;
  EXPECT_EQ(to_json(back<Header>(line)), line);
}

TEST(Json, refuses_wrong_kinds_words_and_newer_schemas) {
  const auto good = to_json(full_case());
  EXPECT_EQ(line_complaint("{"), "not valid JSON");
  EXPECT_EQ(line_complaint("[1,2]"), "'the line' must be an object");
  EXPECT_EQ(line_complaint(with(good, R"("bytes":1024)", R"("bytes":"1024")")),
            "'bytes' must be a whole number of 64 bits");
  EXPECT_EQ(line_complaint(with(good, R"("bytes":1024)", R"("bytes":1e400)")), "not valid JSON");
  EXPECT_EQ(line_complaint(with(good, R"("bytes":1024)", R"("bytes":18446744073709551615)")),
            "'bytes' must be a whole number of 64 bits");
  EXPECT_EQ(line_complaint(with(good, R"("processes":2)", R"("processes":3000000000)")),
            "'processes' must be a whole number of 32 bits");
  EXPECT_EQ(line_complaint(with(good, R"("status":"measured")", R"("status":"guessed")")),
            "'status' must be measured, skipped or failed, not 'guessed'");
  EXPECT_EQ(line_complaint(with(good, R"("ranks":[2,3])", R"("ranks":{"a":1})")), "'ranks' must be an array");
  EXPECT_EQ(line_complaint(with(good, R"("overlap":{)", R"("overlap":3,"x":{)")),
            "'the line' must be an object");
  EXPECT_EQ(line_complaint(with(good, R"("schema":1)", R"("schema":2)")),
            "the record has schema 2, this version reads up to 1: use a newer one");
  EXPECT_NE(line_complaint(with(good, R"("kind":"case")", R"("kind":"song")")), "");
  EXPECT_NE(line_complaint(R"({"schema":1,"kind":"case"})"), "");
}

/// Older records have ends where there is no interval; newer ones may leave them out.
TEST(Json, has_no_ends_of_an_interval_that_is_not_there) {
  auto record = full_case();
  const auto known = to_json(record);
  record.summary->batches = 2;
  const auto line = to_json(record);
  EXPECT_NE(line.find(R"("ci_low_s":null,"ci_high_s":null)"), std::string::npos) << line;
  const auto older = with(known, R"("batches":20)", R"("batches":2)");
  const auto newer = with(line, R"("ci_low_s":null,"ci_high_s":null,)", "");
  for (const auto& text : {line, older, newer}) {
    const auto read = back<CaseRecord>(text);
    ASSERT_TRUE(read.summary) << text;
    EXPECT_FALSE(stats::has_interval(*read.summary)) << text;
    EXPECT_EQ(to_json(read), line);
  }
  EXPECT_TRUE(stats::has_interval(*back<CaseRecord>(known).summary));
}

TEST(Json, holds_the_tail_of_single_calls) {
  auto record = full_case();
  EXPECT_EQ(to_json(record).find(R"("tail")"), std::string::npos);
  record.tail = stats::Tail{4000, {{0.5, 1e-6, 0.9e-6, 1.1e-6}, {0.999, 1e-3, 5e-4, {}}}};
  const auto line = to_json(record);
  EXPECT_NE(line.find(R"("tail":{"calls":4000,"q":[{"level":0.5,"at_s":1e-06,"low_s":9e-07,)"),
            std::string::npos)
      << line;
  const auto read = back<CaseRecord>(line);
  ASSERT_TRUE(read.tail);
  EXPECT_EQ(read.tail->calls, 4000);
  ASSERT_EQ(read.tail->quantiles.size(), 2U);
  EXPECT_EQ(read.tail->quantiles[0].high, 1.1e-6);
  EXPECT_EQ(read.tail->quantiles[1].level, 0.999);
  EXPECT_EQ(read.tail->quantiles[1].seconds, 1e-3);
  EXPECT_EQ(read.tail->quantiles[1].low, 5e-4);
  EXPECT_FALSE(read.tail->quantiles[1].high);
  EXPECT_TRUE(read.tail->curve.seconds.empty());
  EXPECT_EQ(line.find("curve"), std::string::npos);
  EXPECT_EQ(to_json(read), line);
  EXPECT_NE(line_complaint(with(line, R"("q":[)", R"("q":3,"x":[)")), "");
}

TEST(Json, holds_the_curve_of_single_calls) {
  CaseRecord record = full_case();
  record.tail = stats::Tail{4'000'000'000, {}, {{0, 1e-6, 1.0078125e-3}, {4'000'000'000, 1, 0}}};
  const std::string line = to_json(record);
  EXPECT_NE(line.find(R"("curve_s":[0,1e-06,0.0010078125],"curve_above":[4000000000,1,0])"),
            std::string::npos)
      << line;
  const auto read = std::get<CaseRecord>(*parse_line(line));
  EXPECT_EQ(read.tail->curve.seconds, record.tail->curve.seconds);
  EXPECT_EQ(read.tail->curve.above, record.tail->curve.above);
}

TEST(Json, holds_a_call_beside_a_composition) {
  auto record = full_case();
  EXPECT_EQ(to_json(record).find(R"("guideline")"), std::string::npos);
  record.guideline = MeasuredGuideline{"G2", 4096, 3e-6, 2e-6, {.median = 1.5, .pairs = 4}};
  const auto line = to_json(record);
  EXPECT_NE(line.find(R"("guideline":{"id":"G2","buffer_bytes":4096,"left_s":3e-06,"right_s":2e-06,"ratio":)"
                      R"({"median":1.5,"low":null,"high":null,"level":0,"pairs":4}})"),
            std::string::npos)
      << line;
  EXPECT_EQ(to_json(back<CaseRecord>(line)), line);
  record.guideline->ratio = {1.5, 1.4, 1.6, 0.9375, 5};
  record.guideline->ratios = {1.5, 1.4, 1.6, 1.5, 1.5};
  const auto read = back<CaseRecord>(to_json(record));
  EXPECT_EQ(read.guideline->ratio.high, 1.6);
  EXPECT_EQ(read.guideline->ratios, record.guideline->ratios);
  EXPECT_EQ(line_complaint(with(line, R"("id":"G2",)", "")), "'id' must be text that is not empty");
  EXPECT_FALSE(plausible(back<CaseRecord>(with(line, R"("left_s":3e-06)", R"("left_s":-1)"))));
}

TEST(Json, holds_what_a_load_does) {
  auto record = full_case();
  EXPECT_EQ(to_json(record).find(R"("load")"), std::string::npos);
  MeasuredLoad load;
  load.kind = "incast";
  load.share = 0.5;
  load.size_bytes = 64;
  load.canaries = 2;
  load.congestors = 3;
  load.one_node = true;
  load.bytes = {640, 1280};
  load.seconds = {0.5, 0.25};
  load.isolated = {.calls = 8, .quantiles = {{0.5, 1e-6, {}, {}}}};
  load.loaded = {.calls = 8, .quantiles = {{0.5, 3e-6, {}, {}}}};
  load.impacts = {{0.5, {.factor = 3}}};
  record.load = load;
  const auto line = to_json(record);
  EXPECT_NE(
      line.find(
          R"("load":{"kind":"incast","share":0.5,"size_bytes":64,"canaries":2,"congestors":3,)"
          R"("one_node":true,"bytes_per_phase":[640,1280],"seconds_per_phase":[0.5,0.25],"isolated":{"calls":8,)"),
      std::string::npos)
      << line;
  EXPECT_NE(line.find(R"("impact":[{"level":0.5,"factor":3,"low":null,"high":null}]})"), std::string::npos)
      << line;
  EXPECT_EQ(to_json(back<CaseRecord>(line)), line);
  EXPECT_EQ(line_complaint(with(line, R"("kind":"incast",)", "")), "'kind' must be text that is not empty");
  EXPECT_FALSE(plausible(back<CaseRecord>(with(line, R"("canaries":2)", R"("canaries":-2)"))));
}

TEST(Json, holds_where_messages_lay) {
  auto header = full_header();
  EXPECT_EQ(to_json(header).find(R"("memory")"), std::string::npos);
  header.memory = MessageMemory{"cuda", "host", "CUDA", "580.159.04, CUDA 13.0", "yes"};
  header.memory->devices = {{0, 0, 2, "NVIDIA H100", "0000:17:00.0", 1}, {1, 1, 2, "NVIDIA H100", "", {}}};
  const auto line = to_json(header);
  EXPECT_NE(
      line.find(
          R"("memory":{"kind":"cuda","kind_of_second":"host","driver":"CUDA","driver_version":"580.159.04, CUDA 13.0",)"
          R"("library_aware":"yes","devices":[{"rank":0,"index":0,"count":2,"name":"NVIDIA H100","pci":"0000:17:00.0",)"
          R"("numa_node":1},{"rank":1,"index":1,"count":2,"name":"NVIDIA H100","pci":null,"numa_node":null}]})"),
      std::string::npos)
      << line;
  EXPECT_EQ(back<Header>(line).memory, header.memory);
  EXPECT_FALSE(back<Header>(to_json(full_header())).memory);
  EXPECT_EQ(line_complaint(with(line, R"("kind":"cuda",)", "")), "'kind' must be text that is not empty");
  EXPECT_EQ(line_complaint(with(line, R"("index":0)", R"("index":"x")")),
            "'index' must be a whole number of 32 bits");
  EXPECT_FALSE(plausible(back<Header>(with(line, R"("count":2)", R"("count":-2)"))));
}

TEST(Json, says_that_a_device_failed) {
  auto record = full_case();
  record.status = Status::failed;
  record.reason = Reason::device_error;
  const auto line = to_json(record);
  EXPECT_NE(line.find(R"("reason":"device_error")"), std::string::npos) << line;
  EXPECT_EQ(back<CaseRecord>(line).reason, Reason::device_error);
}

TEST(Json, ignores_keys_it_does_not_know) {
  const auto record =
      back<CaseRecord>(with(to_json(full_case()), R"("status")", R"("later":[1,{}],"status")"));
  EXPECT_EQ(record.id, full_case().id);
}

TEST(Json, refuses_deep_nesting) {
  const std::string deep(1'000'000, '[');
  EXPECT_EQ(line_complaint(deep), "not valid JSON");
  EXPECT_EQ(line_complaint(R"({"schema":1,"kind":"case","x":)" + deep + std::string(deep.size(), ']') + "}"),
            "values are nested deeper than those of any record");
}

}  // namespace
}  // namespace sonde::record
