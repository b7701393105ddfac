// A file on disk that this program has made itself, seen through POSIX: created exclusively, filled, read
// back, removed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cases/failure.hpp"

namespace sonde::cases {

/// Writes what stands in the bytes from a position on.
using Content = std::function<void(std::int64_t position, std::span<std::byte> out)>;

class DiskFile {
 public:
  /// Nothing is touched yet. `keep`: -keep_files.
  DiskFile(std::string path, bool keep);
  ~DiskFile();
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;

  /// Creates the file, empty. Refuses a name that exists, unless this process made it, and a symbolic link in
  /// any case.
  [[nodiscard]] std::optional<Failure> create();
  /// Whether `bytes` bytes can be had for it: free space, and a trial reservation, which meets quotas and
  /// limits too.
  [[nodiscard]] std::optional<Failure> room_for(std::int64_t bytes) const;
  [[nodiscard]] std::optional<Failure> fill(std::int64_t bytes, const Content& content) const;
  [[nodiscard]] std::optional<Failure> truncate() const;
  /// Reads exactly out.size() bytes; shorter files are a failure.
  [[nodiscard]] std::optional<Failure> read(std::int64_t position, std::span<std::byte> out) const;
  /// The file is there and has at least `bytes` bytes.
  [[nodiscard]] std::optional<Failure> has(std::int64_t bytes) const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool keep_, made_ = false;
};

/// Writes back and drops from the page cache what it holds of a file. False where the system refuses.
bool drop_cached(const std::string& path);

}  // namespace sonde::cases
