#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-NBC", sonde::Suite::nbc, sonde::Profile::imb32, sonde::patterns::nbc_catalog()}, argc, argv);
}
