// Simulated programs are shared libraries, which may have no function that runs before their constructors.
#include "start_up/ignored_signals.hpp"

namespace sonde::start_up {

void keep_ignored_signals() {}

}  // namespace sonde::start_up
