// The variables of the environment by which MPI libraries and their transports are steered, by how their
// names begin.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace sonde::record {

struct VariableFamily {
  std::string_view prefix;
  bool recorded = false;  ///< stands in records and journals of campaigns
  bool chosen = false;    ///< set by a person, not by a launcher
  bool control = false;   ///< sets a control variable (MPI_T) of the library, whose name follows the prefix
};

/// A name belongs to the first family that it begins with.
inline constexpr std::array variable_families{
    VariableFamily{.prefix = "OMPI_MCA_", .recorded = true, .chosen = true, .control = true},
    VariableFamily{.prefix = "OMPI_", .recorded = true, .chosen = false, .control = false},
    VariableFamily{.prefix = "PMIX_MCA_", .recorded = false, .chosen = false, .control = true},
    VariableFamily{.prefix = "OPAL_", .recorded = false, .chosen = false, .control = true},
    VariableFamily{.prefix = "MPICH_", .recorded = true, .chosen = true, .control = true},
    VariableFamily{.prefix = "MPIR_", .recorded = true, .chosen = true, .control = true},
    VariableFamily{.prefix = "I_MPI_", .recorded = true, .chosen = true, .control = true},
    VariableFamily{.prefix = "UCX_", .recorded = true, .chosen = true, .control = false},
    VariableFamily{.prefix = "FI_", .recorded = true, .chosen = true, .control = false}};

/// That of a variable, of no prefix where it steers no library.
[[nodiscard]] constexpr VariableFamily family_of(std::string_view name) {
  const auto* const found = std::ranges::find_if(
      variable_families, [&](const VariableFamily& family) { return name.starts_with(family.prefix); });
  return found == variable_families.end() ? VariableFamily{} : *found;
}

}  // namespace sonde::record
