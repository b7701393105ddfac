// Partners that are drawn, and neighbours on a grid: whose message is expected where.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "catalog/draws.hpp"
#include "check/verify.hpp"

namespace sonde::check {
namespace {

using Bytes = std::vector<std::byte>;

Bytes sent_by(ExpectedContent expect, Facts facts, int rank, std::size_t bytes) {
  facts.rank = rank;
  Bytes out(bytes);
  fill_send(expect, facts, out);
  return out;
}

/// The sender of the last message to a rank, found by playing all draws.
int last_sender(ExpectedContent expect, const Facts& f) {
  if (expect == ExpectedContent::from_drawn_ring) {
    const auto ring = drawn_ring(f.seed, f.ranks, f.repetition);
    const auto at = std::ranges::find(ring, f.rank) - ring.begin();
    return ring[static_cast<std::size_t>((at + f.ranks - 1) % f.ranks)];
  }
  std::vector<int> sender(static_cast<std::size_t>(f.ranks), -1);
  for (int draw = 0; draw < f.ranks; ++draw) {
    const auto [first, second] = drawn_pair(f.seed, f.ranks, f.repetition, draw);
    sender[static_cast<std::size_t>(second)] = first;
    if (expect == ExpectedContent::from_drawn_partner) sender[static_cast<std::size_t>(first)] = second;
  }
  return sender[static_cast<std::size_t>(f.rank)];
}

TEST(Drawn, the_message_of_the_last_sender_is_right_and_every_other_one_wrong) {
  int without = 0;
  for (const auto expect : {ExpectedContent::from_drawn_sender, ExpectedContent::from_drawn_partner,
                            ExpectedContent::from_drawn_ring})
    for (std::int64_t repetition = 0; repetition < 20; ++repetition)
      for (int rank = 0; rank < 5; ++rank) {
        const Facts f{
            .ranks = 5, .rank = rank, .bytes = 40, .seed = 9, .repetition = repetition, .generation = 3};
        const int sender = last_sender(expect, f);
        ASSERT_EQ(drawn_sender(expect, f), sender) << repetition << ' ' << rank;
        without += sender < 0 ? 1 : 0;
        if (sender < 0) continue;
        ASSERT_NE(sender, rank);
        for (int other = 0; other < 5; ++other)
          EXPECT_EQ(verify(expect, f, sent_by(expect, f, other, 40)).found(), other != sender);
      }
  EXPECT_GT(without, 10);  // of 100 ranks whom nobody need have drawn
}

TEST(Drawn, a_partner_that_is_drawn_first_is_expected_where_both_send) {
  const Facts of_two{.ranks = 2, .rank = 0, .bytes = 8, .seed = 1};
  EXPECT_EQ(drawn_sender(ExpectedContent::from_drawn_partner, of_two), 1);
  EXPECT_EQ(drawn_sender(ExpectedContent::from_drawn_ring, of_two), 1);
}

TEST(FlowChecks, expect_the_message_of_who_sends_to_a_rank) {
  Facts f{.ranks = 5, .bytes = 40, .flows = {Flows::reversed, 5}, .generation = 2};
  for (f.rank = 0; f.rank < 5; ++f.rank) {
    EXPECT_EQ(drawn_sender(ExpectedContent::from_flow, f), f.rank == 2 ? -1 : 4 - f.rank);
    if (f.rank == 2) continue;
    for (int other = 0; other < 5; ++other)
      EXPECT_EQ(
          verify(ExpectedContent::from_flow, f, sent_by(ExpectedContent::from_flow, f, other, 40)).found(),
          other != 4 - f.rank);
  }
}

TEST(FlowChecks, follow_the_repetition_where_flows_are_drawn) {
  Facts f{.ranks = 7, .rank = 3, .bytes = 8, .seed = 4, .flows = {Flows::permuted, 7, 1, 4}};
  for (f.repetition = 0; f.repetition < 5; ++f.repetition)
    EXPECT_EQ(drawn_sender(ExpectedContent::from_flow, f), f.flows.ends_of(3, f.repetition).from);
}

TEST(FlowChecks, of_one_with_all_others) {
  const Facts at_first{.ranks = 3, .rank = 0, .bytes = 16, .generation = 1};
  Bytes all = sent_by(ExpectedContent::from_all_others, at_first, 1, 16);
  const Bytes second = sent_by(ExpectedContent::from_all_others, at_first, 2, 16);
  all.insert(all.end(), second.begin(), second.end());
  EXPECT_FALSE(verify(ExpectedContent::from_all_others, at_first, all).found());
  std::swap_ranges(all.begin(), all.begin() + 16, all.begin() + 16);
  EXPECT_EQ(verify(ExpectedContent::from_all_others, at_first, all).wrong, 32);
  const Facts at_last{.ranks = 3, .rank = 2, .bytes = 16, .generation = 1};
  EXPECT_FALSE(
      verify(ExpectedContent::from_first, at_last, sent_by(ExpectedContent::from_first, at_last, 0, 16))
          .found());
  EXPECT_TRUE(
      verify(ExpectedContent::from_first, at_last, sent_by(ExpectedContent::from_first, at_last, 1, 16))
          .found());
}

TEST(Grid, each_place_holds_what_that_neighbour_sent_the_other_way) {
  const std::array<int, 4> neighbours{3, 1, 2, 0};  // left, right, below, above of a rank in a grid
  const Facts f{
      .ranks = 4, .rank = 1, .bytes = 24, .neighbours = neighbours.data(), .directions = 4, .generation = 2};
  Bytes received;
  for (std::size_t direction = 0; direction < 4; ++direction) {
    const auto all = sent_by(ExpectedContent::from_grid_neighbours, f, neighbours.at(direction), 4 * 24);
    const auto from = all.begin() + static_cast<std::ptrdiff_t>((direction ^ 1U) * 24);
    received.insert(received.end(), from, from + 24);
  }
  EXPECT_FALSE(verify(ExpectedContent::from_grid_neighbours, f, received).found());
  std::swap_ranges(received.begin(), received.begin() + 24, received.begin() + 24);
  EXPECT_EQ(verify(ExpectedContent::from_grid_neighbours, f, received).wrong, 48);
}

TEST(Grid, neighbourhood_collectives_bring_the_block_of_the_same_number) {
  const std::array<int, 4> neighbours{3, 1, 2, 0};
  const Facts f{
      .ranks = 4, .rank = 1, .bytes = 24, .neighbours = neighbours.data(), .directions = 4, .generation = 2};
  Bytes blocks, messages;
  for (std::size_t place = 0; place < 4; ++place) {
    const auto all = sent_by(ExpectedContent::from_grid_blocks, f, neighbours.at(place), 4 * 24);
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(place * 24);
    blocks.insert(blocks.end(), from, from + 24);
    messages.insert(messages.end(), all.begin(), all.begin() + 24);
  }
  EXPECT_FALSE(verify(ExpectedContent::from_grid_blocks, f, blocks).found());
  EXPECT_FALSE(verify(ExpectedContent::from_grid_ranks, f, messages).found());
  EXPECT_EQ(verify(ExpectedContent::from_grid_blocks, f, messages).wrong, 72);
  std::swap_ranges(messages.begin(), messages.begin() + 24, messages.begin() + 24);
  EXPECT_EQ(verify(ExpectedContent::from_grid_ranks, f, messages).wrong, 48);
}

TEST(Grid, two_blocks_to_the_same_neighbour_are_alike) {
  const std::array<int, 4> neighbours{2, 2, 1, 3};
  const Facts f{.ranks = 4, .rank = 0, .bytes = 24, .neighbours = neighbours.data(), .directions = 4};
  Bytes blocks(96);
  expected(ExpectedContent::from_grid_blocks, f, blocks);
  EXPECT_TRUE(std::equal(blocks.begin(), blocks.begin() + 24, blocks.begin() + 24));
  EXPECT_FALSE(std::equal(blocks.begin() + 48, blocks.begin() + 72, blocks.begin() + 72));
  const auto sent = sent_by(ExpectedContent::from_grid_blocks, f, 2, 96);
  EXPECT_TRUE(std::equal(sent.begin(), sent.begin() + 48, blocks.begin()));
}

TEST(Elements, of_every_type_are_filled_summed_and_told_by_value) {
  for (const auto type : {TransferType::byte_type, TransferType::char_type, TransferType::int_type,
                          TransferType::float_type, TransferType::double_type}) {
    const Facts f{.type = type, .ranks = 3, .bytes = 4 * size_of(type), .generation = 1};
    Bytes right(static_cast<std::size_t>(f.bytes));
    expected(ExpectedContent::reduced, f, right);
    EXPECT_FALSE(verify(ExpectedContent::reduced, f, right).found());
    const Bytes own = sent_by(ExpectedContent::reduced, f, 0, right.size());
    EXPECT_NE(own, right) << "a sum of three is not one of them";
    Bytes wrong = right;
    spoil(ExpectedContent::reduced, f, wrong);
    const auto defect = verify(ExpectedContent::reduced, f, wrong);
    EXPECT_EQ(defect.wrong, 4);
    EXPECT_EQ(defect.index, 0);
    EXPECT_NE(defect.got, defect.expected);
  }
}

}  // namespace
}  // namespace sonde::check
