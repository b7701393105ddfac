// Faults of one-sided transfers, beside those of message_faults.cpp and as they are asked for there:
// `corrupt`, `truncate` and `misroute` (to or from another rank; between two ranks, to nobody). Transfers of
// SONDE_FAULT_BYTES bytes are touched, with SONDE_FAULT_SINGLE those of single elements. What arrives at the
// origin is spoiled once a flush has completed it.
#include <mpi.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <vector>

#include "planted.hpp"

namespace {

bool chosen(int count, MPI_Datatype type) {
  const char* wanted = std::getenv("SONDE_FAULT_BYTES");
  return wanted != nullptr && bytes_of(count, type) == static_cast<std::size_t>(std::atol(wanted));
}

bool single_chosen() {
  return std::getenv("SONDE_FAULT_SINGLE") != nullptr;
}

/// What is done when a flush has completed what was issued.
std::list<std::function<void()>> afterwards;
/// Corrupted copies of what is sent, which live until then.
std::list<std::vector<std::byte>> copies;

int completed(int code) {
  for (const auto& action : afterwards) action();
  afterwards.clear();
  copies.clear();
  return code;
}

const void* sent(const void* from, std::size_t bytes) {
  if (!planted("corrupt") || !due()) return from;
  const auto* first = static_cast<const std::byte*>(from);
  copies.emplace_back(first, first + bytes);
  copies.back()[bytes / 2] ^= std::byte{16};
  return copies.back().data();
}

void spoil_when_it_arrives(void* into, std::size_t bytes) {
  auto* first = static_cast<std::byte*>(into);
  if (planted("corrupt")) afterwards.emplace_back([=] { first[bytes / 2] ^= std::byte{16}; });
  if (!planted("truncate")) return;
  std::vector<std::byte> end(first + bytes - 4, first + bytes);
  afterwards.emplace_back([=] { std::memcpy(first + bytes - 4, end.data(), 4); });
}

/// Elements of what is sent in all: one, or four bytes, fewer.
int shortened(int n, MPI_Datatype t) {
  return planted("truncate") ? n - 4 / static_cast<int>(bytes_of(1, t)) : n;
}

/// Another rank; -1: nobody.
int astray(int rank, MPI_Win exposed) {
  if (!planted("misroute")) return rank;
  MPI_Group group = MPI_GROUP_NULL;
  int size = 0;
  PMPI_Win_get_group(exposed, &group);
  PMPI_Group_size(group, &size);
  PMPI_Group_free(&group);
  return size == 2 ? -1 : (rank + 1) % size;
}

}  // namespace

extern "C" {

int MPI_Win_flush(int target, MPI_Win window) {
  return completed(PMPI_Win_flush(target, window));
}
int MPI_Win_flush_local(int target, MPI_Win window) {
  return completed(PMPI_Win_flush_local(target, window));
}
int MPI_Win_flush_all(MPI_Win window) {
  return completed(PMPI_Win_flush_all(window));
}
int MPI_Win_flush_local_all(MPI_Win window) {
  return completed(PMPI_Win_flush_local_all(window));
}

int MPI_Put(const void* out, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w) {
  if (!chosen(n, t)) return PMPI_Put(out, n, t, to, at, m, u, w);
  const int target = astray(to, w);
  if (target < 0) return MPI_SUCCESS;
  return PMPI_Put(sent(out, bytes_of(n, t)), shortened(n, t), t, target, at, shortened(m, u), u, w);
}

int MPI_Get(void* in, int n, MPI_Datatype t, int from, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w) {
  if (!chosen(n, t)) return PMPI_Get(in, n, t, from, at, m, u, w);
  const int target = astray(from, w);
  if (target < 0) return MPI_SUCCESS;
  spoil_when_it_arrives(in, bytes_of(n, t));
  return PMPI_Get(in, n, t, target, at, m, u, w);
}

int MPI_Accumulate(const void* out, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u,
                   MPI_Op op, MPI_Win w) {
  if (!chosen(n, t)) return PMPI_Accumulate(out, n, t, to, at, m, u, op, w);
  const int target = astray(to, w);
  if (target < 0) return MPI_SUCCESS;
  return PMPI_Accumulate(sent(out, bytes_of(n, t)), shortened(n, t), t, target, at, shortened(m, u), u, op,
                         w);
}

int MPI_Get_accumulate(const void* out, int n, MPI_Datatype t, void* in, int k, MPI_Datatype v, int to,
                       MPI_Aint at, int m, MPI_Datatype u, MPI_Op op, MPI_Win w) {
  if (!chosen(n, t)) return PMPI_Get_accumulate(out, n, t, in, k, v, to, at, m, u, op, w);
  const int target = astray(to, w);
  if (target < 0) return MPI_SUCCESS;
  spoil_when_it_arrives(in, bytes_of(k, v));
  return PMPI_Get_accumulate(out, n, t, in, k, v, target, at, m, u, op, w);
}

/// Every other value that comes back is the one before it.
void repeat_when_it_arrives(void* into) {
  static bool odd = false;
  static float before = 0;
  odd = !odd;
  afterwards.emplace_back([into, keep = odd] {
    if (keep)
      std::memcpy(&before, into, sizeof before);
    else
      std::memcpy(into, &before, sizeof before);
  });
}

/// `truncate`: the element is added to twice.
int MPI_Fetch_and_op(const void* out, void* in, MPI_Datatype t, int to, MPI_Aint at, MPI_Op op, MPI_Win w) {
  if (!single_chosen()) return PMPI_Fetch_and_op(out, in, t, to, at, op, w);
  if (astray(to, w) < 0) return MPI_SUCCESS;
  if (planted("corrupt")) spoil_when_it_arrives(in, 4);
  if (planted("repeat")) repeat_when_it_arrives(in);
  if (planted("truncate")) PMPI_Fetch_and_op(out, in, t, to, at, op, w);
  return PMPI_Fetch_and_op(out, in, t, to, at, op, w);
}

/// `truncate`: it swaps whatever is there, also where that is not what is compared with.
int MPI_Compare_and_swap(const void* out, const void* compared, void* in, MPI_Datatype t, int to, MPI_Aint at,
                         MPI_Win w) {
  if (!single_chosen()) return PMPI_Compare_and_swap(out, compared, in, t, to, at, w);
  if (astray(to, w) < 0) return MPI_SUCCESS;
  if (planted("corrupt")) spoil_when_it_arrives(in, 4);
  if (planted("truncate")) return PMPI_Fetch_and_op(out, in, t, to, at, MPI_REPLACE, w);
  return PMPI_Compare_and_swap(out, compared, in, t, to, at, w);
}
}
