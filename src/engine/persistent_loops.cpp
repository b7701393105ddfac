#include "engine/persistent_loops.hpp"

#include <algorithm>
#include <exception>
#include <numeric>

#include "engine/split_loops.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"

namespace sonde::engine {

namespace {

using mpi::ok;

/// What starts and finishes them is the same for all collectives.
struct Started {
  struct Context {};
  using Handle = MPI_Request*;
  static Handle start(const Context&, MPI_Request* request) {
    ok(MPI_Start(request), "MPI_Start");
    return request;
  }
  static void finish(const Context&, MPI_Request*, Handle& request) {
    ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  static void test(Handle& request) {
    int done = 0;
    ok(MPI_Test(request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  }
};

void time_started_calls(const Case& c, const Loop& loop, LoopSample& sample, const RequestRing& ring) {
  time_body(
      c, loop, sample, ring, [](MPI_Request * request) __attribute__((flatten)) {
        Started::start({}, request);
        Started::finish({}, request, request);
      });
}

void time_started_beside(const Case& c, const Loop& loop, LoopSample& sample, const RequestRing& ring,
                         std::int64_t units) {
  const Computation& computation = loop.computation;
  if (computation.tests > 0)
    return time_body(
        c, loop, sample, ring,
        [ computation, units, &tested = sample.tested ](MPI_Request * request) __attribute__((flatten)) {
          transfer_beside_tests<Started>({}, request, computation, units, tested);
        });
  time_body(
      c, loop, sample, ring, [ computation, units ](MPI_Request * request) __attribute__((flatten)) {
        transfer_beside<Started>({}, request, computation, units);
      });
}

}  // namespace

std::int64_t period_of(const Steps& steps) {
  const std::int64_t roots = steps.roots.stride == 0 ? 1 : steps.roots.size;
  return std::lcm(std::lcm(steps.out.slots(), steps.in.slots()), roots);
}

PersistentRequests::PersistentRequests(const MakeRequest& make, const Case& c, const Loop& loop)
    : under_way_(std::uncaught_exceptions()) {
  const auto count = std::min(period_of(c.steps), loop.batches.repetitions());
  all_.assign(static_cast<std::size_t>(count), MPI_REQUEST_NULL);
  Steps at = c.steps.after(loop.first);
  loop.line_up(c, loop);
  int code = MPI_SUCCESS;
  const double start = MPI_Wtime();
  for (MPI_Request& request : all_) {
    if (code == MPI_SUCCESS) code = make(c, at.slot(), &request);
    at.step();
  }
  seconds_each_ = (MPI_Wtime() - start) / static_cast<double>(count);
  int failed = code == MPI_SUCCESS ? 0 : 1;
  ok(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, c.active), "MPI_Allreduce");
  ok(code, "the call that makes a persistent collective");
  if (failed != 0) throw mpi::MpiError(MPI_ERR_OTHER, "making a persistent collective on another rank");
}

PersistentRequests::~PersistentRequests() {
  if (std::uncaught_exceptions() > under_way_) return;
  for (MPI_Request& request : all_) mpi::note_release(MPI_Request_free(&request), "MPI_Request_free");
}

RequestRing PersistentRequests::ring() {
  return {all_.data(), all_.data() + all_.size(), all_.data()};
}

void measure_persistent(const MakeRequest& make, const Case& c, const Loop& loop, LoopSample& sample) {
  PersistentRequests requests(make, c, loop);
  sample.init = requests.seconds_each();
  const auto time = [&] { time_started_calls(c, loop, sample, requests.ring()); };
  time();
  start_again(loop, time);
}

void measure_persistent_beside(const MakeRequest& make, const Case& c, const Loop& loop, LoopSample& sample) {
  PersistentRequests requests(make, c, loop);
  sample.init = requests.seconds_each();
  run_three_loops(
      c, loop, sample, [&] { time_started_calls(c, loop, sample, requests.ring()); },
      [&](std::int64_t units) { time_started_beside(c, loop, sample, requests.ring(), units); });
}

}  // namespace sonde::engine
