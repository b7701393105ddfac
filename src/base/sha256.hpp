// SHA-256 (FIPS 180-4). No library that Sonde uses anyway has it.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonde {

/// The digest of bytes that come in pieces.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 hexadecimal digits. Nothing may be added afterwards.
  [[nodiscard]] std::string hex();

 private:
  static constexpr std::size_t block_bytes = 64;
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, block_bytes> open_{};  ///< what has not filled a block yet
  std::uint64_t bytes_ = 0;
};

[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace sonde
