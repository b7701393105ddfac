#include "app/sonde/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"

namespace sonde::app {

namespace {

std::string checked(const std::string& text, bool (*right)(double), const char* expected) {
  const auto number = number_of<double>(text);
  if (!number) return fmt::format("{} is not a number", sonde::quoted(text));
  if (std::isfinite(*number) && right(*number)) return "";
  return fmt::format("{} is out of range; expected {}", sonde::quoted(text), expected);
}

}  // namespace

std::string more_than_zero(const std::string& text) {
  return checked(
      text, [](double value) { return value > 0; }, "more than 0");
}

std::string duration(const std::string& text) {
  return checked(
      text, [](double value) { return value >= 0; }, "0 microseconds or more");
}

CLI::Option* add_peak(CLI::App& command, double& peak, const std::string& help) {
  return command.add_option("--peak", peak, help)->check([](const std::string& text) {
    const auto number = number_of<double>(text);
    if (!number)
      return fmt::format("{} is no number of bytes per second, such as 12.5e9", sonde::quoted(text));
    return std::string(*number == 0.0 ? "0 is no rate of a link" : "");
  });
}

Result<void> check_peak(double peak) {
  constexpr double most = 1e15;
  if (peak >= 0 && peak <= most) return {};
  return failure(
      fmt::format("--peak must be bytes per second, such as 12.5e9, and at most 1e15, not {}", peak));
}

}  // namespace sonde::app
