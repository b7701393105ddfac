// Preloaded: the clocks of world rank 1 are 5 ms ahead of the others' and gain 20 us in each second; from the
// first MPI_Wtime on, since some libraries count from there. When ranks came to broadcasts of 5000 bytes, on
// the clock of the machine, stands in the files SONDE_CAME.0 and SONDE_CAME.1: a number of nanoseconds each
// line.
#include <dlfcn.h>
#include <mpi.h>
#include <time.h>  // NOLINT(modernize-deprecated-headers): clock_gettime is of POSIX

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t second = 1'000'000'000, ahead = 5'000'000;  // nanoseconds
constexpr std::int64_t gained = 50'000;                            // one nanosecond in so many

int world_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* value = std::getenv(name)) return std::atoi(value);
  return 0;
}

int read_machine(clockid_t clock, timespec* time) {
  using Read = int (*)(clockid_t, timespec*);
  static const auto read = reinterpret_cast<Read>(dlsym(RTLD_NEXT, "clock_gettime"));
  return read(clock, time);
}

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * second + time.tv_nsec;
}

bool shifted = false;

std::vector<std::int64_t>& came() {
  static std::vector<std::int64_t> times;
  return times;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) {
  const int code = read_machine(clock, time);
  if (code != 0 || !shifted || (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME)) return code;
  static std::int64_t of_machine = 0, of_date = 0;  // when the clocks were read first
  std::int64_t& began = clock == CLOCK_MONOTONIC ? of_machine : of_date;
  const std::int64_t now = nanoseconds(*time);
  if (began == 0) began = now;
  const std::int64_t shown = now + ahead + (now - began) / gained;
  *time = {shown / second, shown % second};
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int wanted, int* given) {
  const int code = PMPI_Init_thread(argc, argv, wanted, given);
  PMPI_Wtime();
  shifted = world_rank() == 1;
  return code;
}

int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  timespec now{};
  int size = 0;
  PMPI_Type_size(type, &size);
  read_machine(CLOCK_MONOTONIC, &now);
  if (count * size == 5000) came().push_back(nanoseconds(now));
  return PMPI_Bcast(data, count, type, root, comm);
}

int MPI_Finalize() {
  if (const char* path = std::getenv("SONDE_CAME")) {
    std::ofstream file(std::string(path) + "." + std::to_string(world_rank()));
    for (const auto time : came()) file << time << "\n";
  }
  return PMPI_Finalize();
}
}
