#include "readers/check_errors.hpp"

#include "base/text.hpp"
#include "readers/text_head.hpp"

namespace sonde::readers {

std::optional<CheckError> check_error(std::string_view line) {
  constexpr std::string_view of_imb = ": Error ", of_osu = "DATA VALIDATION ERROR";
  const auto text = trim(line);
  if (text.starts_with(of_osu)) {
    const auto bytes = number_after<std::int64_t>(text, "message size");
    return bytes ? std::optional(CheckError{{}, *bytes}) : std::nullopt;
  }
  const auto rank = text.find_first_not_of("0123456789");
  if (rank == 0 || rank == std::string_view::npos || !text.substr(rank).starts_with(of_imb))
    return std::nullopt;
  const auto said = text.substr(rank + of_imb.size());
  const auto bytes = number_after<std::int64_t>(said, "size =");
  if (!bytes) return std::nullopt;
  return CheckError{trim(said.substr(0, said.find(','))), *bytes};
}

}  // namespace sonde::readers
