// Whole numbers as elements of a type.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "catalog/transfer_type.hpp"

namespace sonde::check {

template <class Number>
void put(std::span<std::byte> out, std::size_t at, Number number) {
  std::memcpy(out.data() + at, &number, std::min(sizeof number, out.size() - at));
}

/// Writes whole numbers as elements of `type`; `number(i)` is the value of element `first` + i.
template <class Function>
void fill_elements(TransferType type, std::int64_t first, std::span<std::byte> out, Function number) {
  const auto size = static_cast<std::size_t>(size_of(type));
  for (std::size_t at = 0; at < out.size(); at += size, ++first) {
    const std::int64_t value = number(first);
    switch (type) {
      case TransferType::byte_type:
      case TransferType::char_type:
        put(out, at, static_cast<std::uint8_t>(value));
        break;
      case TransferType::int_type:
        put(out, at, static_cast<std::int32_t>(value));
        break;
      case TransferType::float_type:
        put(out, at, static_cast<float>(value));
        break;
      case TransferType::double_type:
        put(out, at, static_cast<double>(value));
        break;
    }
  }
}

}  // namespace sonde::check
