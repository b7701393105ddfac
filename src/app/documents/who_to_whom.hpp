// Who sends to whom in a repetition, as a picture in text.
#pragma once
#include <string>

#include "catalog/benchmark.hpp"

namespace sonde::app {

/// Of a group of four processes, 0 to 3: "0 → 1 → 2 → 3 → 0". An arrow leads where the data goes, ⇄ stands
/// for both ways; "–" where no data moves between processes.
[[nodiscard]] std::string who_to_whom(const Benchmark& row);

}  // namespace sonde::app
