// What the stand-ins of a spy test write down: every call as one line of text, in order.
#pragma once
#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/case.hpp"

namespace spy {

using Calls = std::vector<std::string>;
inline Calls calls;

/// Buffers of the case under test; addresses are written as "out+64".
inline std::array<std::byte, 4096> out, in, window;

inline std::string place(const void* address) {
  const auto* at = static_cast<const std::byte*>(address);
  const auto named = [at](const char* name, const auto& buffer) {
    return at >= buffer.data() && at < buffer.data() + buffer.size()
               ? fmt::format("{}+{}", name, at - buffer.data())
               : std::string();
  };
  return named("out", out) + named("in", in) + named("window", window);
}

inline std::string name(MPI_Datatype type) {
  if (type == MPI_BYTE) return "byte";
  if (type == MPI_CHAR) return "char";
  return type == MPI_FLOAT ? "float" : "type";
}

/// Writes a call down; the value every stand-in returns.
template <class... Arguments>
int note(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  calls.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  return MPI_SUCCESS;
}

/// A handle that stands for nothing in the library: a pointer or an integer, as the library has it.
template <class Handle>
Handle handle(std::intptr_t number) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<Handle>(number);  // NOLINT: never dereferenced
  else
    return static_cast<Handle>(number);
}

/// A case and the loop over it.
struct Prepared : sonde::Case {
  sonde::Loop loop;
};

inline void line_up(const sonde::Case&, const sonde::Loop&) {
  calls.emplace_back("line up");
}

/// A case of `repetitions` repetitions in batches of one, on slots 64 bytes apart.
inline Prepared make_case(int rank, int size, int repetitions) {
  Prepared c;
  c.comm = c.active = MPI_COMM_WORLD;
  c.rank = rank;
  c.size = size;
  c.bytes = 8;
  c.count = 8;
  c.op = MPI_SUM;
  c.steps.out = {out.data(), out.data() + out.size(), 64, out.data()};
  c.steps.in = {in.data(), in.data() + in.size(), 64, in.data()};
  c.steps.roots = {size, 0, 1};
  c.loop.batches = {repetitions, 1, 1};
  c.loop.line_up = line_up;
  c.loop.between_calls = [](const sonde::Case&, const sonde::Loop&) { calls.emplace_back("between"); };
  return c;
}

/// Runs a mode and returns what was called.
inline Calls calls_of(sonde::Measure measure, const Prepared& c) {
  calls.clear();
  sonde::LoopSample sample;
  measure(c, c.loop, sample);
  return calls;
}

}  // namespace spy

extern "C" inline double spy_now() {
  static double seconds = 0;
  spy::calls.emplace_back("clock");
  return seconds += 1.0;
}
