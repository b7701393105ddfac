// What finished cases tell about the cost of those to come.
#pragma once
#include <cstdint>
#include <map>

namespace sonde {

/// Seconds by message length, for cases of one row or of one kind.
class KnownCosts {
 public:
  /// What was measured at a length. An earlier value of the same length fades: half of it is kept where it
  /// was larger, so that the cost of a loaded moment does not last.
  void learn(std::int64_t bytes, double seconds);
  /// The same of several rows, of which the cheapest counts.
  void learn_least(std::int64_t bytes, double seconds);

  /// Seconds at a length. `guess`: what a case of so many bytes takes where nothing is known. From the next
  /// smaller length that is known the guess only adds the difference; without one it is the guess.
  template <class Guess>
  [[nodiscard]] double at(std::int64_t bytes, const Guess& guess) const {
    auto after = seconds_.upper_bound(bytes);
    if (after == seconds_.begin()) return guess(bytes);
    const auto& [length, known] = *--after;
    return length == bytes ? known : known + guess(bytes) - guess(length);
  }

 private:
  std::map<std::int64_t, double> seconds_;
};

}  // namespace sonde
