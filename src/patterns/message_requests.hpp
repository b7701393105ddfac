// Persistent requests of messages: a set for every place that the loop comes by, made before the ranks line
// up, started in turn, freed after the last clock reading.
#pragma once
#include <algorithm>
#include <exception>
#include <vector>

#include "engine/persistent_loops.hpp"

namespace sonde::patterns {

class MessageRequests {
 public:
  /// `make` fills the `each` requests of a slot.
  template <class Make>
  MessageRequests(int each, const Case& c, const Loop& loop, const Make& make)
      : each_(each), under_way_(std::uncaught_exceptions()) {
    const auto count = std::min(engine::period_of(c.steps), loop.batches.repetitions());
    all_.assign(static_cast<std::size_t>(count * each), MPI_REQUEST_NULL);
    at_ = all_.data();
    end_ = at_ + all_.size();
    engine::Steps at = c.steps.after(loop.first);
    for (MPI_Request* set = at_; set != end_; set += each) {
      make(at.slot(), set);
      at.step();
    }
  }
  MessageRequests(const MessageRequests&) = delete;
  MessageRequests& operator=(const MessageRequests&) = delete;
  /// A call that throws leaves what may be under way.
  ~MessageRequests() {
    if (std::uncaught_exceptions() > under_way_) return;
    for (MPI_Request& request : all_)
      if (request != MPI_REQUEST_NULL) static_cast<void>(MPI_Request_free(&request));
  }

  /// The next slot is the first one.
  void rewind() { at_ = all_.data(); }
  /// The requests of the next slot.
  MPI_Request* next() {
    MPI_Request* const one = at_;
    at_ += each_;
    if (at_ == end_) at_ = all_.data();
    return one;
  }

 private:
  std::vector<MPI_Request> all_;
  MPI_Request *at_ = nullptr, *end_ = nullptr;
  std::ptrdiff_t each_;
  int under_way_;  ///< exceptions, when the requests were made
};

}  // namespace sonde::patterns
