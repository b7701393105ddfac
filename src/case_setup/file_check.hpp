// -check of file transfers: what a file holds after writes, read back without MPI, and what reads have
// brought.
#pragma once
#include "case_setup/file_resource.hpp"

namespace sonde::case_setup {

/// Rounds on fresh files. Written blocks are read back with plain reads by the first rank of the file's
/// communicator: those of a loop as it is measured, then those of loops of one repetition each, whose
/// contents differ. Each read goes into a spoiled buffer, which is compared before the next one; where a
/// shared pointer hands out blocks in any order, the first rank finds out which block each rank has. Within a
/// round nothing but the transfers moves file pointers. Beside computation, the transfers alone are checked
/// first. Collective over the active ranks.
[[nodiscard]] CheckResult check_file(const ResourceFacts& facts, const CheckFacts& measured,
                                     FileResource& file);

}  // namespace sonde::case_setup
