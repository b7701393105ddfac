#include "run/load_alone.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "args/load.hpp"
#include "host/output.hpp"
#include "measuring/congestors.hpp"
#include "start_up/wrong_place.hpp"

namespace sonde::run {

Result<void> make_load_alone(const mpi::World& world, const Settings& settings) {
  const Load& load = *settings.load;
  if (world.size < least_congestors(load.kind))
    return failure("-load only: a load between processes needs two or more");
  if (world.first())
    host::write_output(fmt::format("# Load: {} on {} process{}, no benchmark\n", text_of(load), world.size,
                                   world.size == 1 ? "" : "es"));
  if (settings.dry_run) return {};
  if (auto right = start_up::check_place(world, settings); !right) return right;
  const auto [bytes, seconds] = measuring::load_alone(world, settings);
  if (!world.first()) return {};
  host::write_output(fmt::format("# {:.0f} bytes moved in {:.3f} s: {:.2f} Mbytes/sec\n", bytes, seconds,
                                 bytes / std::max(seconds, 1e-9) / settings.megabyte));
  host::finish_output();
  return {};
}

}  // namespace sonde::run
