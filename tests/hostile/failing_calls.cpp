// A library to load before MPI's: the n-th call of a function fails on one rank and does nothing, or never
// returns.
//   SONDE_FAIL_CALL="MPI_Bcast 3 0"   which function, which of its calls, on which rank of the job
//   SONDE_HANG_CALL="MPI_Gather 1 0"  the same of the call that never returns
//   SONDE_FAIL_MARK=FILE              made when it has failed
//   SONDE_HURRY=100                   timers of SIGALRM run so many times as fast
//   SONDE_HOLD_OUTPUT="4 2"           rank 0: the first two writes to standard output take 4 s each
//   SONDE_COUNT_CALLS=FILE            rank 0 writes "NAME CALLS" lines at its end
// It does not include mpi.h: each wrapper hands on more words than any function has parameters, which the
// calling conventions of Linux on x86-64 and AArch64 allow, so that the list of names is all it has to know.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using Word = long;
using Function = int (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

constexpr int other_error =
    15;  // MPI_ERR_OTHER of MPICH, MPI_ERR_INTERN's neighbour elsewhere: an error in both

struct Called {
  const char* name;
  long count = 0;
  Function real = nullptr;
};

int world_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  return 0;
}

bool planted(const Called& called, const char* variable) {
  const char* plan = std::getenv(variable);
  if (plan == nullptr) return false;
  std::array<char, 64> name{};
  long call = 0;
  int rank = 0;
  if (std::sscanf(plan, "%63s %ld %d", name.data(), &call, &rank) != 3) return false;
  return called.count == call && rank == world_rank() && std::strcmp(name.data(), called.name) == 0;
}

bool fails(Called& called) {
  ++called.count;
  if (called.real == nullptr) called.real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, called.name));
  while (planted(called, "SONDE_HANG_CALL")) pause();
  if (!planted(called, "SONDE_FAIL_CALL")) return false;
  if (const char* mark = std::getenv("SONDE_FAIL_MARK"))
    if (const int file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666); file >= 0) close(file);
  return true;
}

// clang-format off
#define SONDE_FUNCTIONS(X) \
  X(Allgather_init) X(Allgatherv_init) X(Allreduce_init) X(Alltoall_init) X(Alltoallv_init) X(Barrier_init) \
  X(Bcast_init) X(Gather_init) X(Gatherv_init) X(Reduce_init) X(Reduce_scatter_init) X(Scatter_init) \
  X(Scatterv_init) \
  X(Allgather) X(Allgatherv) X(Allreduce) X(Alltoall) X(Alltoallv) X(Barrier) X(Bcast) X(Comm_free) \
  X(Comm_rank) X(Comm_set_errhandler) X(Comm_size) X(Comm_split) X(Comm_split_type) X(Gather) X(Gatherv) \
  X(Get_library_version) X(Get_version) X(Ibarrier) X(Info_create) X(Info_free) X(Info_set) \
  X(Init) X(Init_thread) X(Irecv) X(Isend) X(Finalize) X(Iprobe) X(Op_create) X(Op_free) X(Probe) \
  X(Query_thread) X(Recv) X(Reduce) X(Reduce_scatter) X(Scan) X(Exscan) X(Scatter) X(Scatterv) X(Send) \
  X(Sendrecv) X(Test) X(Testall) X(Type_commit) X(Type_contiguous) X(Type_create_hindexed) \
  X(Type_create_resized) X(Type_create_struct) X(Type_free) X(Type_get_extent) X(Type_size) \
  X(Type_vector) X(Type_create_hvector) X(Wait) X(Waitall) X(Cancel) X(Request_free) X(Request_get_status) X(Comm_dup) \
  X(Comm_dup_with_info) \
  X(Comm_group) X(Comm_create) X(Group_free) X(Group_incl) X(Group_translate_ranks) \
  X(Status_set_elements) X(Get_count) X(Get_elements) X(Get_elements_x) X(Get_processor_name) \
  X(Get_address) X(Pack) X(Unpack) X(Comm_get_attr) X(Win_create) X(Win_fence) X(Win_free) \
  X(Win_set_errhandler) X(Put) X(Get) X(Accumulate) X(Win_lock) X(Win_unlock) X(Win_flush) X(Win_post) \
  X(Win_start) X(Win_complete) X(Win_wait) X(Win_allocate) X(File_open) X(File_close) X(File_delete) \
  X(File_get_size) X(File_set_size) X(File_sync) X(File_seek) X(File_seek_shared) X(File_set_view) \
  X(File_set_errhandler) X(File_preallocate) X(File_set_info) X(File_get_info) X(File_set_atomicity) \
  X(File_write) X(File_write_all) X(File_write_at) X(File_write_at_all) X(File_write_shared) \
  X(File_write_ordered) X(File_read) X(File_read_all) X(File_read_at) X(File_read_at_all) \
  X(File_read_shared) X(File_read_ordered) X(File_iwrite) X(File_iwrite_at) X(File_iwrite_shared) \
  X(File_iread) X(File_iread_at) X(File_iread_shared) X(File_write_all_begin) X(File_write_all_end) \
  X(File_write_at_all_begin) X(File_write_at_all_end) X(File_write_ordered_begin) \
  X(File_write_ordered_end) X(File_read_all_begin) X(File_read_all_end) X(File_read_at_all_begin) \
  X(File_read_at_all_end) X(File_read_ordered_begin) X(File_read_ordered_end) X(Iallgather) X(Iallgatherv) \
  X(Iallreduce) X(Ialltoall) X(Ialltoallv) X(Ibcast) X(Igather) X(Igatherv) X(Ireduce) X(Ireduce_scatter) \
  X(Ireduce_scatter_block) X(Iscan) X(Iexscan) X(Iscatter) X(Iscatterv) X(Reduce_local) \
  X(Reduce_scatter_block) X(Win_lock_all) X(Win_unlock_all) X(Win_flush_all) X(Win_flush_local) \
  X(Win_flush_local_all) X(Win_sync) X(Win_test) X(Win_allocate_shared) X(Win_shared_query) \
  X(Win_create_dynamic) X(Win_attach) X(Win_detach) X(Win_get_group) X(Win_set_info) X(Fetch_and_op) \
  X(Compare_and_swap) X(Get_accumulate) X(Rput) X(Rget) X(Raccumulate) X(Rget_accumulate) X(Ssend) \
  X(Bsend) X(Rsend) X(Issend) X(Ibsend) X(Irsend) X(Buffer_attach) X(Buffer_detach) X(Send_init) \
  X(Ssend_init) X(Recv_init) X(Start) X(Startall) X(Waitany) X(Waitsome) X(Testany) X(Testsome) \
  X(Sendrecv_replace) X(Mprobe) X(Improbe) X(Mrecv) X(Imrecv) X(Comm_create_group) X(Comm_compare) \
  X(Type_indexed) X(Type_create_indexed_block) X(Type_create_hindexed_block) X(Type_create_subarray) \
  X(T_init_thread) X(T_cvar_get_num) X(T_cvar_get_info) X(T_cvar_handle_alloc) X(T_cvar_handle_free) \
  X(T_cvar_read) X(T_pvar_get_num) X(T_pvar_get_info) X(T_pvar_session_create) X(T_pvar_session_free) \
  X(T_pvar_handle_alloc) X(T_pvar_handle_free) X(T_pvar_start) X(T_pvar_stop) X(T_pvar_read) \
  X(T_pvar_reset) X(T_finalize) X(T_enum_get_info) X(T_enum_get_item) X(Info_dup) X(Psend_init) X(Precv_init) X(Pready) X(Parrived)
// clang-format on

#define SONDE_NUMBER(name) number_##name,
enum Number { SONDE_FUNCTIONS(SONDE_NUMBER) functions };

#define SONDE_NAME(name) Called{"MPI_" #name},
std::array<Called, functions> table{SONDE_FUNCTIONS(SONDE_NAME)};

[[gnu::destructor]] void write_counts() {
  const char* path = std::getenv("SONDE_COUNT_CALLS");
  const bool called_any = table[number_Init_thread].count > 0;  // the launcher loads this library, too
  if (path == nullptr || !called_any || world_rank() != 0) return;
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) return;
  for (const Called& called : table)
    if (called.count > 0) std::fprintf(file, "%s %ld\n", called.name, called.count);
  std::fclose(file);
}

}  // namespace

#define SONDE_WRAPPER(name)                                                                              \
  int MPI_##name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k, \
                 Word l, Word m) {                                                                       \
    Called& called = table[number_##name];                                                               \
    return fails(called) ? other_error : called.real(a, b, c, d, e, f, g, h, i, j, k, l, m);             \
  }

extern "C" {

unsigned alarm(unsigned seconds) {
  const char* times = std::getenv("SONDE_HURRY");
  const long hurry = times == nullptr ? 1 : std::atol(times);
  const auto microseconds = static_cast<long>(seconds) * 1'000'000 / hurry;
  itimerval next{}, before{};
  next.it_value = {microseconds / 1'000'000, microseconds % 1'000'000};
  setitimer(ITIMER_REAL, &next, &before);
  return static_cast<unsigned>(before.it_value.tv_sec);
}

ssize_t write(int file, const void* from, size_t bytes) {
  static int held = 0;
  const char* plan = std::getenv("SONDE_HOLD_OUTPUT");
  unsigned seconds = 0;
  int times = 0;
  if (plan != nullptr && file == STDOUT_FILENO && world_rank() == 0 && table[number_Init_thread].count > 0 &&
      std::sscanf(plan, "%u %d", &seconds, &times) == 2 && held++ < times)
    sleep(seconds);
  return syscall(SYS_write, file, from, bytes);
}

SONDE_FUNCTIONS(SONDE_WRAPPER)
}
