// What the readers of the single formats share: they take a file line by line and fill its runs.
#pragma once
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
  /// The end of the file, with what stands behind its last newline: most formats leave out a line that is
  /// torn.
  virtual Result<void> end(std::string_view) { return {}; }
  /// Looks at what only all lines together tell. No run is open where nothing was recognised.
  virtual std::vector<Run> finish(std::vector<Run> runs) { return runs; }

 protected:
  Runs& runs_;  // NOLINT(cppcoreguidelines-non-private-member-variables-in-classes)
};

std::unique_ptr<Parser> make_json_parser(Runs& runs);
std::unique_ptr<Parser> make_csv_parser(Runs& runs);

}  // namespace sonde::record
