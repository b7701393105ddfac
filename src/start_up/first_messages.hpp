// The first messages of a run, timed before anything else connects processes.
#pragma once
#include <span>
#include <string>

namespace sonde::start_up {

/// Whether the command line names a benchmark of first messages or calls, in any case. It is asked before
/// MPI_Init, when options are not read yet.
[[nodiscard]] bool names_first_messages(std::span<const std::string> arguments);

/// Likewise of the first all-to-all.
[[nodiscard]] bool names_first_alltoall(std::span<const std::string> arguments);

/// Right after MPI_Init: exchanges 8 bytes with the ranks at distances 1, 2, 4, 8 ..., twice, then calls
/// MPI_Alltoall twice if `alltoall` is true on all processes, and leaves the times in engine::own_start().
/// Collective over all processes; where one does not take part the others give up after `most_seconds`.
void send_first_messages(bool alltoall, double most_seconds = 30);

/// Whether every process takes part, before `most_seconds` are over: by the same messages. Collective.
[[nodiscard]] bool everybody_answers(double most_seconds = 30);

}  // namespace sonde::start_up
