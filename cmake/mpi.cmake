# sonde_mpi_library: the MPI library as a system include, without its removed C++ bindings.
set(MPI_CXX_SKIP_MPICXX TRUE)
find_package(MPI 3.1 REQUIRED COMPONENTS CXX)
add_library(sonde_mpi_library INTERFACE)
target_link_libraries(sonde_mpi_library INTERFACE MPI::MPI_CXX)
target_compile_definitions(sonde_mpi_library INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
