// Lists of ranks of a file of records: of a thousand ranks they are most of each line, and hardly ever
// differ.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "record/json.hpp"

namespace sonde::record {

/// Reads lines as parse_line() does. A list of ranks that stood in a line before is not read again.
class LineReader {
 public:
  [[nodiscard]] Result<Line> read(std::string_view line);

 private:
  /// Lists of one length begin alike: the length is compared first.
  struct ByLength {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  std::map<std::string, RankList, ByLength> known_;  ///< by their text
  std::string rest_;                                 ///< of the line that is read
};

}  // namespace sonde::record
