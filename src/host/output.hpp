// Standard output that is known to have arrived: every write is whole and checked.
#pragma once
#include <stdexcept>
#include <string_view>

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

}  // namespace sonde::host
