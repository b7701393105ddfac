// Words as one would write them in a shell.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

/// The word as it stands where a shell does nothing with it, else in 'single quotes', which leave all as it
/// is.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace sonde
