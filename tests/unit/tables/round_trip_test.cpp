// What the tables say of a run is read back as it was, whatever columns they have.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "../plan/rows.hpp"
#include "args/load_words.hpp"
#include "readers/read.hpp"
#include "record/bus.hpp"
#include "record/variant.hpp"
#include "tables/columns.hpp"
#include "tables/head.hpp"
#include "tables/text_table.hpp"

namespace sonde::tables {
namespace {

using record::CaseRecord;
using record::Reason;
using record::Status;

/// A run of some tables, with rows of every kind in each of them.
class Generated {
 public:
  Generated(const Settings& settings, int ranks, unsigned seed) : settings_(settings), random_(seed) {
    plan_ = {ranks, rank_order(ranks, settings.map), {}};
    for (const Benchmark& benchmark : test::rows)
      for (std::size_t mode = 0; mode < benchmark.modes.size() && benchmark.modes[mode].measure; ++mode)
        add_tables(benchmark, static_cast<int>(mode));
    record::Header header;
    header.version = "0";
    header.conventions = "IMB 3.2";
    text_ = head(header, settings, plan_) + text_ + foot(settings, {});
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<CaseRecord>& cases() const { return cases_; }
  /// The columns that each of the cases has.
  [[nodiscard]] const std::vector<std::vector<Column>>& shown() const { return shown_; }

 private:
  void add_tables(const Benchmark& benchmark, int mode) {
    const int processes = std::min(2, plan_.ranks);
    add(equal_lanes(benchmark, mode, processes, settings_.multi == Multi::off ? 1 : plan_.ranks / processes));
    add(equal_lanes(benchmark, mode, plan_.ranks, 1));
  }

  void add(const TableRun& section) {
    text_ += section_head(settings_, plan_, section);
    const std::vector<std::int64_t> lengths =
        section.benchmark->sized() ? std::vector<std::int64_t>{0, 1, 4096, std::int64_t{1} << 31}
                                   : std::vector<std::int64_t>{-1};
    for (const auto bytes : lengths)
      for (const auto status : {Status::measured, Status::failed}) {
        text_ += before_size(settings_);
        const int rows = settings_.multi == Multi::each ? section.groups : 1;
        for (int group = 0; group < rows; ++group) add(section, bytes, status, group);
      }
  }

  void add(const TableRun& section, std::int64_t bytes, Status status, int group) {
    CaseRecord c;
    c.id = {.benchmark = std::string(section.benchmark->name),
            .mode = std::string(section.benchmark->modes[static_cast<std::size_t>(section.mode)].label),
            .multi = section.groups > 1,
            .processes = section.processes,
            .groups = section.groups,
            .group = section.groups > 1 && settings_.multi == Multi::each ? group : -1,
            .bytes = bytes};
    if (settings_.load) c.id.variant["load"] = text_of(*settings_.load);
    if (status == Status::measured)
      give_numbers(c, *section.benchmark);
    else
      give_reason(c);
    text_ += row(settings_, section, c);
    cases_.push_back(c);
    shown_.push_back(columns(settings_, *section.benchmark));
  }

  /// Seconds and numbers that two decimals show whole.
  double number() {
    return static_cast<double>(std::uniform_int_distribution(0, 100'000'000)(random_)) / 100;
  }
  double seconds() { return number() * 1e-6; }

  void give_numbers(CaseRecord& c, const Benchmark& benchmark) {
    c.repetitions = std::uniform_int_distribution(1, 1'000'000)(random_);
    const double time = seconds();
    c.times = record::Times{time / 4, time, time / 2};
    c.megabytes_per_second = number();
    c.messages_per_second = static_cast<double>(std::uniform_int_distribution(0, 2'000'000'000)(random_));
    if (settings_.check) c.defects = number();
    if (benchmark.overlapped) c.overlap = record::OverlapTimes{seconds(), seconds(), seconds(), number()};
    if (settings_.bus)
      for (const auto name : {record::bus_column, record::net_column, record::peak_column})
        if (random_() % 4 != 0) c.extra[std::string(name)] = number();
    c.summary = stats::Summary{};
    c.summary->median = seconds() + 1e-6;
    c.summary->ci_low = c.summary->median / 2, c.summary->ci_high = c.summary->median * 3;
    c.summary->p95 = seconds();
    if (random_() % 2 == 0) c.warnings.push_back({"drift", "", ""});
    if (random_() % 2 == 0) c.warnings.push_back({"slow_rank", "", ""});
  }

  void give_reason(CaseRecord& c) {
    constexpr std::array reasons{Reason::out_of_memory, Reason::time_out, Reason::interrupted, Reason::none};
    c.status = Status::failed;
    c.reason = reasons[random_() % reasons.size()];
    if (random_() % 4 != 0) c.text = "64 times 2; it was too much (\"-mem 2\")";
  }

  const Settings& settings_;
  std::mt19937 random_;
  Plan plan_;
  std::string text_;
  std::vector<CaseRecord> cases_;
  std::vector<std::vector<Column>> shown_;
};

/// What a row says in a column; nothing for columns of text.
std::optional<double> said(Column column, const CaseRecord& c) {
  const auto of = [&](const char* name) {
    return c.extra.contains(name) ? std::optional(c.extra.at(name)) : std::nullopt;
  };
  switch (column) {
    case Column::repetitions:
      return static_cast<double>(c.repetitions);
    case Column::time:
    case Column::time_max:
      return c.times ? std::optional(c.times->max * 1e6) : std::nullopt;
    case Column::time_min:
      return c.times ? std::optional(c.times->min * 1e6) : std::nullopt;
    case Column::time_avg:
      return c.times ? std::optional(c.times->avg * 1e6) : std::nullopt;
    case Column::rate:
      return c.megabytes_per_second;
    case Column::message_rate:
      return c.messages_per_second;
    case Column::time_overlapped:
      return c.overlap ? std::optional(c.overlap->overlapped * 1e6) : std::nullopt;
    case Column::time_pure:
      return c.overlap ? std::optional(c.overlap->pure * 1e6) : std::nullopt;
    case Column::time_cpu:
      return c.overlap ? std::optional(c.overlap->cpu * 1e6) : std::nullopt;
    case Column::overlap:
      return c.overlap ? std::optional(c.overlap->percent) : std::nullopt;
    case Column::defects:
      return c.defects;
    case Column::bus:
    case Column::net:
    case Column::peak:
      return of(std::string(token(column)).c_str());
    case Column::median:
      return c.summary ? c.summary->median * 1e6 : of("median_s").value_or(-1) * 1e6;
    case Column::interval:
      return c.summary ? 200 : of("ci95[%]");
    case Column::p95:
      return c.summary ? c.summary->p95 * 1e6 : of("p95_s").value_or(-1) * 1e6;
    default:
      return std::nullopt;
  }
}

std::string name(const CaseRecord& c) {
  return fmt::format("{} {} multi {} {}x{} group {} bytes {} {}", c.id.benchmark, c.id.mode, c.id.multi,
                     c.id.groups, c.id.processes, c.id.group, c.id.bytes, record::variant_cell(c.id.variant));
}

void expect_equal(const CaseRecord& written, const CaseRecord& read, const std::vector<Column>& shown) {
  SCOPED_TRACE(name(written));
  EXPECT_EQ(name(read), name(written));
  EXPECT_EQ(read.status, written.status);
  EXPECT_EQ(read.reason, written.reason);
  EXPECT_EQ(read.text, written.text);
  if (written.status != Status::measured) return;
  for (const Column column : shown) {
    const auto before = said(column, written), after = said(column, read);
    ASSERT_EQ(after.has_value(), before.has_value()) << token(column);
    if (before) {
      EXPECT_NEAR(*after, *before, 0.00501) << token(column);
    }
  }
}

void expect_round_trip(const Settings& settings, int ranks, unsigned seed) {
  const Generated made(settings, ranks, seed);
  const auto run = readers::read_text(made.text(), "tables");
  ASSERT_TRUE(run) << run.error().message << "\n" << made.text();
  ASSERT_EQ(run->cases.size(), made.cases().size()) << made.text();
  for (const auto& note : run->notes)  // each length stands in a table twice, measured and failed
    EXPECT_NE(note.find("more than once"), std::string::npos) << note;
  for (std::size_t i = 0; i < made.cases().size() && !::testing::Test::HasFailure(); ++i)
    expect_equal(made.cases()[i], run->cases[i], made.shown()[i]);
  if (::testing::Test::HasFailure()) ADD_FAILURE() << made.text();
}

TEST(RoundTrip, OfEveryClassOverAllSetsOfColumns) {
  unsigned seed = 0;
  for (const auto multi : {Multi::off, Multi::worst, Multi::each})
    for (const bool check : {false, true})
      for (const auto& [stats, bus] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}})
        for (const auto& map : {std::optional<Grid>{}, std::optional(Grid{3, 2})})
          for (const int ranks : {1, 2, 6}) {
            Settings settings;
            settings.multi = multi;
            settings.check = check;
            settings.extra_columns = stats;
            settings.map = map;
            settings.bus = bus;
            settings.peak = bus && ranks == 6 ? 1e9 : 0;
            SCOPED_TRACE(fmt::format("multi {} check {} stats {} bus {} map {} ranks {}",
                                     static_cast<int>(multi), check, stats, bus, map.has_value(), ranks));
            expect_round_trip(settings, ranks, ++seed);
            if (HasFailure()) return;
          }
}

TEST(RoundTrip, of_cases_beside_a_load) {
  Settings settings;
  settings.load = Load{};
  expect_round_trip(settings, 4, 1);
}

TEST(RoundTrip, OfBenchmarksThatCannotRun) {
  Settings settings;
  TableRun section = equal_lanes(test::ping_pong, 0, 2, 1);
  section.lanes.clear();
  section.refusal = "Benchmark PingPong invalid for 1 processes";
  const auto run =
      readers::read_text(head({}, settings, {}) + section_head(settings, {1, {0}, {}}, section), "a");
  ASSERT_TRUE(run);
  ASSERT_EQ(run->cases.size(), 1U);
  EXPECT_EQ(run->cases[0].id.benchmark, "PingPong");
  EXPECT_EQ(run->cases[0].status, Status::skipped);
  EXPECT_EQ(run->cases[0].reason, Reason::invalid_process_count);
}

}  // namespace
}  // namespace sonde::tables
