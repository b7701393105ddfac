#include "readers/check_errors.hpp"

#include "base/text.hpp"
#include "record/parser.hpp"

namespace sonde::readers {

namespace {

std::optional<std::int64_t> number_behind(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const auto rest = trim(text.substr(at + mark.size()));
  return number_of<std::int64_t>(rest.substr(0, rest.find_first_not_of("0123456789")));
}

}  // namespace

std::optional<CheckError> check_error(std::string_view line) {
  constexpr std::string_view of_imb = ": Error ", of_osu = "DATA VALIDATION ERROR";
  const auto text = trim(line);
  if (text.starts_with(of_osu)) {
    const auto bytes = number_behind(text, "message size");
    return bytes ? std::optional(CheckError{{}, *bytes}) : std::nullopt;
  }
  const auto rank = text.find_first_not_of("0123456789");
  if (rank == 0 || rank == std::string_view::npos || !text.substr(rank).starts_with(of_imb))
    return std::nullopt;
  const auto said = text.substr(rank + of_imb.size());
  const auto bytes = number_behind(said, "size =");
  if (!bytes) return std::nullopt;
  return CheckError{trim(said.substr(0, said.find(','))), *bytes};
}

}  // namespace sonde::readers
