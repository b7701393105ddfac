// The commands of `sonde` as one tree: what parses the command line, and what help, man pages and completion
// say.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "app/sonde/commands.hpp"

namespace sonde::app {

struct CommandTree {
  std::unique_ptr<CLI::App> root;
  std::vector<std::pair<CLI::App*, Action>> actions;  ///< of the commands below the root, in their order
};

[[nodiscard]] CommandTree command_tree();

}  // namespace sonde::app
