#include "campaign/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/input.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "campaign/manifest.hpp"
#include "readers/read.hpp"
#include "record/describe.hpp"
#include "record/secrets.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;

constexpr double printed_seconds = 0.00501e-6;  ///< tables have two places of microseconds
constexpr double printed_fraction = 1e-4;

class Verifier {
 public:
  Verifier(std::string directory, Manifest manifest)
      : directory_(std::move(directory)), manifest_(std::move(manifest)) {}

  Result<Verdict> run() {
    if (auto listed = list_directory(); !listed) return tl::unexpected(listed.error());
    check_files();
    check_journal();
    for (const auto& [name, launched] : manifest_.launches) check_launch(name, launched);
    check_programs();
    return std::move(verdict_);
  }

 private:
  template <class... Arguments>
  void find(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    verdict_.findings.push_back(printable(fmt::format(text, std::forward<Arguments>(arguments)...)));
  }

  [[nodiscard]] std::string path_of(const std::string& name) const {
    return (fs::path(directory_) / name).string();
  }

  Result<void> list_directory() {
    std::error_code error;
    for (fs::directory_iterator entry(directory_, error), end; !error && entry != end;
         entry.increment(error)) {
      std::error_code ignored;
      there_[entry->path().filename().string()] = fs::is_regular_file(entry->symlink_status(ignored));
    }
    if (error) return failure(fmt::format("cannot read '{}': {}", directory_, error.message()));
    return {};
  }

  void check_files() {
    for (const auto& [name, digest] : manifest_.files) {
      const auto found = there_.find(name);
      if (found == there_.end()) {
        find("{} is missing", sonde::quoted(name));
        continue;
      }
      if (!found->second) {
        find("{} is no regular file any more", sonde::quoted(name));
        continue;
      }
      ++verdict_.files;
      if (!has_digest(path_of(name), digest, Links::refused))
        find("{} was changed: it had {} bytes with SHA-256 {:.16}...", sonde::quoted(name), digest.bytes,
             digest.sha256);
    }
    for (const auto& [name, regular] : there_)
      if (!is_manifest(name) && name != journal_name && !manifest_.files.contains(name) &&
          !of_open_launch(name))
        find("{} was added: the manifest does not have it", sonde::quoted(name));
  }

  /// Whether a file belongs to a launch that a kill cut off: check_journal names that one.
  bool of_open_launch(const std::string& name) {
    const auto& entries = journal_entries();
    const auto open = [&](std::string_view ending) {
      if (!name.ends_with(ending)) return false;
      const auto entry = entries.find(name.substr(0, name.size() - ending.size()));
      return entry != entries.end() && !entry->second.ended;
    };
    return open(".json") || open(".log");
  }

  const std::map<std::string, Entry>& journal_entries() {
    if (!entries_) {
      entries_.emplace();
      if (auto journal = Journal::look(directory_); journal && *journal) *entries_ = (*journal)->entries();
    }
    return *entries_;
  }

  void check_journal() {
    if (!there_.contains(journal_name)) {
      find("'{}' is missing", journal_name);
      return;
    }
    if (!there_[journal_name]) {
      find("'{}' is no regular file any more", journal_name);
      return;
    }
    const auto text = read_input(path_of(journal_name));
    const auto known = static_cast<std::size_t>(std::max<std::int64_t>(manifest_.journal.bytes, 0));
    if (!text || text->size() < known || sha256(text->substr(0, known)) != manifest_.journal.sha256) {
      find("'{}' was changed: it does not begin with what the manifest knows of it", journal_name);
      return;
    }
    if (const auto journal = Journal::look(directory_); !journal)
      find("{}", journal.error().message);
    else if (text->size() > known)
      find(
          "'{}' goes on after the manifest: the campaign runs at this moment or was killed, start it again to "
          "bring it to its end",
          journal_name);
    for (const auto& [name, entry] : journal_entries()) {
      const auto launched = manifest_.launches.find(name);
      if (!entry.ended)
        find("launch {} was cut off: it has a start and no end", sonde::quoted(name));
      else if (launched == manifest_.launches.end())
        find("launch {} ended after the manifest was written", sonde::quoted(name));
      else if (launched->second.entry.good != entry.good || launched->second.entry.text != entry.text)
        find("launch {} ended with '{}' by the manifest and with '{}' by the journal", sonde::quoted(name),
             launched->second.entry.text, entry.text);
    }
  }

  void check_launch(const std::string& name, const Launched& launched) {
    if (!is_plain_name(name)) {
      find("launch {} has a name that no campaign gives", sonde::quoted(name));
      return;
    }
    ++verdict_.launches;
    if (!launched.entry.good) return;
    const std::string file = name + ".json";
    if (!manifest_.files.contains(file)) {
      find("launch {} ended well, but the manifest has no record of it", sonde::quoted(name));
      return;
    }
    const auto found = there_.find(file);
    if (found == there_.end() || !found->second) return;  // said already
    const auto runs = readers::read_runs(path_of(file));
    if (!runs) {
      find("{}", runs.error().message);
      return;
    }
    for (const auto& run : *runs) check_record(file, run, launched.command);
    check_table(name, *runs);
  }

  void check_record(const std::string& file, const record::Run& run, const Words& command) {
    if (run.format != record::Format::json) return;
    if (!run.footer)
      find("{} ends before its last line, though its launch ended well", sonde::quoted(file));
    else if (run.footer->exit_status != 0)
      find("{} says exit status {}, though its launch ended well", sonde::quoted(file),
           run.footer->exit_status);
    const Words own = record::without_secrets(run.header.command_line);
    if (own.empty() || run.header.program.empty()) return;
    const auto at = std::ranges::find(command, own.front());
    if (at == command.end()) return;  // started by a shell or a script
    if (!std::equal(own.begin(), own.end(), at, command.end()))
      find("{} is the record of another command line: '{}'", sonde::quoted(file), join_words(own));
  }

  /// The table that the program printed, beside its record: rows that both have must show the same times.
  void check_table(const std::string& name, const std::vector<record::Run>& runs) {
    const std::string file = name + ".log";
    const auto found = there_.find(file);
    if (found == there_.end() || !found->second) return;
    const auto text = read_input(path_of(file));
    if (!text) return;
    const auto printed = readers::read_text(*text, file);
    if (!printed) return;  // it printed no table
    std::map<record::CaseId, const record::CaseRecord*> recorded;
    for (const auto& run : runs)
      for (const auto& candidate : run.cases) recorded[candidate.id] = &candidate;
    for (const auto& row : printed->cases) {
      const auto match = recorded.find(row.id);
      if (match == recorded.end() || !row.times || !match->second->times) continue;
      const auto& kept = match->second;
      ++verdict_.rows;
      const auto same = [](double shown, double measured) {
        if (std::isnan(shown) || std::isnan(measured)) return true;  // one of them has no such column
        return std::abs(shown - measured) <= printed_seconds + printed_fraction * std::abs(measured);
      };
      const bool one_column = row.times->min == row.times->max;  // t[usec], the slowest rank's
      if (!same(row.times->max, kept->times->max) ||
          (!one_column &&
           (!same(row.times->min, kept->times->min) || !same(row.times->avg, kept->times->avg))))
        find("{} and its record differ in {}: {:.2f} us there, {:.2f} us here", sonde::quoted(file),
             record::describe(row.id), 1e6 * row.times->max, 1e6 * kept->times->max);
    }
  }

  void check_programs() {
    std::map<std::string, std::pair<std::string, Digest>> first;  // path to launch and digest
    std::set<std::string> differing;
    for (const auto& [name, launched] : manifest_.launches)
      for (const auto& [path, digest] : launched.programs) {
        const auto [known, fresh] = first.try_emplace(path, name, digest);
        if (!fresh && known->second.second != digest && differing.insert(path).second)
          find("program {} was changed between launches {} and {}", sonde::quoted(path), known->second.first,
               name);
      }
    for (const auto& [path, known] : first) {
      if (differing.contains(path)) continue;
      std::error_code ignored;
      if (!fs::exists(path, ignored)) {
        verdict_.notes.push_back(
            fmt::format("program {} is not on this machine: not checked", sonde::quoted(path)));
        continue;
      }
      if (!has_digest(path, known.second, Links::followed))
        find("program {} is not the one that was launched, of {} bytes with SHA-256 {:.16}...",
             sonde::quoted(path), known.second.bytes, known.second.sha256);
    }
  }

  std::string directory_;
  Manifest manifest_;
  std::map<std::string, bool> there_;  ///< name to whether it is a regular file
  std::optional<std::map<std::string, Entry>> entries_;
  Verdict verdict_;
};

}  // namespace

Result<Verdict> verify(const std::string& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error))
    return failure(fmt::format("{} is no directory: name what sonde run or sonde campaign has left",
                               sonde::quoted(directory)));
  const auto path = (fs::path(directory) / manifest_name).string();
  if (!fs::is_regular_file(fs::symlink_status(path, error))) {
    if (!fs::exists(fs::path(directory) / journal_name, error))
      return failure(fmt::format("{} is not of a campaign: it has neither '{}' nor '{}'",
                                 sonde::quoted(directory), journal_name, manifest_name));
    Verdict missing;
    missing.findings.push_back(
        fmt::format("'{}' is missing: the campaign was killed before its first launch ended, or the file was "
                    "removed, and nothing can be checked",
                    manifest_name));
    return missing;
  }
  constexpr InputLimits limits{.most_bytes = 256 * mebibyte, .patient = false};  // of 10^5 launches
  const auto text = read_input(path, limits);
  if (!text) return tl::unexpected(text.error());
  auto manifest = parse_manifest(*text);
  Result<Verdict> verdict;
  if (manifest)
    verdict = Verifier(directory, std::move(*manifest)).run();
  else
    verdict->findings.push_back(
        fmt::format("'{}' cannot be trusted: {}", manifest_name, manifest.error().message));
  if (verdict) verdict->manifest_sha256 = sha256(*text);
  return verdict;
}

}  // namespace sonde::campaign
