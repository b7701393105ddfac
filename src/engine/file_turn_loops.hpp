// Guidelines of files: each side has a file of its own, prepared before the clock.
#pragma once
#include <mpi.h>

#include <limits>

#include "catalog/file_pieces.hpp"
#include "engine/io_loops.hpp"
#include "engine/turn_loops.hpp"

namespace sonde::engine {

struct SideContext : FileContext {
  MPI_Offset offset;  ///< of this rank's block in the X bytes of all
  MPI_Offset tile;    ///< those bytes
  std::int64_t share;
  int rank;
  FilePieces pieces;

  static SideContext of(const Case& c, const MPI_File* file, TransferErrors& errors) {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    mpi::ok(c.bytes / c.size < most ? MPI_SUCCESS : MPI_ERR_COUNT,
            "more bytes than MPI's counts can express");
    SideContext made{FileContext::of(c, errors),
                     c.steps.positions.at,
                     c.steps.positions.stride,
                     c.share_bytes,
                     c.rank,
                     file_pieces(c.bytes, c.size, c.rank)};
    made.file = *file;
    return made;
  }
};

/// A side whose repetitions begin with an empty file.
template <class P>
concept EmptiesFile = requires(const SideContext& c) {
  P::empty(c);
};

/// Several statuses a repetition, or none.
template <int calls>
struct SideSteps : FileSteps {
  explicit SideSteps(const FileSteps& steps) : FileSteps(steps) {}
  void step() {
    positions.step();
    status += calls;
  }
};

/// Each call by itself; before it the file is emptied and the ranks line up.
template <EmptiesFile P>
void time_on_empty_files(const Case& c, const Loop& loop, LoopSample& side, SideSteps<P::calls> at,
                         const SideContext& context) {
  make_room(loop, side);
  double& sum = side.batch_seconds.front();
  for (std::int64_t left = loop.batches.repetitions(); left > 0; --left) {
    P::empty(context);
    loop.line_up(c, loop);
    const double start = MPI_Wtime();
    P::repetition(context, at.slot());
    const double call = MPI_Wtime() - start;
    sum += call;
    if (loop.keeps_calls) side.first_calls.add(call);
    at.step();
  }
}

template <class P>
void time_side(const Case& c, const Loop& loop, LoopSample& side, const SideContext& context) {
  const FileSteps steps = prepare_statuses(c, loop, side, P::calls);
  if constexpr (EmptiesFile<P>)
    time_on_empty_files<P>(c, loop, side, SideSteps<P::calls>(steps), context);
  else
    time_body(
        c, loop, side, SideSteps<P::calls>(steps), [context](const Slot& s) __attribute__((flatten)) {
          P::repetition(context, s);
        });
  if constexpr (P::calls > 0)
    context.errors->check_counts(side.statuses, c.share_bytes, static_cast<std::size_t>(P::calls));
}

/// As measure_in_turn. What goes wrong is noted and raised at the end.
template <class Left, class Right>
void measure_files_in_turn(const Case& c, const Loop& loop, LoopSample& sample) {
  TransferErrors errors;
  const auto left = SideContext::of(c, c.file, errors), right = SideContext::of(c, c.right_file, errors);
  if (loop.prepare) loop.prepare();
  if (loop.rewinds) Left::rewind(left), Right::rewind(right);
  take_turns(
      loop, sample, [&](const Loop& one, LoopSample& side) { time_side<Left>(c, one, side, left); },
      [&](const Loop& one, LoopSample& side) { time_side<Right>(c, one, side, right); });
  errors.raise_first();
}

}  // namespace sonde::engine
