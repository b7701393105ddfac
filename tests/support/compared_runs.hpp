// Runs for tests of comparisons.
#pragma once
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::test {

inline record::CaseRecord row(const std::string& benchmark, std::int64_t bytes, double median) {
  record::CaseRecord out;
  out.id = {.benchmark = benchmark, .processes = 2, .bytes = bytes};
  out.times = record::Times{9, 9, 9};  // means are noise here: medians must be used where there are any
  out.summary = stats::Summary{.median = median, .batches = 20};
  return out;
}

/// Five runs that differ by up to 2 %; PingPong at 8 B times `small`, at 1 KiB times `large`.
inline std::vector<record::Run> runs(double small, double large, int count = 5) {
  std::vector<record::Run> out;
  for (int i = 0; i < count; ++i) {
    record::Run run;
    const double wobble = 1 + 0.005 * ((3 * i) % 5);
    run.cases = {row("PingPong", 8, 1e-6 * small * wobble), row("PingPong", 1024, 2e-6 * large / wobble),
                 row("Barrier", -1, 3e-6 * wobble)};
    run.footer.emplace();
    out.push_back(run);
  }
  return out;
}

}  // namespace sonde::test
