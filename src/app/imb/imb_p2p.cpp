#include "patterns/catalog.hpp"
#include "run/program.hpp"

int main(int argc, char** argv) {
  return sonde::run::run_program(
      {"IMB-P2P", sonde::Suite::p2p, sonde::Profile::imb32, sonde::patterns::p2p_catalog()}, argc, argv);
}
