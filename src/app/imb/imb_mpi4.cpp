#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-MPI4", sonde::Suite::mpi4, sonde::Profile::imb32, sonde::patterns::mpi4_catalog()}, argc, argv);
}
