// The message rate of pairs over the number of messages in flight. By name.
#pragma once
#include <array>

#include "patterns/bands.hpp"

namespace sonde::patterns {

constexpr Benchmark rate_row() {
  Benchmark row = band_row<measure_band<Uniband>>(
      "Rate_pairs", "Uniband with windows of each number of messages of -windows", 1);
  row.suite = Suite::sonde;
  row.usual_bytes = 8;
  row.parameter = Parameter::in_flight;
  return row;
}

inline constexpr std::array<Benchmark, 1> rate_rows{{rate_row()}};

}  // namespace sonde::patterns
