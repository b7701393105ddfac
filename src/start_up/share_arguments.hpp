// The command line, equal on all ranks: the first rank reads it and the files it names, and broadcasts.
#pragma once
#include <string>
#include <vector>

#include "args/parse.hpp"
#include "mpi/world.hpp"
#include "plugin/plugins.hpp"

namespace sonde::start_up {

struct SharedCommandLine {
  std::optional<Settings> settings;  ///< equal on all ranks; empty: end with `status`
  int status = 0;                    ///< 0 after help, version or list; 2 after a wrong command line
};

/// Compares the plug-ins of all ranks where the first one has any; parses on the first rank, which prints the
/// text or the message of a run that ends here; broadcasts arguments and list files; parses again elsewhere
/// and compares a checksum once, and with what each rank started MPI (`early`). Collective over the world.
[[nodiscard]] SharedCommandLine share_command(const mpi::World& world, const Program& program,
                                              std::vector<std::string> arguments, const Settings& early,
                                              const Result<plugin::Plugins>& plugins);

}  // namespace sonde::start_up
