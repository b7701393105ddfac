// A file on disk that this program has made itself, seen through POSIX: created exclusively, filled, read
// back, removed. Errors are sentences for the row of the table that they fail.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "base/descriptor.hpp"
#include "base/result.hpp"
#include "host/files_to_remove.hpp"

namespace sonde::host {

/// Writes what stands in the bytes from a position on.
using Content = std::function<void(std::int64_t position, std::span<std::byte> out)>;

class DiskFile {
 public:
  /// Nothing is touched yet. `keep`: -keep_files.
  DiskFile(std::string path, bool keep);
  /// Removes the file, unless another one has taken its place.
  ~DiskFile();
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;

  /// Creates the file, empty. Refuses a name that exists, unless this process made it, and a symbolic link in
  /// any case.
  [[nodiscard]] Result<void> create();
  /// Reserves `bytes` bytes for it, which meets quotas and limits too. Refuses where fewer than `free` bytes
  /// are free: all that a file system can be asked which reserves nothing.
  [[nodiscard]] Result<void> reserve(std::int64_t bytes, std::int64_t free);
  /// Gives back what was reserved: the file is empty then. Does nothing where nothing was.
  [[nodiscard]] Result<void> let_go();
  /// Whether one more file can be made beside it, for libraries that keep a shared pointer in one.
  [[nodiscard]] Result<void> try_file_beside() const;
  [[nodiscard]] Result<void> fill(std::int64_t bytes, const Content& content) const;
  [[nodiscard]] Result<void> truncate() const;
  /// Reads exactly out.size() bytes; shorter files are an error.
  [[nodiscard]] Result<void> read(std::int64_t position, std::span<std::byte> out) const;
  /// Its length in bytes; an error where it is gone, or where another file stands under its name.
  [[nodiscard]] Result<std::int64_t> size() const;
  /// Writes back and drops from the page cache what the system holds of it.
  [[nodiscard]] Result<void> drop_cached() const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] Result<Descriptor> open(int flags) const;

  std::string path_;
  bool keep_;
  bool made_here_ = false;
  bool reserved_ = false;  ///< and not given back
  FileIdentity file_;
};

}  // namespace sonde::host
