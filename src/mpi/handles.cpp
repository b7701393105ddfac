#include "mpi/handles.hpp"

#include <string>

namespace sonde::mpi {

namespace {

std::string& first_failed() {
  static std::string text;
  return text;
}

}  // namespace

const std::string& failed_release() {
  return first_failed();
}

void note_release(int code, const char* call) noexcept {
  if (code != MPI_SUCCESS && first_failed().empty()) first_failed() = MpiError(code, call).what();
}

Communicator split(MPI_Comm parent, int color, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  ok(MPI_Comm_split(parent, color, key, &made), "MPI_Comm_split");
  if (made != MPI_COMM_NULL) ok(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return Communicator(made);
}

Communicator of_thread(MPI_Comm comm, int thread) {
  MPI_Info made = MPI_INFO_NULL;
  ok(MPI_Info_create(&made), "MPI_Info_create");
  const Info hints(made);
  ok(MPI_Info_set(made, "thread_id", std::to_string(thread).c_str()), "MPI_Info_set");
  MPI_Comm copy = MPI_COMM_NULL;
  ok(MPI_Comm_dup_with_info(comm, made, &copy), "MPI_Comm_dup_with_info");
  Communicator owned(copy);
  ok(MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return owned;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  ok(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  ok(MPI_Comm_size(comm, &size), "MPI_Comm_size");
  return size;
}

Communicator node_of(MPI_Comm comm) {
  MPI_Comm made = MPI_COMM_NULL;
  ok(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made), "MPI_Comm_split_type");
  return Communicator(made);
}

bool shares_node(MPI_Comm comm) {
  return size_of(node_of(comm).get()) == size_of(comm);
}

}  // namespace sonde::mpi
