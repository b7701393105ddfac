// What a plug-in measures: its functions as patterns. One indirect call stands in the clock beside what it calls.
#pragma once
#include "catalog/benchmark.hpp"
#include "engine/case.hpp"
#include "engine/loops.hpp"
#include "engine/own_call.hpp"

namespace sonde::patterns {

/// The number of the next repetition.
struct OwnSteps {
  std::int64_t next;
  OwnSteps(const Case&, const Loop& loop) : next(loop.first) {}
};

struct OwnContext {
  engine::OwnCall call;
  std::int64_t* next;
  static OwnContext of(const Case& c, OwnSteps& kept) { return {*c.own, &kept.next}; }

  using Function = int (*)(const sonde_case*, const sonde_slot*);
  void run(Function function, const char* what, const engine::Slot& s, std::int64_t step) const {
    const sonde_slot slot{s.out, s.in, step, s.root};
    engine::own_ok(call, what, function(call.facts, &slot));
  }
};

struct OwnRepetition {
  using LoopState = OwnSteps;
  using Context = OwnContext;
  static void repetition(const Context& c, const engine::Slot& s) {
    c.run(c.call.row->repetition, "repetition", s, (*c.next)++);
  }
};

struct OwnPair {
  using LoopState = OwnSteps;
  using Context = OwnContext;
  static void active(const Context& c, const engine::Slot& s) {
    c.run(c.call.row->active, "active part", s, (*c.next)++);
  }
  static void passive(const Context& c, const engine::Slot& s) {
    c.run(c.call.row->passive, "passive part", s, (*c.next)++);
  }
};

struct OwnSplit {
  using LoopState = OwnSteps;
  using Context = OwnContext;
  struct Handle {};
  static Handle start(const Context& c, const engine::Slot& s) {
    c.run(c.call.row->start, "start", s, *c.next);
    return {};
  }
  static void finish(const Context& c, const engine::Slot& s, const Handle&) {
    c.run(c.call.row->finish, "finish", s, (*c.next)++);
  }
};

/// The mode of a row of a plug-in, by the functions that it has.
[[nodiscard]] Mode own_mode(const sonde_benchmark& row);

}  // namespace sonde::patterns
