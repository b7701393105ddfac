// The state of processes and link over time, as a picture: figure 1 of Hager and Wellein for any simulation.
#pragma once
#include <string>

#include "model/simulate.hpp"

namespace sonde::model {

/// An SVG document: a lane for each process of the first node, with what it sends (filled) and receives
/// (pale), and a lane for each direction of the link. Needs a trace of at most 2000 pieces; more is an error
/// that says so.
[[nodiscard]] Result<std::string> timing_diagram(const PingPongSetup& setup, const Simulation& run);

}  // namespace sonde::model
