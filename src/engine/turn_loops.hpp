// Two ways to one end, batch by batch in turn: what a performance guideline compares. Both sides of a batch
// meet the same machine: drift cancels in their ratio.
#pragma once
#include <numeric>

#include "engine/epoch_loops.hpp"

namespace sonde::engine {

template <class P>
void time_one(const Case& c, const Loop& loop, LoopSample& sample, const PatternScope<P>& around) {
  if (loop.role == Role::idle) return line_up_idle(c, loop, sample);
  if constexpr (PairPattern<P>)
    time_pair<P>(c, loop, sample, around.context);
  else
    time_body(
        c, loop, sample,
        steps_of<P>(c, loop.first), [context = around.context](const Slot& s) __attribute__((flatten)) {
          P::repetition(context, s);
        });
}

/// What a batch of one side leaves in the sample of both. Not inline, as make_room.
void keep_side(LoopSample& all, std::vector<double>& seconds, const LoopSample& side);

/// Each batch of the loop by `left` and `right`, one after the other, each side first in every other one.
/// Where a check looks on, it does so between the two. The batches of the sample are those of the right side.
template <class TimeLeft, class TimeRight>
void take_turns(const Loop& loop, LoopSample& sample, const TimeLeft& left, const TimeRight& right) {
  Loop one = loop;
  LoopSample side;
  const auto run_left = [&] { left(one, side), keep_side(sample, sample.left_seconds, side); };
  const auto run_right = [&] { right(one, side), keep_side(sample, sample.batch_seconds, side); };
  sample.stamps.assign(static_cast<std::size_t>(loop.batches.count) + 1, 0.0);
  for (int batch = 0; batch < loop.batches.count; ++batch) {
    const std::int64_t repetitions = loop.batches.length(batch);
    one.batches = {1, repetitions, repetitions};
    const bool left_first = batch % 2 == 0;
    left_first ? run_left() : run_right();
    if (loop.between) loop.between();
    left_first ? run_right() : run_left();
    one.first += repetitions;
  }
  sample.pure = std::accumulate(sample.left_seconds.begin(), sample.left_seconds.end(), 0.0);
}

/// Ranks are lined up before either side.
template <class Left, class Right>
void measure_in_turn(const Case& c, const Loop& loop, LoopSample& sample) {
  const PatternScope<Left> left(c, loop);
  const PatternScope<Right> right(c, loop);
  take_turns(
      loop, sample, [&](const Loop& one, LoopSample& side) { time_one<Left>(c, one, side, left); },
      [&](const Loop& one, LoopSample& side) { time_one<Right>(c, one, side, right); });
}

}  // namespace sonde::engine
