// Loops of file transfers: blocking (guide 5.2.8.2), and overlapped with computation (5.2.8.3).
#pragma once
#include <mpi.h>

#include <cstdint>

#include "engine/case.hpp"
#include "engine/epoch_loops.hpp"
#include "engine/loops.hpp"
#include "engine/overlap_loops.hpp"
#include "engine/transfer_errors.hpp"
#include "mpi/error.hpp"

namespace sonde::engine {

/// Of transfers between this rank's buffer and a file.
struct FileContext {
  MPI_File file;
  MPI_Comm comm;  ///< the file's communicator
  int count;      ///< of this rank's share of X
  MPI_Datatype type;
  TransferErrors* errors;

  static FileContext of(const Case& c, TransferErrors& errors) {
    return {*c.file, c.file_comm, c.share_count, c.share_type, &errors};
  }
  /// Inside the clock: a test and a branch never taken.
  void note(int code, const char* call) const {
    if (code != MPI_SUCCESS) [[unlikely]]
      errors->keep(code, call);
  }
};

/// A blocking transfer. `rewind` takes file pointers back to the beginning; `complete` assures that a write
/// has arrived and is empty for reads.
template <class P>
concept FilePattern = requires(const FileContext& c, Slot s) {
  P::rewind(c);
  P::repetition(c, s);
  P::complete(c);
};

/// A file transfer that can be started and finished, too.
template <class P>
concept SplitFilePattern = FilePattern<P> && SplitPattern<P>;

/// Statuses that name no bytes, `calls` a repetition, for a library that leaves them as they are; and the
/// steps along them.
[[nodiscard]] FileSteps prepare_statuses(const Case& c, const Loop& loop, LoopSample& sample, int calls = 1);

/// Runs `run`(context, steps) between rewinding, unless it goes on from another loop, and looking at the
/// statuses.
template <FilePattern P, class Run>
void with_statuses(const Case& c, const Loop& loop, LoopSample& sample, TransferErrors& errors,
                   const Run& run) {
  const FileSteps steps = prepare_statuses(c, loop, sample);
  if (loop.prepare) loop.prepare();
  const auto context = FileContext::of(c, errors);
  if (loop.rewinds) P::rewind(context);
  run(context, steps);
  errors.check_counts(sample.statuses, c.share_bytes);
}

/// M transfers and one completion.
template <FilePattern P>
void time_file_aggregate(const Case& c, const Loop& loop, LoopSample& sample, const FileContext& context,
                         const FileSteps& steps) {
  sample.prepare(1);
  loop.line_up(c, loop);
  time_aggregate(
      loop.batches, steps, sample.stamps.data(), [context](const Slot& s) { P::repetition(context, s); },
      [context] { P::complete(context); });
  fill_batch_seconds(sample);
}

template <FilePattern P>
void measure_file_aggregate(const Case& c, const Loop& loop, LoopSample& sample) {
  TransferErrors errors;
  with_statuses<P>(c, loop, sample, errors, [&](const FileContext& context, const FileSteps& steps) {
    time_file_aggregate<P>(c, loop, sample, context, steps);
  });
  errors.raise_first();
}

/// A completion after each transfer; for reads that is none.
template <FilePattern P>
void measure_file_each(const Case& c, const Loop& loop, LoopSample& sample) {
  TransferErrors errors;
  with_statuses<P>(c, loop, sample, errors, [&](const FileContext& context, const FileSteps& steps) {
    time_body(c, loop, sample, steps, [context](const Slot& s) {
      P::repetition(context, s);
      P::complete(context);
    });
  });
  errors.raise_first();
}

/// The three loops of the overlapped case: the blocking transfers; the file closed and opened again; then
/// transfers started, computation, transfers finished. t_CPU is what the computation takes alone right before
/// and after that. A check may ask for one part.
template <SplitFilePattern P>
void measure_overlapped(const Case& c, const Loop& loop, LoopSample& sample) {
  TransferErrors errors;
  const auto transfers = [&] {
    with_statuses<P>(c, loop, sample, errors, [&](const FileContext& context, const FileSteps& steps) {
      time_file_aggregate<P>(c, loop, sample, context, steps);
    });
  };
  const auto both = [&](std::int64_t units) {
    with_statuses<P>(c, loop, sample, errors, [&](const FileContext& context, const FileSteps& steps) {
      sample.prepare(1);
      loop.line_up(c, loop);
      time_aggregate(
          loop.batches, steps, sample.stamps.data(),
          [context, units, computation = loop.computation](const Slot& s) {
            transfer_beside<P>(context, s, computation, units);
          },
          [context] { P::complete(context); });
    });
    fill_batch_seconds(sample);
  };
  if (loop.part != Part::beside) transfers();
  if (loop.part != Part::alone) run_beside_computation(c, loop, sample, both);
  errors.raise_first();
}

}  // namespace sonde::engine
