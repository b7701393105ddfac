#include "model/arbiter.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sonde::model {
namespace {

// The order in which k processes that are all ready are served: "<process>x<bytes> ...".
std::string order(const Shares& shares) {
  Arbiter arbiter(shares);
  for (int process = 0; process < shares.processes; ++process) arbiter.enqueue(process);
  std::string text;
  while (const auto piece = arbiter.next()) {
    text += std::to_string(piece->process) + "x" + std::to_string(piece->bytes) + (piece->last ? "! " : " ");
    arbiter.finish(*piece);
  }
  return text;
}

TEST(Arbiter, serves_in_turns_of_one_chunk) {
  EXPECT_EQ(order({2, 2, 3, 1, 3, Remainder::last}), "0x1 1x1 0x1 1x1 0x1! 1x1! ");
  EXPECT_EQ(order({2, 2, 3, 5, 5, Remainder::last}), "0x3! 1x3! ");
}

TEST(Arbiter, puts_the_short_piece_where_it_is_told) {
  EXPECT_EQ(order({2, 2, 5, 2, 5, Remainder::last}), "0x2 1x2 0x2 1x2 0x1! 1x1! ");
  EXPECT_EQ(order({2, 2, 5, 2, 5, Remainder::inside}), "0x2 1x2 0x1 1x1 0x2! 1x2! ");
  EXPECT_EQ(order({2, 2, 3, 2, 3, Remainder::inside}), "0x1 1x1 0x2! 1x2! ");
}

TEST(Arbiter, serves_groups_in_turns_of_the_larger_chunk) {
  EXPECT_EQ(order({4, 2, 4, 1, 2, Remainder::last}),
            "0x1 1x1 0x1 1x1 2x1 3x1 2x1 3x1 0x1 1x1 0x1! 1x1! 2x1 3x1 2x1! 3x1! ");
}

TEST(Arbiter, a_new_message_queues_behind_those_that_wait) {
  Arbiter arbiter({3, 3, 2, 1, 2, Remainder::last});
  arbiter.enqueue(0);
  const Piece first = *arbiter.next();
  arbiter.enqueue(1);
  arbiter.finish(first);
  arbiter.enqueue(2);
  for (const int expected : {1, 0, 2}) {
    const Piece piece = *arbiter.next();
    EXPECT_EQ(piece.process, expected);
    arbiter.finish(piece);
  }
}

TEST(Arbiter, nothing_queued_is_nothing_to_send) {
  Arbiter arbiter({2, 1, 5, 1, 5, Remainder::last});
  EXPECT_FALSE(arbiter.next().has_value());
}

}  // namespace
}  // namespace sonde::model
