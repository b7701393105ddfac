// An application's own collective: partial results go up a binomial tree to rank 0, the result comes down
// again.
//
//     mpicxx -shared -fPIC -O2 tree_allreduce.cpp -o tree_allreduce.so $(pkg-config --cflags sonde)
//     mpirun -np 4 sonde-mpi -plugin ./tree_allreduce.so -check
#include <algorithm>
#include <sonde/benchmark.hpp>
#include <vector>

namespace {

using sonde::own::ok;

class TreeAllreduce {
 public:
  explicit TreeAllreduce(const sonde_case& c) : c_(c), partial_(static_cast<std::size_t>(c.bytes)) {
    while (span_ < c.size && (c.rank & span_) == 0) span_ *= 2;
  }

  void repetition(const sonde_slot& s) {
    std::copy_n(static_cast<const std::byte*>(s.send), c_.bytes, static_cast<std::byte*>(s.receive));
    for (int step = 1; step < span_; step *= 2) {
      if (!there(step)) continue;
      receive(partial_.data(), c_.rank + step);
      ok(MPI_Reduce_local(partial_.data(), s.receive, c_.count, c_.type, c_.op));
    }
    if (c_.rank != 0) {
      send(s.receive, c_.rank - span_);
      receive(s.receive, c_.rank - span_);
    }
    for (int step = span_ / 2; step > 0; step /= 2)
      if (there(step)) send(s.receive, c_.rank + step);
  }

 private:
  [[nodiscard]] bool there(int step) const { return c_.rank + step < c_.size; }
  void send(const void* from, int to) const { ok(MPI_Send(from, c_.count, c_.type, to, 0, c_.comm)); }
  void receive(void* to, int from) const {
    ok(MPI_Recv(to, c_.count, c_.type, from, 0, c_.comm, MPI_STATUS_IGNORE));
  }

  sonde_case c_;
  std::vector<std::byte> partial_;
  int span_ =
      1;  // this rank has children at distances 1, 2, ... below it; its parent is that far to the left
};

constexpr sonde_benchmark benchmarks[] = {
    sonde::own::benchmark<TreeAllreduce>("Tree_allreduce", "sums up a binomial tree and down again")
        .element(SONDE_NUMBERS)
        .expected(SONDE_REDUCED),
};

}  // namespace

SONDE_BENCHMARKS(benchmarks)
