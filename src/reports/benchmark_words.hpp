// What benchmarks are, for `sonde explain`: from the pages of the documentation, which are made from the rows
// of the programs.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sonde::reports {

/// Every benchmark of this name, without regard to case; one of several programs is told once for each: what
/// a repetition does, who sends to whom, buffers, time, rate, what -check expects, and what is in the clock.
[[nodiscard]] std::vector<std::string> explain_benchmark(std::string_view name);

/// Every name, as the pages have it, in their order; of several programs once.
[[nodiscard]] std::vector<std::string> benchmark_names();

}  // namespace sonde::reports
