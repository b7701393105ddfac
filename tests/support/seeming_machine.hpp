// A machine whose launches are told, not measured.
#pragma once
#include "compared_runs.hpp"
#include "dice.hpp"
#include "record/scan_setting.hpp"

namespace sonde::test {

/// A machine that gets slower by `drift` of the first time with every launch, whose launches differ by
/// `noise`.
struct Machine {
  double drift, noise;
  Dice dice;
  int launched = 0;

  record::Run launch(double factor) {
    const double level = factor * (1 + drift * launched++);
    const auto time = [&](double seconds) { return seconds * level * (1 + noise * dice.normal()); };
    record::Run run;
    run.cases = {row("PingPong", 8, time(1e-6)), row("PingPong", 1024, time(2e-6)),
                 row("Barrier", -1, time(3e-6))};
    return run;
  }
};

/// The run as one of a scan's records.
inline record::Run with_setting(record::Run run, std::vector<record::ScanSetting> setting) {
  for (auto& one : run.cases) record::add_labels(one.id, setting);
  run.header.scan = std::move(setting);
  return run;
}

}  // namespace sonde::test
