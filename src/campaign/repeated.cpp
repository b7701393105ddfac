#include "campaign/repeated.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>
#include <utility>

#include "base/input.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "record/secrets.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t least_runs = 3;
constexpr int most_directories = 1000;

/// Braces stand for themselves, but for {record}.
std::string literal(std::string_view word) {
  constexpr std::string_view record = "{record}";
  std::string out;
  while (!word.empty()) {
    if (word.starts_with(record)) {
      out += record;
      word.remove_prefix(record.size());
      continue;
    }
    if (word.front() == '{' || word.front() == '}') out += word.front();
    out += word.front();
    word.remove_prefix(1);
  }
  return out;
}

std::string plan_text(const std::vector<Variant>& variants) {
  toml::array commands;
  for (const Variant& variant : variants) {
    toml::array words;
    for (const auto& word : record::without_secrets(variant.command)) words.push_back(word);
    commands.push_back(toml::table{{"name", variant.name}, {"run", std::move(words)}});
  }
  toml::table plan;
  if (variants.size() == 1)
    plan.insert("run", *commands[0].as_table()->get("run"));
  else
    plan.insert("command", std::move(commands));
  std::ostringstream text;
  text << "# of sonde run\n" << plan << "\n";
  return text.str();
}

/// Whether a launch of the command was started there and did not end.
bool cut_off(const std::string& directory, const std::string& text) {
  const auto recorded = read_input((fs::path(directory) / "plan.toml").string());
  if (!recorded || *recorded != text) return false;
  const auto journal = Journal::look(directory);
  return journal && *journal &&
         std::ranges::any_of((*journal)->entries(), [](const auto& entry) { return !entry.second.ended; });
}

}  // namespace

Result<std::vector<Variant>> sides_of(const Words& words) {
  constexpr std::size_t letters = 26;
  std::vector<Variant> out(1);
  for (const auto& word : words)
    if (word == "--against")
      out.emplace_back();
    else
      out.back().command.push_back(word);
  if (out.size() == 1) {
    out[0].name = "run";
    return out;
  }
  if (out.size() > letters)
    return failure(fmt::format("{} sides: at most {} are compared", out.size(), letters));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].command.empty())
      return failure(
          fmt::format("a command is missing {} --against: sonde run -- mpirun -np 4 IMB-MPI1 --against "
                      "mpirun -np 4 ./other/IMB-MPI1",
                      i == 0 ? "before" : "after"));
    out[i].name = static_cast<char>('A' + i);
  }
  return out;
}

Result<CampaignPlan> plan_of(const Repeated& repeated, const std::string& directory) {
  CampaignPlan plan;
  plan.launches = repeated.launches;
  plan.limit_seconds = repeated.limit_seconds;
  plan.directory = directory;
  plan.launcher = {"{command}"};
  plan.placements = {PlacementOptions{}};
  plan.text = plan_text(repeated.variants);
  for (const Variant& variant : repeated.variants) {
    const Words& words = variant.command;
    if (words.empty()) return failure("a command is missing: sonde run -- mpirun -np 4 IMB-MPI1");
    if (std::ranges::any_of(
            words, [](const auto& word) { return same_word(word, "-json") || same_word(word, "--json"); }))
      return failure("-json is given by sonde run, for each launch another one: leave it out");
    PlannedCommand command{.name = variant.name, .run = {}, .np = {0}, .scan = variant.scan};
    for (const auto& word : words) command.run.push_back(literal(word));
    plan.commands.push_back(std::move(command));
  }
  return plan;
}

Result<Begun> begin_in(const std::string& directory, const Repeated& repeated) {
  auto plan = plan_of(repeated, directory);
  if (!plan) return tl::unexpected(plan.error());
  auto journal = Journal::open(*plan, repeated.seed);
  if (!journal) return tl::unexpected(journal.error());
  return Begun{std::move(*plan), std::move(*journal)};
}

Result<Begun> begin_beside(const std::string& stem, const Repeated& repeated) {
  for (int number = 1; number <= most_directories; ++number) {
    const std::string name = number == 1 ? stem : fmt::format("{}-{}", stem, number);
    auto plan = plan_of(repeated, name);
    if (!plan) return tl::unexpected(plan.error());
    std::error_code error;
    const bool made = fs::create_directory(name, error);  // by one of several that start at the same moment
    if (!made && error && error != std::errc::file_exists && error != std::errc::not_a_directory)
      return host::not_kept(name, error.value());
    if (!made && !(fs::is_directory(fs::symlink_status(name, error)) && cut_off(name, plan->text))) continue;
    auto journal = Journal::open_unless_it_runs(*plan, repeated.seed);
    if (!journal) return tl::unexpected(journal.error());
    if (*journal) return Begun{std::move(*plan), std::move(**journal)};
  }
  return failure(fmt::format("'{}' to '{}-{}' are there already: name a directory with -o", stem, stem,
                             most_directories));
}

double reach(const CaseSpread& found) {
  if (found.runs < least_runs || !(found.spread.median > 0)) return std::numeric_limits<double>::infinity();
  const auto& s = found.spread;
  return std::max(s.next.high - s.median, s.median - s.next.low) / s.median;
}

bool narrow_enough(std::span<const CaseSpread> cases, double precision) {
  return !cases.empty() &&
         std::ranges::all_of(cases, [=](const auto& found) { return reach(found) <= precision; });
}

}  // namespace sonde::campaign
