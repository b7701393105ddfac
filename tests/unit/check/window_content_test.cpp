// What checked epochs leave behind, with transfers done by hand on the memory of all ranks.
#include "check/window_content.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <map>

namespace sonde::check {
namespace {

constexpr std::int64_t length = 8, slots = 3;

/// The memory of a rank in one area, slots of up to `width` messages.
struct Memory {
  std::map<Area, std::vector<std::byte>> areas;
  std::byte* at(Area area, std::int64_t slot, std::int64_t index) {
    auto& bytes = areas[area];
    bytes.resize(1024);
    return bytes.data() + (slot * 8 + index) * length;
  }
};

struct World {
  ExpectedContent expect;
  EpochFacts facts;
  std::vector<Memory> ranks;

  World(ExpectedContent what, int processes, bool first_only, TransferType type = TransferType::byte_type,
        int in_flight = 1)
      : expect(what), ranks(static_cast<std::size_t>(processes)) {
    facts.type = type;
    facts.ranks = processes;
    facts.bytes = size_of(type) == 1 ? length : size_of(type);
    facts.generation = 5;
    facts.first_only = first_only;
    facts.in_flight = in_flight;
    facts.repetitions = slots;
    facts.slots = slots;
    each([](const Place& place, std::span<std::byte> bytes) { place.before(0, bytes); });
  }

  template <class Use>
  void each(Use use) {
    for (facts.rank = 0; facts.rank < facts.ranks; ++facts.rank)
      for (facts.section = 0; facts.section < slots; ++facts.section)
        for (const Place& place : places(expect, facts))
          use(place, std::span(at(facts.rank, place.area, facts.section, place.index),
                               static_cast<std::size_t>(facts.bytes)));
  }
  std::byte* at(int rank, Area area, std::int64_t slot, std::int64_t index = 0) {
    return ranks[static_cast<std::size_t>(rank)].at(area, slot, index);
  }
  void put(int from, int to, std::int64_t slot, std::int64_t out = 0, std::int64_t in = 0) {
    std::memcpy(at(to, Area::window, slot, in), at(from, Area::send, slot, out),
                static_cast<std::size_t>(facts.bytes));
  }
  void get(int by, int from, std::int64_t slot, std::int64_t into = 0, std::int64_t section = 0) {
    std::memcpy(at(by, Area::receive, slot, into), at(from, Area::window, slot, section),
                static_cast<std::size_t>(facts.bytes));
  }
  /// Places that are not as they must be.
  int wrong() {
    int count = 0;
    each([&](const Place& place, std::span<std::byte> bytes) {
      count += place.after && verify(place.after, facts, bytes).found() ? 1 : 0;
    });
    return count;
  }
};

TEST(Puts, by_the_first_rank_of_two) {
  World world(ExpectedContent::put_by_peer, 2, true);
  EXPECT_EQ(world.wrong(), slots);
  for (int slot = 0; slot < slots; ++slot) world.put(0, 1, slot);
  EXPECT_EQ(world.wrong(), 0);
  world.put(1, 0, 0);
  EXPECT_EQ(world.wrong(), 1);  // the first rank's own window was to stay
}

TEST(Puts, into_the_section_of_another_repetition_are_found) {
  World world(ExpectedContent::put_by_peer, 2, false);
  for (int slot = 0; slot < slots; ++slot)
    for (int rank : {0, 1}) world.put(rank, 1 - rank, slot);
  EXPECT_EQ(world.wrong(), 0);
  std::memcpy(world.at(1, Area::window, 0), world.at(0, Area::send, 1), length);
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Puts, by_one_to_all_leave_its_own_window) {
  World world(ExpectedContent::put_by_first, 3, true);
  for (int slot = 0; slot < slots; ++slot)
    for (int target : {1, 2}) world.put(0, target, slot);
  EXPECT_EQ(world.wrong(), 0);
  world.put(0, 0, 1);
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Puts, by_all_go_to_sections_of_their_origins) {
  World world(ExpectedContent::put_by_all, 3, false);
  for (int slot = 0; slot < slots; ++slot)
    for (int from = 0; from < 3; ++from)
      for (int to = 0; to < 3; ++to)
        if (from != to) world.put(from, to, slot, 0, from);
  EXPECT_EQ(world.wrong(), 0);
  world.put(0, 1, 2, 0, 2);
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Gets, fill_a_block_for_each_other_rank) {
  for (const bool first_only : {true, false}) {
    World world(ExpectedContent::got_from_all, 3, first_only);
    for (int slot = 0; slot < slots; ++slot)
      for (int by = 0; by < (first_only ? 1 : 3); ++by)
        for (int from = 0; from < 3; ++from)
          if (from != by) world.get(by, from, slot, from);
    EXPECT_EQ(world.wrong(), 0);
    world.get(0, 1, 0, 2);
    EXPECT_EQ(world.wrong(), 1);
    world.get(0, 1, 0, 0);
    EXPECT_EQ(world.wrong(), 2);
  }
}

TEST(Gets, between_pairs) {
  World world(ExpectedContent::got_from_peer, 2, false);
  for (int slot = 0; slot < slots; ++slot)
    for (int rank : {0, 1}) world.get(rank, 1 - rank, slot);
  EXPECT_EQ(world.wrong(), 0);
}

TEST(WindowsOfTransfers, go_from_the_first_of_each_pair_to_places_of_their_own) {
  World put(ExpectedContent::put_by_peer, 5, true, TransferType::byte_type, 3),
      get(ExpectedContent::got_from_peer, 5, true, TransferType::byte_type, 3);
  for (int slot = 0; slot < slots; ++slot)
    for (int rank : {0, 1})
      for (int i = 0; i < 3; ++i) {
        put.put(rank, rank + 2, slot, i, i);
        get.get(rank, rank + 2, slot, i, i);
      }
  EXPECT_EQ(put.wrong(), 0);
  EXPECT_EQ(get.wrong(), 0);
  put.put(0, 2, 1, 2, 1);
  get.get(1, 3, 2, 0, 2);
  EXPECT_EQ(put.wrong(), 1) << "a message in the place of another";
  EXPECT_EQ(get.wrong(), 1);
  put.put(2, 0, 0);
  put.put(0, 4, 0, 1, 1);
  EXPECT_EQ(put.wrong(), 3) << "windows of who is no target are to stay";
}

TEST(WindowsOfTransfers, go_both_ways) {
  World world(ExpectedContent::put_by_peer, 3, false, TransferType::byte_type, 2);
  EXPECT_EQ(world.wrong(), 2 * 2 * slots);
  for (int slot = 0; slot < slots; ++slot)
    for (int rank : {0, 1})
      for (int i : {0, 1}) world.put(rank, 1 - rank, slot, i, i);
  EXPECT_EQ(world.wrong(), 0);
}

TEST(Exchanges, keep_left_and_right_apart_also_with_one_neighbour) {
  for (int processes : {2, 3}) {
    World put(ExpectedContent::put_by_neighbours, processes, false),
        get(ExpectedContent::got_from_neighbours, processes, false);
    for (int slot = 0; slot < slots; ++slot)
      for (int rank = 0; rank < processes; ++rank) {
        const int left = (rank + processes - 1) % processes, right = (rank + 1) % processes;
        put.put(rank, left, slot, 0, 0);
        put.put(rank, right, slot, 1, 1);
        get.get(rank, right, slot, 0, 0);
        get.get(rank, left, slot, 1, 1);
      }
    EXPECT_EQ(put.wrong(), 0);
    EXPECT_EQ(get.wrong(), 0);
    put.put(0, 1, 0, 0, 1);
    get.get(0, 1, 0, 0, 1);
    EXPECT_EQ(put.wrong(), 1);
    EXPECT_EQ(get.wrong(), 1);
  }
}

float real(const std::byte* at) {
  float value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}
void set(std::byte* at, float value) {
  std::memcpy(at, &value, sizeof value);
}

TEST(Sums, are_added_once_a_repetition) {
  World world(ExpectedContent::fetched_and_added, 2, true, TransferType::float_type);
  for (int slot = 0; slot < slots; ++slot) {
    std::byte* target = world.at(1, Area::window, slot);
    set(world.at(0, Area::receive, slot), real(target));
    set(target, real(target) + real(world.at(0, Area::send, slot)));
  }
  EXPECT_EQ(world.wrong(), 0);
  std::byte* target = world.at(1, Area::window, 1);
  set(target, real(target) + real(world.at(0, Area::send, 1)));
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Sums, of_everybody_are_those_of_the_first_ranks_window) {
  World world(ExpectedContent::accumulated, 3, false, TransferType::float_type);
  for (int slot = 0; slot < slots; ++slot)
    for (int rank = 0; rank < 3; ++rank) {
      std::byte* target = world.at(0, Area::window, slot);
      set(target, real(target) + real(world.at(rank, Area::send, slot)));
    }
  EXPECT_EQ(world.wrong(), 0);
}

TEST(Counters, come_back_as_they_were_before) {
  World world(ExpectedContent::counted, 2, true, TransferType::float_type);
  std::byte* counter = world.at(1, Area::window, 0);
  for (int slot = 0; slot < slots; ++slot) {
    set(world.at(0, Area::receive, slot), real(counter));
    set(counter, real(counter) + real(world.at(0, Area::send, slot)));
  }
  EXPECT_EQ(world.wrong(), 0);
  set(world.at(0, Area::receive, 1), real(counter));
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Counters, of_all_ranks_lose_nothing) {
  World world(ExpectedContent::counted_by_all, 3, false, TransferType::float_type);
  std::byte* counter = world.at(0, Area::window, 0);
  for (int slot = 0; slot < slots; ++slot)
    for (int rank = 0; rank < 3; ++rank) {
      EXPECT_EQ(world.wrong(), 1);
      set(counter, real(counter) + real(world.at(rank, Area::send, slot)));
    }
  EXPECT_EQ(world.wrong(), 0);
  set(counter, real(counter) - real(world.at(1, Area::send, 0)));  // one addition was lost
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Counts, of_all_ranks_give_back_each_value_once) {
  EpochFacts facts;
  facts.type = TransferType::float_type;
  facts.ranks = 3;
  facts.repetitions = 4;
  facts.generation = 9;  // from 12 on by 3
  const auto came_back = [&](std::vector<float> values) {
    return verify_counted(facts, std::as_bytes(std::span(values)));
  };
  const std::vector<float> all{12, 18, 15, 21, 24, 45, 27, 30, 36, 33, 42, 39};
  EXPECT_FALSE(came_back(all).found());
  for (const float wrong : {18.0F, 11.0F, 13.5F, 14.0F, 48.0F, -1.0F}) {
    auto values = all;
    values[0] = wrong;
    EXPECT_EQ(came_back(values).wrong, 1) << wrong;
  }
  auto values = all;
  values[1] = values[4] = 12;
  EXPECT_EQ(
      came_back(values).text,
      "2 of 12 values that came back to the 3 ranks are wrong, the first: got 12 a second time, expected 12 to "
      "45 by 3, each once");
}

TEST(Counts, stay_exact) {
  EXPECT_EQ(exact_repetitions(ExpectedContent::put_by_peer, 2), std::numeric_limits<std::int64_t>::max());
  for (const int ranks : {1, 1000, 1 << 23}) {
    const auto most = exact_repetitions(ExpectedContent::counted_by_all, ranks);
    EXPECT_GE(most, 1);
    EXPECT_LE(102 + 7 * most * ranks, ranks < 1 << 20 ? 1 << 24 : 1 << 26) << ranks;
  }
  EXPECT_EQ(exact_repetitions(ExpectedContent::counted, 1000),
            exact_repetitions(ExpectedContent::counted_by_all, 1));
}

std::int32_t whole(const std::byte* at) {
  std::int32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}

TEST(Swaps, follow_one_another_and_go_round) {
  World world(ExpectedContent::swapped, 2, true, TransferType::int_type);
  std::byte* target = world.at(1, Area::window, 0);
  const auto begin = whole(target);
  for (int slot = 0; slot < slots; ++slot) {
    std::byte* send = world.at(0, Area::send, slot);
    const std::byte* next =
        world.ranks[0].areas[Area::send].data() + (send - world.ranks[0].areas[Area::send].data()) + length;
    std::memcpy(world.at(0, Area::receive, slot), target, 4);
    EXPECT_EQ(whole(target), whole(send));
    std::memcpy(target, next, 4);
  }
  EXPECT_EQ(whole(target), begin);  // as many as there are slots: the first one may follow
  EXPECT_EQ(world.wrong(), 0);
  std::memcpy(target, world.at(0, Area::send, 1), 4);
  EXPECT_EQ(world.wrong(), 1);
}

TEST(Places, what_arrives_differs_in_every_byte_from_what_was_there) {
  EpochFacts facts;
  facts.ranks = 3;
  facts.bytes = 64;
  for (const auto& place : places(ExpectedContent::put_by_first, {facts})) {
    std::vector<std::byte> before(64), after(64);
    place.before(0, before);
    place.after(0, after);
    for (std::size_t i = 0; i < 64; ++i)
      EXPECT_EQ(before[i] == after[i], place.area == Area::send || place.index == facts.rank) << i;
  }
}

}  // namespace
}  // namespace sonde::check
