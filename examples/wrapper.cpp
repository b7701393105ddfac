// What does a wrapper library cost? The bare call of MPI and the wrapper's as two rows, measured in the same
// launches; `sonde compare` judges their ratio at each message length:
//
//     mpicxx -shared -fPIC -O2 wrapper.cpp -o wrapper.so $(pkg-config --cflags sonde)
//     sonde run -n 10 -o wrapper.runs -- mpirun -np 4 sonde-mpi -plugin ./wrapper.so -msglog 3:10
//     sonde compare --rows Bare=Wrapped wrapper.runs
#include <sonde/benchmark.hpp>
#include <stdexcept>

namespace tiny {  // a wrapper library: knows datatypes, looks at what it is given, throws

template <class T>
MPI_Datatype datatype();
template <>
MPI_Datatype datatype<char>() {
  return MPI_CHAR;
}

class Communicator {
 public:
  explicit Communicator(MPI_Comm comm) : comm_(comm) {}

  /// The elements of all ranks in their order.
  template <class T>
  void all_gather(const T* first, const T* last, T* all, T* all_end) const {
    int size = 0;
    check(MPI_Comm_size(comm_, &size));
    if ((last - first) * size != all_end - all)
      throw std::invalid_argument("all_gather: no place for all elements");
    const int count = static_cast<int>(last - first);
    check(MPI_Allgather(first, count, datatype<T>(), all, count, datatype<T>(), comm_));
  }

 private:
  static void check(int code) {
    if (code != MPI_SUCCESS) throw std::runtime_error("a call of MPI failed");
  }
  MPI_Comm comm_;
};

}  // namespace tiny

namespace {

struct Bare {
  static void repetition(const sonde_case& c, const sonde_slot& s) {
    sonde::own::ok(MPI_Allgather(s.send, c.count, c.type, s.receive, c.count, c.type, c.comm));
  }
};

class Wrapped {
 public:
  explicit Wrapped(const sonde_case& c) : comm_(c.comm), bytes_(c.bytes), all_bytes_(c.bytes * c.size) {}
  void repetition(const sonde_slot& s) const {
    const auto* const first = static_cast<const char*>(s.send);
    auto* const all = static_cast<char*>(s.receive);
    comm_.all_gather(first, first + bytes_, all, all + all_bytes_);
  }

 private:
  tiny::Communicator comm_;
  std::int64_t bytes_, all_bytes_;
};

constexpr sonde_benchmark benchmarks[] = {
    sonde::own::benchmark<Bare>("Bare", "MPI_Allgather")
        .receive(SONDE_MESSAGE_PER_RANK)
        .expected(SONDE_GATHERED),
    sonde::own::benchmark<Wrapped>("Wrapped", "MPI_Allgather through a wrapper")
        .receive(SONDE_MESSAGE_PER_RANK)
        .expected(SONDE_GATHERED),
};

}  // namespace

SONDE_BENCHMARKS(benchmarks)
