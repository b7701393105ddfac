// The readers of foreign formats.
#pragma once
#include <memory>
#include <string_view>

#include "record/parser.hpp"

namespace sonde::readers {

/// Whether a first line begins the JSON of nccl-tests (-J FILE: one object with the arguments, the devices
/// and the results), or any that is no record of Sonde.
[[nodiscard]] bool is_nccl_json(std::string_view first_line);
std::unique_ptr<record::Parser> make_nccl_json_parser(record::Runs& runs);

/// The heading of a performance log of ReFrame: names between bars, when the job ended among them, and a
/// value of a performance variable.
[[nodiscard]] bool is_perflog_head(std::string_view line);
std::unique_ptr<record::Parser> make_perflog_parser(record::Runs& runs);

/// Of text tables of all suites, Sonde's own, those of the IMB family, of OSU, of OMB-Py, of nccl-tests and
/// of MPIBenchmarks.jl, which names its benchmarks by the names of files: `source`. A title says which one
/// writes from there on.
std::unique_ptr<record::Parser> make_text_parser(record::Runs& runs, std::string_view source);

}  // namespace sonde::readers
