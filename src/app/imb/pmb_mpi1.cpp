#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"PMB-MPI1", sonde::Suite::mpi1, sonde::Profile::pmb22, sonde::patterns::pmb_catalog()}, argc, argv);
}
