// The cost of opening and closing a file (guide 4.2.4.10, figure 19).
#pragma once
#include <mpi.h>

#include "engine/io_loops.hpp"

namespace sonde::patterns {

/// All ranks open the file, write the same byte to it and close it.
struct OpenClose {
  static void rewind(const engine::FileContext&) {}
  static void complete(const engine::FileContext&) {}

  static void repetition(const engine::FileContext& c, const char* name, MPI_Info info, MPI_Status* status) {
    constexpr char byte = 'x';
    MPI_File file = MPI_FILE_NULL;
    c.note(MPI_File_open(c.comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file), "MPI_File_open");
    if (file == MPI_FILE_NULL) [[unlikely]]
      return;
    c.note(MPI_File_write(file, &byte, 1, MPI_BYTE, status), "MPI_File_write");
    c.note(MPI_File_close(&file), "MPI_File_close");
  }
};

inline void measure_open_close(const Case& c, const Loop& loop, LoopSample& sample) {
  engine::TransferErrors errors;
  const auto steps = engine::prepare_statuses(c, loop, sample);
  const auto context = engine::FileContext::of(c, errors);
  engine::time_body(c, loop, sample, steps,
                    [context, name = c.file_name, info = c.info](const engine::Slot& s) {
                      OpenClose::repetition(context, name, info, s.status);
                    });
  errors.check_counts(sample.statuses, 1);
  errors.raise_first();
}

}  // namespace sonde::patterns
