#include "engine/threads.hpp"

#include <exception>
#include <mutex>
#include <vector>

#include "base/complain.hpp"
#include "engine/crew.hpp"
#include "engine/line_up.hpp"

namespace sonde::engine {

namespace {

/// The threads of a rank wait for each other, the first does for all what ranks do, and they wait again.
struct ThreadsAndRanks {
  LineUp ranks;
  void operator()(const Case& c, const Loop& loop) const {
    loop.together->arrive_and_wait();
    if (c.thread == 0) ranks(c, loop);
    loop.together->arrive_and_wait();
  }
};

/// The loops of all threads of this rank.
class Threads {
 public:
  Threads(const Case& c, const Loop& loop, LoopSample& sample, Measure measure)
      : case_(c),
        loop_(loop),
        sample_(sample),
        measure_(measure),
        together_(std::ssize(c.threads) + 1),
        line_up_{loop.line_up},
        between_calls_{loop.between_calls},
        errors_(c.threads.size() + 1) {
    loop_.together = &together_;
    loop_.line_up = LineUp::with(line_up_);
    if (loop.between_calls != no_barrier) loop_.between_calls = LineUp::with(between_calls_);
    sample_.others.assign(c.threads.size(), {});
  }

  void run(Crew& crew) {
    crew.run([this](std::size_t thread) {
      guarded(thread, [&] {
        if (thread == 0) return measure_(case_, loop_, sample_);
        measure_(case_.threads[thread - 1], loop_, sample_.others[thread - 1]);
      });
    });
    for (const std::exception_ptr& error : errors_)
      if (error) std::rethrow_exception(error);
  }

 private:
  /// An error of a thread must not keep the others waiting for it.
  template <class Action>
  void guarded(std::size_t thread, const Action& action) {
    try {
      action();
    } catch (const std::exception& error) {
      errors_[thread] = std::current_exception();
      tell(error);
      together_.arrive_and_drop();
    }
  }

  void tell(const std::exception& error) {
    const std::scoped_lock lock(telling_);
    if (loop_.at_failure) loop_.at_failure(reason_of(error).c_str());
    loop_.at_failure = nullptr;
  }

  const Case& case_;
  Loop loop_;
  LoopSample& sample_;
  Measure measure_;
  std::barrier<> together_;
  ThreadsAndRanks line_up_, between_calls_;
  std::vector<std::exception_ptr> errors_;
  std::mutex telling_;
};

}  // namespace

void run_threads(const Case& c, const Loop& loop, LoopSample& sample, Measure measure) {
  Threads threads(c, loop, sample, measure);
  if (c.crew != nullptr) return threads.run(*c.crew);
  Crew crew(c.threads.size());
  threads.run(crew);
}

}  // namespace sonde::engine
