# Writes OUTPUT, which defines the source revision of SOURCE, where it has changed; run by every build. In an archive that git has
# made, the file archived_revision holds it; in a checkout a placeholder.
set(revision "unknown")
file(READ ${SOURCE}/cmake/archived_revision archived)
if(archived MATCHES "^[0-9a-f]+")
  string(SUBSTRING ${CMAKE_MATCH_0} 0 12 revision)
endif()
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
