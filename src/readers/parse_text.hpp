// Text tables of all suites: a title says which one writes from there on.
#pragma once
#include <memory>
#include <string_view>

#include "record/parser.hpp"

namespace sonde::readers {

/// Takes Sonde's own tables, those of the IMB family, of OSU, of OMB-Py, of nccl-tests and of
/// MPIBenchmarks.jl, which names its benchmarks by the names of files: `source`.
std::unique_ptr<record::Parser> make_text_parser(record::Runs& runs, std::string_view source);

}  // namespace sonde::readers
