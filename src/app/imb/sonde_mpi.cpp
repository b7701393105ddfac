#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"sonde-mpi", sonde::Suite::sonde, sonde::Profile::imb32, sonde::patterns::sonde_catalog()}, argc,
      argv);
}
