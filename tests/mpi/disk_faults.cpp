// Faults of file systems, planted in the ranks alone (launchers do not bear them): a limit on the size of
// files, files or their directory that somebody else removes while they are written, and a page cache that is
// not dropped.
#include <fcntl.h>
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "planted.hpp"

namespace {

constexpr rlim_t largest_file = 8 << 20;

int begun(int code) {
  const rlimit limit{largest_file, largest_file};
  if (planted("file size limit")) setrlimit(RLIMIT_FSIZE, &limit);
  return code;
}

std::string opened;

void remove_opened() {
  unlink(opened.c_str());
  if (planted("directory removed")) rmdir(opened.substr(0, opened.rfind('/')).c_str());
}

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  return begun(PMPI_Init(argc, argv));
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return begun(PMPI_Init_thread(argc, argv, required, provided));
}

int MPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file) {
  opened = name;
  return PMPI_File_open(comm, name, mode, info, file);
}

int MPI_File_close(MPI_File* file) {
  const int code = PMPI_File_close(file);
  return planted("close fails") ? MPI_ERR_IO : code;
}

int posix_fadvise(int, off_t, off_t, int) {
  return planted("cache kept") ? EINVAL : 0;  // else as if all were dropped: nothing here looks at the cache
}

int MPI_File_sync(MPI_File file) {
  const int code = PMPI_File_sync(file);
  if (planted("file removed") || planted("directory removed")) remove_opened();
  return code;
}

}  // extern "C"
