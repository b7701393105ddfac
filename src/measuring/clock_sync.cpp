#include "measuring/clock_sync.hpp"

#include <array>
#include <cstdint>

#include "base/machine.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"

namespace sonde::measuring {

namespace {

constexpr int exchanges = 32;              ///< per rank and measurement
constexpr std::size_t most_samples = 512;  ///< samples of a rank that the line goes through
constexpr int tag = 11;
constexpr std::size_t mask_words = 64;  ///< processing units 0 to 4095

std::array<std::uint64_t, mask_words> mask_of(const std::vector<int>& units) {
  std::array<std::uint64_t, mask_words> mask{};
  for (const int unit : units)
    if (static_cast<std::size_t>(unit) / 64 < mask_words)
      mask[static_cast<std::size_t>(unit) / 64] |= 1ULL << (unit % 64);
  return mask;
}

}  // namespace

ClockSync::ClockSync(MPI_Comm comm, ReadClock clock)
    : comm_(comm), clock_(clock), rank_(mpi::rank_in(comm)), size_(mpi::size_of(comm)) {}

void ClockSync::ask(int rank, std::vector<stats::ClockSample>& samples) const {
  for (int i = 0; i < exchanges; ++i) {
    stats::ClockSample sample;
    sample.sent = clock_();
    mpi::ok(MPI_Send(nullptr, 0, MPI_DOUBLE, rank, tag, comm_), "MPI_Send");
    mpi::ok(MPI_Recv(&sample.answered, 1, MPI_DOUBLE, rank, tag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
    sample.received = clock_();
    samples.push_back(sample);
  }
}

void ClockSync::answer() const {
  for (int i = 0; i < exchanges; ++i) {
    mpi::ok(MPI_Recv(nullptr, 0, MPI_DOUBLE, 0, tag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
    const double now = clock_();
    mpi::ok(MPI_Send(&now, 1, MPI_DOUBLE, 0, tag, comm_), "MPI_Send");
  }
}

void ClockSync::measure() {
  constexpr int doubles = exchanges * 3;
  static_assert(sizeof(stats::ClockSample) == 3 * sizeof(double));
  std::vector<stats::ClockSample> fresh;
  for (int rank = 1; rank < size_; ++rank) {
    if (rank_ == 0) {
      std::vector<stats::ClockSample> samples;
      ask(rank, samples);
      mpi::ok(MPI_Send(samples.data(), doubles, MPI_DOUBLE, rank, tag, comm_), "MPI_Send");
    } else if (rank_ == rank) {
      answer();
      fresh.resize(exchanges);
      mpi::ok(MPI_Recv(fresh.data(), doubles, MPI_DOUBLE, 0, tag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
    }
  }
  samples_.insert(samples_.end(), fresh.begin(), fresh.end());
  if (samples_.size() > most_samples)
    samples_.erase(samples_.begin(), samples_.end() - static_cast<std::ptrdiff_t>(most_samples));
  if (const auto fitted = stats::fit_clock(samples_)) model_ = *fitted;
}

double ClockSync::error_now() const {
  return rank_ == 0 ? 0 : model_.error_at(model_.to_reference(clock_()));
}

double ClockSync::worst_error() const {
  double worst = error_now();
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, comm_), "MPI_Allreduce");
  return worst;
}

void ClockSync::keep_within(double tolerance) {
  if (worst_error() > tolerance) measure();
}

bool ranks_share_cores(MPI_Comm world) {
  const mpi::Communicator host = mpi::node_of(world);
  auto mask = mask_of(bound_cpus());
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, mask.data(), static_cast<int>(mask.size()), MPI_UINT64_T, MPI_BOR,
                        host.get()),
          "MPI_Allreduce");
  int units = 0;
  for (const auto word : mask) units += __builtin_popcountll(word);
  int crowded = units > 0 && mpi::size_of(host.get()) > units ? 1 : 0;
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &crowded, 1, MPI_INT, MPI_MAX, world), "MPI_Allreduce");
  return crowded != 0;
}

}  // namespace sonde::measuring
