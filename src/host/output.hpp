// Standard output that is known to have arrived: every write is whole and checked.
#pragma once
#include <functional>
#include <initializer_list>
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

/// Takes each step, also where one before it has lost its output. Then throws the first OutputLost.
void do_each(std::initializer_list<std::function<void()>> steps);

/// "cannot write 'PATH': REASON" for an errno of a file that is to be kept. Throws OutputLost where the user
/// can do nothing about it by another name: a full or broken disk ends every command with status 1.
[[nodiscard]] tl::unexpected<Error> not_kept(const std::string& path, int error);

}  // namespace sonde::host
