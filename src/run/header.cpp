#include "run/header.hpp"

#include <fmt/format.h>

#include <optional>

#include "args/canonical.hpp"
#include "base/version.hpp"
#include "library/detect_library.hpp"
#include "mpi/simulated.hpp"
#include "plan/conventions.hpp"
#include "record/provenance.hpp"
#include "record/scan_setting.hpp"
#include "record/secrets.hpp"
#include "record/warnings.hpp"
#include "start_up/places.hpp"

namespace sonde::run {

namespace {

std::optional<double> positive(double seconds) {
  if (seconds <= 0) return std::nullopt;
  return seconds;
}

/// What is known of the host of a simulation says nothing about the simulated machine.
[[maybe_unused]] void forget_host(record::Header& header) {
  header.cpu_model.clear();
  header.governor.clear();
  header.kernel.clear();
  header.system.clear();
  header.machine = "simulated";
  header.cpu_mhz.reset();
  header.port_rate.reset();
}

}  // namespace

record::Header make_header(const mpi::World& world, const Settings& settings, const MachineFacts& facts) {
  record::Header header;
  header.program = settings.program;
  header.version = version;
  header.revision = revision;
  header.compiler = compiler;
  header.compiler_flags = compiler_flags;
  header.conventions = conventions_name(settings);
  header.mpi_library = library::library_text();
  const Library at_hand = library::library_at_hand();
  header.mpi_standard = fmt::format("{}.{}", at_hand.version, at_hand.subversion);
  header.thread_level = library::thread_level_text();
  header.command_line = record::without_secrets(settings.command_line);
  header.conventions_in_force = conventions_in_force(settings);
  const auto deciding = canonical(settings);
  for (const auto& [flag, value] : deciding)
    header.settings.emplace(flag, record::without_secrets(std::vector{value}).front());
  header.settings_hash = fmt::format("{:016x}", checksum(deciding));
  header.ranks = world.size;
  header.scan = record::scan_of_launch();
  if (facts_of(settings.suite).draws) header.seed = settings.seed;
  header.megabyte = settings.megabyte;
  header.timer_name = "MPI_Wtime";
  header.timer_cost = positive(facts.clock.cost_seconds);
  header.timer_resolution = positive(facts.clock.resolution_seconds);
  header.places = start_up::gather_places(world.comm, world.rank, world.size);
  header.warnings = record::placement_warnings(header.places, record::processing_units(header.places));
  record::gather_host(header);
  if constexpr (mpi::simulated) forget_host(header);
  return header;
}

}  // namespace sonde::run
