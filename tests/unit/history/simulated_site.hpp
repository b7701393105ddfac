// Seeded histories of a site whose truth is known.
#pragma once
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "history/alarm.hpp"

namespace sonde::history {

enum class Weather { normal, spikes, levels, drift, gaps };

/// Nights of cases without any change that matters: 3 % from night to night, 1 % of it common, and what the weather adds.
inline std::vector<Series> simulated_site(Weather weather, std::size_t cases, std::size_t nights,
                                          std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<double> common;
  for (std::size_t night = 0; night < nights; ++night) common.push_back(0.01 * normal(random));
  std::vector<Series> site;
  for (std::size_t c = 0; c < cases; ++c) {
    const bool two_levels = weather == Weather::levels && c % 3 == 0;
    double level = 0;
    Series series;
    for (std::size_t night = 0; night < nights; ++night) {
      if (two_levels && uniform(random) < 0.1)
        level = uniform(random) < 0.5 ? 0 : 0.1;  // each lasts 20 nights
      double value =
          std::log(1e-5 * static_cast<double>(c + 1)) + common[night] + 0.03 * normal(random) + level;
      if (weather == Weather::spikes && uniform(random) < 0.05) value += std::log(1.5);
      if (weather == Weather::drift) value += 0.05 * static_cast<double>(night) / 365;
      const bool gap = weather == Weather::gaps && uniform(random) < 0.1;
      series.values.push_back(gap ? std::numeric_limits<double>::quiet_NaN() : value);
    }
    site.push_back(std::move(series));
  }
  return site;
}

}  // namespace sonde::history
