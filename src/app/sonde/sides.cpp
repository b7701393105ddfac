#include "app/sonde/sides.hpp"

#include <fmt/format.h>

#include <cmath>
#include <future>
#include <set>

#include "analysis/observations.hpp"
#include "analysis/provenance_notes.hpp"
#include "app/sonde/input_files.hpp"
#include "base/text.hpp"

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
  using Runs = Result<std::vector<record::Run>>;
  auto fresh_runs = fresh.empty() ? Runs() : analysis::read_all(fresh);
  auto read = base_runs.get();
  for (const auto* runs : {&read, &fresh_runs})
    if (!*runs) return tl::unexpected(runs->error());
  out.base = std::move(*read), out.fresh = std::move(*fresh_runs);
  for (std::string& repeated : analysis::keep_distinct(out.base, out.fresh))
    out.notes.push_back(std::move(repeated));
  return out;
}

namespace {

/// The runs with one row alone; its cases bear another name.
std::vector<record::Run> with_row(std::vector<record::Run> runs, const std::string& row,
                                  const std::string& as) {
  for (record::Run& run : runs) {
    std::erase_if(run.cases,
                  [&](const record::CaseRecord& one) { return lower(one.id.benchmark) != lower(row); });
    for (record::CaseRecord& one : run.cases) one.id.benchmark = as;
  }
  std::erase_if(runs, [](const record::Run& run) { return run.cases.empty(); });
  return runs;
}

/// "no row 'Bar'; there are: Bare, Wrapped"
Error no_row(const std::vector<record::Run>& runs, const std::string& row) {
  std::set<std::string> names;
  for (const auto& run : runs)
    for (const auto& one : run.cases) names.insert(one.id.benchmark);
  return Error{fmt::format("--rows: no row {}; there are: {}", sonde::quoted(row), fmt::join(names, ", "))};
}

}  // namespace

Result<Sides> rows_of(Sides sides, const std::string& names) {
  const auto sign = names.find('=');
  const std::string first = names.substr(0, sign),
                    second = sign == std::string::npos ? "" : names.substr(sign + 1);
  if (first.empty() || second.empty())
    return failure(
        fmt::format("--rows takes the names of two rows, as in Bare=Wrapped, not {}", sonde::quoted(names)));
  const auto& all = sides.fresh.empty() ? sides.base : sides.fresh;
  auto fresh = with_row(all, second, names);
  if (fresh.empty()) return tl::unexpected(no_row(all, second));
  auto base = with_row(sides.base, first, names);
  if (base.empty()) return tl::unexpected(no_row(sides.base, first));
  if (sides.fresh.empty())
    for (auto& run : fresh) run.notes.clear();  // those of the base, once more
  return Sides{std::move(base), std::move(fresh), std::move(sides.notes)};
}

CLI::Option* add_percent(CLI::App& command, const std::string& name, double& percent,
                         const std::string& help) {
  return command.add_option(name, percent, help)
      ->check(CLI::Range(0.0, 1000.0))
      ->check([](const std::string& text) {  // to which NaN is inside of every range
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
        return number ? std::string() : fmt::format("'{}' is not a number of percent", text);
      })
      ->capture_default_str();
}

void add_threshold(CLI::App& command, double& percent) {
  add_percent(command, "--threshold", percent, "Differences up to this many percent do not matter");
}

}  // namespace sonde::app
