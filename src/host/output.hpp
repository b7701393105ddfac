// Standard output that is known to have arrived: every write is whole and checked.
#pragma once
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace sonde::host {

/// The output can no longer be written: a full disk, a closed pipe.
class OutputLost : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes all of `text` to standard output, unbuffered; throws OutputLost.
void write_output(std::string_view text);

/// Throws OutputLost when what was written cannot have arrived: the file system refuses it (fsync of a
/// regular file), or the launcher that passes it on had to drop it.
void finish_output();

/// Calls `tell` with each of them, also where one before it has lost its output. Then throws the first
/// OutputLost.
template <class Things, class Tell>
void tell_each(const Things& things, Tell tell) {
  std::exception_ptr lost;
  for (const auto& thing : things) {
    try {
      tell(thing);
    } catch (const OutputLost&) {
      if (!lost) lost = std::current_exception();
    }
  }
  if (lost) std::rethrow_exception(lost);
}

/// "cannot write 'PATH': REASON" for an errno of a file that is to be kept. Throws OutputLost where the user
/// can do nothing about it by another name: a full or broken disk ends every command with status 1.
[[nodiscard]] tl::unexpected<Error> not_kept(const std::string& path, int error);

}  // namespace sonde::host
