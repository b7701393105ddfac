// The variables by which the MPI library is controlled (MPI_T): what was in force when a run was measured.
#pragma once
#include "record/record.hpp"

namespace sonde::run {

/// Reads all control variables of this process, once; fills the fields library_variables* of the header, whose
/// environment is known. Variables that cannot be read are left out; none are had under simulated MPI. MPI must be
/// initialised. Not collective.
void describe_library_variables(record::Header& header);

}  // namespace sonde::run
