// What a pattern owns around its loop: requests, a communicator, a scratch buffer. A pattern that names a
// type `LoopState` has one made from the case before the ranks line up; it is gone after the last clock
// reading, also when a call has thrown. The pattern's context is a view of it.
#pragma once
#include <mpi.h>

#include <array>
#include <span>
#include <vector>

#include "engine/case.hpp"

namespace sonde::engine {

template <class P>
concept Keeps = requires {
  typename P::LoopState;
};

/// The context of a pattern, and what it is a view of. What can fail on one rank alone does not belong here
/// but is opened around the case, where the ranks agree about it: the others would line up without this one.
template <class P>
struct PatternScope {
  typename P::Context context;
  PatternScope(const Case& c, const Loop&) : context(P::Context::of(c)) {}
};

template <Keeps P>
struct PatternScope<P> {
  typename P::LoopState kept;
  typename P::Context context;
  PatternScope(const Case& c, const Loop& loop) : kept(c, loop), context(P::Context::of(c, kept)) {}
  PatternScope(const PatternScope&) = delete;
  PatternScope& operator=(const PatternScope&) = delete;
};

/// Patterns that keep persistent requests, which are started in turn, from the first one on after `rewind`.
template <class P>
concept Restarts = Keeps<P> && requires(typename P::LoopState& kept) {
  kept.rewind();
};

template <class P>
void rewind([[maybe_unused]] PatternScope<P>& around) {
  if constexpr (Restarts<P>) around.kept.rewind();
}

/// Where a check looks on, persistent requests are started so often: one that moves data only when it is
/// started for the first time, or every other time, must not pass.
inline constexpr int starts_looked_at = 3;

/// What has run once with persistent requests runs again with the same ones, after what came before was
/// looked at.
template <class Run>
void start_again(const Loop& loop, const Run& run) {
  for (int start = 1; loop.between && start < starts_looked_at; ++start) {
    loop.between();
    run();
  }
}

/// After the last clock reading: what the pattern kept tells whether a loop did what it should; throws where
/// not.
template <class P, class Context>
void confirm(const Context& context) {
  if constexpr (requires { P::confirm(context); }) P::confirm(context);
}

/// Cancels and frees what is still under way. Neither waits for another rank: a cancelled send may still
/// arrive.
void cancel_and_free(std::span<MPI_Request> requests);

/// As many requests as are asked for; what a call that throws leaves of them under way goes.
class RequestList {
 public:
  explicit RequestList(std::size_t count) : all_(count, MPI_REQUEST_NULL) {}
  RequestList(const RequestList&) = delete;
  RequestList& operator=(const RequestList&) = delete;
  ~RequestList() { cancel_and_free(all_); }

  [[nodiscard]] MPI_Request* data() { return all_.data(); }

 private:
  std::vector<MPI_Request> all_;
};

/// N requests that each repetition starts and completes. Only a call that throws leaves some of them under
/// way.
template <std::size_t N>
class Requests {
 public:
  Requests(const Case&, const Loop&) { all_.fill(MPI_REQUEST_NULL); }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  ~Requests() { cancel_and_free(all_); }

  MPI_Request& operator[](std::size_t i) { return all_[i]; }

 private:
  std::array<MPI_Request, N> all_;
};

/// A context and the requests of its pattern, which lie side by side. A pointer to each: inside the loop an
/// address that is loaded costs less than one that is computed.
template <class Context, std::size_t N>
struct WithRequests : Context {
  std::array<MPI_Request*, N> requests;
  static WithRequests of(const Case& c, Requests<N>& kept) {
    WithRequests made{Context::of(c), {}};
    for (std::size_t i = 0; i < N; ++i) made.requests[i] = &kept[i];
    return made;
  }
};

}  // namespace sonde::engine
