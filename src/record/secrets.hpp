// What of the environment and of command lines may stand in files that people hand on.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sonde::record {

inline constexpr std::string_view withheld = "(withheld)";

/// Whether a variable of this name is recorded: those that steer MPI libraries and their transports (OMPI_,
/// MPICH_, MPIR_, I_MPI_, UCX_, FI_), and facts of a Slurm job by name. Never those that hold the keys of a
/// job (PMIX_).
[[nodiscard]] bool is_recorded_variable(std::string_view name);

/// Whether a value under this name may be a key or a password, in small or capital letters: OMPI_MCA_db_pw,
/// FI_API_KEY.
[[nodiscard]] bool names_a_secret(std::string_view name);

/// The value as it may be recorded: "(withheld)" under a name of a secret, else without the secrets that a
/// word of a command line would be without, also of an address with a user and a password
/// ("http://user:password@proxy") those two.
[[nodiscard]] std::string without_secrets(std::string_view name, std::string_view value);

/// A command line as it may be recorded: NAME=VALUE and NAME VALUE, also behind a dash, in a list or in a
/// word that is a line of its own, without the value of a secret, nor what follows it in the same word. The
/// same line once more changes nothing.
[[nodiscard]] std::vector<std::string> without_secrets(const std::vector<std::string>& words);

}  // namespace sonde::record
