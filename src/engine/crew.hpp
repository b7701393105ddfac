// The threads of a rank. They live as long as a case, so that those that touch its memory first and warm up
// also measure.
#pragma once
#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace sonde::engine {

class Crew {
 public:
  /// Starts `others` threads beside the one that calls, which wait for work. Throws std::system_error where
  /// the system refuses one.
  explicit Crew(std::size_t others);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  /// Runs work(0) on the thread that calls and work(i) on the i-th other at the same time; returns when all
  /// have ended. `work` does not throw.
  void run(const std::function<void(std::size_t thread)>& work);

 private:
  void serve(std::size_t thread);
  void dismiss();

  std::barrier<> gate_;  ///< between two of its phases they wait for work, or do it
  const std::function<void(std::size_t)>* work_ = nullptr;  ///< none: it is over
  std::vector<std::jthread> threads_;
};

}  // namespace sonde::engine
