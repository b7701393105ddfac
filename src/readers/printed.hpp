// How exact the numbers of a text are.
#pragma once
#include <string_view>

#include "record/record.hpp"

namespace sonde::readers {

/// Half of the last digit of a number: 0.005 of "1.20", 0.5 of "12", 50 of "1.2e3". 0 of what is no number.
[[nodiscard]] double half_of_last_digit(std::string_view number);

/// Keeps that `number` stood in a column of this unit: the coarsest of a row counts. `unit`: what 1 means.
void printed(record::CaseRecord& record, double record::Rounding::*which, std::string_view number,
             double unit = 1);

}  // namespace sonde::readers
