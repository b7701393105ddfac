#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-MPI1-GPU", sonde::Suite::mpi1, sonde::Profile::imb32, sonde::patterns::mpi1_catalog(), true},
      argc, argv);
}
