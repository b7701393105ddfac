// Text tables of all suites: a title says which one writes from there on.
#pragma once
#include <memory>

#include "record/parser.hpp"

namespace sonde::readers {

/// Takes Sonde's own tables, those of the IMB family, and OSU.
std::unique_ptr<record::Parser> make_text_parser(record::Runs& runs);

}  // namespace sonde::readers
