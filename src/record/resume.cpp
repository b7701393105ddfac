#include "record/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "record/message_memory.hpp"
#include "record/node_places.hpp"

namespace sonde::record {

namespace {

constexpr std::size_t longest_shown = 300, hosts_shown = 4;

class Differences {
 public:
  void compare(std::string_view what, const std::string& then, const std::string& now) {
    if (then != now)
      lines_ += fmt::format("\n  {}: then {}, now {}", what, sonde::quoted(then, longest_shown),
                            sonde::quoted(now, longest_shown));
  }
  [[nodiscard]] bool none() const { return lines_.empty(); }
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  std::string lines_;
};

bool says_how_to_write(std::string_view word) {
  while (word.starts_with('-')) word.remove_prefix(1);
  return same_word(word, "resume") || same_word(word, "append") || same_word(word, "dry_run");
}

// The command line as far as it says what is measured: the folder of the program may differ.
std::string measured_by(const std::vector<std::string>& command_line) {
  std::string text;
  for (const std::string& word : command_line) {
    const bool program = &word == &command_line.front();
    if (!program && says_how_to_write(word)) continue;
    if (!program) text += ' ';
    text += program ? word.substr(word.find_last_of('/') + 1) : word;
  }
  return text;
}

/// Which ranks share a host: "0-1 2-3".
std::string ranks_by_host(const std::vector<RankPlace>& places) {
  std::map<std::string, std::size_t> number_of;
  std::vector<std::vector<int>> ranks;
  for (const RankPlace& place : places) {
    const auto host = number_of.emplace(place.host, ranks.size()).first->second;
    if (host == ranks.size()) ranks.emplace_back();
    ranks[host].push_back(place.rank);
  }
  std::string text;
  for (const auto& some : ranks) text += (text.empty() ? "" : " ") + ranges_of(some);
  return text;
}

/// How many cores each rank may run on: "1 1 1 1".
std::string core_counts(const std::vector<RankPlace>& places) {
  std::string text;
  for (const RankPlace& place : places)
    text += fmt::format("{}{}", text.empty() ? "" : " ", place.cores.size());
  return text;
}

/// Other hosts and other cores are the same measurement while ranks share them in the same way.
void compare_places(Differences& differences, const Header& then, const Header& now) {
  differences.compare("ranks", std::to_string(then.ranks), std::to_string(now.ranks));
  if (then.places.empty() || now.places.empty()) return;
  differences.compare("ranks of each host", ranks_by_host(then.places), ranks_by_host(now.places));
  differences.compare("cores of each rank", core_counts(then.places), core_counts(now.places));
}

// Variables by which a user chooses how messages travel. Others change with every launch.
bool chooses_transport(std::string_view name) {
  constexpr std::array<std::string_view, 13> prefixes{
      "UCX_",         "FI_",           "OMPI_MCA_btl", "OMPI_MCA_pml",   "OMPI_MCA_mtl",
      "OMPI_MCA_osc", "OMPI_MCA_coll", "OMPI_MCA_io",  "OMPI_MCA_fcoll", "OMPI_MCA_sharedfp",
      "MPIR_CVAR_",   "MPICH_",        "I_MPI_FABRICS"};
  if (name.ends_with("_HOSTNAME")) return false;  // a launcher says where a rank stands
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

void compare_environment(Differences& differences, const Header& then, const Header& now) {
  const auto missing_in = [&](const auto& from, const auto& other, auto report) {
    for (const auto& [name, value] : from)
      if (chooses_transport(name) && !other.contains(name)) report(name, value);
  };
  for (const auto& [name, value] : then.environment)
    if (const auto found = now.environment.find(name);
        chooses_transport(name) && found != now.environment.end())
      differences.compare(name, value, found->second);
  missing_in(then.environment, now.environment,
             [&](const auto& name, const auto& value) { differences.compare(name, value, "unset"); });
  missing_in(now.environment, then.environment,
             [&](const auto& name, const auto& value) { differences.compare(name, "unset", value); });
}

/// What was asked for, however it was given: flags, or a file of settings or lengths. Records of earlier
/// versions have the words of the command line only.
void compare_settings(Differences& differences, const Header& then, const Header& now) {
  if (then.settings.empty())
    return differences.compare("command line", measured_by(then.command_line), measured_by(now.command_line));
  differences.compare("program", then.program, now.program);
  const auto value = [](const Header& header, const std::string& flag) {
    const auto found = header.settings.find(flag);
    return found == header.settings.end() ? std::string("not given") : found->second;
  };
  auto both = then.settings;
  both.insert(now.settings.begin(), now.settings.end());
  both.erase("budget");  // earlier versions took it for a setting
  for (const auto& [flag, unused] : both)
    differences.compare(flag == "benchmarks" ? flag : "-" + flag, value(then, flag), value(now, flag));
}

Differences differences_of(const Header& then, const Header& now) {
  Differences found;
  compare_settings(found, then, now);
  found.compare("version", fmt::format("{} {}", then.version, then.revision),
                fmt::format("{} {}", now.version, now.revision));
  found.compare("compiler", then.compiler, now.compiler);
  found.compare("compiler flags", then.compiler_flags, now.compiler_flags);
  found.compare("MPI library", then.mpi_library, now.mpi_library);
  found.compare("MPI standard", then.mpi_standard, now.mpi_standard);
  found.compare("thread level", then.thread_level, now.thread_level);
  found.compare("CPU", then.cpu_model, now.cpu_model);
  found.compare("GPU", device_model(then), device_model(now));
  found.compare("governor", then.governor, now.governor);
  found.compare("kernel", then.kernel, now.kernel);
  found.compare("machine", then.machine, now.machine);
  found.compare("timer", then.timer_name, now.timer_name);
  compare_places(found, then, now);
  compare_environment(found, then, now);
  return found;
}

}  // namespace

bool finished(const CaseRecord& record) {
  if (record.status == Status::measured) return true;
  return record.status == Status::skipped && record.reason != Reason::time_out &&
         record.reason != Reason::interrupted;
}

Result<void> may_resume(const Run& old, const Header& now) {
  if (old.format != Format::json)
    return failure(fmt::format("'{}' is not a JSON record of Sonde: -resume needs one", old.source));
  if (const auto found = differences_of(old.header, now); !found.none())
    return failure(
        fmt::format("'{}' was measured in another way, start a new file:{}", old.source, found.lines()));
  return {};
}

std::string some_hosts(const std::vector<RankPlace>& places) {
  std::vector<std::string> hosts;
  for (const RankPlace& place : places)
    if (std::ranges::find(hosts, place.host) == hosts.end()) hosts.push_back(place.host);
  std::string text;
  for (std::size_t i = 0; i < std::min(hosts.size(), hosts_shown); ++i)
    text += (i > 0 ? ", " : "") + printable(hosts[i]);
  if (hosts.size() > hosts_shown) text += fmt::format(" and {} more", hosts.size() - hosts_shown);
  return text;
}

std::vector<const std::vector<RankPlace>*> places_of_launches(const Run& run) {
  std::vector<const std::vector<RankPlace>*> out{&run.header.places};
  for (const CaseRecord& c : run.cases)
    if (c.moved_to && std::ranges::find(out, c.moved_to.get()) == out.end()) out.push_back(c.moved_to.get());
  return out;
}

std::optional<std::string> note_of_moves(const Run& run) {
  const auto all = places_of_launches(run);
  if (all.size() == 1) return std::nullopt;
  std::string text;
  for (const auto* places : all) {
    const auto count = std::ranges::count_if(
        run.cases, [&](const CaseRecord& c) { return &places_of(c, run.header) == places; });
    text += fmt::format("{}{} on {}", text.empty() ? "" : "; ", counted(count, "case"), some_hosts(*places));
  }
  return "-resume went on in another place: " + text;
}

}  // namespace sonde::record
