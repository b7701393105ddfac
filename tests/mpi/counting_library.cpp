// Preloaded: a library with performance variables (MPI_T), of which one counts the calls of MPI_Send on its
// communicator and one has their longest message; they count while they are started. Misuse of MPI_T ends the
// run.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Variable {
  const char* name;
  int klass, bind, readonly, continuous;
};
const Variable variables[]{{"stand_in_sends", MPI_T_PVAR_CLASS_COUNTER, MPI_T_BIND_MPI_COMM, 1, 0},
                           {"stand_in_longest", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_BIND_NO_OBJECT, 0, 0},
                           {"stand_in_level", MPI_T_PVAR_CLASS_LEVEL, MPI_T_BIND_NO_OBJECT, 1, 1},
                           {"stand_in_unreadable", MPI_T_PVAR_CLASS_COUNTER, MPI_T_BIND_NO_OBJECT, 1, 0},
                           {"stand_in_of_window", MPI_T_PVAR_CLASS_COUNTER, MPI_T_BIND_MPI_WIN, 1, 0}};
constexpr int count = 5;

struct Handle {
  int index;
  MPI_Comm comm;
  bool started;
  unsigned long long value;
};
Handle* handles[64];
int live = 0;

[[noreturn]] void misuse(const char* what) {
  std::fprintf(stderr, "misuse of MPI_T: %s\n", what);
  PMPI_Abort(MPI_COMM_WORLD, 99);
  std::abort();
}

void count_send(MPI_Comm comm, int elements) {
  for (int i = 0; i < live; ++i) {
    Handle& h = *handles[i];
    if (h.index == 0 && h.started && h.comm == comm) h.value += 1;
    if (h.index == 1 && h.started && static_cast<unsigned long long>(elements) > h.value)
      h.value = static_cast<unsigned long long>(elements);
  }
}

}  // namespace

extern "C" {

int MPI_Send(const void* data, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm) {
  count_send(comm, n);
  return PMPI_Send(data, n, t, to, tag, comm);
}

int MPI_T_pvar_get_num(int* num) {
  *num = count;
  return MPI_SUCCESS;
}

int MPI_T_pvar_get_info(int index, char* name, int* length, int* verbosity, int* klass, MPI_Datatype* type,
                        MPI_T_enum*, char*, int*, int* bind, int* readonly, int* continuous, int* atomic) {
  if (index < 0 || index >= count) return MPI_T_ERR_INVALID_INDEX;
  const Variable& v = variables[index];
  std::snprintf(name, static_cast<std::size_t>(*length), "%s", v.name);
  *length = static_cast<int>(std::strlen(v.name)) + 1;
  *verbosity = MPI_T_VERBOSITY_USER_BASIC;
  *klass = v.klass;
  *type = MPI_UNSIGNED_LONG_LONG;
  *bind = v.bind;
  *readonly = v.readonly;
  *continuous = v.continuous;
  *atomic = 0;
  return MPI_SUCCESS;
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session, int index, void* object, MPI_T_pvar_handle* handle, int* n) {
  if (live == 64) misuse("handles are not freed");
  if ((variables[index].bind == MPI_T_BIND_MPI_COMM) != (object != nullptr)) misuse("wrongly bound");
  auto* made =
      new Handle{index, object != nullptr ? *static_cast<MPI_Comm*>(object) : MPI_COMM_NULL, false, 0};
  handles[live++] = made;
  *handle = reinterpret_cast<MPI_T_pvar_handle>(made);
  *n = 1;
  return MPI_SUCCESS;
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session, MPI_T_pvar_handle* handle) {
  auto* freed = reinterpret_cast<Handle*>(*handle);
  for (int i = 0; i < live; ++i)
    if (handles[i] == freed) {
      handles[i] = handles[--live];
      delete freed;
      *handle = MPI_T_PVAR_HANDLE_NULL;
      return MPI_SUCCESS;
    }
  misuse("a handle that is none is freed");
}

int MPI_T_pvar_start(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  auto& h = *reinterpret_cast<Handle*>(handle);
  if (variables[h.index].continuous != 0) misuse("a continuous variable is started");
  h.started = true;
  return MPI_SUCCESS;
}

int MPI_T_pvar_stop(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  auto& h = *reinterpret_cast<Handle*>(handle);
  if (!h.started) misuse("a variable is stopped that was not started");
  h.started = false;
  return MPI_SUCCESS;
}

int MPI_T_pvar_reset(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  auto& h = *reinterpret_cast<Handle*>(handle);
  if (variables[h.index].readonly != 0) misuse("a variable is set back that may only be read");
  h.value = 0;
  return MPI_SUCCESS;
}

int MPI_T_pvar_read(MPI_T_pvar_session, MPI_T_pvar_handle handle, void* out) {
  const auto& h = *reinterpret_cast<Handle*>(handle);
  if (h.index == 3) return MPI_T_ERR_INVALID_HANDLE;
  const unsigned long long value = h.index == 2 ? 7 : h.value;
  std::memcpy(out, &value, sizeof value);
  return MPI_SUCCESS;
}

int MPI_T_finalize() {
  if (live != 0) misuse("handles are left at the end");
  return PMPI_T_finalize();
}
}
