// Seeded histories of a site whose truth is known.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "history/alarm.hpp"

namespace sonde::history {

enum class Weather {
  normal,
  launch_spikes,  ///< one launch in 20 takes 1.5 times as long; three a night
  spikes,         ///< one night in 20, all of its launches
  two_levels,     ///< of every third case: 5 % apart, each night one of them
  levels,         ///< of every third case: 10 % apart, each lasts 20 nights
  drift,          ///< 5 % a year
  gaps            ///< one value in 10 is missing
};

/// The median of three launches of which each may be disturbed.
inline double disturbance_of_three(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform;
  double values[3];
  for (double& value : values) value = uniform(random) < 0.05 ? std::log(1.5) : 0;
  std::sort(values, values + 3);
  return values[1];
}

/// Nights of cases without any change that matters: `noise` from night to night, a third of it in common, and
/// what the weather adds.
inline std::vector<Series> simulated_site(Weather weather, std::size_t cases, std::size_t nights,
                                          std::uint64_t seed, double noise = 0.03) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<double> common;
  for (std::size_t night = 0; night < nights; ++night) common.push_back(noise / 3 * normal(random));
  std::vector<Series> site;
  for (std::size_t c = 0; c < cases; ++c) {
    const bool moves = weather == Weather::levels && c % 3 == 0;
    double level = 0;
    Series series;
    for (std::size_t night = 0; night < nights; ++night) {
      if (moves && uniform(random) < 0.1) level = uniform(random) < 0.5 ? 0 : 0.1;  // each lasts 20 nights
      double value =
          std::log(1e-5 * static_cast<double>(c + 1)) + common[night] + noise * normal(random) + level;
      if (weather == Weather::spikes && uniform(random) < 0.05) value += std::log(1.5);
      if (weather == Weather::launch_spikes) value += disturbance_of_three(random);
      if (weather == Weather::two_levels && c % 3 == 0 && uniform(random) < 0.5) value += 0.05;
      if (weather == Weather::drift) value += 0.05 * static_cast<double>(night) / 365;
      const bool gap = weather == Weather::gaps && uniform(random) < 0.1;
      series.values.push_back(gap ? std::numeric_limits<double>::quiet_NaN() : value);
    }
    site.push_back(std::move(series));
  }
  return site;
}

}  // namespace sonde::history
