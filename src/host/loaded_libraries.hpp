// The shared libraries of this process.
#pragma once

namespace sonde::host {

/// Keeps every shared library loaded until the process ends, even after dlclose: a thread of another library
/// may still run in it.
void keep_libraries_loaded();

}  // namespace sonde::host
