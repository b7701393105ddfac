// The launcher between a rank and the user's shell: its streams tell what the rank's own pipes hide.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace sonde::host {

/// The process of the MPI launcher (mpirun, mpiexec, srun) among this process's ancestors, where it runs on
/// this host and belongs to the same user.
[[nodiscard]] std::optional<long> launcher_process();

/// What is wrong where the launcher says in the environment that it has started several processes and the MPI
/// library knows of this one alone: each runs for itself, as the launcher of another library makes them. Told
/// by the launcher's first process.
[[nodiscard]] std::optional<std::string> started_apart(int processes_of_mpi);

/// Whether a person watches: standard error of this process or of its launcher is a terminal.
[[nodiscard]] bool terminal_watches();

/// Columns of the terminal that `terminal_watches` means; 80 where it is unknown.
[[nodiscard]] int terminal_width();

/// Whether standard error and standard output end in the same file, pipe or terminal, those of the launcher
/// where there is one.
[[nodiscard]] bool streams_are_one();

/// Launchers drop what they cannot write and say nothing. The reason why `bytes` bytes that this process
/// wrote cannot have arrived where the launcher's standard output goes: a device that takes nothing, or a
/// file that stays too short on a full file system (waited for, up to two seconds). Nothing where all is well
/// or unknown.
[[nodiscard]] std::optional<std::string> launcher_lost(std::int64_t bytes);

}  // namespace sonde::host
