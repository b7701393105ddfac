#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-RMA", sonde::Suite::rma, sonde::Profile::imb32, sonde::patterns::rma_catalog()}, argc, argv);
}
