// -check of file transfers: what a file holds after writes, read back without MPI, and what reads have
// brought.
#pragma once
#include "cases/check_case.hpp"
#include "cases/file_resource.hpp"

namespace sonde::cases {

/// Runs the pattern on a fresh file and compares byte by byte. Written blocks are read back with plain reads
/// by the first rank of the file's communicator; what ranks have read is compared on each, or put together on
/// the first rank where a shared pointer hands out blocks in any order. `memory` grows to hold a message.
/// Collective over the active ranks.
[[nodiscard]] CheckResult check_file(const Section& section, const Team& team, const Case& c,
                                     const Loop& loop, FileResource& file, host::Memory& memory,
                                     std::int64_t repetitions);

}  // namespace sonde::cases
