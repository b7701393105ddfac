// Rows changed, and tables of them put together, at compile time.
#pragma once
#include <algorithm>
#include <array>

#include "catalog/benchmark.hpp"

namespace sonde::patterns {

/// A row of sonde-mpi, which runs by name.
constexpr Benchmark by_name(Benchmark row) {
  row.suite = Suite::sonde;
  row.optional = true;
  return row;
}

/// The rows of what is started: beside computation, and alone (_pure).
using Pair = std::array<Benchmark, 2>;

template <std::size_t... N>
constexpr auto concatenate(const std::array<Benchmark, N>&... tables) {
  std::array<Benchmark, (N + ...)> all{};
  std::size_t at = 0;
  ((std::ranges::copy(tables, all.begin() + static_cast<std::ptrdiff_t>(at)), at += N), ...);
  return all;
}

/// Of pairs, all first ones, which run where nothing is named, and behind them all second ones.
template <std::size_t N>
constexpr std::array<Benchmark, 2 * N> firsts_and_seconds(const std::array<Pair, N>& pairs) {
  std::array<Benchmark, 2 * N> all{};
  for (std::size_t i = 0; i < N; ++i) {
    all[i] = pairs[i][0];
    all[N + i] = pairs[i][1];
  }
  return all;
}

}  // namespace sonde::patterns
