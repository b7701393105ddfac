// Stand-ins for the file transfers of IMB-IO. Include in one file of a program. Beside the calls they keep
// the regions of the file that were touched, following pointers and view the way the MPI standard (chapter 14
// of 4.0) says.
#pragma once
#include <optional>
#include <string_view>

#include "spy/calls.hpp"

namespace spy {

/// What each transfer reports in its status, where that is not what was asked for, and what it returns.
inline std::optional<int> moved;
inline int code = MPI_SUCCESS;

/// First byte and length.
struct Region {
  MPI_Offset first;
  MPI_Offset bytes;
  bool operator==(const Region&) const = default;
};
inline void PrintTo(const Region& r, std::ostream* stream) {
  *stream << "{" << r.first << ", " << r.bytes << "}";
}

/// The file as one rank sees it: a tile of `extent` bytes in which `block` bytes from `begin` on are visible.
struct FileModel {
  MPI_Offset begin = 0, block = 1, extent = 1;
  MPI_Offset pointer = 0;         ///< individual, in visible bytes
  MPI_Offset shared_pointer = 0;  ///< in bytes of the file
  MPI_Offset bytes_before = 0;    ///< what lower ranks move in the same collective call
  MPI_Offset bytes_of_all = 0;    ///< what all ranks move in it
  std::vector<Region> touched;

  [[nodiscard]] MPI_Offset place_of(MPI_Offset visible) const {
    return visible / block * extent + begin + visible % block;
  }
  void individual(MPI_Offset bytes) {
    touch(place_of(pointer), bytes);
    pointer += bytes;
  }
  /// Ranks take their turns in order.
  void shared(MPI_Offset bytes) {
    touch(shared_pointer + bytes_before, bytes);
    shared_pointer += bytes_of_all;
  }
  void at(MPI_Offset offset, MPI_Offset bytes) { touch(place_of(offset), bytes); }

 private:
  void touch(MPI_Offset first, MPI_Offset bytes) {
    if (bytes > 0) touched.push_back({first, bytes});
  }
};
inline FileModel file;
inline MPI_File handle_of_file = MPI_FILE_NULL;
inline int under_way = 0;  ///< bytes of the transfer begun last

inline int begin(std::string_view call, const void* b, int n, MPI_Datatype t) {
  under_way = n;
  if (call.find("shared") != call.npos || call.find("ordered") != call.npos)
    file.shared(n);
  else
    file.individual(n);
  note("{} {} {} {}", call, place(b), n, name(t));
  return code;
}
inline int begin_at(std::string_view call, MPI_Offset at, const void* b, int n, MPI_Datatype t) {
  under_way = n;
  file.at(at, n);
  note("{} {} {} {} {}", call, at, place(b), n, name(t));
  return code;
}
/// The count of a status stands in its tag.
inline void fill(MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) status->MPI_TAG = moved.value_or(under_way);
}
inline int finish(int result, MPI_Status* status) {
  fill(status);
  return result;
}

}  // namespace spy

// The functions that exist for both directions.
#define SPY_FILE_TRANSFERS(ACTION, BUFFER)                                                                 \
  int MPI_File_##ACTION(MPI_File, BUFFER b, int n, MPI_Datatype t, MPI_Status* s) {                        \
    return spy::finish(spy::begin(#ACTION, b, n, t), s);                                                   \
  }                                                                                                        \
  int MPI_File_##ACTION##_at(MPI_File, MPI_Offset o, BUFFER b, int n, MPI_Datatype t, MPI_Status* s) {     \
    return spy::finish(spy::begin_at(#ACTION "_at", o, b, n, t), s);                                       \
  }                                                                                                        \
  int MPI_File_##ACTION##_shared(MPI_File, BUFFER b, int n, MPI_Datatype t, MPI_Status* s) {               \
    return spy::finish(spy::begin(#ACTION "_shared", b, n, t), s);                                         \
  }                                                                                                        \
  int MPI_File_##ACTION##_all(MPI_File, BUFFER b, int n, MPI_Datatype t, MPI_Status* s) {                  \
    return spy::finish(spy::begin(#ACTION "_all", b, n, t), s);                                            \
  }                                                                                                        \
  int MPI_File_##ACTION##_at_all(MPI_File, MPI_Offset o, BUFFER b, int n, MPI_Datatype t, MPI_Status* s) { \
    return spy::finish(spy::begin_at(#ACTION "_at_all", o, b, n, t), s);                                   \
  }                                                                                                        \
  int MPI_File_##ACTION##_ordered(MPI_File, BUFFER b, int n, MPI_Datatype t, MPI_Status* s) {              \
    return spy::finish(spy::begin(#ACTION "_ordered", b, n, t), s);                                        \
  }                                                                                                        \
  int MPI_File_i##ACTION(MPI_File, BUFFER b, int n, MPI_Datatype t, MPI_Request*) {                        \
    return spy::begin("i" #ACTION, b, n, t);                                                               \
  }                                                                                                        \
  int MPI_File_i##ACTION##_at(MPI_File, MPI_Offset o, BUFFER b, int n, MPI_Datatype t, MPI_Request*) {     \
    return spy::begin_at("i" #ACTION "_at", o, b, n, t);                                                   \
  }                                                                                                        \
  int MPI_File_i##ACTION##_shared(MPI_File, BUFFER b, int n, MPI_Datatype t, MPI_Request*) {               \
    return spy::begin("i" #ACTION "_shared", b, n, t);                                                     \
  }                                                                                                        \
  int MPI_File_##ACTION##_all_begin(MPI_File, BUFFER b, int n, MPI_Datatype t) {                           \
    return spy::begin(#ACTION "_all_begin", b, n, t);                                                      \
  }                                                                                                        \
  int MPI_File_##ACTION##_at_all_begin(MPI_File, MPI_Offset o, BUFFER b, int n, MPI_Datatype t) {          \
    return spy::begin_at(#ACTION "_at_all_begin", o, b, n, t);                                             \
  }                                                                                                        \
  int MPI_File_##ACTION##_ordered_begin(MPI_File, BUFFER b, int n, MPI_Datatype t) {                       \
    return spy::begin(#ACTION "_ordered_begin", b, n, t);                                                  \
  }                                                                                                        \
  int MPI_File_##ACTION##_all_end(MPI_File, BUFFER b, MPI_Status* s) {                                     \
    return spy::finish(spy::note(#ACTION "_all_end {}", spy::place(b)), s);                                \
  }                                                                                                        \
  int MPI_File_##ACTION##_at_all_end(MPI_File, BUFFER b, MPI_Status* s) {                                  \
    return spy::finish(spy::note(#ACTION "_at_all_end {}", spy::place(b)), s);                             \
  }                                                                                                        \
  int MPI_File_##ACTION##_ordered_end(MPI_File, BUFFER b, MPI_Status* s) {                                 \
    return spy::finish(spy::note(#ACTION "_ordered_end {}", spy::place(b)), s);                            \
  }

extern "C" {

SPY_FILE_TRANSFERS(write, const void*)
SPY_FILE_TRANSFERS(read, void*)

double MPI_Wtime() {
  return spy_now();
}
int MPI_Wait(MPI_Request*, MPI_Status* status) {
  return spy::finish(spy::note("wait"), status);
}
int MPI_Barrier(MPI_Comm) {
  return spy::note("barrier");
}
int MPI_File_sync(MPI_File) {
  return spy::note("sync");
}
int MPI_File_seek(MPI_File, MPI_Offset at, int) {
  spy::file.pointer = at;
  return spy::note("seek {}", at);
}
int MPI_File_seek_shared(MPI_File, MPI_Offset at, int) {
  spy::file.shared_pointer = at;
  return spy::note("seek_shared {}", at);
}
int MPI_Status_set_elements(MPI_Status* status, MPI_Datatype, int count) {
  status->MPI_TAG = count;
  return MPI_SUCCESS;
}
int MPI_Get_elements_x(const MPI_Status* status, MPI_Datatype, MPI_Count* count) {
  *count = status->MPI_TAG;
  return MPI_SUCCESS;
}
int MPI_Error_string(int, char* text, int* length) {
  *length = static_cast<int>(fmt::format_to_n(text, MPI_MAX_ERROR_STRING, "no space left").size);
  return MPI_SUCCESS;
}

}  // extern "C"
