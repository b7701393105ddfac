// List files line by line.
#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "args/list_file.hpp"
#include "args/option_table.hpp"
#include "base/text.hpp"

namespace sonde::setters {

/// Calls `take` with each line of the list file; an error is given the file's name and the line's number.
template <class Take>
Result<void> each_line(const Draft& draft, std::string_view path, std::string_view what, Take take) {
  if (path.empty()) return failure("the file name is empty");
  const auto content = draft.read(std::string(path));
  if (!content) return tl::unexpected(content.error());
  const auto lines = content_lines(*content);
  if (lines.empty())
    return failure(fmt::format("{} has no {} in it, only comments or blanks", sonde::quoted(path), what));
  for (const ListLine& line : lines)
    if (const Result<void> done = take(line.text); !done)
      return failure(fmt::format("{} line {}: {}", sonde::quoted(path), line.number, done.error().message));
  return {};
}

}  // namespace sonde::setters
