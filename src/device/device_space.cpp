#include "device/device_space.hpp"

#include <algorithm>

namespace sonde::device {

namespace {

constexpr std::int64_t staging_bytes = std::int64_t{4} << 20;

}  // namespace

std::byte* DeviceSpace::allocate(std::int64_t bytes) {
  return driver_.allocate(place_, bytes);
}

void DeviceSpace::give_back(std::byte* at, std::int64_t /*bytes*/) noexcept {
  driver_.give_back(place_, at);
}

std::span<std::byte> DeviceSpace::staging(std::int64_t bytes) {
  if (staging_.empty()) staging_.resize(staging_bytes);
  return std::span(staging_).first(static_cast<std::size_t>(std::min(bytes, staging_bytes)));
}

void DeviceSpace::write(std::byte* to, std::int64_t bytes, const Fill& fill) {
  for (std::int64_t at = 0; at < bytes; at += staging_bytes) {
    const auto piece = staging(bytes - at);
    fill(at, piece);
    driver_.copy_in(to + at, piece.data(), piece.size());
  }
  driver_.synchronise();
}

void DeviceSpace::read(const std::byte* from, std::int64_t bytes, const Look& look) {
  for (std::int64_t at = 0; at < bytes; at += staging_bytes) {
    const auto piece = staging(bytes - at);
    driver_.copy_out(piece.data(), from + at, piece.size());
    look(at, piece);
  }
}

}  // namespace sonde::device
