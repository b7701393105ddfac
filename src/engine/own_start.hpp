// What this process has seen of its own start. It happens once, before anything is measured, so that a
// benchmark of it can only tell it.
#pragma once
#include <optional>
#include <stdexcept>

#include "base/memory_use.hpp"

namespace sonde::engine {

struct OwnStart {
  double main_began = 0;    ///< seconds since 1970 at the first line of main
  double init_seconds = 0;  ///< in MPI_Init_thread
  /// The mean over partners of an exchange with each, the first and the second between them; none where it
  /// was not asked for on the command line, or where a partner did not answer.
  std::optional<double> first_message, second_message;
  /// In MPI_Alltoall on all processes, right after those messages; none where not all asked for it.
  std::optional<double> first_alltoall{}, second_alltoall{};
  /// What was in memory from before MPI_Init on, and the seconds of the calls between the readings; none
  /// where they were not asked for for them on the command line, or where a process did not take part.
  std::optional<MemoryAtPoints> memory{};
  double memory_seconds = 0;
};

[[nodiscard]] OwnStart& own_start();

/// What a benchmark of the start was not given to tell, and how to give it.
struct NotMeasuredAtStart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace sonde::engine
