// Faults that know the structure of a text: its lines, fields, numbers and words. The same seed gives the
// same faults everywhere.
#pragma once
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::testing {

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  /// One to four faults; `other` gives lines and words that belong to another format.
  std::string mutated(std::string text, const std::string& other) {
    for (std::size_t i = 0, n = 1 + below(4); i < n; ++i) text = once(text, other);
    return text;
  }

 private:
  using Parts = std::vector<std::string>;

  static Parts lines_of(std::string_view text) {
    Parts lines(1);
    for (const char c : text) {
      lines.back() += c;
      if (c == '\n') lines.emplace_back();
    }
    return lines;
  }

  // Numbers with sign, point and exponent; words; blanks; single characters.
  static Parts tokens_of(std::string_view line) {
    const auto kind = [](char c) {
      if ((c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+') return 1;
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return 2;
      return c == ' ' || c == '\t' ? 3 : 0;
    };
    Parts tokens;
    int last = 0;
    for (const char c : line) {
      const bool exponent = last == 1 && (c == 'e' || c == 'E');
      const int now = exponent ? 1 : kind(c);
      if (now == 0 || now != last) tokens.emplace_back();
      tokens.back() += c;
      last = now;
    }
    return tokens;
  }

  static std::string joined(const Parts& parts) {
    std::string text;
    for (const auto& part : parts) text += part;
    return text;
  }

  std::string value() {
    static constexpr std::array<std::string_view, 44> values{"0",
                                                             "-1",
                                                             "1",
                                                             "2",
                                                             "-0.0",
                                                             "nan",
                                                             "-inf",
                                                             "inf",
                                                             "1e308",
                                                             "-1e308",
                                                             "1e-320",
                                                             "1e999",
                                                             "2147483647",
                                                             "2147483648",
                                                             "-2147483648",
                                                             "4294967296",
                                                             "9223372036854775807",
                                                             "-9223372036854775808",
                                                             "99999999999999999999",
                                                             "1000000000",
                                                             "0x10",
                                                             "1,5",
                                                             "1.2.3",
                                                             "",
                                                             " ",
                                                             "null",
                                                             "true",
                                                             "[]",
                                                             "{}",
                                                             "\"x\"",
                                                             "\"\"",
                                                             "[[[[[[[[",
                                                             "{\"a\":",
                                                             "\"",
                                                             "\\u0000",
                                                             "\xff\xfe",
                                                             "\x1b[2J",
                                                             "\r",
                                                             std::string_view("\0", 1),
                                                             "#",
                                                             "a,b",
                                                             "PingPong",
                                                             "measured",
                                                             "=1+1"};
    if (below(40) == 0) return std::string(1 + below(20000), below(2) == 0 ? '[' : '9');
    return std::string(values[below(values.size())]);
  }

  std::string once(const std::string& text, const std::string& other) {
    Parts lines = lines_of(text);
    const std::size_t at = below(lines.size());
    switch (below(12)) {
      case 0:
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        for (std::size_t n = below(40) == 0 ? 200 : 1; n > 0; --n)
          lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
        break;
      case 2:
        std::swap(lines[at], lines[below(lines.size())]);
        break;
      case 3: {
        const Parts strange = lines_of(other);
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), strange[below(strange.size())]);
        break;
      }
      case 4:
        return text.substr(0, below(text.size() + 1));
      default:
        lines[at] = in_line(lines[at]);
    }
    return joined(lines);
  }

  std::string in_line(const std::string& line) {
    Parts tokens = tokens_of(line);
    if (tokens.empty()) return value() + line;
    std::string& token = tokens[below(tokens.size())];
    switch (below(6)) {
      case 0:
        token.clear();
        break;
      case 1:
        token += token;
        break;
      case 2:
        token = tokens[below(tokens.size())];
        break;
      case 3:
        token[below(token.size())] = static_cast<char>(below(256));
        break;
      default:
        token = value();
    }
    return joined(tokens);
  }

  std::mt19937 random_;
};

}  // namespace sonde::testing
