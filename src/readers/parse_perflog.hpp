// Performance logs of ReFrame.
#pragma once
#include <memory>
#include <string_view>

#include "record/parser.hpp"

namespace sonde::readers {

/// The heading: names between bars, when the job ended among them, and a value of a performance variable.
[[nodiscard]] bool is_perflog_head(std::string_view line);

std::unique_ptr<record::Parser> make_perflog_parser(record::Runs& runs);

}  // namespace sonde::readers
