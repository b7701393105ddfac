#include "check/window_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/contract.hpp"
#include "catalog/role.hpp"
#include "check/content.hpp"
#include "check/whole_numbers.hpp"

namespace sonde::check {

namespace {

using Bytes = std::span<std::byte>;

/// Message `index` that a rank sends in a slot.
Content sent_by(std::int64_t rank, const EpochFacts& f, std::int64_t index = 0) {
  const Stretch stretch{rank, std::max<std::int64_t>(2, f.in_flight) * f.section + index, f.generation};
  return [type = f.type, stretch](std::int64_t from, Bytes out) { fill_stretch(type, stretch, from, out); };
}

/// What section or block `index` of a slot holds at first in the memory of a rank.
Content held_by(std::int64_t rank, const EpochFacts& f, std::int64_t index = 0) {
  const Stretch stretch{f.ranks + rank, std::max<std::int64_t>(f.ranks + 1, f.in_flight) * f.section + index,
                        f.generation};
  return [type = f.type, stretch](std::int64_t from, Bytes out) { fill_stretch(type, stretch, from, out); };
}

Content inverted(Content content) {
  return [content = std::move(content)](std::int64_t from, Bytes out) {
    content(from, out);
    for (auto& byte : out) byte = ~byte;
  };
}

/// Whole numbers as elements: number(i) is that of element i.
template <class Number>
Content numbers(const EpochFacts& f, Number number) {
  return [type = f.type, number](std::int64_t from, Bytes out) {
    fill_elements(type, from / size_of(type), out, number);
  };
}

class Places {
 public:
  explicit Places(const EpochFacts& facts) : f(facts) {}

  void stays(Area area, std::int64_t index, const Content& content) {
    all.push_back({area, index, content, content});
  }
  void arrives(Area area, std::int64_t index, Content content) {
    all.push_back({area, index, inverted(content), std::move(content)});
  }
  void changes(Area area, std::int64_t index, Content before, Content after) {
    all.push_back({area, index, std::move(before), std::move(after)});
  }

  [[nodiscard]] bool issues(std::int64_t rank) const { return !f.first_only || rank == 0; }
  /// The other one of the pair; -1: there is none.
  [[nodiscard]] std::int64_t peer() const { return sonde::partner_of(f.rank, f.ranks); }
  /// Of a pair: this rank, or the other one.
  [[nodiscard]] bool this_issues() const { return peer() >= 0 && (!f.first_only || f.rank < peer()); }
  [[nodiscard]] bool peer_issues() const { return peer() >= 0 && (!f.first_only || peer() < f.rank); }
  [[nodiscard]] std::int64_t left() const { return (f.rank + f.ranks - 1) % f.ranks; }
  [[nodiscard]] std::int64_t right() const { return (f.rank + 1) % f.ranks; }

  void put_between_pairs();
  void got_between_pairs();
  void put_by_one_or_all(bool sections);
  void got_from_all();
  void exchanged(bool put);
  void added(bool everybody);
  void fetched();
  void counted();
  void counted_by_all();
  void swapped();

  const EpochFacts& f;
  std::vector<Place> all;
};

void Places::put_between_pairs() {
  for (std::int64_t i = 0; i < f.in_flight; ++i) {
    if (this_issues()) stays(Area::send, i, sent_by(f.rank, f, i));
    if (peer_issues())
      arrives(Area::window, i, sent_by(peer(), f, i));
    else
      stays(Area::window, i, held_by(f.rank, f, i));
  }
}

void Places::got_between_pairs() {
  for (std::int64_t i = 0; i < f.in_flight; ++i) {
    stays(Area::window, i, held_by(f.rank, f, i));
    if (this_issues()) arrives(Area::receive, i, held_by(peer(), f, i));
  }
}

/// By the first rank into the same section of all others, or by each into a section of its own.
void Places::put_by_one_or_all(bool sections) {
  if (issues(f.rank)) stays(Area::send, 0, sent_by(f.rank, f));
  const std::int64_t count = sections ? f.ranks : 1;
  for (std::int64_t origin = 0; origin < count; ++origin) {
    if (origin == f.rank)
      stays(Area::window, origin, held_by(f.rank, f, origin));
    else
      arrives(Area::window, origin, sent_by(origin, f));
  }
}

void Places::got_from_all() {
  stays(Area::window, 0, held_by(f.rank, f));
  if (!issues(f.rank)) return;
  for (std::int64_t target = 0; target < f.ranks; ++target) {
    if (target == f.rank)
      stays(Area::receive, target, held_by(f.rank, f, 1));
    else
      arrives(Area::receive, target, held_by(target, f));
  }
}

void Places::exchanged(bool put) {
  for (const std::int64_t i : {0, 1}) {
    const std::int64_t from = i == 0 ? right() : left();
    stays(put ? Area::send : Area::window, i, put ? sent_by(f.rank, f, i) : held_by(f.rank, f, i));
    arrives(put ? Area::window : Area::receive, i, put ? sent_by(from, f, i) : held_by(from, f, i));
  }
}

/// Every rank adds to the window of the first (everybody), or the first one to that of its peer.
void Places::added(bool everybody) {
  const Summands sums(f.type, f.ranks, f.generation, f.times);
  const auto before = numbers(f, [sums](std::int64_t i) { return sums.before(i); });
  if (issues(f.rank))
    stays(Area::send, 0,
          numbers(f, [sums, rank = f.rank](std::int64_t i) { return sums.contribution(rank, i); }));
  if (f.rank != (everybody ? 0 : 1)) return stays(Area::window, 0, before);
  changes(Area::window, 0, before, numbers(f, [sums, everybody, times = f.times](std::int64_t i) {
            return sums.before(i) + (everybody ? sums.sum(i) : times * sums.contribution(0, i));
          }));
}

/// Where a slot is added to more than once, what came back last is what was there before the last time.
void Places::fetched() {
  added(false);
  if (!issues(f.rank)) return;
  const Summands sums(f.type, f.ranks, f.generation, f.times);
  arrives(Area::receive, 0, numbers(f, [sums, earlier = f.times - 1](std::int64_t i) {
            return sums.before(i) + earlier * sums.contribution(0, i);
          }));
}

/// An element that grows by a step of the generation's.
struct Counter {
  std::int64_t start, step;
  explicit Counter(const EpochFacts& f) : start(3 + f.generation % 100), step(1 + f.generation % largest) {}
  static constexpr std::int64_t largest = 7;
};

/// There is one, in the first slot of the window.
void Places::counted() {
  const auto [start, step] = Counter(f);
  const auto value = [&](std::int64_t number) {
    return numbers(f, [number](std::int64_t) { return number; });
  };
  if (issues(f.rank)) {
    stays(Area::send, 0, value(step));
    arrives(Area::receive, 0, value(start + f.section * step));
  }
  if (f.section > 0) return;
  const std::int64_t grown = f.rank == 1 ? f.repetitions * step : 0;
  changes(Area::window, 0, value(start), value(start + grown));
}

/// The value returned to a rank depends on the order of the ranks: see verify_counted.
void Places::counted_by_all() {
  const auto [start, step] = Counter(f);
  const auto value = [&](std::int64_t number) {
    return numbers(f, [number](std::int64_t) { return number; });
  };
  stays(Area::send, 0, value(step));
  changes(Area::receive, 0, value(-1), {});
  if (f.section > 0) return;
  changes(Area::window, 0, value(start), value(start + (f.rank == 0 ? f.ranks * f.repetitions * step : 0)));
}

void Places::swapped() {
  const auto value = [&](std::int64_t k) {
    return numbers(f, [number = swapped_value(f.generation, k, f.slots)](std::int64_t) { return number; });
  };
  if (issues(f.rank)) {
    stays(Area::send, 0, value(f.section));
    stays(Area::send, 1, value(f.section + 1));
    arrives(Area::receive, 0, value(f.section));
  }
  if (f.section > 0) return;
  changes(Area::window, 0, value(0), value(f.rank == 1 ? f.repetitions : 0));
}

/// What is to be where, by content; of those that are not here a window has nothing to compare.
struct PlacesOf {
  ExpectedContent content;
  void (*add)(Places&);
};

constexpr std::array every_content{
    PlacesOf{ExpectedContent::put_by_peer, [](Places& p) { p.put_between_pairs(); }},
    PlacesOf{ExpectedContent::got_from_peer, [](Places& p) { p.got_between_pairs(); }},
    PlacesOf{ExpectedContent::put_by_first, [](Places& p) { p.put_by_one_or_all(false); }},
    PlacesOf{ExpectedContent::put_by_all, [](Places& p) { p.put_by_one_or_all(true); }},
    PlacesOf{ExpectedContent::got_from_all, [](Places& p) { p.got_from_all(); }},
    PlacesOf{ExpectedContent::put_by_neighbours, [](Places& p) { p.exchanged(true); }},
    PlacesOf{ExpectedContent::got_from_neighbours, [](Places& p) { p.exchanged(false); }},
    PlacesOf{ExpectedContent::accumulated, [](Places& p) { p.added(true); }},
    PlacesOf{ExpectedContent::added_by_first, [](Places& p) { p.added(false); }},
    PlacesOf{ExpectedContent::fetched_and_added, [](Places& p) { p.fetched(); }},
    PlacesOf{ExpectedContent::counted, [](Places& p) { p.counted(); }},
    PlacesOf{ExpectedContent::counted_by_all, [](Places& p) { p.counted_by_all(); }},
    PlacesOf{ExpectedContent::swapped, [](Places& p) { p.swapped(); }},
};

}  // namespace

std::vector<Place> places(ExpectedContent expect, const EpochFacts& facts) {
  Places made(facts);
  for (const auto& [content, add] : every_content)
    if (content == expect) add(made);
  return std::move(made.all);
}

Defect verify_counted(const EpochFacts& f, std::span<const std::byte> came_back) {
  EXPECTS(f.type == TransferType::float_type);
  const auto [start, step] = Counter(f);
  std::vector<bool> met(static_cast<std::size_t>(f.ranks * f.repetitions));
  Defect defect;
  for (std::size_t at = 0; at + sizeof(float) <= came_back.size(); at += sizeof(float)) {
    float value = 0;
    std::memcpy(&value, came_back.data() + at, sizeof value);
    const float place = (value - static_cast<float>(start)) / static_cast<float>(step);
    const bool whole = place >= 0 && place < static_cast<float>(met.size()) && place == std::floor(place);
    if (whole && !met[static_cast<std::size_t>(place)]) {
      met[static_cast<std::size_t>(place)] = true;
      continue;
    }
    if (defect.wrong++ == 0) defect.got = fmt::format("{}{}", value, whole ? " a second time" : "");
  }
  if (!defect.found()) return defect;
  defect.expected =
      fmt::format("{} to {} by {}, each once", start, start + (std::ssize(met) - 1) * step, step);
  defect.text =
      fmt::format("{} of {} values that came back to the {} ranks are wrong, the first: got {}, expected {}",
                  defect.wrong, met.size(), f.ranks, defect.got, defect.expected);
  return defect;
}

std::int64_t exact_repetitions(ExpectedContent expect, int ranks) {
  constexpr std::int64_t whole_floats = std::int64_t{1} << 24, largest_start = 128;
  if (expect != ExpectedContent::counted && expect != ExpectedContent::counted_by_all)
    return std::numeric_limits<std::int64_t>::max();
  const std::int64_t adding = expect == ExpectedContent::counted_by_all ? ranks : 1;
  return std::max<std::int64_t>(1, (whole_floats - largest_start) / Counter::largest / adding);
}

std::int32_t swapped_value(std::int64_t generation, std::int64_t k, std::int64_t slots) {
  constexpr std::int64_t apart = 1'000'003;
  return static_cast<std::int32_t>((generation % 1000) * apart + k % slots);
}

}  // namespace sonde::check
