// A page that carries everything it needs.
#pragma once
#include <string>
#include <string_view>

#include "base/embedded.hpp"

namespace sonde::reports {

/// Files that the build put into the program.
struct PageFiles {
  const Embedded& page;  ///< HTML with {{title}}, {{policy}}, {{style}}, {{library}}, {{script}} and {{data}}
  const Embedded& style;
  const Embedded& script;
  const Embedded* library = nullptr;  ///< a script that runs before ours
};

/// The page, UTF-8. Title and data (JSON) are never markup; only these scripts and styles may run, named by
/// their hashes, and nothing may be loaded.
[[nodiscard]] std::string self_contained(const PageFiles& files, std::string_view title,
                                         std::string_view data);

}  // namespace sonde::reports
