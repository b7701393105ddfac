// The JSON of nccl-tests (-J FILE): one object with the arguments, the devices and the results.
#pragma once
#include <memory>
#include <string_view>

#include "record/parser.hpp"

namespace sonde::readers {

/// True where the first line of a file begins such an object, or any that is no record of Sonde.
[[nodiscard]] bool is_nccl_json(std::string_view first_line);

std::unique_ptr<record::Parser> make_nccl_json_parser(record::Runs& runs);

}  // namespace sonde::readers
