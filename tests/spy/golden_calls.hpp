// Every call of every row of a suite, on every rank, under several shapes of loops: kept as a whole, beside
// the tests that say what is right about single ones.
#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "catalog/benchmark.hpp"
#include "golden.hpp"
#include "spy/calls.hpp"

namespace spy {

using Change = std::function<void(Prepared&)>;

inline const std::vector<std::pair<std::string, Change>>& loop_shapes() {
  static const std::vector<std::pair<std::string, Change>> all{
      {"batches of one", [](Prepared&) {}},
      {"uneven batches",
       [](Prepared& c) {
         c.loop.batches = {2, 3, 2};
       }},
      {"each call", [](Prepared& c) { c.loop.clocking = sonde::engine::Clocking::each_call; }},
      {"later repetitions", [](Prepared& c) { c.loop.first = 2; }},
      {"one slot, one root",
       [](Prepared& c) { c.steps.out.stride = c.steps.in.stride = 0, c.steps.roots.stride = 0; }},
  };
  return all;
}

/// Counts and places of vector collectives on up to three ranks, where nothing else is set.
inline void set_vectors(Prepared& c) {
  static constexpr std::array<int, 3> counts{8, 8, 8}, places{0, 8, 16};
  if (c.counts == nullptr) c.counts = counts.data();
  if (c.displacements == nullptr) c.displacements = places.data();
}

/// `prepare(row, rank, size, repetitions)` makes the case. Rows run on three ranks where they can, else on
/// two.
template <class Prepare>
std::string calls_of_rows(sonde::Catalog rows, const Prepare& prepare) {
  std::string text;
  for (const sonde::Benchmark& row : rows) {
    const auto& processes = row.needs.processes;
    const int size = processes.exactly > 0 ? processes.exactly : 3;
    for (int mode = 0; mode < row.mode_count(); ++mode)
      for (int rank = 0; rank < size; ++rank)
        for (const auto& [shape, change] : loop_shapes()) {
          Prepared c = prepare(row, rank, size, 3);
          set_vectors(c);
          c.loop.role = sonde::role_of(processes.roles, rank, size);
          change(c);
          text += fmt::format("{} {} on {}, {}:\n ", row.name, mode, rank, shape);
          for (const std::string& call : calls_of(row.modes[static_cast<std::size_t>(mode)].measure, c))
            text += " " + call + ";";
          text += "\n";
          if (rank > 0) break;
        }
  }
  return text;
}

}  // namespace spy
