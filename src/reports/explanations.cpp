#include "reports/explanations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/contract.hpp"
#include "base/embedded.hpp"
#include "base/text.hpp"
#include "record/warning_kinds.hpp"

namespace sonde {
extern const Embedded explained_words;  // words.txt
}

namespace sonde::reports {

namespace {

std::vector<Explanation> read_words(std::string_view text) {
  std::vector<Explanation> out;
  std::string kind;
  std::string* sentence = nullptr;  // that lines further in go on with
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      kind = line.substr(1, line.size() - 2);
    } else if (constexpr std::string_view advice = "  -> "; line.starts_with(advice)) {
      sentence = &out.back().advice;
      *sentence = line.substr(advice.size());
    } else if (line.starts_with(' ')) {
      *sentence += fmt::format(" {}", trim(line));
    } else {
      const auto colon = line.find(": ");
      EXPECTS(colon != std::string_view::npos);
      out.push_back({std::string(line.substr(0, colon)), kind, std::string(line.substr(colon + 2)), ""});
      sentence = &out.back().meaning;
    }
  }
  return out;
}

/// "alpha_i" of "alpha_2"; else the word itself.
std::string without_number(const std::string& plain) {
  const auto line = plain.rfind('_');
  const bool numbered = line != std::string::npos && line + 1 < plain.size() &&
                        plain.find_first_not_of("0123456789", line + 1) == std::string::npos;
  return numbered ? plain.substr(0, line) + "_i" : plain;
}

}  // namespace

std::span<const Explanation> explanations() {
  static const auto all = read_words(explained_words.text);
  return all;
}

std::vector<std::string> word_kinds() {
  std::vector<std::string> out;
  for (const auto& known : explanations())
    if (std::ranges::find(out, known.kind) == out.end()) out.push_back(known.kind);
  return out;
}

std::string plain_word(std::string_view word) {
  word = trim(word);
  word.remove_prefix(std::min(word.find_first_not_of("-#"), word.size()));
  if (const auto beside = word.find_first_of("[,(", 1); beside != std::string_view::npos)
    word = trim(word.substr(0, beside));
  std::string out = lower(word);
  for (char& c : out)
    if (c == '-' || c == ' ') c = '_';
  return out;
}

std::vector<std::string> explain(std::string_view word) {
  const std::string plain = plain_word(word), numbered = without_number(plain);
  std::vector<std::string> out;
  for (const auto& [known, kind, meaning, advice] : explanations()) {
    if (const std::string other = plain_word(known); other != plain && other != numbered) continue;
    const auto severity =
        kind == "warning" ? fmt::format(": {}", record::to_word(record::severity_of(known))) : "";
    out.push_back(fmt::format("{} ({}{})\n  {}\n{}", known, kind, severity, meaning,
                              advice.empty() ? "" : fmt::format("  What to do: {}\n", advice)));
  }
  return out;
}

}  // namespace sonde::reports
