// The command line of the measuring programs: arguments in, settings or a text or a message out. Pure:
// nothing is printed, nothing ends the program, and files are read through a function that the caller gives.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "catalog/benchmark.hpp"

namespace sonde {

/// Which of the measuring programs this is: IMB-MPI1, IMB-EXT, IMB-IO or PMB-MPI1.
struct Program {
  std::string_view name;
  Suite suite = Suite::mpi1;
  Profile profile = Profile::imb32;
  Catalog catalog;   ///< what it can run
  bool gpu = false;  ///< messages lie in device memory where nothing is said
};

/// How list files are read: path to content. Rank 0 reads, the others may be given what it read.
using ReadFile = std::function<Result<std::string>(const std::string& path)>;

struct Parsed {
  std::optional<Settings> settings;
  std::string text;  ///< without settings: what to print on standard output before ending with status 0
};

/// What the arguments (without the program's own name) ask for. Help, version and list of benchmarks win over
/// anything else on the line, right or wrong. Errors are one line: what is wrong and what would be right
/// (status 2). Syntax: guide 5.1.2; the options are those of option_table.hpp.
[[nodiscard]] Result<Parsed> parse(const Program& program, std::span<const std::string> arguments,
                                   const ReadFile& read);

/// The settings that are needed before MPI starts (-thread_level, -cvar, -memory), so before a line can be
/// shared or refused; all others, and these where the line does not name them or cannot be read, are the
/// defaults. `parse` finds the mistake later.
[[nodiscard]] Settings early_settings(const Program& program, std::span<const std::string> arguments);

/// Reads a list file: text of at most 16 MiB, not empty. Pipes are read too, but not waited for longer than a
/// second.
[[nodiscard]] Result<std::string> read_list_file(const std::string& path);

/// What the program measures when nothing is said: standard mode of guide 5.2.1, table 19 and settings_io.h.
[[nodiscard]] Settings default_settings(const Program& program);

}  // namespace sonde
