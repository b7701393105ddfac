// Loops of persistent collectives: requests that are made before the ranks line up, one for each place and
// root that the loop comes by, and then started and finished again and again.
#pragma once
#include <mpi.h>

#include <functional>
#include <vector>

#include "engine/case.hpp"

namespace sonde::engine {

/// Makes the request of a repetition; returns MPI's code.
using MakeRequest = std::function<int(const Case& c, const Slot& s, MPI_Request* request)>;

/// Where each repetition finds its request.
struct RequestRing {
  MPI_Request* begin = nullptr;
  MPI_Request* end = nullptr;
  MPI_Request* at = nullptr;

  [[nodiscard]] MPI_Request* slot() const { return at; }
  void step() {
    if (++at == end) at = begin;
  }
};

/// The requests of a loop from its first repetition on, until places and roots come round again. Collective
/// over all active ranks, which agree whether all requests could be made.
class PersistentRequests {
 public:
  PersistentRequests(const MakeRequest& make, const Case& c, const Loop& loop);
  PersistentRequests(const PersistentRequests&) = delete;
  PersistentRequests& operator=(const PersistentRequests&) = delete;
  /// MPI forbids to free a collective that is under way: a call that throws leaves them.
  ~PersistentRequests();

  [[nodiscard]] RequestRing ring();
  [[nodiscard]] double seconds_each() const { return seconds_each_; }  ///< to make one

 private:
  std::vector<MPI_Request> all_;
  double seconds_each_ = 0;
  int under_way_;  ///< exceptions, when the requests were made
};

/// After how many repetitions places and roots come round again.
[[nodiscard]] std::int64_t period_of(const Steps& steps);

/// Start and wait. Where a check looks on, every request is used again, after what came before was looked at.
void measure_persistent(const MakeRequest& make, const Case& c, const Loop& loop, LoopSample& sample);
/// The same, then the computation alone and both together (guide 4.2.5), with the same requests.
void measure_persistent_beside(const MakeRequest& make, const Case& c, const Loop& loop, LoopSample& sample);

}  // namespace sonde::engine
