#include "reports/explanations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "base/embedded.hpp"
#include "base/text.hpp"
#include "record/severity.hpp"

namespace sonde {
extern const Embedded explained_words;  // words.txt
}

namespace sonde::reports {

namespace {

constexpr std::array<std::string_view, word_kinds> names_of_kinds{"warning",
                                                                  "verdict of sonde compare",
                                                                  "reason",
                                                                  "column",
                                                                  "verdict of sonde history or links",
                                                                  "status",
                                                                  "mode",
                                                                  "end of a loop",
                                                                  "weight of a warning or finding",
                                                                  "unit",
                                                                  "fact of a record",
                                                                  "part of a network",
                                                                  "kind of file",
                                                                  "class of a performance variable"};

WordKind kind_of(std::string_view name) {
  const auto* const found = std::ranges::find(names_of_kinds, name);
  EXPECTS(found != names_of_kinds.end());
  return static_cast<WordKind>(found - names_of_kinds.begin());
}

std::vector<Explanation> read_words(std::string_view text) {
  std::vector<Explanation> out;
  WordKind kind{};
  std::string* sentence = nullptr;  // that lines further in go on with
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      kind = kind_of(line.substr(1, line.size() - 2));
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

}  // namespace

std::span<const Explanation> explanations() {
  static const auto all = read_words(explained_words.text);
  return all;
}

std::string_view to_word(WordKind kind) {
  return names_of_kinds[static_cast<std::size_t>(kind)];
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
  std::vector<std::string> out;
  for (const auto& [known, kind, meaning, advice] : explanations())
    if (plain_word(known) == plain_word(word))
      out.push_back(fmt::format(
          "{} ({}{})\n  {}\n{}", known, to_word(kind),
          kind == WordKind::warning ? fmt::format(": {}", record::to_word(record::severity_of(known))) : "",
          meaning, advice.empty() ? "" : fmt::format("  What to do: {}\n", advice)));
  return out;
}

}  // namespace sonde::reports
