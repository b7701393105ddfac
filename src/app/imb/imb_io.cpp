#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-IO", sonde::Suite::io, sonde::Profile::imb32, sonde::patterns::io_catalog()}, argc, argv);
}
