# Run by sonde_embed with NAME, FILES (separated by |; text without zero bytes) and OUTPUT.
string(REPLACE "|" ";" FILES "${FILES}")
set(hex "")
set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} part HEX)
  string(APPEND hex "${part}")
  file(READ ${file} part)
  string(APPEND text "${part}")
endforeach()
string(SHA256 hash "${text}")
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," array "${hex}")
string(REPLACE "'\\x0a'," "'\\x0a',\n" array "${array}")
file(WRITE ${OUTPUT} "// Made by the build.
#include \"base/embedded.hpp\"

namespace sonde {
namespace {
constexpr char bytes[] = {
${array}'\\0'};
}
extern const Embedded ${NAME};
const Embedded ${NAME}{{bytes, ${size}}, \"${hash}\"};
}  // namespace sonde
")
