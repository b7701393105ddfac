// What the man pages of `sonde` say beyond the command line itself.
#pragma once
#include <string_view>
#include <vector>

namespace sonde::app {

struct ManualEntry {
  std::string_view command;                  ///< "history check"; "" is sonde itself
  std::string_view description;              ///< sentences
  std::vector<std::string_view> examples{};  ///< command lines
  std::string_view exit_status{};            ///< where --help does not say: "0 done, 2 wrong input"
};

/// The entry of a command; null where there is none.
[[nodiscard]] const ManualEntry* manual_entry(std::string_view command);

}  // namespace sonde::app
