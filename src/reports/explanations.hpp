// What the words of tables, records and comparisons mean and what to do about them, for `sonde
// explain`: words.txt, which the build puts into the program.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::reports {

enum class WordKind {
  warning,
  verdict,
  reason,
  column,
  judgement,
  status,
  mode,
  stop,
  weight,
  unit,
  fact,
  part,
  format,
  variable
};
inline constexpr std::size_t word_kinds = 14;

struct Explanation {
  std::string word;  ///< as it is printed, without its unit
  WordKind kind = WordKind::warning;
  std::string meaning;
  std::string advice;  ///< what to do, or where else to look; may be empty
};

[[nodiscard]] std::span<const Explanation> explanations();
[[nodiscard]] std::string_view to_word(WordKind kind);

/// A word as it is looked up: without dashes or '#' before it and a unit behind it, blanks and dashes within
/// as '_', lower case. "ci95[+-%]" is "ci95", "Slow rank" is "slow_rank", "Time, µs" is "time", "Hosts
/// (ranks)" is "hosts".
[[nodiscard]] std::string plain_word(std::string_view word);

/// Everything this word is, two to four lines each.
[[nodiscard]] std::vector<std::string> explain(std::string_view word);

}  // namespace sonde::reports
