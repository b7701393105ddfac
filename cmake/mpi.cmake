# sonde_mpi_library: the MPI library as a system include, without its removed C++ bindings.
# SONDE_MPI_PERSISTENT_EXTENSION, known to src/library/detect_library.cpp, is 1 where persistent collectives are there under the names
# that they had before MPI 4 (MPIX_Allreduce_init), else 0.
# SONDE_MPI_LARGE_COUNTS is 1 where the library has the functions of MPI 4 that take an MPI_Count (MPI_Send_c), else 0.
set(MPI_CXX_SKIP_MPICXX TRUE)
find_package(MPI 3.1 REQUIRED COMPONENTS CXX)
add_library(sonde_mpi_library INTERFACE)
target_link_libraries(sonde_mpi_library INTERFACE MPI::MPI_CXX)
target_compile_definitions(sonde_mpi_library INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_compile_definitions(sonde_mpi_library INTERFACE SONDE_SIMULATED_MPI=$<BOOL:${SONDE_SIMULATED}>)

include(CheckCXXSourceCompiles)
include(CMakePushCheckState)
cmake_push_check_state(RESET)
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_CXX)
set(CMAKE_REQUIRED_DEFINITIONS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX)
check_cxx_source_compiles("
#include <mpi.h>
int main() {
  const MPI_Count many = MPI_Count{1} << 33;
  MPI_Send_c(nullptr, many, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  MPI_Alltoallv_c(nullptr, &many, nullptr, MPI_BYTE, nullptr, &many, nullptr, MPI_BYTE, MPI_COMM_WORLD);
  MPI_Type_contiguous_c(many, MPI_BYTE, nullptr);
}" SONDE_HAVE_LARGE_COUNTS)
check_cxx_source_compiles("
#include <mpi.h>
#include <mpi-ext.h>
#if !defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#error no persistent collectives
#endif
int main() {
  MPI_Request request;
  MPIX_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
}" SONDE_HAVE_PERSISTENT_EXTENSION)
cmake_pop_check_state()
if(SONDE_HAVE_LARGE_COUNTS)
  target_compile_definitions(sonde_mpi_library INTERFACE SONDE_MPI_LARGE_COUNTS=1)
else()
  target_compile_definitions(sonde_mpi_library INTERFACE SONDE_MPI_LARGE_COUNTS=0)
endif()
