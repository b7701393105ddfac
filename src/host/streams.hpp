// The three standard streams, open even where the parent closed them.
#pragma once

namespace sonde::host {

/// Opens /dev/null on those of the descriptors 0 to 2 that the parent left closed, so that no file and no
/// socket gets their numbers. It is opened in the direction that is not used: reading and writing fail as
/// they would have before. The first call in main.
void open_missing_streams();

}  // namespace sonde::host
