#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-RMA-GPU", sonde::Suite::rma, sonde::Profile::imb32, sonde::patterns::rma_catalog(), true}, argc,
      argv);
}
