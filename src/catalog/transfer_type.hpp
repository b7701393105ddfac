// The element types that -data_type and -red_data_type choose from.
#pragma once
#include <cstdint>

namespace sonde {

enum class TransferType { byte_type, char_type, int_type, float_type, double_type };

/// Bytes of one element.
[[nodiscard]] constexpr std::int64_t size_of(TransferType type) {
  switch (type) {
    case TransferType::byte_type:
    case TransferType::char_type:
      return 1;
    case TransferType::int_type:
      return sizeof(int);
    case TransferType::float_type:
      return sizeof(float);
    case TransferType::double_type:
      return sizeof(double);
  }
  return 1;
}

}  // namespace sonde
