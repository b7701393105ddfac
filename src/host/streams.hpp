// The three standard streams: open even where the parent closed them, and messages whose loss ends nothing.
#pragma once
#include <string_view>

namespace sonde::host {

/// Opens /dev/null on those of the descriptors 0 to 2 that the parent left closed, so that no file and no
/// socket gets their numbers. It is opened in the direction that is not used: reading and writing fail as
/// they would have before. The first call in main.
void open_missing_streams();

/// Writes to standard error; what cannot be written there is dropped. Never throws and never ends the process
/// (by SIGPIPE): for last words, destructors and messages beside a status that says the same.
void say(std::string_view text) noexcept;

}  // namespace sonde::host
