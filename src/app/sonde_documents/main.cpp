// Writes the man pages and the completion of `sonde`: sonde_documents FOLDER makes man1/sonde*.1, bash/sonde, zsh/_sonde and
// fish/sonde.fish there. Run by the build; installs nothing itself.
#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "app/documents/write_file.hpp"
#include "app/sonde/command_tree.hpp"
#include "app/sonde_documents/command_page.hpp"
#include "app/sonde_documents/tree_words.hpp"
#include "args/completion.hpp"

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
  const auto words = sonde::app::tree_words(*tree.root);
  write_file(folder / "bash" / "sonde", sonde::bash_completion(words));
  write_file(folder / "zsh" / "_sonde", sonde::zsh_completion(words));
  write_file(folder / "fish" / "sonde.fish", sonde::fish_completion(words));
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
