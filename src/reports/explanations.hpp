// What the words of tables, records and comparisons mean and what to do about them, for `sonde
// explain`: words.txt, which the build puts into the program.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::reports {

struct Explanation {
  std::string word;  ///< as it is printed, without its unit
  std::string kind;  ///< "warning", "column"
  std::string meaning;
  std::string advice;  ///< what to do, or where else to look; may be empty
};

[[nodiscard]] std::span<const Explanation> explanations();
/// In the order in which they are listed.
[[nodiscard]] std::vector<std::string> word_kinds();

/// A word as it is looked up: without dashes or '#' before it and a unit behind it, blanks and dashes within
/// as '_', lower case. "ci95[+-%]" is "ci95", "Slow rank" is "slow_rank", "Time, µs" is "time", "Hosts
/// (ranks)" is "hosts".
[[nodiscard]] std::string plain_word(std::string_view word);

/// Everything this word is, two to four lines each. A numbered one as alpha_2 is also alpha_i.
[[nodiscard]] std::vector<std::string> explain(std::string_view word);

}  // namespace sonde::reports
