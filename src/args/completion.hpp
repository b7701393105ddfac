// Completion of command lines, as the files that shells look for. Nothing of it starts a program or writes a file.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "args/command_words.hpp"

namespace sonde {

/// The launchers after which the measuring programs are completed: mpirun, srun and their like.
[[nodiscard]] std::span<const std::string_view> launchers();

/// completions/NAME of bash-completion. Defines `_sonde_NAME`, with underscores for dashes (of `sonde` itself: `_sonde`).
[[nodiscard]] std::string bash_completion(const CommandWords& command);
/// site-functions/_NAME of zsh.
[[nodiscard]] std::string zsh_completion(const CommandWords& command);
/// vendor_completions.d/NAME.fish of fish.
[[nodiscard]] std::string fish_completion(const CommandWords& command);

/// For every launcher: hands the line over where one of the programs stands on it, and to what completed it before where none does.
/// In bash a file of each launcher's name but srun, which Slurm's own package has.
[[nodiscard]] std::string bash_launchers(std::span<const std::string> programs);
[[nodiscard]] std::string zsh_launchers(std::span<const std::string> programs);
/// For one launcher: fish looks for a file of its name.
[[nodiscard]] std::string fish_launcher(std::string_view launcher, std::span<const std::string> programs);

}  // namespace sonde
