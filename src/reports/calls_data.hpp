// Single calls and the course of loops, for the page's script.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "record/record.hpp"

namespace sonde::reports {

/// JSON: {"curves": [...], "maps": [...], "left_out": N}. A curve has its chart ("PingPong, 2 processes"),
/// the label of its case there, the number of its run or side ("run"), how many calls, and steps: from t[i]
/// seconds on a share s[i] of them takes so long or longer. A map counts batches ("count") in cells of a row
/// and a column of the loop ("cells": column, row, number). `base_runs`: of two sides those of the base; 0:
/// every run by itself. Only the first thousand curves and 300 maps are there.
[[nodiscard]] std::string calls_data(std::span<const record::Run> runs, std::size_t base_runs);

}  // namespace sonde::reports
