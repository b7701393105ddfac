#include "app/sonde/peak.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace sonde::app {

CLI::Option* add_peak(CLI::App& command, double& peak, const std::string& help) {
  return command.add_option("--peak", peak, help)->check([](const std::string& text) {
    return number_of<double>(text) == 0.0 ? "0 is no rate of a link" : "";
  });
}

Result<void> check_peak(double peak) {
  constexpr double most = 1e15;
  if (peak >= 0 && peak <= most) return {};
  return failure(
      fmt::format("--peak must be bytes per second, such as 12.5e9, and at most 1e15, not {}", peak));
}

}  // namespace sonde::app
