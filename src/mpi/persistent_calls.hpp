// Persistent collectives under the name that the library has for them: MPI 4.0, the extension of libraries
// before it, or none. SONDE_PERSISTENT(Bcast) is what MPI 4.0 calls MPI_Bcast_init.
#pragma once
#include <mpi.h>

#if MPI_VERSION < 4 && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#if MPI_VERSION >= 4
#define SONDE_PERSISTENT(name) MPI_##name##_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define SONDE_PERSISTENT(name) MPIX_##name##_init
#else
#include "mpi/not_offered.hpp"
#define SONDE_PERSISTENT(name) sonde::mpi::not_offered
#endif
