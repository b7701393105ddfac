// A machine whose times are known: preloaded, it puts the clock of a model in the place of MPI_Wtime, so that
// noise, delays and drift are those that a test asks for, and the same every time. The messages are real.
// A call moves the clock of its rank on; a message carries the time at which it was sent, its receiver waits
// for it, and in collective calls all wait for the last one. Of MPI_Isend and MPI_Irecv only the real message
// exists. Ranks seem bound to a core each and never lose it. SONDE_MODEL lists what differs from a quiet
// machine:
//   call=S       seconds of a call (1e-6)
//   byte=S       and of each byte of its message (0)
//   read=S       seconds of a clock reading (2e-8)
//   wait=no      nobody waits for anybody but in MPI_Barrier
//   noise=X      calls vary by exp(X z), z normal; drawn anew at each clock reading, so batches vary by X
//   rho=X        correlation of z with the one before it (0)
//   seed=N       of all that is drawn (1); every rank draws for itself
//   slow=R:X     on world rank R a call takes 1 + X times as long
//   rare=N:S     each call takes S longer with probability 1 / N
//   every=N:S    every N-th MPI_Bcast of world rank 0 takes S longer
//   NAME=S       each collective call of this name, such as Bcast, takes S longer (0)
//   levels=X:N   during N clock readings calls take X times as long, during the next N not, and so on
//   drift=X:N    after N calls they take 1 + X times as long, after 2 N calls 1 + 2 X
//   ppm=X        the clock of rank R goes fast by R times X millionths, and started R seconds earlier
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace {

/// The numbers behind a key of SONDE_MODEL; what is not named there is as given.
struct Pair {
  double first = 0, second = 0;
};

Pair setting(const char* key, Pair otherwise) {
  const char* model = std::getenv("SONDE_MODEL");
  const std::string text = std::string(" ") + (model != nullptr ? model : "") + " ";
  const auto at = text.find(std::string(" ") + key + "=");
  if (at == std::string::npos) return otherwise;
  Pair found = otherwise;
  if (std::sscanf(text.c_str() + at + std::strlen(key) + 2, "%lf:%lf", &found.first, &found.second) < 1)
    std::abort();
  return found;
}

double number(const char* key, double otherwise) {
  return setting(key, {otherwise, 0}).first;
}

bool nobody_waits() {
  static const bool known = [] {
    const char* model = std::getenv("SONDE_MODEL");
    return model != nullptr && std::strstr(model, "wait=no") != nullptr;
  }();
  return known;
}

int world_rank() {
  int ready = 0, rank = -1;
  PMPI_Initialized(&ready);
  if (ready != 0) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

class Rank {
 public:
  double read_clock() {
    now_ += read_;
    ++reads_;
    noise_ = std::exp(noise_size_ * state_);
    state_ = rho_ * state_ + std::sqrt(1 - rho_ * rho_) * normal_(draws_);
    return rank_ + now_ * (1 + rank_ * ppm_);
  }
  [[nodiscard]] double now() const { return now_; }
  void wait_until(double time) { now_ = std::max(now_, time); }
  void work(double bytes) {
    double seconds = (call_ + byte_ * bytes) * noise_ * (1 + drift_.first * ++calls_ / drift_.second);
    if (std::fmod(reads_ / levels_.second, 2) >= 1) seconds *= levels_.first;
    if (rank_ == static_cast<int>(slow_.first)) seconds *= 1 + slow_.second;
    if (rare_.first > 0 && uniform_(draws_) < 1 / rare_.first) seconds += rare_.second;
    now_ += seconds;
  }

 private:
  int rank_ = world_rank();
  double now_ = 1, calls_ = 0, reads_ = 0, state_ = 0, noise_ = 1;
  double call_ = number("call", 1e-6), byte_ = number("byte", 0), read_ = number("read", 2e-8);
  double noise_size_ = number("noise", 0), rho_ = number("rho", 0), ppm_ = 1e-6 * number("ppm", 0);
  Pair slow_ = setting("slow", {-1, 0}), rare_ = setting("rare", {0, 0});
  Pair levels_ = setting("levels", {1, 1e18}), drift_ = setting("drift", {0, 1});
  std::mt19937_64 draws_{static_cast<std::uint64_t>(1000 * number("seed", 1)) + static_cast<unsigned>(rank_)};
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

Rank& me() {
  static Rank rank;
  return rank;
}

double bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<double>(count) * size;
}

/// All wait for the last one, then everybody works.
void together(const char* name, double bytes, MPI_Comm comm, bool wait = !nobody_waits()) {
  double mine = me().now(), last = mine;
  if (wait) PMPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, comm);
  me().wait_until(last);
  me().work(bytes);
  me().wait_until(me().now() + number(name, 0));
}

constexpr int stamp_tag = 20000;  // of messages that carry the time, added to the tag of those they belong to

void stamp_out(int to, int tag, MPI_Comm comm) {
  const double time = me().now();
  if (!nobody_waits()) PMPI_Send(&time, 1, MPI_DOUBLE, to, stamp_tag + tag, comm);
}

void stamp_in(int from, int tag, MPI_Comm comm) {
  double time = 0;
  if (nobody_waits() || from == MPI_PROC_NULL) return;
  PMPI_Recv(&time, 1, MPI_DOUBLE, from, stamp_tag + tag, comm, MPI_STATUS_IGNORE);
  me().wait_until(time);
}

}  // namespace

extern "C" {

double MPI_Wtime() {
  return me().read_clock();
}

int MPI_Send(const void* data, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
  me().work(bytes_of(n, t));
  const int code = PMPI_Send(data, n, t, to, tag, c);
  stamp_out(to, tag, c);
  return code;
}

int MPI_Recv(void* data, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* status) {
  MPI_Status arrived;
  const int code = PMPI_Recv(data, n, t, from, tag, c, &arrived);
  stamp_in(from == MPI_PROC_NULL ? from : arrived.MPI_SOURCE, arrived.MPI_TAG, c);
  if (status != MPI_STATUS_IGNORE) *status = arrived;
  return code;
}

int MPI_Sendrecv(const void* out, int n, MPI_Datatype t, int to, int tag, void* in, int m, MPI_Datatype u,
                 int from, int tag2, MPI_Comm c, MPI_Status* status) {
  me().work(bytes_of(n, t));
  const int code = PMPI_Sendrecv(out, n, t, to, tag, in, m, u, from, tag2, c, status);
  if (nobody_waits()) return code;
  double mine = me().now(), theirs = mine;
  PMPI_Sendrecv(&mine, 1, MPI_DOUBLE, to, stamp_tag + tag, &theirs, 1, MPI_DOUBLE, from, stamp_tag + tag2, c,
                MPI_STATUS_IGNORE);
  me().wait_until(theirs);
  return code;
}

int MPI_Barrier(MPI_Comm c) {
  together("Barrier", 0, c, true);
  return PMPI_Barrier(c);
}

int MPI_Bcast(void* data, int n, MPI_Datatype t, int root, MPI_Comm c) {
  static const Pair every = setting("every", {0, 0});
  static double calls = 0;
  together("Bcast", bytes_of(n, t), c);
  if (every.first > 0 && std::fmod(++calls, every.first) < 1 && world_rank() == 0)
    me().wait_until(me().now() + every.second);
  return PMPI_Bcast(data, n, t, root, c);
}

int MPI_Allreduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  together("Allreduce", bytes_of(n, t), c);
  return PMPI_Allreduce(out, in, n, t, op, c);
}

int MPI_Reduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c) {
  together("Reduce", bytes_of(n, t), c);
  return PMPI_Reduce(out, in, n, t, op, root, c);
}

int MPI_Allgather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c) {
  together("Allgather", bytes_of(n, t), c);
  return PMPI_Allgather(out, n, t, in, m, u, c);
}

int MPI_Alltoall(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c) {
  together("Alltoall", bytes_of(n, t), c);
  return PMPI_Alltoall(out, n, t, in, m, u, c);
}

int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t* set) noexcept {
  static const auto kernel =
      reinterpret_cast<int (*)(pid_t, size_t, cpu_set_t*)>(dlsym(RTLD_NEXT, "sched_getaffinity"));
  const int rank = world_rank();
  if (rank < 0) return kernel(process, bytes, set);
  CPU_ZERO_S(bytes, set);
  CPU_SET_S(static_cast<size_t>(rank), bytes, set);
  return 0;
}

int getrusage(__rusage_who_t, rusage* usage) noexcept {
  *usage = {};
  return 0;
}
}
