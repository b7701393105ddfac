// Texts that were looked at once and must stay as they are. A change that is meant is accepted by running the
// test with SONDE_ACCEPT=1, and read in the difference.
#pragma once
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace sonde::test {

/// Equal, or numbers that differ by no more than a part in `parts`: compilers and processors round in their
/// own ways.
inline bool same_token(const std::string& a, const std::string& b, double parts) {
  if (a == b) return true;
  double x = 0, y = 0;
  const auto whole = [](const std::string& text, double& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
  };
  return whole(a, x) && whole(b, y) && std::abs(x - y) * parts <= std::max(std::abs(x), std::abs(y));
}

/// The lines of a text that another one has not.
inline std::string lines_beyond(const std::string& usual, const std::string& text) {
  std::set<std::string> known;
  std::string line, out;
  for (std::istringstream lines(usual); std::getline(lines, line);) known.insert(line);
  for (std::istringstream lines(text); std::getline(lines, line);)
    if (!known.contains(line)) out += line + "\n";
  return out;
}

/// The lines as a text, the one of number `at` replaced.
inline std::string with_line(const std::vector<std::string>& lines, std::size_t at,
                             const std::vector<std::string>& instead) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (i != at)
      text += lines[i] + "\n";
    else
      for (const auto& line : instead) text += line + "\n";
  return text;
}

/// Compares line by line and word by word with tests/data/golden/NAME.txt.
inline void expect_golden(const std::string& name, const std::string& text, double parts = 1e6) {
  const std::string path = std::string(SONDE_TEST_DATA) + "/golden/" + name + ".txt";
  if (std::getenv("SONDE_ACCEPT") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  ASSERT_TRUE(file) << "no " << path << "; SONDE_ACCEPT=1 writes it";
  std::istringstream found_lines(text);
  std::string wanted, found;
  for (int number = 1; std::getline(file, wanted); ++number) {
    ASSERT_TRUE(std::getline(found_lines, found)) << path << " has more lines: " << wanted;
    std::istringstream a(wanted), b(found);
    std::string wanted_word, found_word;
    bool same = true;
    while (same && (a >> wanted_word)) same = (b >> found_word) && same_token(wanted_word, found_word, parts);
    EXPECT_TRUE(same && !(b >> found_word))
        << path << ":" << number << "\n  expected: " << wanted << "\n  found:    " << found;
  }
  EXPECT_FALSE(std::getline(found_lines, found)) << path << " ends before: " << found;
}

}  // namespace sonde::test
