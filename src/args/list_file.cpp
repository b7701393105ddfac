#include "args/list_file.hpp"

#include <fmt/format.h>

#include <string>

#include "args/parse.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde {

namespace {

constexpr std::int64_t most_bytes = 16 * mebibyte;

std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return line.substr(0, at);
  return line;
}

}  // namespace

std::vector<ListLine> content_lines(std::string_view content) {
  if (content.starts_with("\xef\xbb\xbf")) content.remove_prefix(3);
  std::vector<ListLine> lines;
  int number = 0;
  for (const auto line : split(content, '\n')) {
    ++number;
    if (const auto text = trim(without_comment(line)); !text.empty()) lines.push_back({number, text});
  }
  return lines;
}

Result<std::string> read_list_file(const std::string& path) {
  auto content = read_input(path, {.most_bytes = most_bytes, .patient = false});
  if (!content) return content;
  if (content->empty()) return failure(fmt::format("cannot read {}: it is empty", sonde::quoted(path)));
  if (content->find('\0') != std::string::npos)
    return failure(
        fmt::format("cannot read {}: it is not a text file (it has NUL bytes)", sonde::quoted(path)));
  return content;
}

}  // namespace sonde
