// What the page's script gets of one subject each, made in the source of that name: JSON, not yet escaped for
// HTML. `base_runs`: of two sides the runs of the base, which become one; 0: every run by itself.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/report.hpp"
#include "record/record.hpp"

namespace sonde::reports {

/// Of processes that came late (-arrival), bars of a benchmark's patterns: a list of cards, one for each run,
/// or side, and case with several patterns: `lengths`, each with the time without delays and, of each
/// pattern, median and interval of `last` and `total` in seconds, null where there is none.
[[nodiscard]] std::string arrivals_data(std::span<const record::Run> runs, std::size_t base_runs);

/// Single calls and the course of loops: {"curves": [...], "maps": [...], "left_out": N}. A curve has its
/// chart ("PingPong, 2 processes"), the label of its case there, the number of its run or side ("run"), how
/// many calls, and steps: from t[i] seconds on a share s[i] of them takes so long or longer. A map counts
/// batches ("count") in cells of a row and a column of the loop ("cells": column, row, number). Only the
/// first thousand curves and 300 maps are there.
[[nodiscard]] std::string calls_data(std::span<const record::Run> runs, std::size_t base_runs);

/// The cases of several runs as columns: an object with "names" (strings that columns refer to by position),
/// "size", and one array for each column that holds anything; row i of all arrays is the i-th case over all
/// runs in order. `peak`: bytes per second of a link, or 0. `reference`: runs of whose speed each case has a
/// share in percent ("of_reference"), the first of them that measured it.
[[nodiscard]] std::string case_columns(std::span<const record::Run> runs, double peak,
                                       std::span<const record::Run> reference);

/// The same of two sides: each case once a side ("run" is 0 for the base and 1 for the new side), its figures
/// medians over the runs of the side. Their ends (_low, _high) are the interval of a single run, else the
/// least and the greatest run. Times are what the comparison took. Rows of the new side have its ratio and
/// its verdict.
[[nodiscard]] std::string side_columns(std::span<const record::Run> runs, const analysis::TwoSides& sides,
                                       double peak);

/// Fitted models: {"curves": [...], "refused": [...]}. Parameters are text with units; a point is [x,
/// measured, fitted, half of its 95 % interval or 0, series], a point of a curve [x, y, series], in the units
/// the curve names.
[[nodiscard]] std::string fits_data(const analysis::FittedModels& models);

/// Compositions that were measured beside the calls they stand for: a list, one part for each side that has
/// any: what is cheaper, in sentences, and a grid for each set of processes with a row for each composition
/// and a cell, or null, for each length.
[[nodiscard]] std::string guideline_data(std::span<const analysis::GuidelinesOfSide> guidelines);

/// The maps of links: an array with an entry for each case that has a map: its findings as sentences and,
/// where they were kept, both matrices as in the record. Players stand in the order of their blocks and
/// hosts.
[[nodiscard]] std::string link_maps(std::span<const record::Run> runs);

/// Scans: a list of charts over a setting, one for each side, setting of several values, benchmark and number
/// that it is measured by. Lines have a value for each place of the axis, null where there is none; `best` is
/// the place that is proved.
[[nodiscard]] std::string scan_data(std::span<const analysis::ScanOfSide> scans);

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Where figures come from, as labels and values a person reads: program, library, machine, timer, command
/// line and the like, in the order of reading. What the file does not say is left out.
[[nodiscard]] Facts provenance(const record::Run& run);

}  // namespace sonde::reports
