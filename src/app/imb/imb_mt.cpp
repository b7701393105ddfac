#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-MT", sonde::Suite::mt, sonde::Profile::imb32, sonde::patterns::mt_catalog()}, argc, argv);
}
