// Writes the man pages of `sonde`: sonde_documents FOLDER makes man1/sonde*.1 there. Run by the build;
// installs nothing itself.
#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <vector>

#include "app/documents/write_file.hpp"
#include "app/sonde/command_tree.hpp"
#include "app/sonde/tree_words.hpp"
#include "app/sonde_documents/command_page.hpp"

namespace {

namespace fs = std::filesystem;
using sonde::app::write_file;

void write_pages(const fs::path& folder, const std::vector<const CLI::App*>& path) {
  write_file(folder / (sonde::app::page_name(path) + ".1"), sonde::app::command_page(path));
  for (const CLI::App* command : sonde::app::commands_below(*path.back())) {
    auto below = path;
    below.push_back(command);
    write_pages(folder, below);
  }
}

void write_all(const fs::path& folder) {
  const auto tree = sonde::app::command_tree();
  write_pages(folder / "man1", {tree.root.get()});
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2)
      return fmt::print(stderr, "sonde_documents: needs one argument, the folder to write to\n"), 2;
    write_all(argv[1]);
  } catch (const std::exception& error) {
    return fmt::print(stderr, "sonde_documents: {}\n", error.what()), 1;
  }
}
