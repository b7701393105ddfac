# Writes OUTPUT, which defines the source revision of SOURCE, where it has changed; run by every build.
set(revision "unknown")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --always --dirty --abbrev=12
    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[// Made by the build.
#include "base/version.hpp"

namespace sonde {
const std::string_view revision = "@revision@";
}  // namespace sonde
]] @ONLY)
