// A library to load before MPI's that plants the fault named by SONDE_FAULT; without one it changes nothing.
// What it breaks still reports success: only looking at the data finds it.
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <vector>

#include "planted.hpp"

namespace {

int own_rank() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return count * size;
}

int report_bytes(MPI_Status* status, int bytes) {
  return PMPI_Status_set_elements(status, MPI_BYTE, bytes);
}

/// Of blocks of so many bytes each, the one beside that at `at`: the second for the first and so on.
MPI_Offset beside(MPI_Offset at, MPI_Offset block) {
  return (at / block ^ 1) * block + at % block;
}

std::vector<char> other_bytes(const void* b, int n, MPI_Datatype t) {
  std::vector<char> other(static_cast<const char*>(b), static_cast<const char*>(b) + bytes_of(n, t));
  for (char& byte : other) byte = static_cast<char>(~byte);
  return other;
}

/// Reads, after which the file's own pointer is where it was.
template <class Read>
int read_and_stand(MPI_File f, const Read& read) {
  if (!planted("read pointer stands still")) return read();
  MPI_Offset at = 0;
  PMPI_File_get_position(f, &at);
  const int code = read();
  PMPI_File_seek(f, at, MPI_SEEK_SET);
  return code;
}

}  // namespace

extern "C" {

int MPI_Put(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w) {
  if (planted("lost put")) return MPI_SUCCESS;
  return PMPI_Put(from, n, t, to, at, m, u, w);
}

int MPI_Get(void* into, int n, MPI_Datatype t, int from, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w) {
  if (planted("get from the first section")) at = 0;
  if (planted("get from the wrong rank")) from = own_rank();
  return PMPI_Get(into, n, t, from, at, m, u, w);
}

int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm c, MPI_Win* w) {
  if (planted("windows want a hint") && info == MPI_INFO_NULL) return MPI_ERR_INFO;
  return PMPI_Win_create(base, bytes, unit, info, c, w);
}

int MPI_Win_fence(int assertion, MPI_Win w) {
  if (!planted("fence fails")) return PMPI_Win_fence(assertion, w);
  PMPI_Win_call_errhandler(w, MPI_ERR_OTHER);
  return MPI_ERR_OTHER;
}

int MPI_Accumulate(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u,
                   MPI_Op op, MPI_Win w) {
  if (planted("accumulate twice")) PMPI_Accumulate(from, n, t, to, at, m, u, op, w);
  return PMPI_Accumulate(from, n, t, to, at, m, u, op, w);
}

int MPI_File_write_at(MPI_File f, MPI_Offset at, const void* b, int n, MPI_Datatype t, MPI_Status* s) {
  if (planted("write to the first block")) at = 0;
  if (planted("every two blocks swapped")) at = beside(at, 2 * bytes_of(n, t));  // of two ranks
  if (!planted("short write")) return PMPI_File_write_at(f, at, b, n, t, s);
  const int code = PMPI_File_write_at(f, at, b, own_rank() == 0 ? n / 2 : n, t, s);
  report_bytes(s, bytes_of(n, t));
  return code;
}

int MPI_File_iwrite_at(MPI_File f, MPI_Offset at, const void* b, int n, MPI_Datatype t, MPI_Request* r) {
  const bool lost = planted("lost non-blocking write") && own_rank() == 0;
  return PMPI_File_iwrite_at(f, lost ? at + 8 * n : at, b, n, t, r);
}

// What would come after half a minute comes after a second, or after three. The first fault is one that only
// the watchdog ends; beside the other two it must have patience.
unsigned alarm(unsigned seconds) {
  static const auto real = reinterpret_cast<unsigned (*)(unsigned)>(dlsym(RTLD_NEXT, "alarm"));
  if (planted("full disk beside a slow one")) return real((seconds + 29) / 30);
  if (planted("no room beside a slow disk")) return real((seconds + 9) / 10);
  return real(planted("wait for ever") && seconds > 0 ? 1 : seconds);
}

int fallocate(int file, int mode, off_t at, off_t bytes) {
  static const auto real = reinterpret_cast<int (*)(int, int, off_t, off_t)>(dlsym(RTLD_NEXT, "fallocate"));
  constexpr useconds_t turn = 200'000;  // microseconds: lower ranks have had what they wanted by then
  if (planted("room in turn")) usleep(turn * static_cast<useconds_t>(own_rank()));
  if (!planted("no room beside a slow disk")) return real(file, mode, at, bytes);
  if (own_rank() == 0) return errno = ENOSPC, -1;
  sleep(5);
  return 0;
}

int MPI_File_write(MPI_File f, const void* b, int n, MPI_Datatype t, MPI_Status* s) {
  if (planted("full disk beside a slow one")) {
    if (own_rank() == 0) return MPI_ERR_NO_SPACE;
    sleep(3);
  }
  if (planted("other data from blocking calls"))
    return PMPI_File_write(f, other_bytes(b, n, t).data(), n, t, s);
  if (!planted("every two blocks swapped")) return PMPI_File_write(f, b, n, t, s);
  MPI_Offset at = 0;
  PMPI_File_get_position(f, &at);
  const int code = PMPI_File_write_at(f, beside(at, bytes_of(n, t)), b, n, t, s);
  PMPI_File_seek(f, at + bytes_of(n, t), MPI_SEEK_SET);
  return code;
}

int MPI_File_read(MPI_File f, void* b, int n, MPI_Datatype t, MPI_Status* s) {
  const int code = read_and_stand(f, [=] { return PMPI_File_read(f, b, n, t, s); });
  if (planted("other data from blocking calls"))
    std::ranges::copy(other_bytes(b, n, t), static_cast<char*>(b));
  return code;
}

int MPI_File_read_all(MPI_File f, void* b, int n, MPI_Datatype t, MPI_Status* s) {
  return read_and_stand(f, [=] { return PMPI_File_read_all(f, b, n, t, s); });
}

int MPI_File_read_ordered(MPI_File f, void* b, int n, MPI_Datatype t, MPI_Status* s) {
  if (!planted("read pointer stands still")) return PMPI_File_read_ordered(f, b, n, t, s);
  MPI_Offset at = 0;
  PMPI_File_get_position_shared(f, &at);
  PMPI_Barrier(MPI_COMM_WORLD);
  const int code = PMPI_File_read_ordered(f, b, n, t, s);
  PMPI_File_seek_shared(f, at, MPI_SEEK_SET);
  return code;
}

int MPI_Wait(MPI_Request* r, MPI_Status* s) {
  while (planted("wait for ever")) pause();
  return PMPI_Wait(r, s);
}

int MPI_File_write_ordered(MPI_File f, const void* b, int n, MPI_Datatype t, MPI_Status* s) {
  if (!planted("blocks in another order")) return PMPI_File_write_ordered(f, b, n, t, s);
  std::vector<char> other(static_cast<const char*>(b), static_cast<const char*>(b) + bytes_of(n, t));
  const int peer = 1 - own_rank();
  PMPI_Sendrecv_replace(other.data(), n, t, peer, 9, peer, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return PMPI_File_write_ordered(f, other.data(), n, t, s);
}

int MPI_File_read_at(MPI_File f, MPI_Offset at, void* b, int n, MPI_Datatype t, MPI_Status* s) {
  static std::map<std::pair<MPI_Offset, int>, std::vector<char>> seen;
  if (planted("offsets of reads ignored")) at %= 2 * bytes_of(n, t);  // but for the place of the rank
  if (planted("read the next block")) {  // of two ranks; behind the last one the buffer stays as it is
    const int code = PMPI_File_read_at(f, at + 2 * bytes_of(n, t), b, n, t, s);
    report_bytes(s, bytes_of(n, t));
    return code;
  }
  if (!planted("stale read")) return PMPI_File_read_at(f, at, b, n, t, s);
  auto& old = seen[{at, n}];
  if (old.empty()) {
    const int code = PMPI_File_read_at(f, at, b, n, t, s);
    old.assign(static_cast<const char*>(b), static_cast<const char*>(b) + bytes_of(n, t));
    return code;
  }
  std::memcpy(b, old.data(), old.size());
  return report_bytes(s, bytes_of(n, t));
}

}  // extern "C"
