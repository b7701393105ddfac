// The one reader of files that a user names: it opens each once, waits for no pipe without a writer, and
// reads nothing without end.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/result.hpp"
#include "base/units.hpp"

namespace sonde {

struct InputLimits {
  std::int64_t most_bytes = gibibyte;
  bool patient = true;  ///< waits for a writer as long as there is one; otherwise a second for each piece
};

/// An open file, pipe or device. Errors read "cannot read 'PATH': REASON".
class InputFile {
 public:
  [[nodiscard]] static Result<InputFile> open(const std::string& path, const InputLimits& limits = {});

  /// The next piece, empty at the end; it stays until the next call.
  [[nodiscard]] Result<std::string_view> next();
  /// The first 64 KiB of what next() will give, less where the file ends before.
  [[nodiscard]] Result<std::string_view> peek();
  /// Everything that is left.
  [[nodiscard]] Result<std::string> rest();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  InputFile(Descriptor file, bool pipe, std::string path, const InputLimits& limits);
  /// Puts bytes behind those that wait and returns how many, 0 at the end of the file.
  Result<std::size_t> read_some();
  Result<void> fill();
  [[nodiscard]] bool speaks_soon() const;
  [[nodiscard]] tl::unexpected<Error> unreadable(std::string_view reason) const;

  Descriptor file_;
  bool pipe_ = false;
  std::string path_;
  InputLimits limits_;
  std::int64_t read_ = 0;  ///< bytes so far
  std::string buffer_;
  std::size_t filled_ = 0;  ///< bytes of the buffer that wait for next()
  bool ended_ = false;
};

/// The whole of a file.
[[nodiscard]] Result<std::string> read_input(const std::string& path, const InputLimits& limits = {});

}  // namespace sonde
