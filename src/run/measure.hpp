// Warm-up, probe and the measured loop of a case.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "args/settings.hpp"
#include "cases/failure.hpp"
#include "engine/case.hpp"
#include "plan/batches.hpp"
#include "plan/plan.hpp"
#include "plan/repetitions.hpp"
#include "stats/summary.hpp"

namespace sonde::run {

struct WarmUpResult {
  double seconds_per_repetition = 0;  ///< slowest rank of all groups, last round
  std::int64_t repetitions = 0;
  std::optional<cases::Failure> failure;
};

/// Runs 1, 2, 4, ... repetitions until successive rounds agree, at most `limit` in all (at least one, which
/// is the probe for -time) and a tenth of -time; with warm-up off just the one. Its times are never counted.
/// Collective over all active ranks, which agree on the result.
[[nodiscard]] WarmUpResult warm_up(const Settings& settings, const Mode& mode, const Case& c, Loop loop,
                                   std::int64_t limit, std::int64_t least);

struct Measured {
  std::vector<double> batch_seconds;            ///< of this rank
  std::vector<std::int64_t> batch_repetitions;  ///< equal on all ranks
  double seconds = 0;                           ///< of this rank, all batches
  double pure = 0, cpu = 0, overlapped = 0;     ///< of this rank, overlapped I/O
  double began = 0, ended = 0;  ///< first and last clock reading; equal where there was more than one loop
  stats::StopReason stop_reason = stats::StopReason::fixed_count;
  std::optional<cases::Failure> failure;  ///< agreed

  [[nodiscard]] std::int64_t repetitions() const;
};

/// The measured loop: `batches`, or under -precision as many of such batches as it takes. Collective over all
/// active ranks.
[[nodiscard]] Measured measure_case(const Settings& settings, const Section& section, const Case& c,
                                    Loop loop, const Batches& batches);

/// Cost and resolution of MPI_Wtime in seconds, the worst over the ranks, so that all cut their loops alike;
/// zeros where the clock does not move (simulated MPI). Collective.
[[nodiscard]] ClockFacts time_the_clock(MPI_Comm comm);

/// How loops line up under these settings.
[[nodiscard]] engine::LineUp line_up_of(const Settings& settings);

}  // namespace sonde::run
