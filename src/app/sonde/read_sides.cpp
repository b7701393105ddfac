#include "app/sonde/read_sides.hpp"

#include <fmt/format.h>

#include <future>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include "analysis/figures.hpp"
#include "analysis/observations.hpp"
#include "analysis/provenance_notes.hpp"
#include "analysis/scan.hpp"
#include "app/sonde/input_files.hpp"
#include "base/text.hpp"

namespace sonde::app {

namespace {

using Runs = Result<std::vector<record::Run>>;

std::pair<Runs, Runs> read_both(const std::vector<std::string>& base, const std::vector<std::string>& fresh,
                                std::launch how) {
  auto base_runs = std::async(how, [&] { return analysis::read_all(base); });
  auto fresh_runs = fresh.empty() ? Runs() : analysis::read_all(fresh);
  return {base_runs.get(), std::move(fresh_runs)};
}

/// Both at the same time, since reading is most of the work; one after the other where memory or threads do
/// not suffice for that: then the message names the file that does not fit.
std::pair<Runs, Runs> read_both(const std::vector<std::string>& base, const std::vector<std::string>& fresh) {
  try {
    return read_both(base, fresh, std::launch::async);
  } catch (const std::bad_alloc&) {
  } catch (const std::system_error&) {
  }
  return read_both(base, fresh, std::launch::deferred);
}

}  // namespace

Result<Sides> read_sides(std::vector<std::string> base, std::vector<std::string> fresh) {
  Sides out;
  for (auto* side : {&base, &fresh}) {
    auto files = whole_launches(*side, out.notes);
    if (!files) return tl::unexpected(files.error());
    *side = std::move(*files);
  }
  out.lacks_launches = !out.notes.empty();
  auto [base_runs, fresh_runs] = read_both(base, fresh);
  for (const auto* runs : {&base_runs, &fresh_runs})
    if (!*runs) return tl::unexpected(runs->error());
  out.base = std::move(*base_runs), out.fresh = std::move(*fresh_runs);
  for (std::string& repeated : analysis::keep_distinct(out.base, out.fresh))
    out.notes.push_back(std::move(repeated));
  if (!out.fresh.empty()) analysis::settings_as_sides(out.base, out.fresh);
  return out;
}

namespace {

/// The runs with one row alone, named by its benchmark, or with mode and labels as tables print it; its cases
/// bear another name.
std::vector<record::Run> with_row(std::vector<record::Run> runs, const std::string& row,
                                  const std::string& as) {
  const auto named = [&](const record::CaseId& id) { return lower(id.benchmark) == lower(row); };
  const auto printed = [&](const record::CaseId& id) {
    return lower(analysis::benchmark_of(id)) == lower(row);
  };
  for (record::Run& run : runs) {
    std::erase_if(run.cases,
                  [&](const record::CaseRecord& one) { return !named(one.id) && !printed(one.id); });
    for (record::CaseRecord& one : run.cases) {
      if (!named(one.id)) one.id.mode.clear(), one.id.variant.clear(), one.id.multi = false;
      one.id.benchmark = as;
    }
  }
  std::erase_if(runs, [](const record::Run& run) { return run.cases.empty(); });
  return runs;
}

/// "no row 'Bar'; there are: Bare, Wrapped"
Error no_row(const std::vector<record::Run>& runs, const std::string& row) {
  std::set<std::string> names;
  for (const auto& run : runs)
    for (const auto& one : run.cases) names.insert(analysis::benchmark_of(one.id));
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
  return Sides{std::move(base), std::move(fresh), std::move(sides.notes), sides.lacks_launches};
}

bool is_worse(const analysis::Comparison& comparison, bool strict) {
  using analysis::Verdict;
  const auto perhaps = [](const analysis::ComparedCase& c) {
    return c.verdict == Verdict::maybe_slower || (c.verdict == Verdict::open && !c.why.empty());
  };
  return comparison.count(Verdict::worse) + comparison.count(Verdict::failed) > 0 ||
         (strict && std::ranges::any_of(comparison.cases, perhaps));
}

CLI::Option* add_percent(CLI::App& command, const std::string& name, double& percent,
                         const std::string& help) {
  return command.add_option(name, percent, help)
      ->transform([](std::string text) {
        if (text.ends_with('%')) text.pop_back();
        return text;
      })
      ->check(
          [](const std::string& text) {
            double value = -1;
            const bool number = CLI::detail::lexical_cast(text, value) && value >= 0 && value <= 1000;
            return number ? std::string()
                          : fmt::format("'{}' is no number of percent from 0 to 1000, such as 3", text);
          },
          "FLOAT in [0 - 1000]")
      ->capture_default_str();
}

CLI::Option* add_threshold(CLI::App& command, double& percent) {
  return add_percent(command, "--threshold", percent, "Differences up to this many percent do not matter");
}

}  // namespace sonde::app
