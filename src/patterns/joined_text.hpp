// Text as a template argument, and put together at compile time.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace sonde::patterns {

template <std::size_t N>
struct Text {
  char text[N];
  constexpr Text(const char (&literal)[N]) { std::ranges::copy(literal, text); }  // NOLINT: meant to convert
  [[nodiscard]] constexpr std::string_view view() const { return {text, N - 1}; }
};

template <Text first, Text second>
struct Joined {
  static constexpr auto letters = [] {
    std::array<char, first.view().size() + second.view().size()> all{};
    std::ranges::copy(second.view(), std::ranges::copy(first.view(), all.begin()).out);
    return all;
  }();
};
template <Text first, Text second>
inline constexpr std::string_view joined{Joined<first, second>::letters.data(),
                                         Joined<first, second>::letters.size()};

}  // namespace sonde::patterns
