// What the page of a history is told, and that it is what check says.
#include "history/page_script_data.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "history/alarm_episodes.hpp"

namespace sonde::history {
namespace {

using nlohmann::json;

constexpr std::int64_t first_minute = 29386980;  // 2025-11-15T03:00Z

/// Cases that hardly differ from night to night; no record of them is on the disk.
History quiet(std::size_t cases, std::size_t nights) {
  History out{"/a/folder/nights/", {}, {}};
  for (std::size_t night = 0; night < nights; ++night) {
    const std::string begin = minute_text(first_minute + static_cast<std::int64_t>(night) * 24 * 60);
    out.nights.push_back({begin.substr(0, 10), {begin + "-0123456789abcdef.json"}});
  }
  for (std::size_t c = 0; c < cases; ++c) {
    HistoryRow row{{}, "case " + std::to_string(c), analysis::Quantity::median, std::vector<Cell>(nights)};
    for (std::size_t night = 0; night < nights; ++night) {
      const double value = std::log(1e-5) + 1e-3 * static_cast<double>((night + c) % 5);
      row.nights[night] = {value, value - 0.01, value + 0.02, 3, 0};
    }
    out.rows.push_back(std::move(row));
  }
  out.new_levels.resize(cases);
  return out;
}

void slow_down(History& history, std::size_t of, std::size_t from, double factor) {
  for (std::size_t night = from; night < history.nights.size(); ++night) {
    Cell& cell = history.rows[of].nights[night];
    for (double* value : {&cell.value, &cell.low, &cell.high}) *value += std::log(factor);
  }
}

/// What check finds, without the records: what changed at these nights is as if it had been read.
Check found(const History& history, std::initializer_list<std::size_t> nights) {
  Check out;
  const auto series = series_of(history);
  out.calibrated = Differences(series).judge(history.last());
  for (const std::size_t night : nights) out.causes[night] = {"kernel: 1 -> 2"};
  return out;
}

json data_of(const History& history, const Check& check) {
  const auto text = page_data(history, check, {"title", "today"});
  EXPECT_TRUE(text.has_value()) << (text ? "" : text.error().message);
  return text ? json::parse(*text) : json();
}

TEST(HistoryPage, NamesTheAlarmsOfTheLastNightWorstFirst) {
  History history = quiet(4, 90);
  slow_down(history, 1, 87, 1.2);
  slow_down(history, 2, 87, 1.3);
  slow_down(history, 3, 87, 0.8);
  const Check check = found(history, {87});
  const json data = data_of(history, check);
  ASSERT_EQ(check.calibrated->moved.size(), 3U);
  EXPECT_EQ(data["state"], "alarm");
  EXPECT_EQ(data["headline"], "ALARM: slower than in the nights before");
  ASSERT_EQ(data["alarms"].size(), 3U);
  EXPECT_EQ(data["alarms"][0]["name"], "case 2");
  EXPECT_EQ(data["alarms"][1]["name"], "case 1");
  EXPECT_EQ(data["alarms"][2]["kind"], "faster");
  const json& worst = data["alarms"][0];
  EXPECT_EQ(worst["change"].get<double>(), check.calibrated->moved[0].change);
  EXPECT_EQ(worst["since"], 87);
  EXPECT_EQ(worst["nights"].back(), 89);
  EXPECT_EQ(worst["changes"][0], "kernel: 1 -> 2");
  EXPECT_TRUE(worst["acknowledged"].is_null());
  EXPECT_LT(worst["low"], worst["change"]);
  EXPECT_GT(worst["high"], worst["change"]);
}

TEST(HistoryPage, KeepsTheAlarmOfAnEarlierNightWithTheWordsThatAcknowledgedIt) {
  History history = quiet(3, 90);
  slow_down(history, 1, 70, 1.2);
  history.new_levels[1][70] = "UCX 1.17";
  const json data = data_of(history, found(history, {70}));
  EXPECT_EQ(data["state"], "quiet");
  EXPECT_EQ(data["headline"], "no alarm");
  ASSERT_EQ(data["alarms"].size(), 1U);
  EXPECT_EQ(data["alarms"][0]["acknowledged"], json::parse(R"({"night":70,"text":"UCX 1.17"})"));
  EXPECT_LT(data["alarms"][0]["nights"].back(), 75);
  EXPECT_EQ(data["cases"][1]["levels"][0]["night"], 70);
}

TEST(HistoryPage, JudgesNoNightByThoseAfterIt) {
  History history = quiet(2, 80);
  slow_down(history, 0, 70, 1.2);
  const auto all = raised(history, found(history, {}));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_GE(all[0].nights.front(), 70U);
  EXPECT_LT(all[0].nights.front(), 74U);
  EXPECT_FALSE(all[0].level);
}

TEST(HistoryPage, GivesValuesAsPartsOfTheLevelAndGapsAsNull) {
  History history = quiet(1, 60);
  history.rows[0].nights[10] = {};
  history.rows[0].nights[11] = {};
  history.rows[0].nights[11].failed = 3;
  const json data = data_of(history, found(history, {}));
  const json& one = data["cases"][0];
  ASSERT_EQ(one["values"].size(), 60U);
  EXPECT_TRUE(one["values"][10].is_null());
  EXPECT_TRUE(one["low"][10].is_null());
  EXPECT_EQ(one["failed"], json::parse("[11]"));
  EXPECT_EQ(one["values"][0], -20);  // the median is 2 parts of 1000 above the first night
  EXPECT_EQ(one["low"][0], -120);
  EXPECT_EQ(one["high"][0], 180);
  EXPECT_NEAR(one["level"], 1e-5 * std::exp(2e-3), 1e-12);
  EXPECT_NEAR(one["last"], 1e-5 * std::exp(4e-3), 1e-12);
  EXPECT_EQ(one["measured"], 58);
  EXPECT_EQ(data["days"][59], 59);
}

TEST(HistoryPage, GivesARateAsARate) {
  History history = quiet(1, 60);
  history.rows[0].quantity = analysis::Quantity::rate;
  const json one = data_of(history, found(history, {}))["cases"][0];
  EXPECT_EQ(one["unit"], "MB/s");
  EXPECT_NEAR(one["last"], 0.1, 1e-3);  // of 10^6 bytes
}

TEST(HistoryPage, SaysPerCaseWhatCouldHaveBeenSeen) {
  const History history = quiet(3, 90);
  const Check check = found(history, {});
  const json data = data_of(history, check);
  std::vector<double> all;
  for (const json& one : data["cases"]) all.push_back(one["visible"]);
  std::ranges::sort(all);
  EXPECT_EQ(all, check.calibrated->visible);
}

TEST(HistoryPage, HasTheLevelsAndWhatChangedWhereTheyBegin) {
  History history = quiet(3, 90);
  slow_down(history, 1, 70, 1.2);
  slow_down(history, 2, 70, 0.7);
  slow_down(history, 1, 80, 1.2);
  const json data = data_of(history, found(history, {70, 80}));
  EXPECT_EQ(data["cases"][0]["steps"], json::parse("[[0,0]]"));
  const json& steps = data["cases"][1]["steps"];
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[1][0], 70);
  EXPECT_NEAR(steps[1][1].get<double>() - steps[0][1].get<double>(), 1e4 * std::log(1.2), 20);
  ASSERT_EQ(data["borders"].size(), 2U);  // the newest first
  EXPECT_EQ(data["borders"][0]["night"], 80);
  EXPECT_EQ(data["borders"][1]["night"], 70);
  EXPECT_EQ(data["borders"][1]["changes"], json::parse(R"(["kernel: 1 -> 2"])"));
  EXPECT_EQ(data["borders"][1]["steps"][0]["case"], 2);  // the larger one
  EXPECT_NEAR(data["borders"][1]["steps"][0]["change"], -0.3, 0.01);
  EXPECT_EQ(data["borders"][1]["steps"][1]["case"], 1);
}

TEST(HistoryPage, TellsNoFolders) {
  const History history = quiet(1, 60);
  const json data = data_of(history, found(history, {}));
  EXPECT_EQ(data["directory"], "nights");
  EXPECT_EQ(data.dump().find("/a/folder"), std::string::npos);
}

TEST(HistoryPage, SaysWhatFailedBeforeWhatIsSlower) {
  History history = quiet(3, 90);
  slow_down(history, 1, 87, 1.2);
  Check check = found(history, {87, 89});
  check.failed = {2};
  const json data = data_of(history, check);
  EXPECT_EQ(data["alarms"][0]["kind"], "failed");
  EXPECT_EQ(data["alarms"][0]["case"], 2);
  EXPECT_EQ(data["headline"], "ALARM: slower than in the nights before; 1 case failed in the last night");
}

/// The nights of a row from one on are without a number, and failed in so many launches.
void lose(History& history, std::size_t row, std::size_t from, int failed) {
  for (std::size_t night = from; night < history.nights.size(); ++night) {
    history.rows[row].nights[night] = {};
    history.rows[row].nights[night].failed = failed;
  }
}

TEST(HistoryCheck, IsAnAlarmAsLongAsACaseFails) {
  for (const std::size_t nights : {1U, 2U, 10U}) {
    History history = quiet(3, 90);
    lose(history, 1, 90 - nights, 3);
    const auto checked = check(history);
    ASSERT_TRUE(checked);
    EXPECT_THAT(checked->failed, testing::ElementsAre(1)) << nights;
    EXPECT_THAT(checked->missing, testing::IsEmpty());
    EXPECT_TRUE(checked->alarm());
    const auto text = check_text(history, *checked);
    EXPECT_THAT(text, testing::HasSubstr("ALARM: failed in the last night: "));
    EXPECT_THAT(text, testing::HasSubstr("\nnothing slower\n"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("no alarm")));
  }
}

TEST(HistoryCheck, IsNoAlarmForACaseThatIsGoneOrHasNeverWorked) {
  History gone = quiet(3, 90);
  lose(gone, 1, 89, 0);
  EXPECT_THAT(check(gone)->missing, testing::ElementsAre(1));
  EXPECT_FALSE(check(gone)->alarm());
  lose(gone, 1, 86, 0);
  EXPECT_THAT(check(gone)->missing, testing::IsEmpty());
  History broken = quiet(3, 90);
  lose(broken, 1, 0, 3);
  EXPECT_THAT(check(broken)->failed, testing::IsEmpty());
  EXPECT_THAT(check_text(broken, *check(broken)), testing::HasSubstr("\nno alarm\n"));
}

/// So many cases that are 10 % slower since the second of two nights.
std::string text_of_slower(std::size_t cases) {
  History history;
  history.nights = {{"2025-11-01", {}}, {"2025-11-02", {}}};
  NightVerdict verdict{.past = 400, .rate = 1.0 / 365, .score = 3, .limit = 2, .judged = cases};
  for (std::size_t i = 0; i < cases; ++i) {
    history.rows.emplace_back().name = "case " + std::to_string(i);
    verdict.moved.push_back({.of = i, .change = 0.1, .low = 0.05, .high = 0.15, .score = 3, .since = 1});
  }
  history.new_levels.resize(cases);
  return check_text(history, {.calibrated = verdict});
}

TEST(CheckText, lists_twenty_cases_and_counts_the_others) {
  const std::string few = text_of_slower(20), many = text_of_slower(27);
  EXPECT_THAT(few, testing::HasSubstr("ALARM: slower than in the nights before\n"));
  EXPECT_THAT(few, testing::HasSubstr("case 19    +10.0%    3.00  2025-11-02\n"));
  EXPECT_THAT(few, testing::Not(testing::HasSubstr(" more\n")));
  EXPECT_THAT(many, testing::HasSubstr("case 19    +10.0%    3.00  2025-11-02\n# and 7 more\n"));
  EXPECT_THAT(many, testing::Not(testing::HasSubstr("case 20 ")));
}

}  // namespace
}  // namespace sonde::history
