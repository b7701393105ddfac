#include "app/sonde/sides.hpp"

#include <fmt/format.h>

#include <cmath>
#include <future>

#include "analysis/observations.hpp"
#include "analysis/provenance_notes.hpp"
#include "app/sonde/input_files.hpp"

namespace sonde::app {

Result<Sides> read_sides(std::vector<std::string> base, std::vector<std::string> fresh) {
  Sides out;
  for (auto* side : {&base, &fresh}) {
    auto files = whole_launches(*side, out.notes);
    if (!files) return tl::unexpected(files.error());
    *side = std::move(*files);
  }
  // Both at the same time: reading is most of the work.
  auto base_runs = std::async(std::launch::async, [&] { return analysis::read_all(base); });
  auto fresh_runs = analysis::read_all(fresh);
  auto read = base_runs.get();
  for (const auto* runs : {&read, &fresh_runs})
    if (!*runs) return tl::unexpected(runs->error());
  out.base = std::move(*read), out.fresh = std::move(*fresh_runs);
  for (std::string& repeated : analysis::keep_distinct(out.base, out.fresh))
    out.notes.push_back(std::move(repeated));
  return out;
}

void add_threshold(CLI::App& command, double& percent) {
  command.add_option("--threshold", percent, "Differences up to this many percent do not matter")
      ->check(CLI::Range(0.0, 1000.0))
      ->check([](const std::string& text) {  // to which NaN is inside of every range
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
        return number ? std::string() : fmt::format("'{}' is not a number of percent", text);
      })
      ->capture_default_str();
}

}  // namespace sonde::app
