// What a person writes to time files without a suite: one process writes at its file pointer, and all read
// their parts of one file at explicit offsets. The files are in DIRECTORY and are removed.
#include <string>

#include "bare.hpp"

namespace {

constexpr int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;

void write_alone(const bare::World& world, const char* name, int bytes) {
  const long n = world.repetitions(bytes);
  const auto out = bare::pages(bytes);
  MPI_File file = MPI_FILE_NULL;
  const auto write = [&](long transfers) {
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_Status status;
    for (long i = 0; i < transfers; ++i) MPI_File_write(file, out.get(), bytes, MPI_BYTE, &status);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_SELF);
    MPI_File_sync(file);
  };
  if (world.rank == 0) MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file);
  if (world.rank == 0) write(1);
  bare::time(world, "S_Write_Indv", bytes, 1.0 / static_cast<double>(n), [&] {
    if (world.rank == 0) write(n);
  });
  if (world.rank == 0) MPI_File_close(&file);
}

void read_together(const bare::World& world, const char* name, int bytes) {
  const long n = world.repetitions(bytes);
  const auto buffer = bare::pages(n * bytes);
  const int mine = bytes / world.size;
  const long first = static_cast<long>(world.rank) * mine;
  MPI_Status status;
  MPI_File file = MPI_FILE_NULL;
  MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file);
  if (world.rank == 0)
    for (long i = 0; i < n; ++i) MPI_File_write_at(file, i * bytes, buffer.get(), bytes, MPI_BYTE, &status);
  MPI_Barrier(MPI_COMM_WORLD);
  const auto read = [&](long transfers) {
    for (long i = 0; i < transfers; ++i)
      MPI_File_read_at(file, i * bytes + first, buffer.get(), mine, MPI_BYTE, &status);
  };
  read(1);
  bare::time(world, "P_Read_Expl", bytes, 1.0 / static_cast<double>(n), [&] { read(n); });
  MPI_File_close(&file);
}

}  // namespace

int main(int argc, char** argv) {
  const bare::World world(argc, argv);
  const std::string name = std::string(argc > 3 ? argv[3] : ".") + "/bare";
  for (const int bytes : {1 << 10, 1 << 16, 1 << 20}) write_alone(world, name.c_str(), bytes);
  for (const int bytes : {1 << 10, 1 << 16, 1 << 20}) read_together(world, name.c_str(), bytes);
}
