// Writes the documentation that follows from tables into a folder: documents FOLDER makes user/options-*.md,
// user/benchmarks-*.md, man1/*.1 and completions/sonde there. Run by the build; installs nothing itself.
#include <fmt/format.h>

#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/documents/benchmarks.hpp"
#include "args/document.hpp"
#include "patterns/catalog.hpp"

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::array<sonde::Program, 10> programs() {
  using namespace sonde;
  return {{{"IMB-MPI1", Suite::mpi1, Profile::imb32, patterns::mpi1_catalog()},
           {"IMB-EXT", Suite::ext, Profile::imb32, patterns::ext_catalog()},
           {"IMB-IO", Suite::io, Profile::imb32, patterns::io_catalog()},
           {"IMB-NBC", Suite::nbc, Profile::imb32, patterns::nbc_catalog()},
           {"IMB-RMA", Suite::rma, Profile::imb32, patterns::rma_catalog()},
           {"IMB-MPI4", Suite::mpi4, Profile::imb32, patterns::mpi4_catalog()},
           {"IMB-P2P", Suite::p2p, Profile::imb32, patterns::p2p_catalog()},
           {"IMB-MT", Suite::mt, Profile::imb32, patterns::mt_catalog()},
           {"PMB-MPI1", Suite::mpi1, Profile::pmb22, patterns::pmb_catalog()},
           {"sonde-mpi", Suite::sonde, Profile::imb32, patterns::sonde_catalog()}}};
}

void write_all(const fs::path& folder) {
  const auto all = programs();
  for (const sonde::Program& program : all) {
    const std::string name(program.name);
    write(folder / "user" / ("options-" + name + ".md"), sonde::options_markdown(program));
    write(folder / "user" / ("benchmarks-" + name + ".md"), sonde::app::benchmarks_markdown(program));
    write(folder / "man1" / (name + ".1"), sonde::man_page(program));
  }
  write(folder / "completions" / "sonde", sonde::bash_completion(all));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) return fmt::print(stderr, "documents: needs one argument, the folder to write to\n"), 2;
    write_all(argv[1]);
  } catch (const std::exception& error) {
    return fmt::print(stderr, "documents: {}\n", error.what()), 1;
  }
}
