#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

constexpr float unknown_link = std::numeric_limits<float>::quiet_NaN();

CaseRecord case_with_links() {
  CaseRecord record = full_case();
  links::Survey& survey = record.links.emplace();
  survey.ranks = {0, 4};
  survey.blocks = {{0, 1}, {"s1", "s2"}};
  survey.threshold = 0.2;
  survey.pairs = 2;
  survey.latency = {1e-6, 2e-6, 3e-6};
  survey.message = {1e-4, 2e-4, 3e-4};
  survey.map = {{2, {unknown_link, 1e-6F, 2e-6F, unknown_link}},
                {2, {unknown_link, 1e-4F, 3e-4F, unknown_link}},
                false};
  const links::Suspect host{.kind = links::Kind::host,
                            .quantity = links::LinkQuantity::latency,
                            .direction = links::Direction::both,
                            .first = 1,
                            .factor = 2.5};
  const links::Suspect link{
      .kind = links::Kind::link, .direction = links::Direction::sends, .first = 1, .second = 0};
  survey.findings = {{host, links::TrialVerdict::slow, 2, 1.9, 2.1, 1e-6, 24},
                     {link, links::TrialVerdict::open, 1.1, 1, 1.2, 1, 0}};
  return record;
}

CaseRecord links_back(const std::string& line) {
  auto parsed = parse_line(line);
  if (!parsed) ADD_FAILURE() << parsed.error().message;
  return parsed ? std::get<CaseRecord>(*parsed) : CaseRecord{};
}

TEST(JsonLinks, that_were_not_judged_say_so) {
  auto sent = case_with_links();
  EXPECT_EQ(to_json(sent).find("shares_cores"), std::string::npos);
  EXPECT_FALSE(links_back(to_json(sent)).links->shares_cores);
  sent.links->shares_cores = true;
  EXPECT_TRUE(links_back(to_json(sent)).links->shares_cores);
}

TEST(JsonLinks, come_back_as_they_went) {
  const auto line = to_json(case_with_links());
  const auto record = links_back(line);
  EXPECT_EQ(to_json(record), line);
  ASSERT_TRUE(record.links);
  const auto sent = case_with_links();
  const links::Survey &found = *record.links, &was = *sent.links;
  EXPECT_EQ(found.ranks, was.ranks);
  EXPECT_EQ(found.blocks.of, was.blocks.of);
  EXPECT_EQ(found.blocks.names, was.blocks.names);
  EXPECT_EQ(found.findings, was.findings);
  EXPECT_EQ(found.message, was.message);
  EXPECT_EQ(found.threshold, 0.2);
  EXPECT_EQ(found.pairs, 2);
  EXPECT_FALSE(found.map.every_pair);
  EXPECT_FLOAT_EQ(found.map.message.at(1, 0), 3e-4F);
  EXPECT_FLOAT_EQ(found.map.latency.at(0, 1), 1e-6F);
  EXPECT_TRUE(std::isnan(found.map.latency.at(0, 0)));
}

TEST(JsonLinks, stay_out_of_other_records) {
  EXPECT_EQ(to_json(full_case()).find("links"), std::string::npos);
  EXPECT_FALSE(links_back(to_json(full_case())).links);
}

TEST(JsonLinks, may_lack_their_matrices) {
  auto record = case_with_links();
  record.links->map = {{2, {}}, {2, {}}, true};
  const auto found = links_back(to_json(record));
  ASSERT_TRUE(found.links);
  EXPECT_TRUE(found.links->map.message.empty());
  EXPECT_EQ(found.links->players(), 2);
}

std::string links_complaint(const std::string& from, const std::string& to) {
  std::string line = to_json(case_with_links());
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  const auto parsed = parse_line(line.replace(at, from.size(), to));
  return parsed ? "" : parsed.error().message;
}

TEST(JsonLinks, that_do_not_fit_are_refused) {
  EXPECT_NE(links_complaint(R"("ranks":[0,4])", R"("ranks":[0,4,5])"), "");
  EXPECT_NE(links_complaint(R"("blocks":[0,1])", R"("blocks":[0,2])"), "");
  EXPECT_NE(links_complaint(R"("blocks":[0,1])", R"("blocks":[0,-1])"), "");
  EXPECT_NE(links_complaint(R"("blocks":[0,1])", R"("blocks":[0])"), "");
  EXPECT_NE(links_complaint(R"("first":1,"second":0)", R"("first":2,"second":0)"), "");
  EXPECT_NE(links_complaint(R"("first":1,"second":0)", R"("first":1,"second":2)"), "");
  EXPECT_NE(links_complaint(R"("first":1,"second":0)", R"("first":1)"), "") << "a link has two ends";
  EXPECT_NE(links_complaint(R"("kind":"host")", R"("kind":"cable")"), "");
  EXPECT_NE(links_complaint(R"("verdict":"slow")", R"("verdict":null)"), "");
  EXPECT_NE(links_complaint(R"("latency_s_base64":")", R"("latency_s_base64":null,"x":")"), "")
      << "one matrix";
  EXPECT_NE(links_complaint(R"("message_s_base64":")", R"("message_s_base64":"AACAPw==","x":")"), "");
}

}  // namespace
}  // namespace sonde::record
