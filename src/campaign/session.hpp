// What the journal notes of one start of `sonde` and of what it launches.
#pragma once
#include <string>
#include <vector>

#include "campaign/command_words.hpp"

namespace sonde::campaign {

/// One line of JSON in ASCII: time, version and revision of Sonde, machine, kernel, processor, and the
/// variables that steer MPI, transports, threads, and where programs and libraries are found.
[[nodiscard]] std::string session_text();

/// The files of the programs that words name: each word with a slash that is an executable file, and each
/// that PATH finds; options are left out.
[[nodiscard]] std::vector<std::string> programs_of(const Words& words);

}  // namespace sonde::campaign
