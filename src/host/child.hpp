// A program that is started to find something out, beside this one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/result.hpp"
#include "host/process.hpp"

namespace sonde::host {

/// Where a child writes its answer.
inline constexpr int answer_descriptor = 3;

/// A running program, whose answer is what it writes to one descriptor. It is killed with this object.
class Child {
 public:
  /// One that answers on `answer_descriptor`; its other streams are /dev/null. `words`: the path of the
  /// program, then its arguments; `environment`: NAME=VALUE each.
  static Result<Child> start(const std::vector<std::string>& words,
                             const std::vector<std::string>& environment);
  /// The same of this program itself, with these arguments.
  static Result<Child> start_again(const std::vector<std::string>& arguments,
                                   const std::vector<std::string>& environment);
  /// One that answers on its standard output, with an input and this process's standard error.
  static Result<Child> start_filter(const std::vector<std::string>& words, std::string_view input);

  /// Waits until it has ended; the whole answer. An error where it takes more than so many seconds, or ends
  /// with another status than 0.
  Result<std::string> answer(double seconds);

 private:
  Child(Process process, Descriptor reading) : process_(std::move(process)), reading_(std::move(reading)) {}
  static Result<Child> start(ProgramStart program, int ProgramStart::*answer);

  Process process_;
  Descriptor reading_;
};

}  // namespace sonde::host
