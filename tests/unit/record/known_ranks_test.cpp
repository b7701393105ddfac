#include "record/known_ranks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "make_case.hpp"

namespace sonde::record {
namespace {

std::vector<int> many(int first) {
  std::vector<int> ranks(100);
  std::iota(ranks.begin(), ranks.end(), first);
  return ranks;
}

std::string line_of(const std::vector<int>& ranks, std::int64_t bytes) {
  CaseRecord record = test::make_case("Allreduce", bytes, 1e-6);
  record.ranks = ranks;
  return to_json(record);
}

RankList ranks_of(LineReader& reader, const std::string& line) {
  const auto read = reader.read(line);
  EXPECT_TRUE(read) << read.error().message;
  return read ? std::get<CaseRecord>(*read).ranks : RankList{};
}

TEST(KnownRanks, equal_lists_of_several_lines_are_one) {
  LineReader reader;
  const RankList first = ranks_of(reader, line_of(many(0), 8)),
                 second = ranks_of(reader, line_of(many(0), 16));
  EXPECT_EQ(first, many(0));
  EXPECT_EQ(second, many(0));
  EXPECT_EQ(&first.list(), &second.list());
  EXPECT_EQ(ranks_of(reader, line_of(many(7), 16)), many(7));
  EXPECT_EQ(ranks_of(reader, line_of({}, 16)), RankList{});
}

TEST(KnownRanks, the_rest_of_a_line_is_read_as_it_stands) {
  LineReader reader;
  for (const std::int64_t bytes : {8, 16, 32}) {
    const auto read = reader.read(line_of(many(0), bytes));
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<CaseRecord>(*read).id.bytes, bytes);
    EXPECT_EQ(to_json(std::get<CaseRecord>(*read)), line_of(many(0), bytes));
  }
  EXPECT_FALSE(reader.read(line_of(many(0), 8) + "}"));
  EXPECT_FALSE(reader.read(line_of(many(0), 8).replace(2, 6, "schemX")));
}

// What only looks like the list of the case.
TEST(KnownRanks, lists_within_others_and_words_in_texts_are_none) {
  LineReader reader;
  const std::string list = "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]";
  const std::string start = R"({"schema":1,"kind":"case","benchmark":"B","status":"measured",)";
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(ranks_of(reader, start + R"("other":{"ranks":)" + list + "}}").empty());
    EXPECT_TRUE(ranks_of(reader, start + R"("text":"\"ranks\":)" + list + R"("})").empty());
    EXPECT_EQ(ranks_of(reader, start + R"("ranks":)" + list + R"(,"ranks":[5]})").size(), 26U)
        << "the first of two counts";
    EXPECT_EQ(ranks_of(reader, start + R"("ranks": )" + list + "}").size(), 26U);
  }
}

TEST(RankList, changes_leave_copies_as_they_were) {
  RankList one{1, 2};
  const RankList other = one;
  EXPECT_TRUE(one.shared());
  one.push_back(3);
  EXPECT_EQ(one, (RankList{1, 2, 3}));
  EXPECT_EQ(other, (RankList{1, 2}));
  EXPECT_FALSE(other.shared());
  one.clear();
  EXPECT_TRUE(one.empty());
  EXPECT_EQ(one.begin(), one.end());
}

}  // namespace
}  // namespace sonde::record
