#include "record/node_places.hpp"

#include <gmock/gmock.h>

#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Ranks dealt to the nodes in turn; two on each core of the first NUMA node.
std::vector<RankPlace> dealt(int ranks, int nodes) {
  std::vector<RankPlace> places;
  for (int rank = 0; rank < ranks; ++rank)
    places.push_back({rank, "n" + std::to_string(rank % nodes), {rank / nodes / 2}, 0});
  return places;
}

void expect_same(const std::vector<RankPlace>& found, const std::vector<RankPlace>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].rank, wanted[i].rank);
    EXPECT_EQ(found[i].host, wanted[i].host);
    EXPECT_EQ(found[i].cores, wanted[i].cores);
    EXPECT_EQ(found[i].numa_node, wanted[i].numa_node);
  }
}

TEST(NodePlaces, name_a_host_once_and_ranks_of_the_same_cores_together) {
  const auto nodes = by_node(dealt(8, 2));
  ASSERT_THAT(nodes, SizeIs(2));
  EXPECT_EQ(nodes[1].host, "n1");
  EXPECT_THAT(nodes[1].ranks, ElementsAre(PlacedAlike{{1, 3}, {0}, 0}, PlacedAlike{{5, 7}, {1}, 0}));
}

TEST(NodePlaces, lose_nothing) {
  auto places = dealt(12, 3);
  places[4].cores = {};
  places[5].numa_node.reset();
  expect_same(by_rank(by_node(places)), places);
}

TEST(NodePlaces, as_ranges) {
  EXPECT_EQ(ranges_of(std::vector{0, 1, 2, 3, 8}), "0-3,8");
  EXPECT_EQ(ranges_of(std::vector{5}), "5");
  EXPECT_EQ(ranges_of(std::vector{1, 3, 4}), "1,3-4");
  EXPECT_EQ(ranges_of({}), "");
  EXPECT_THAT(*numbers_of("0-3,8", 5), ElementsAre(0, 1, 2, 3, 8));
  EXPECT_THAT(*numbers_of("", 5), IsEmpty());
}

TEST(NodePlaces, ranges_that_are_none_are_refused) {
  for (const auto* text : {"a", "3-1", "-1", "1-", "1,,2", "0-3,8x", "1 2", "99999999999"})
    EXPECT_FALSE(numbers_of(text, 100)) << text;
  EXPECT_FALSE(numbers_of("0-3,8", 4)) << "one too many";
  EXPECT_FALSE(numbers_of("0-2147483647", 1000));
}

Header header_of_many(int ranks) {
  Header header = full_header();
  header.ranks = ranks;
  header.places = dealt(ranks, 64);
  return header;
}

TEST(NodePlaces, in_records_of_many_ranks_come_back) {
  const auto header = header_of_many(ranks_told_one_by_one + 1);
  const auto line = to_json(header);
  EXPECT_THAT(
      line,
      HasSubstr(
          "\"places\":[],\"nodes\":[{\"host\":\"n0\",\"ranks\":[{\"ranks\":\"0,64\",\"cores\":\"0\",\"numa_node\":0}"));
  const auto parsed = parse_line(line);
  ASSERT_TRUE(parsed) << parsed.error().message;
  expect_same(std::get<Header>(*parsed).places, header.places);
  EXPECT_EQ(to_json(std::get<Header>(*parsed)), line);
  EXPECT_THAT(to_json(header_of_many(ranks_told_one_by_one)), Not(HasSubstr("\"nodes\"")));
}

TEST(NodePlaces, of_hostile_records_take_no_memory) {
  auto line = to_json(header_of_many(ranks_told_one_by_one + 1));
  const std::string was = "\"ranks\":\"0,64\",\"cores\":\"0\"";
  for (const std::string bad :
       {R"("ranks":"0-99999999","cores":"0-99")", R"("ranks":"0-9999999","cores":null)",
        R"("ranks":"0-60000","cores":"0-60000")", R"("ranks":"x","cores":"0")", R"("ranks":5,"cores":"0")"}) {
    auto changed = line;
    changed.replace(changed.find(was), was.size(), bad);
    EXPECT_FALSE(parse_line(changed)) << bad;
  }
}

}  // namespace
}  // namespace sonde::record
