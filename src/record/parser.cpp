#include "record/parser.hpp"

namespace sonde::record {

std::vector<std::string_view> words(std::string_view line) {
  constexpr std::string_view blank = " \t\r\v\f";
  std::vector<std::string_view> found;
  for (auto from = line.find_first_not_of(blank); from != std::string_view::npos;) {
    const auto to = std::min(line.find_first_of(blank, from), line.size());
    found.push_back(line.substr(from, to - from));
    from = line.find_first_not_of(blank, to);
  }
  return found;
}

}  // namespace sonde::record
