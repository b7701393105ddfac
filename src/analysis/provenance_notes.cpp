#include "analysis/provenance_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "analysis/chosen_variables.hpp"
#include "analysis/observations.hpp"
#include "base/text.hpp"
#include "record/json.hpp"
#include "record/message_memory.hpp"

namespace sonde::analysis {

namespace {

constexpr std::size_t longest_shown = 120;

using Runs = std::span<const record::Run>;
using Get = std::function<std::string(const record::Header&)>;

struct Fact {
  std::string name;
  Get get;
};

/// The names in a table of the headers of both sides.
template <class Table>
std::set<std::string> names_in(Table record::Header::*table, Runs base, Runs fresh) {
  std::set<std::string> names;
  for (const Runs side : {base, fresh})
    for (const auto& run : side)
      for (const auto& [name, value] : run.header.*table) names.insert(name);
  return names;
}

/// A fact for each of the names, which stands in `form`.
void add_facts(const std::set<std::string>& names, const char* form,
               std::string (*get)(const record::Header&, const std::string& name), std::vector<Fact>& facts) {
  for (const auto& name : names)
    facts.push_back({fmt::format(fmt::runtime(form), shortened(name, longest_shown)),
                     [=](const record::Header& header) { return get(header, name); }});
}

using Settings = std::map<std::string, std::string>;

/// As a command line has them, which is all that the head of a text says. Files of results are named anew for
/// each launch.
Settings flags_of(const record::Header& header) {
  Settings flags;
  std::string* value = nullptr;
  for (const std::string& word : header.command_line) {
    const bool flag =
        word.size() > 1 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1])) != 0;
    if (!flag && value != nullptr) *value = word;
    value = flag ? &(flags[lower(word.substr(1))] = "given") : nullptr;
  }
  flags.erase("json");
  flags.erase("csv");
  return flags;
}

/// What a header says of a flag; nothing where it says nothing of any.
std::string setting(const record::Header& header, const Settings& all, const std::string& name) {
  const auto found = all.find(name);
  if (found != all.end()) return found->second;
  return all.empty() && header.command_line.empty() ? "" : "not given";
}

/// What the runs of both sides were asked for.
void add_recorded_settings(Runs base, Runs fresh, std::vector<Fact>& facts) {
  auto names = names_in(&record::Header::settings, base, fresh);
  names.erase("benchmarks");  // they show in the cases
  add_facts(
      names, "-{}",
      [](const record::Header& header, const std::string& name) {
        return setting(header, header.settings, name);
      },
      facts);
}

/// The same of texts: flags have one meaning within a program.
void add_flags_of_programs(Runs base, Runs fresh, std::vector<Fact>& facts) {
  std::set<std::pair<std::string, std::string>> names;
  std::set<std::string> programs;
  for (const Runs side : {base, fresh})
    for (const auto& run : side) {
      programs.insert(run.header.program);
      for (const auto& [name, value] : flags_of(run.header)) names.emplace(run.header.program, name);
    }
  for (const auto& [program, name] : names)
    facts.push_back({(programs.size() > 1 ? shortened(program, longest_shown) + " -" : "-") +
                         shortened(name, longest_shown),
                     [program = program, name = name](const record::Header& header) {
                       if (header.program != program) return std::string{};
                       return setting(header, flags_of(header), name);
                     }});
}

void add_settings(Runs base, Runs fresh, std::vector<Fact>& facts) {
  const auto unknown = [](const record::Run& run) { return run.header.settings.empty(); };
  const bool texts = std::ranges::any_of(base, unknown) || std::ranges::any_of(fresh, unknown);
  (texts ? add_flags_of_programs : add_recorded_settings)(base, fresh, facts);
}

std::string library_variable(const record::Header& header, const std::string& name) {
  if (header.library_variables_count == 0) return "";
  const auto found = header.library_variables.find(name);
  if (found == header.library_variables.end()) return "not in the record";
  return found->second.empty() ? "empty" : found->second;
}

/// The head of a text has the first line only of what a library says of itself.
Get library_of(Runs base, Runs fresh) {
  const auto is_text = [](const record::Run& run) { return run.format == record::Format::sonde_text; };
  if (std::ranges::none_of(base, is_text) && std::ranges::none_of(fresh, is_text))
    return &record::Header::mpi_library;
  return [](const record::Header& header) { return std::string(first_line(header.mpi_library)); };
}

std::vector<Fact> facts_of(Runs base, Runs fresh) {
  using record::Header;
  std::vector<Fact> facts;
  add_facts(names_in(&Header::library_variables, base, fresh), "library variable {}", library_variable,
            facts);
  // The digest stands for the variables that are not in the records by name.
  facts.insert(facts.end(), {{"digest of all library variables", &Header::library_variables_digest},
                             {"program", &Header::program},
                             {"version", &Header::version},
                             {"revision", &Header::revision},
                             {"compiler", &Header::compiler},
                             {"compiler flags", &Header::compiler_flags},
                             {"MPI library", library_of(base, fresh)},
                             {"MPI standard", &Header::mpi_standard},
                             {"thread level", &Header::thread_level},
                             {"CPU", &Header::cpu_model},
                             {"GPU", &record::device_model},
                             {"machine", &Header::machine},
                             {"system", &Header::system},
                             {"governor", &Header::governor},
                             {"kernel", &Header::kernel},
                             {"timer", &Header::timer_name},
                             {"conventions", &Header::conventions}});
  auto environment = names_in(&Header::environment, base, fresh);
  std::erase_if(environment, [](const std::string& name) { return !is_chosen_variable(name); });
  add_facts(environment, "environment {}", chosen_variable, facts);
  const auto of_convention = [](const Header& header, const std::string& name) {
    return std::string(convention(header, name));
  };
  add_facts(names_in(&Header::conventions_in_force, base, fresh), "convention '{}'", of_convention, facts);
  add_settings(base, fresh, facts);
  return facts;
}

/// What the headers of a side say about one thing; what is unknown is left out.
std::set<std::string> said(Runs runs, const Get& get) {
  std::set<std::string> all;
  for (const auto& run : runs) all.insert(get(run.header));
  all.erase("");
  return all;
}

/// Which host (numbered as they come) and which cores each rank has: equal for runs that were placed alike.
std::string placement(const record::Header& header) {
  std::map<std::string, std::size_t> hosts;
  std::string out;
  for (const auto& place : header.places) {
    const auto host = hosts.try_emplace(place.host, hosts.size()).first->second;
    out += fmt::format("{}:{}:{};", place.rank, host, fmt::join(place.cores, ","));
  }
  return out;
}

/// For a person: "4 ranks on 2 hosts, 1 core each".
std::string placement_text(const record::Header& header) {
  std::set<std::string> hosts;
  std::size_t fewest = static_cast<std::size_t>(-1), most = 0;
  for (const auto& place : header.places) {
    hosts.insert(place.host);
    fewest = std::min(fewest, place.cores.size()), most = std::max(most, place.cores.size());
  }
  if (header.places.empty()) return "";
  const std::string cores = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
  return fmt::format("{} ranks on {}, {} core{} each", header.places.size(), counted(hosts.size(), "host"),
                     cores, most == 1 ? "" : "s");
}

std::string list(const std::set<std::string>& texts) {
  std::vector<std::string> shown;
  shown.reserve(texts.size());
  for (const auto& text : texts) shown.push_back(shortened(text, longest_shown));
  return fmt::format("{}", fmt::join(shown, " | "));
}

/// Numbers of the runs that have the same case, for each such set: what lies between them counts as noise.
using Pools = std::set<std::vector<std::size_t>>;

Pools pools_of(Runs runs) {
  Pools out;
  const auto rows = by_case(runs);
  for (Occurrences left = rows; !left.empty();) {
    std::vector<std::size_t> together;
    for (const Occurrence& found : pop_case(left))
      if (together.empty() || together.back() != found.run) together.push_back(found.run);
    if (together.size() > 1) out.insert(std::move(together));
  }
  return out;
}

/// Whether runs that are pooled say different things; what is unknown is left out.
bool pools_differ(Runs runs, const Pools& pools, const Get& get) {
  std::vector<std::string> of_run;
  for (const auto& run : runs) of_run.push_back(get(run.header));
  return std::ranges::any_of(pools, [&](const std::vector<std::size_t>& together) {
    std::set<std::string_view> different;
    for (const std::size_t run : together)
      if (!of_run[run].empty()) different.insert(of_run[run]);
    return different.size() > 1;
  });
}

void note_placements(const char* side, Runs runs, const Pools& pools, std::vector<std::string>& notes) {
  const auto kinds = said(runs, placement).size();
  if (kinds > 1 && pools_differ(runs, pools, placement))
    notes.push_back(fmt::format(
        "the {} pools runs of {} placements of ranks ({}): what lies between placements counts as noise; "
        "name the runs of one of them",
        side, kinds, list(said(runs, placement_text))));
}

/// What the first side is called.
const char* first_side(bool alone) {
  return alone ? "input" : "base";
}

void note_placements(Runs base, Runs fresh, const Pools& base_pools, const Pools& new_pools,
                     std::vector<std::string>& notes) {
  note_placements(first_side(fresh.empty()), base, base_pools, notes);
  note_placements("new side", fresh, new_pools, notes);
  const auto before = said(base, placement), after = said(fresh, placement);
  if (before == after || before.empty() || after.empty()) return;
  const std::string old_text = list(said(base, placement_text)), new_text = list(said(fresh, placement_text));
  notes.push_back(old_text != new_text
                      ? fmt::format("differs: placement of ranks: {} -> {}", old_text, new_text)
                      : fmt::format("differs: placement of ranks: {} -> the same on other cores", old_text));
}

void combine(std::uint64_t& all, const std::string& text) {
  constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;  // as boost::hash_combine
  all ^= std::hash<std::string>{}(text) + golden_ratio + (all << 6) + (all >> 2);
}

/// A number of what a run says but most of its cases: runs of which it differs are not the same.
std::uint64_t outline(const record::Run& run) {
  std::uint64_t all = run.cases.size();
  combine(all, record::to_json(run.header));
  if (!run.cases.empty()) combine(all, record::to_json(run.cases.front()));
  if (run.footer) combine(all, record::to_json(*run.footer));
  return all;
}

/// How many runs have an outline.
using Outlines = std::map<std::uint64_t, int>;

/// Tells runs apart by what they hold. The cases, of which there may be millions, are looked at only where
/// outlines are alike.
std::uint64_t content(const record::Run& run, const Outlines& outlines) {
  std::uint64_t all = outline(run);
  if (outlines.at(all) > 1)
    for (const auto& row : run.cases) combine(all, record::to_json(row));
  return all;
}

using Contents = std::set<std::uint64_t>;

Contents drop_repeated(std::vector<record::Run>& runs, const Outlines& outlines, const char* side,
                       std::vector<std::string>& notes) {
  Contents seen;
  const auto dropped = std::erase_if(
      runs, [&](const record::Run& run) { return !seen.insert(content(run, outlines)).second; });
  if (dropped > 0)
    notes.push_back(fmt::format("{} of the {} hold{} the same as another one there and count{} once with it",
                                counted(dropped, "run"), side, dropped == 1 ? "s" : "",
                                dropped == 1 ? "s" : ""));
  return seen;
}

}  // namespace

std::vector<std::string> provenance_notes(Runs base, Runs fresh) {
  std::vector<std::string> notes;
  const Pools base_pools = pools_of(base), new_pools = pools_of(fresh);
  for (const auto& [name, get] : facts_of(base, fresh)) {
    const auto before = said(base, get), after = said(fresh, get);
    if (before != after && !before.empty() && !after.empty()) {
      notes.push_back(fmt::format("differs: {}: {} -> {}", name, list(before), list(after)));
      continue;
    }
    const bool in_base = pools_differ(base, base_pools, get), in_new = pools_differ(fresh, new_pools, get);
    if (!in_base && !in_new) continue;
    const std::string pool =
        in_base && in_new ? "both sides pool"
                          : fmt::format("the {} pools", in_base ? first_side(fresh.empty()) : "new side");
    notes.push_back(fmt::format("{} runs of different {}: {}", pool, name, list(in_base ? before : after)));
  }
  note_placements(base, fresh, base_pools, new_pools, notes);
  return notes;
}

std::vector<std::string> different_conventions(const record::Header& one, const record::Header& other) {
  std::vector<std::string> out;
  const auto tell = [&](const std::string& what, const std::string& before, const std::string& after) {
    if (before != after && !before.empty() && !after.empty())
      out.push_back(fmt::format("{}: {} -> {}", shortened(what, longest_shown),
                                shortened(before, longest_shown), shortened(after, longest_shown)));
  };
  tell("suite", one.conventions, other.conventions);
  for (const auto& [name, value] : one.conventions_in_force)
    tell(name, value, std::string(convention(other, name)));
  return out;
}

std::vector<std::string> keep_distinct(std::vector<record::Run>& base, std::vector<record::Run>& fresh) {
  std::vector<std::string> notes;
  Outlines outlines;
  for (const auto* runs : {&base, &fresh})
    for (const record::Run& run : *runs) ++outlines[outline(run)];
  const Contents before = drop_repeated(base, outlines, first_side(fresh.empty()), notes),
                 after = drop_repeated(fresh, outlines, "new side", notes);
  const auto shared = std::ranges::count_if(before, [&](std::uint64_t run) { return after.contains(run); });
  if (shared > 0)
    notes.push_back(fmt::format("{} run{} on both sides", shared, shared == 1 ? " stands" : "s stand"));
  return notes;
}

}  // namespace sonde::analysis
