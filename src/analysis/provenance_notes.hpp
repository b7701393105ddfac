// What a comparison of runs must say about where they come from.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::analysis {

/// One sentence for each thing that differs between the sides (program, library and its variables, machine,
/// variables of the environment that a user chose, placement of ranks, conventions of the measurement,
/// settings), and for each that differs among the runs of one side that have a case in common: several
/// programs in one directory pool nothing.
[[nodiscard]] std::vector<std::string> provenance_notes(std::span<const record::Run> base,
                                                        std::span<const record::Run> fresh);

/// What two runs follow different conventions in: "Root: rank 0 -> i mod P in repetition i".
[[nodiscard]] std::vector<std::string> different_conventions(const record::Header& one,
                                                             const record::Header& other);

/// Takes out of both sides what holds the same as an earlier run there, byte for byte but for the file's
/// name: a run that is named twice counts once. Notes how many; and how many runs stand on both sides, which
/// stay.
[[nodiscard]] std::vector<std::string> keep_distinct(std::vector<record::Run>& base,
                                                     std::vector<record::Run>& fresh);

}  // namespace sonde::analysis
