// Tables of rows put together at compile time.
#pragma once
#include <algorithm>
#include <array>

#include "catalog/benchmark.hpp"

namespace sonde::patterns {

template <std::size_t... N>
constexpr auto concatenate(const std::array<Benchmark, N>&... tables) {
  std::array<Benchmark, (N + ...)> all{};
  std::size_t at = 0;
  ((std::ranges::copy(tables, all.begin() + static_cast<std::ptrdiff_t>(at)), at += N), ...);
  return all;
}

}  // namespace sonde::patterns
