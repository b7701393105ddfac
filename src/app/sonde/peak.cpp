#include "app/sonde/peak.hpp"

#include <fmt/format.h>

namespace sonde::app {

CLI::Option* add_peak(CLI::App& command, double& peak, const std::string& help) {
  return command.add_option("--peak", peak, help);
}

Result<void> check_peak(double peak) {
  constexpr double most = 1e15;
  if (peak >= 0 && peak <= most) return {};
  return failure(
      fmt::format("--peak must be bytes per second, such as 12.5e9, and at most 1e15, not {}", peak));
}

}  // namespace sonde::app
