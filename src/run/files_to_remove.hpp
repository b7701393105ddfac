// The files this process has made, so that they go also when a signal ends the run.
#pragma once
#include <string>
#include <string_view>

namespace sonde::run {

/// Notes a file for remove_files(). Names longer than the system's limit, and more than 64 at a time, are not
/// kept.
void remember_file(const std::string& path);
/// The file is gone or is to stay.
void forget_file(std::string_view path);
/// Removes what is noted. Async-signal-safe.
void remove_files();

}  // namespace sonde::run
