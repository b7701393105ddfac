// What the readers of the single formats share: they take a file line by line and fill its runs.
#pragma once
#include <charconv>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/runs.hpp"

namespace sonde::record {

class Parser {
 public:
  explicit Parser(Runs& runs) : runs_(runs) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  virtual ~Parser() = default;

  /// One complete line, without its newline. The message of an error says neither file nor line.
  virtual Result<void> line(std::string_view text) = 0;
  /// Looks at what only all lines together tell. No run is open where nothing was recognised.
  virtual std::vector<Run> finish(std::vector<Run> runs) { return runs; }

 protected:
  Runs& runs_;  // NOLINT(cppcoreguidelines-non-private-member-variables-in-classes)
};

std::unique_ptr<Parser> make_json_parser(Runs& runs);
std::unique_ptr<Parser> make_csv_parser(Runs& runs);
std::unique_ptr<Parser> make_text_parser(Runs& runs);  ///< Sonde, the IMB family, OSU

/// The parts of a line between blanks.
[[nodiscard]] std::vector<std::string_view> words(std::string_view line);

/// The whole of `word` as a number; no value where it is something else or does not fit.
template <class Number>
[[nodiscard]] std::optional<Number> number_of(std::string_view word) {
  Number value{};
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || rest != end || word.empty()) return std::nullopt;
  return value;
}

}  // namespace sonde::record
