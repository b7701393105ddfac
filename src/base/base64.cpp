#include "base/base64.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace sonde {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each character; 64 for one that is none.
constexpr std::array<std::uint8_t, 256> values = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(64);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  return table;
}();

std::string bytes_of(std::span<const float> numbers) {
  std::string bytes;
  bytes.reserve(numbers.size() * sizeof(float));
  for (const float number : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    for (const unsigned shift : {0U, 8U, 16U, 24U}) bytes += static_cast<char>(bits >> shift & 0xffU);
  }
  return bytes;
}

}  // namespace

std::string to_base64(std::span<const float> numbers) {
  const std::string bytes = bytes_of(numbers);
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (i < left ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= left ? alphabet[group >> (18 - 6 * i) & 0x3fU] : '=';
  }
  return text;
}

Result<std::vector<float>> floats_from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<float> numbers;
  numbers.reserve(text.size() / 5);
  std::uint32_t bits = 0;   // of the number, from its low end
  unsigned have = 0;        // bits of it
  std::uint32_t group = 0;  // characters that are not yet a byte
  unsigned pending = 0;
  for (const char c : text) {
    const std::uint32_t value = values[static_cast<unsigned char>(c)];
    if (value > 63) return failure("a character is none of base 64");
    group = group << 6U | value;
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    bits |= (group >> pending & 0xffU) << have;
    have += 8;
    if (have < 32) continue;
    numbers.push_back(std::bit_cast<float>(bits));
    bits = 0;
    have = 0;
  }
  if (have != 0) return failure("the bytes are no whole number of 32-bit numbers");
  return numbers;
}

}  // namespace sonde
