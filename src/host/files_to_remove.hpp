// The files this process has made, so that they go also when a signal ends the run.
#pragma once
#include <csignal>
#include <string>
#include <string_view>

namespace sonde::host {

/// Notes a file for remove_files(). Names longer than the system's limit, and more than 64 at a time, are not
/// kept.
void remember_file(const std::string& path);
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
/// Removes what is noted, and what the MPI library keeps beside it for shared pointers. Async-signal-safe.
void remove_files();

}  // namespace sonde::host
