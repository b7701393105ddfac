// The two sides of a comparison, from what the command line names.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::app {

struct Sides {
  std::vector<record::Run> base, fresh;
  std::vector<std::string> notes;  ///< what was left out, and which runs count once
  bool lacks_launches = false;     ///< a campaign's launch was left out
};

/// Files and directories of each side, of which the other may have none; of a campaign's directory the
/// launches that ended well.
[[nodiscard]] Result<Sides> read_sides(std::vector<std::string> base, std::vector<std::string> fresh);

/// Two rows as one case: of the base the row named before the sign of `names` ("Bare=Wrapped"), of the other
/// side the one behind it, both under `names`. One side with all runs: its rows against each other. The error
/// says which rows there are.
[[nodiscard]] Result<Sides> rows_of(Sides sides, const std::string& names);

/// Whether a comparison is a reason for status 1: something is worse or failed or, where `strict`, perhaps
/// slower.
[[nodiscard]] bool is_worse(const analysis::Comparison& comparison, bool strict);

/// Declares an option that is a percentage from 0 to 1000; it fills `percent`, which must outlive the
/// command.
CLI::Option* add_percent(CLI::App& command, const std::string& name, double& percent,
                         const std::string& help);

/// Declares --threshold on `command`; it fills `percent`, which must outlive it.
CLI::Option* add_threshold(CLI::App& command, double& percent);

}  // namespace sonde::app
