// Units: bytes in binary multiples, seconds inside, microseconds in tables.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace sonde {

inline constexpr std::int64_t kibibyte = std::int64_t{1} << 10;
inline constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
inline constexpr std::int64_t gibibyte = std::int64_t{1} << 30;
inline constexpr double micro = 1e-6;  ///< seconds of a microsecond

/// A length in bytes: a whole number with an optional suffix k K m M g G (2^10, 2^20, 2^30); 64 bits, no
/// sign.
[[nodiscard]] Result<std::int64_t> parse_bytes(std::string_view text);

/// Bytes for people: "512 B", "64 KiB", "1.5 MiB".
[[nodiscard]] std::string human_bytes(std::int64_t bytes);

/// The same of a length that names a case, of which no digit is lost: "16 KiB", "16385 B".
[[nodiscard]] std::string exact_bytes(std::int64_t bytes);

/// Seconds for people: "0.37 us", "12 ms", "3.4 s", "2 min 5 s", "1 h 2 min".
[[nodiscard]] std::string human_seconds(double seconds);

inline constexpr double decimal_megabyte = 1e6;

/// The unit of rates that are counted in so many bytes: "MB/s" of 10^6, "MiB/s" of 2^20, else "MB/s of 1000
/// bytes".
[[nodiscard]] std::string rate_unit(double bytes);

/// Bytes a second for people, in decimal multiples: "2.621 GB/s", "12 MB/s", "950 B/s".
[[nodiscard]] std::string human_rate(double bytes_per_second);

/// A share for people, with two digits or more and never a power of ten: "3.1 %", "12 %", "150 %".
[[nodiscard]] std::string human_percent(double share);

}  // namespace sonde
