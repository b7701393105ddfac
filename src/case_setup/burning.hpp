// How much to compute beside non-blocking I/O (guide 4.2.5.1).
#pragma once
#include <map>
#include <string>

#include "args/settings.hpp"
#include "case_setup/team.hpp"
#include "engine/burner.hpp"
#include "engine/loop.hpp"

namespace sonde::case_setup {

/// The burner as calibrated on this rank, and what all active ranks found.
struct Burning {
  engine::BurnRate rate;
  double slowest_mflops = 0, fastest_mflops = 0, largest_spread = 0;  ///< over the active ranks
};

/// The burner of each arrangement of ranks, timed before the first table: loops time their computation again.
class Burners {
 public:
  /// Times the burner on all active ranks at once, as it will run. Collective over them when the team is new.
  const Burning& of(const Team& team);

  /// The same before a table: timed anew where a rank has become faster or slower. Collective.
  const Burning& before_table(const Team& team);

 private:
  std::map<const Team*, Burning> calibrated_;
};

/// What -cpu_secs asks a loop to compute.
[[nodiscard]] engine::Computation computation(const Settings& settings, const Burning& burning);

/// Comment lines that say how fast it was.
[[nodiscard]] std::string describe_burning(const Burning& burning);

}  // namespace sonde::case_setup
