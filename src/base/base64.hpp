// Numbers in text without loss: 32-bit floating point, little-endian, in base 64 (RFC 4648).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace sonde {

[[nodiscard]] std::string to_base64(std::span<const float> numbers);

/// Errors: characters that are none of base 64's; bytes that are no whole number of floats.
[[nodiscard]] Result<std::vector<float>> floats_from_base64(std::string_view text);

}  // namespace sonde
