// File transfers of IMB-IO (guide 4.2.4, 4.2.5): one template a family; the MPI functions are its arguments.
#pragma once
#include <mpi.h>

#include "patterns/file_calls.hpp"

namespace sonde::patterns {

using engine::FileContext;
using engine::Slot;

/// Sync, barrier, sync: the least after which every rank of the file's communicator sees what was written
/// (guide 4.2.2.2.1).
inline void sync_file(const FileContext& c) {
  c.note(MPI_File_sync(c.file), "MPI_File_sync");
  c.note(MPI_Barrier(c.comm), "MPI_Barrier");
  c.note(MPI_File_sync(c.file), "MPI_File_sync");
}

/// Blocking: one call (figures 13 to 18).
template <class ActionOf, class Place, class Blocking>
struct Transfer {
  using Action = ActionOf;
  using Context = FileContext;
  static constexpr Pointer pointer = Place::pointer;

  static void rewind(const FileContext& c) { Place::rewind(c); }
  static void repetition(const FileContext& c, const Slot& s) {
    Place::template run<Blocking, Action>(c, s, s.status);
  }
  static void complete(const FileContext& c) {
    if constexpr (Action::writes) sync_file(c);
  }
};

/// Non-blocking: the call with a request, and MPI_Wait.
template <class Action, class Place, class Blocking, class Start>
struct RequestTransfer : Transfer<Action, Place, Blocking> {
  using Handle = MPI_Request;
  static Handle start(const FileContext& c, const Slot& s) {
    MPI_Request request = MPI_REQUEST_NULL;
    Place::template run<Start, Action>(c, s, &request);
    return request;
  }
  static void finish(const FileContext& c, const Slot& s, Handle& request) {
    c.note(MPI_Wait(&request, s.status), "MPI_Wait");
  }
};

/// Split collective: begin and end.
template <class Action, class Place, class Blocking, class Begin, class End>
struct SplitTransfer : Transfer<Action, Place, Blocking> {
  struct Handle {};
  static Handle start(const FileContext& c, const Slot& s) {
    Place::template run<Begin, Action>(c, s);
    return {};
  }
  static void finish(const FileContext& c, const Slot& s, Handle&) {
    End::run(c, c.file, Action::buffer(s), s.status);
  }
};

using WriteIndividual = RequestTransfer<Writing, IndividualPointer, Call<"MPI_File_write", MPI_File_write>,
                                        Call<"MPI_File_iwrite", MPI_File_iwrite>>;
using ReadIndividual = RequestTransfer<Reading, IndividualPointer, Call<"MPI_File_read", MPI_File_read>,
                                       Call<"MPI_File_iread", MPI_File_iread>>;
using WriteExplicit = RequestTransfer<Writing, ExplicitOffset, Call<"MPI_File_write_at", MPI_File_write_at>,
                                      Call<"MPI_File_iwrite_at", MPI_File_iwrite_at>>;
using ReadExplicit = RequestTransfer<Reading, ExplicitOffset, Call<"MPI_File_read_at", MPI_File_read_at>,
                                     Call<"MPI_File_iread_at", MPI_File_iread_at>>;
using WriteShared =
    RequestTransfer<Writing, SharedPointer, Call<"MPI_File_write_shared", MPI_File_write_shared>,
                    Call<"MPI_File_iwrite_shared", MPI_File_iwrite_shared>>;
using ReadShared = RequestTransfer<Reading, SharedPointer, Call<"MPI_File_read_shared", MPI_File_read_shared>,
                                   Call<"MPI_File_iread_shared", MPI_File_iread_shared>>;

using WriteAll = SplitTransfer<Writing, IndividualPointer, Call<"MPI_File_write_all", MPI_File_write_all>,
                               Call<"MPI_File_write_all_begin", MPI_File_write_all_begin>,
                               Call<"MPI_File_write_all_end", MPI_File_write_all_end>>;
using ReadAll = SplitTransfer<Reading, IndividualPointer, Call<"MPI_File_read_all", MPI_File_read_all>,
                              Call<"MPI_File_read_all_begin", MPI_File_read_all_begin>,
                              Call<"MPI_File_read_all_end", MPI_File_read_all_end>>;
using WriteAtAll =
    SplitTransfer<Writing, ExplicitOffset, Call<"MPI_File_write_at_all", MPI_File_write_at_all>,
                  Call<"MPI_File_write_at_all_begin", MPI_File_write_at_all_begin>,
                  Call<"MPI_File_write_at_all_end", MPI_File_write_at_all_end>>;
using ReadAtAll = SplitTransfer<Reading, ExplicitOffset, Call<"MPI_File_read_at_all", MPI_File_read_at_all>,
                                Call<"MPI_File_read_at_all_begin", MPI_File_read_at_all_begin>,
                                Call<"MPI_File_read_at_all_end", MPI_File_read_at_all_end>>;
using WriteOrdered =
    SplitTransfer<Writing, SharedPointer, Call<"MPI_File_write_ordered", MPI_File_write_ordered>,
                  Call<"MPI_File_write_ordered_begin", MPI_File_write_ordered_begin>,
                  Call<"MPI_File_write_ordered_end", MPI_File_write_ordered_end>>;
using ReadOrdered =
    SplitTransfer<Reading, SharedPointer, Call<"MPI_File_read_ordered", MPI_File_read_ordered>,
                  Call<"MPI_File_read_ordered_begin", MPI_File_read_ordered_begin>,
                  Call<"MPI_File_read_ordered_end", MPI_File_read_ordered_end>>;

}  // namespace sonde::patterns
