#include "measuring/congestor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "mpi/error.hpp"

namespace sonde::measuring {

namespace {

constexpr int blocks_of_file = 16;
constexpr double factor = 0.5;  ///< with it the sum of two vectors stays what it is

}  // namespace

Congestor::Congestor(MPI_Comm comm, const Settings& settings)
    : comm_(comm),
      load_(*settings.load),
      rank_(mpi::rank_in(comm)),
      size_(mpi::size_of(comm)),
      count_(static_cast<int>(load_.bytes)) {
  const Load& load = load_;
  const auto bytes = static_cast<std::size_t>(load.bytes);
  if (load.kind == LoadKind::fileio) {
    out_.assign(bytes, 1);
    open_file(settings);
    return;
  }
  if (load.kind == LoadKind::stream) {
    const std::size_t numbers = bytes / sizeof(double) + 1;
    for (auto* vector : {&sum_, &first_, &second_}) vector->assign(numbers, 1);
    return;
  }
  const bool all = load.kind == LoadKind::alltoall;
  out_.assign(bytes * static_cast<std::size_t>(all ? size_ : 1), 1);
  in_.assign(bytes * static_cast<std::size_t>(all ? size_ : rank_ == 0 ? slots() : 1), 0);
  if (load.kind != LoadKind::put_incast && load.kind != LoadKind::get_outcast) return;
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_create(in_.data(), static_cast<MPI_Aint>(rank_ == 0 ? in_.size() : 0), 1, MPI_INFO_NULL,
                         comm_, &made),
          "MPI_Win_create");
  window_ = mpi::Window(made);
  mpi::ok(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  mpi::ok(MPI_Win_lock_all(0, made), "MPI_Win_lock_all");
}

/// Of a name of its own, all of it reserved: other ranks and rows find the room that is left. A rank that
/// cannot make it ends the run.
void Congestor::open_file(const Settings& settings) {
  const auto name = fmt::format("{}_{}_load_{}", settings.file_name, settings.run_word, rank_);
  disk_.emplace((std::filesystem::path(settings.path) / name).string(), false);
  auto made = disk_->create();
  if (made) made = disk_->reserve(blocks_of_file * load_.bytes, blocks_of_file * load_.bytes);
  if (!made) throw std::runtime_error(made.error().message);
  MPI_File opened = MPI_FILE_NULL;
  mpi::ok(MPI_File_open(MPI_COMM_SELF, disk_->path().c_str(), MPI_MODE_RDWR, MPI_INFO_NULL, &opened),
          "MPI_File_open");
  file_ = mpi::File(opened);
}

Congestor::~Congestor() {
  if (!window_.empty()) MPI_Win_unlock_all(window_.get());
}

int Congestor::slots() const {
  return std::clamp(size_ - 1, 1, most_slots_of_incast);
}

double Congestor::step() {
  switch (load_.kind) {
    case LoadKind::alltoall:
      return all_to_all();
    case LoadKind::incast:
      return incast();
    case LoadKind::put_incast:
    case LoadKind::get_outcast:
      return one_sided();
    case LoadKind::shift:
      return shift();
    case LoadKind::stream:
      return add_vectors();
    case LoadKind::fileio:
      return write_block();
  }
  return 0;
}

double Congestor::all_to_all() {
  mpi::ok(MPI_Alltoall(out_.data(), count_, MPI_BYTE, in_.data(), count_, MPI_BYTE, comm_), "MPI_Alltoall");
  return static_cast<double>(size_ - 1) * static_cast<double>(load_.bytes);
}

/// The first rank takes as many messages at a time as it has room for.
double Congestor::incast() {
  if (rank_ > 0) {
    mpi::ok(MPI_Send(out_.data(), count_, MPI_BYTE, 0, 0, comm_), "MPI_Send");
    return 0;
  }
  std::vector<MPI_Request> requests(static_cast<std::size_t>(slots()));
  for (int first = 1; first < size_; first += slots()) {
    const int now = std::min(slots(), size_ - first);
    for (int i = 0; i < now; ++i)
      mpi::ok(MPI_Irecv(in_.data() + i * static_cast<std::ptrdiff_t>(load_.bytes), count_, MPI_BYTE,
                        first + i, 0, comm_, &requests[static_cast<std::size_t>(i)]),
              "MPI_Irecv");
    mpi::ok(MPI_Waitall(now, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  return static_cast<double>(size_ - 1) * static_cast<double>(load_.bytes);
}

/// From or to the memory of the first rank.
double Congestor::one_sided() {
  if (rank_ == 0) return 0;
  const bool puts = load_.kind == LoadKind::put_incast;
  const MPI_Aint place = puts ? static_cast<MPI_Aint>((rank_ - 1) % slots()) * load_.bytes : 0;
  if (puts)
    mpi::ok(MPI_Put(out_.data(), count_, MPI_BYTE, 0, place, count_, MPI_BYTE, window_.get()), "MPI_Put");
  else
    mpi::ok(MPI_Get(out_.data(), count_, MPI_BYTE, 0, place, count_, MPI_BYTE, window_.get()), "MPI_Get");
  mpi::ok(MPI_Win_flush(0, window_.get()), "MPI_Win_flush");
  return static_cast<double>(load_.bytes);
}

double Congestor::shift() {
  const int distance = std::max(1, size_ / 2);
  mpi::ok(MPI_Sendrecv(out_.data(), count_, MPI_BYTE, (rank_ + distance) % size_, 0, in_.data(), count_,
                       MPI_BYTE, (rank_ + size_ - distance) % size_, 0, comm_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  return static_cast<double>(load_.bytes);
}

/// Two vectors are read, one is written.
double Congestor::add_vectors() {
  std::ranges::transform(first_, second_, sum_.begin(), [](double a, double b) { return factor * (a + b); });
  std::swap(first_, sum_);
  return 3 * static_cast<double>(sum_.size() * sizeof(double));
}

/// After the last block of the file what was written goes to the disk, where there is one.
double Congestor::write_block() {
  MPI_Status status;
  mpi::ok(MPI_File_write_at(file_.get(), block_ * static_cast<MPI_Offset>(load_.bytes), out_.data(), count_,
                            MPI_BYTE, &status),
          "MPI_File_write_at");
  block_ = (block_ + 1) % blocks_of_file;
  if (block_ == 0) mpi::ok(MPI_File_sync(file_.get()), "MPI_File_sync");
  int bytes = 0;
  mpi::ok(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  return bytes == MPI_UNDEFINED ? 0 : bytes;
}

}  // namespace sonde::measuring
