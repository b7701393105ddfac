// Writes the documentation that follows from tables into a folder: documents FOLDER makes
// docs/user/options.md, docs/user/benchmarks-*.md, docs/record.schema.json and man1/*.1 there. Run by the
// build; installs nothing itself.
#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "app/documents/benchmarks.hpp"
#include "app/documents/write_file.hpp"
#include "args/document.hpp"
#include "patterns/catalog.hpp"
#include "record/schema.hpp"

namespace {

namespace fs = std::filesystem;
using sonde::app::write_file;

/// Those for device memory have the options and benchmarks of others: a manual page is all there is to write
/// of them.
std::vector<sonde::Program> gpu_programs() {
  using namespace sonde;
  return {{"IMB-MPI1-GPU", Suite::mpi1, Profile::imb32, patterns::mpi1_catalog(), true},
          {"IMB-RMA-GPU", Suite::rma, Profile::imb32, patterns::rma_catalog(), true}};
}

std::vector<sonde::Program> programs() {
  using namespace sonde;
  return {{"IMB-MPI1", Suite::mpi1, Profile::imb32, patterns::mpi1_catalog()},
          {"IMB-EXT", Suite::ext, Profile::imb32, patterns::ext_catalog()},
          {"IMB-IO", Suite::io, Profile::imb32, patterns::io_catalog()},
          {"IMB-NBC", Suite::nbc, Profile::imb32, patterns::nbc_catalog()},
          {"IMB-RMA", Suite::rma, Profile::imb32, patterns::rma_catalog()},
          {"IMB-MPI4", Suite::mpi4, Profile::imb32, patterns::mpi4_catalog()},
          {"IMB-P2P", Suite::p2p, Profile::imb32, patterns::p2p_catalog()},
          {"IMB-MT", Suite::mt, Profile::imb32, patterns::mt_catalog()},
          {"PMB-MPI1", Suite::mpi1, Profile::pmb22, patterns::pmb_catalog()},
          {"sonde-mpi", Suite::sonde, Profile::imb32, patterns::sonde_catalog()}};
}

void write_all(const fs::path& folder) {
  const auto all = programs();
  write_file(folder / "docs" / "record.schema.json", sonde::record::schema_text());
  write_file(folder / "docs" / "user" / "options.md", sonde::options_markdown(all));
  for (const sonde::Program& program : all) {
    const std::string name(program.name);
    write_file(folder / "docs" / "user" / ("benchmarks-" + name + ".md"),
               sonde::app::benchmarks_markdown(program));
    write_file(folder / "man1" / (name + ".1"), sonde::man_page(program));
  }
  for (const sonde::Program& program : gpu_programs())
    write_file(folder / "man1" / (std::string(program.name) + ".1"), sonde::man_page(program));
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
