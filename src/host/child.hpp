// A program that is started to find something out, beside this one.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/result.hpp"

namespace sonde::host {

/// Where a child writes its answer.
inline constexpr int answer_descriptor = 3;

/// A running program, whose answer is what it writes to that descriptor. Its other streams are /dev/null. It is killed with
/// this object.
class Child {
 public:
  /// `words`: the path of the program, then its arguments; `environment`: NAME=VALUE each.
  static Result<Child> start(const std::vector<std::string>& words,
                             const std::vector<std::string>& environment);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Waits until it has ended; the whole answer. An error where it takes more than so many seconds, or ends with another status
  /// than 0.
  Result<std::string> answer(double seconds);

 private:
  Child(pid_t process, Descriptor reading) : process_(process), reading_(std::move(reading)) {}
  int wait();

  pid_t process_ = -1;  ///< -1: has been waited for
  Descriptor reading_;
};

}  // namespace sonde::host
