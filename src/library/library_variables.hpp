// The variables by which the MPI library is controlled (MPI_T): set before it starts, and put into records.
//
// They are read by another process, which never calls MPI_Init: Open MPI 4.1 crashes where the variables of
// components that MPI_Init has closed are read, MPICH 4.0 where MPI_Init follows MPI_T_finalize. Twice: as
// they are in force, and without all that the environment and files of parameters set, so that what differs
// is known. The answer is kept (library/library_cache.hpp).
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"
#include "record/record.hpp"

namespace sonde::library {

struct LibraryVariable {
  std::string value;
  std::string words;  ///< of an enumeration: "0=none,1=cma"; else empty

  bool operator==(const LibraryVariable&) const = default;
};

using LibraryVariables = std::map<std::string, LibraryVariable>;

/// Whether this process was started to write its variables, and nothing else.
[[nodiscard]] bool asked_for_library_variables(int argc, char** argv);

/// Writes name, value and words of each, ended by a zero byte, to descriptor 3; the exit status. Without
/// MPI_Init.
[[nodiscard]] int write_library_variables();

/// What such a process wrote; of what was cut short, a last value is empty.
[[nodiscard]] LibraryVariables parse_library_variables(const std::string& text);

/// The same text of variables that are known.
[[nodiscard]] std::string to_text(const LibraryVariables& variables);

/// All entries NAME=VALUE of the environment.
[[nodiscard]] std::vector<std::string> whole_environment();

/// Whether NAME=VALUE, an entry of the environment, decides a variable of the library in more launches than
/// this one.
[[nodiscard]] bool sets_library_variable(std::string_view entry, const Settings& settings);

/// Lets the library find the values of -cvar where it looks for them. Before MPI_Init.
void set_library_variables(const Settings& settings);

/// On the first rank: as they are in force and as they would be by default.
struct LibraryState {
  LibraryVariables in_force, defaults;
};

/// What is to be recorded; empty where nothing is, and where the variables cannot be read. An error on every
/// rank, whose message only the first one has, where -cvar names a variable that the library does not have,
/// or a value that it does not take. Collective.
[[nodiscard]] Result<LibraryState> read_library_variables(const mpi::World& world, const Settings& settings);

/// Fills the fields library_* of a header: those that differ from their defaults and those that choose
/// protocols; with -cvars all, all.
void describe_library_variables(record::Header& header, const LibraryState& state, const Settings& settings);

}  // namespace sonde::library
