// What a plug-in measures: its functions as patterns. One indirect call stands in the clock beside what it
// calls.
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

/// Functions and facts lie side by side, so that a repetition loads as little as one written by hand.
struct OwnContext {
  using Function = int (*)(const sonde_case*, const sonde_slot*);

  const sonde_case* facts;
  std::int64_t* next;
  Function first, second;  ///< what every rank does, or the active and the passive part, or start and finish
  const engine::OwnCall* call;

  void run(Function function, const char* what, const engine::Slot& s, std::int64_t step) const {
    const sonde_slot slot{s.out, s.in, step, s.root};
    engine::own_ok(*call, what, function(facts, &slot));
  }
};

inline OwnContext own_context(const Case& c, OwnSteps& kept, OwnContext::Function first,
                              OwnContext::Function second = nullptr) {
  return {c.own->facts, &kept.next, first, second, c.own};
}

struct OwnRepetition {
  using LoopState = OwnSteps;
  struct Context : OwnContext {
    static Context of(const Case& c, OwnSteps& kept) {
      return {own_context(c, kept, c.own->row->repetition)};
    }
  };
  static void repetition(const Context& c, const engine::Slot& s) {
    c.run(c.first, "repetition", s, (*c.next)++);
  }
};

struct OwnPair {
  using LoopState = OwnSteps;
  struct Context : OwnContext {
    static Context of(const Case& c, OwnSteps& kept) {
      return {own_context(c, kept, c.own->row->active, c.own->row->passive)};
    }
  };
  static void active(const Context& c, const engine::Slot& s) {
    c.run(c.first, "active part", s, (*c.next)++);
  }
  static void passive(const Context& c, const engine::Slot& s) {
    c.run(c.second, "passive part", s, (*c.next)++);
  }
};

struct OwnSplit {
  using LoopState = OwnSteps;
  struct Context : OwnContext {
    static Context of(const Case& c, OwnSteps& kept) {
      return {own_context(c, kept, c.own->row->start, c.own->row->finish)};
    }
  };
  struct Handle {};
  static Handle start(const Context& c, const engine::Slot& s) {
    c.run(c.first, "start", s, *c.next);
    return {};
  }
  static void finish(const Context& c, const engine::Slot& s, const Handle&) {
    c.run(c.second, "finish", s, (*c.next)++);
  }
};

/// The mode of a row of a plug-in, by the functions that it has.
[[nodiscard]] Mode own_mode(const sonde_benchmark& row);

}  // namespace sonde::patterns
