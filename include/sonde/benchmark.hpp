// A benchmark of your own in C++17: a class whose objects are the state, and a row that is made of it.
//
//     #include <sonde/benchmark.hpp>
//
//     class Shift {
//      public:
//       explicit Shift(const sonde_case& c) : c_(c) {}  // before the loops of a length; may be collective
//       void repetition(const sonde_slot& s) {          // stands in the clock
//         sonde::own::ok(MPI_Sendrecv(s.send, c_.count, c_.type, c_.right, 0, s.receive, c_.count, c_.type,
//                                     c_.left, 0, c_.comm, MPI_STATUS_IGNORE));
//       }
//
//      private:
//       sonde_case c_;
//     };
//     constexpr sonde_benchmark benchmarks[] = {
//         sonde::own::benchmark<Shift>("Shift", "every rank sends to the right")
//             .expected(SONDE_FROM_LEFT)
//             .messages(2),
//     };
//     SONDE_BENCHMARKS(benchmarks)
//
// A class has `repetition`, or `active` and `passive`, or `start` and `finish`. Each takes the slot, or the
// case and the slot; it returns nothing, or a code of MPI. A class without a constructor from a case is made
// by its default one. Further, if it likes:
//
//     bool expect(int place, std::byte* out);  // or with the case before; false: no certain content
//
// An exception never leaves these functions: it fails the row of the table, with its text.
#ifndef SONDE_BENCHMARK_HPP
#define SONDE_BENCHMARK_HPP

#include <sonde/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace sonde::own {

/// A call of MPI has failed.
class MpiError : public std::runtime_error {
 public:
  explicit MpiError(int code) : std::runtime_error(text(code)) {}

 private:
  static std::string text(int code) {
    char words[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (MPI_Error_string(code, words, &length) != MPI_SUCCESS)
      return "error " + std::to_string(code) + " of MPI";
    return {words, static_cast<std::size_t>(length)};
  }
};

/// Throws where a call of MPI has failed.
inline void ok(int code) {
  if (code != MPI_SUCCESS) throw MpiError(code);
}

namespace detail {

// The functions that a class may have.
struct Repetition {
  template <class P, class... A>
  auto operator()(P& p, const A&... a) const -> decltype(p.repetition(a...)) {
    return p.repetition(a...);
  }
};
struct Active {
  template <class P, class... A>
  auto operator()(P& p, const A&... a) const -> decltype(p.active(a...)) {
    return p.active(a...);
  }
};
struct Passive {
  template <class P, class... A>
  auto operator()(P& p, const A&... a) const -> decltype(p.passive(a...)) {
    return p.passive(a...);
  }
};
struct Start {
  template <class P, class... A>
  auto operator()(P& p, const A&... a) const -> decltype(p.start(a...)) {
    return p.start(a...);
  }
};
struct Finish {
  template <class P, class... A>
  auto operator()(P& p, const A&... a) const -> decltype(p.finish(a...)) {
    return p.finish(a...);
  }
};
struct Expect {
  template <class P, class... A>
  auto operator()(P& p, const A&... a) const -> decltype(p.expect(a...)) {
    return p.expect(a...);
  }
};

/// Whether P has the function, with these arguments or with the case before them.
template <class Function, class P, class... A>
inline constexpr bool has = std::is_invocable_v<Function, P&, const A&...> ||
                            std::is_invocable_v<Function, P&, const sonde_case&, const A&...>;

template <class P, class Function, class... A>
decltype(auto) call(Function function, const sonde_case& c, const A&... a) {
  P& pattern = *static_cast<P*>(c.state);
  if constexpr (std::is_invocable_v<Function, P&, const sonde_case&, const A&...>) {
    return function(pattern, c, a...);
  } else {
    return function(pattern, a...);
  }
}

/// What `body` returns; if it throws, the code that fails the row.
template <class Body>
int guarded(const sonde_case& c, const Body& body) noexcept {
  try {
    return body();
  } catch (const std::exception& error) {
    return c.fail(&c, error.what());
  } catch (...) {
    return c.fail(&c, "an exception that is no std::exception was thrown");
  }
}

template <class P>
int setup(const sonde_case* c, void** state) {
  return guarded(*c, [&] {
    if constexpr (std::is_constructible_v<P, const sonde_case&>) {
      *state = new P(*c);
    } else {
      *state = new P();
    }
    return MPI_SUCCESS;
  });
}

template <class P>
int teardown(const sonde_case* c, void* state) {
  return guarded(*c, [&] {
    delete static_cast<P*>(state);
    return MPI_SUCCESS;
  });
}

template <class P, class Function>
int step(const sonde_case* c, const sonde_slot* s) {
  return guarded(*c, [&] {
    if constexpr (std::is_void_v<decltype(call<P>(Function{}, *c, *s))>) {
      call<P>(Function{}, *c, *s);
      return MPI_SUCCESS;
    } else {
      return static_cast<int>(call<P>(Function{}, *c, *s));
    }
  });
}

template <class P>
int expect(const sonde_case* c, int place, void* out) {
  return guarded(*c, [&] { return call<P>(Expect{}, *c, place, static_cast<std::byte*>(out)) ? 0 : 1; });
}

using Step = int (*)(const sonde_case*, const sonde_slot*);

/// The C function that calls P's; none where P lacks it.
template <class P, class Function>
constexpr Step step_of() {
  if constexpr (has<Function, P, sonde_slot>) {
    return &step<P, Function>;
  } else {
    return nullptr;
  }
}

}  // namespace detail

/// A row in the making: each function sets the member of sonde_benchmark whose name it has.
class Row {
  template <class T>
  constexpr Row with(T sonde_benchmark::*member, T value) const {
    Row changed = *this;
    changed.row_.*member = value;
    return changed;
  }

 public:
  constexpr explicit Row(const sonde_benchmark& row) : row_(row) {}
  constexpr operator sonde_benchmark() const { return row_; }  // NOLINT: what a row is for

  constexpr Row expected(sonde_content content) const { return with(&sonde_benchmark::expected, content); }
  constexpr Row send(sonde_extent extent) const { return with(&sonde_benchmark::send, extent); }
  constexpr Row receive(sonde_extent extent) const { return with(&sonde_benchmark::receive, extent); }
  constexpr Row send_bytes(std::int64_t (*bytes)(std::int64_t bytes, int processes)) const {
    return with(&sonde_benchmark::send_bytes, bytes);
  }
  constexpr Row receive_bytes(std::int64_t (*bytes)(std::int64_t bytes, int processes)) const {
    return with(&sonde_benchmark::receive_bytes, bytes);
  }
  constexpr Row element(sonde_element element) const { return with(&sonde_benchmark::element, element); }
  constexpr Row root(sonde_root root) const { return with(&sonde_benchmark::root, root); }
  constexpr Row least(int processes) const { return with(&sonde_benchmark::least, processes); }
  constexpr Row exactly(int processes) const { return with(&sonde_benchmark::exactly, processes); }
  constexpr Row messages(int count) const { return with(&sonde_benchmark::messages, count); }
  constexpr Row time_scale(double scale) const { return with(&sonde_benchmark::time_scale, scale); }
  constexpr Row requests(int count) const { return with(&sonde_benchmark::requests, count); }
  constexpr Row counters(const char* const* names) const { return with(&sonde_benchmark::counters, names); }

 private:
  sonde_benchmark row_;
};

/// The row of a class: its functions, and what follows from which of them it has.
template <class Pattern>
constexpr Row benchmark(const char* name, const char* summary) {
  using namespace detail;
  constexpr Step repetition = step_of<Pattern, Repetition>();
  constexpr Step active = step_of<Pattern, Active>(), passive = step_of<Pattern, Passive>();
  constexpr Step start = step_of<Pattern, Start>(), finish = step_of<Pattern, Finish>();
  static_assert((repetition != nullptr) + (active != nullptr && passive != nullptr) +
                        (start != nullptr && finish != nullptr) ==
                    1,
                "a benchmark has `repetition`, or `active` and `passive`, or `start` and `finish`");
  sonde_benchmark row{};
  row.name = name;
  row.summary = summary;
  row.repetition = repetition;
  row.active = active;
  row.passive = passive;
  row.start = start;
  row.finish = finish;
  row.setup = &setup<Pattern>;
  row.teardown = &teardown<Pattern>;
  if constexpr (has<Expect, Pattern, int, std::byte*>) row.expect = &expect<Pattern>;
  return Row(row);
}

}  // namespace sonde::own

#endif
