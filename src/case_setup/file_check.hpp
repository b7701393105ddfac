// -check of file transfers: what a file holds after writes, read back without MPI, and what reads have
// brought.
#pragma once
#include "case_setup/file_resource.hpp"

namespace sonde::case_setup {

/// Rounds on fresh files. Written blocks are read back with plain reads by the first rank of the file's
/// communicator. Each read goes into a spoiled buffer, which is compared before the next one; where a shared
/// pointer hands out blocks in any order, the first rank finds out which block each rank has. Collective over
/// the active ranks.
[[nodiscard]] CheckResult check_file(const ResourceFacts& facts, const CheckFacts& measured,
                                     FileResource& file);

}  // namespace sonde::case_setup
