#include "readers/printed.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace sonde::readers {

double half_of_last_digit(std::string_view number) {
  if (!number_of<double>(number)) return 0;
  const auto end = std::min(number.find_first_of("eE"), number.size());
  const auto point = number.substr(0, end).find('.');
  const double decimals = point == std::string_view::npos ? 0 : static_cast<double>(end - point - 1);
  auto power = number.substr(std::min(end + 1, number.size()));
  if (power.starts_with('+')) power.remove_prefix(1);
  return std::pow(10, number_of<double>(power).value_or(0) - decimals) / 2;
}

void printed(record::CaseRecord& record, double record::Rounding::*which, std::string_view number,
             double unit) {
  if (!record.rounding) record.rounding.emplace();
  double& half = (*record.rounding).*which;
  half = std::max(half, half_of_last_digit(number) * unit);
}

}  // namespace sonde::readers
