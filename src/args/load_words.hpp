// -load as one writes it.
#pragma once
#include <string>
#include <string_view>

#include "catalog/load.hpp"

namespace sonde {

/// "incast", as -load takes it.
[[nodiscard]] std::string_view word_of(LoadKind kind);

/// "incast:0.8,1048576", as -load takes it.
[[nodiscard]] std::string text_of(const Load& load);

}  // namespace sonde
