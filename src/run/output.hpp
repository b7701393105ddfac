// Standard output that is known to have arrived: every write is whole and checked.
#pragma once
#include <stdexcept>
#include <string_view>

namespace sonde::run {

/// The output can no longer be written: a full disk, a closed pipe.
class OutputLost : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes all of `text` to standard output, unbuffered; throws OutputLost.
void write_output(std::string_view text);

/// Throws OutputLost when the file system behind standard output refuses what was written (fsync of a regular
/// file).
void finish_output();

}  // namespace sonde::run
