// Performance logs of ReFrame.
#pragma once
#include <memory>
#include <string_view>

#include "record/parser.hpp"

namespace sonde::record {

/// The heading: names between bars, when the job ended among them, and a value of a performance variable.
[[nodiscard]] bool is_perflog_head(std::string_view line);

std::unique_ptr<Parser> make_perflog_parser(Runs& runs);

}  // namespace sonde::record
