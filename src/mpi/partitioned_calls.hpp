// Partitioned messages of MPI 4.0, or none. SONDE_PARTITIONED(Psend_init) is MPI_Psend_init.
#pragma once
#include <mpi.h>

#if MPI_VERSION >= 4
#define SONDE_PARTITIONED(name) MPI_##name
#else
#include "mpi/not_offered.hpp"
#define SONDE_PARTITIONED(name) sonde::mpi::not_offered
#endif
