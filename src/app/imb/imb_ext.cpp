#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-EXT", sonde::Suite::ext, sonde::Profile::imb32, sonde::patterns::ext_catalog()}, argc, argv);
}
