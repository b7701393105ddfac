// Partners of a rank in each repetition: drawn before the clock, walked through within it.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/case.hpp"

namespace sonde::engine {

/// A message of this rank: to the partner, or from it.
struct Turn {
  int partner;
  bool sends;
};

/// The messages of this rank in each repetition of a loop, as draws of all ranks have them in one order, so
/// that blocking calls in this order meet. A loop of many repetitions goes through the table again.
class DrawnTurns {
 public:
  DrawnTurns(const Case& c, const Loop& loop);

  /// Calls `take` for the turns of the next repetition.
  template <class Take>
  void next(const Take& take) {
    const Turn* const end = *end_of_++;
    for (; at_ != end; ++at_) take(*at_);
    if (end_of_ == last_) rewind();
  }

 private:
  void rewind() {
    at_ = turns_.data();
    end_of_ = ends_.data();
  }

  std::vector<Turn> turns_;
  std::vector<const Turn*> ends_;  ///< where the turns of each repetition end
  const Turn* at_ = nullptr;
  const Turn *const *end_of_ = nullptr, *const *last_ = nullptr;
};

/// The ranks before and after this one in the rings of a loop.
class DrawnRings {
 public:
  DrawnRings(const Case& c, const Loop& loop);

  RingNeighbours next() {
    const RingNeighbours one = *at_;
    if (++at_ == end_) at_ = rings_.data();
    return one;
  }

 private:
  std::vector<RingNeighbours> rings_;
  const RingNeighbours *at_ = nullptr, *end_ = nullptr;
};

/// Where this rank sends to and receives from in each repetition of a loop; MPI_PROC_NULL: no rank.
class DrawnEnds {
 public:
  DrawnEnds(const Case& c, const Loop& loop);

  Ends next() {
    const Ends one = *at_;
    if (++at_ == end_) at_ = ends_.data();
    return one;
  }

 private:
  std::vector<Ends> ends_;
  const Ends *at_ = nullptr, *end_ = nullptr;
};

/// Where this rank sends to and receives from in a repetition; MPI_PROC_NULL: no rank.
[[nodiscard]] Ends peers_of(const Case& c, std::int64_t repetition);

}  // namespace sonde::engine
