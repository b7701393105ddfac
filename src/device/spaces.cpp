#include "device/spaces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"

namespace sonde::device {

namespace {

constexpr std::int64_t staging_bytes = std::int64_t{4} << 20;

/// The driver, initialised; an error where it is not there or finds no device.
Result<std::unique_ptr<Driver>> open_driver(GpuDriver which) {
  switch (which) {
    case GpuDriver::cuda:
      return open_cuda();
    case GpuDriver::hip:
      return open_hip();
    case GpuDriver::level_zero:
      return open_level_zero();
    case GpuDriver::none:
      break;
  }
  return failure("host memory needs no driver");
}

}  // namespace

Result<GpuDriver> driver_at_hand() {
  std::string names, reasons;
  std::optional<GpuDriver> found;
  int several = 0;
  for (const GpuDriver which : {GpuDriver::cuda, GpuDriver::hip, GpuDriver::level_zero}) {
    const auto opened = open_driver(which);
    if (!opened) {
      (reasons += reasons.empty() ? "" : "; ") += opened.error().message;
      continue;
    }
    found = which;
    (names += several++ == 0 ? "" : " and ") += name_of(which);
  }
  if (several == 0) return failure(reasons);
  if (several > 1)
    return failure(fmt::format("there are drivers of {}; give -memory with the kind that is meant", names));
  return *found;
}

MemoryKind kind_at(GpuDriver driver, GpuPlace place) {
  for (const MemoryKindFacts& facts : memory_kinds)
    if (facts.driver == driver && facts.place == place) return facts.kind;
  return MemoryKind::host;
}

std::optional<int> local_rank_told() {
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_LOCAL_RANK",
                               "SLURM_LOCALID", "PALS_LOCAL_RANKID"}) {
    const char* text = std::getenv(variable);
    const auto rank = number_of<int>(text == nullptr ? "" : text);
    if (rank && *rank >= 0) return rank;
  }
  return std::nullopt;
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

Result<Spaces> Spaces::open(const Kinds& kinds, std::span<const int> devices) {
  Spaces made;
  made.devices_.assign(devices.begin(), devices.end());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const MemoryKindFacts& facts = facts_of(kinds[i]);
    if (facts.driver == GpuDriver::none) continue;
    Held& held = made.held_[i];
    if (i > 0 && facts_of(kinds[0]).driver == facts.driver) {
      held.driver = made.held_[0].driver;
    } else {
      auto driver = open_driver(facts.driver);
      if (!driver) return tl::unexpected(driver.error());
      held.driver = std::move(*driver);
    }
    held.space = std::make_shared<DeviceSpace>(*held.driver, facts.place);
  }
  return made;
}

Result<void> Spaces::choose(int local_rank) {
  const Driver* first = driver();
  if (first == nullptr) return {};
  const auto place = static_cast<std::size_t>(local_rank);
  const int index = devices_.empty() ? local_rank % first->count() : devices_[place % devices_.size()];
  if (index_ == index) return {};
  if (index >= first->count())
    return failure(fmt::format("-device {}: the {} driver finds {}; give numbers from 0 to {}", index,
                               first->version(), counted(first->count(), "device"), first->count() - 1));
  for (const Held& held : held_) {
    if (held.driver == nullptr || (&held != held_.data() && held.driver == held_[0].driver)) continue;
    if (auto chosen = held.driver->choose(index % held.driver->count()); !chosen) return chosen;
  }
  index_ = index;
  return {};
}

host::Space& Spaces::space(bool second) const {
  const auto& space = held_[second ? 1 : 0].space;
  return space ? *space : host::host_space();
}

const Driver* Spaces::driver() const {
  return held_[0].driver ? held_[0].driver.get() : held_[1].driver.get();
}

}  // namespace sonde::device
