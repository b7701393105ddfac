// The shared libraries of this process.
#pragma once

namespace sonde::host {

/// Keeps every shared library that is loaded until the process ends, whoever closes it: a thread of another library may still
/// run in it.
void keep_libraries_loaded();

}  // namespace sonde::host
