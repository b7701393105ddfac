// The files this process has made, so that they go also when a signal ends the run.
#pragma once
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace sonde::host {

/// Which file a name stands for: another process may replace ours, and file systems give the
/// number of a removed file to the next one.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  timespec born{};     ///< zeros where the file system does not keep it
  timespec changed{};  ///< last, by the clock of the file system

  /// The same file; it may have been changed since.
  [[nodiscard]] bool same_file(const FileIdentity& other) const;
};

/// The file a descriptor, or a name in a directory (AT_FDCWD: the current one), stands for; false where it
/// cannot be told. Async-signal-safe.
bool identify(int descriptor, FileIdentity& file);
bool identify(int directory, const char* name, FileIdentity& file);

/// Removes `path` where it still is that file. Async-signal-safe.
void remove_if_same(const char* path, const FileIdentity& file);

/// Notes a file for remove_files(). Names longer than the system's limit, and more than 64 at a time, are not
/// kept.
void remember_file(const std::string& path, const FileIdentity& file);
/// While one exists a file may have been made that is not noted yet: signals of this thread wait, and
/// remove_files() in another thread waits a little.
class FileInTheMaking {
 public:
  FileInTheMaking();
  ~FileInTheMaking();
  FileInTheMaking(const FileInTheMaking&) = delete;
  FileInTheMaking& operator=(const FileInTheMaking&) = delete;

 private:
  sigset_t before_;
};

/// The file is gone or is to stay.
void forget_file(std::string_view path);
/// Removes what is noted and still is the file it was, and what the MPI library has since put beside it for
/// shared pointers. Async-signal-safe.
void remove_files();

}  // namespace sonde::host
