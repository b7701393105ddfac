#include "campaign/verify_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/input.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "campaign/journal.hpp"
#include "campaign/printed_numbers.hpp"
#include "campaign/session.hpp"
#include "campaign/sums.hpp"
#include "host/process.hpp"
#include "readers/read.hpp"
#include "record/describe.hpp"
#include "record/scan_setting.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;

struct Recorded {
  const record::CaseRecord* row = nullptr;
  double megabyte = 0;  ///< bytes in that of its rates
};
using CasesById = std::map<record::CaseId, std::vector<Recorded>>;  ///< in the order of the record

/// By what tables say of a case: they say nothing of what a scan varies.
CasesById cases_by_id(std::span<const record::Run> runs) {
  CasesById cases;
  for (const auto& run : runs)
    for (const auto& candidate : run.cases) {
      auto id = candidate.id;
      record::remove_labels(id, run.header.scan);
      cases[id].push_back({&candidate, run.header.megabyte});
    }
  return cases;
}

class Verifier {
 public:
  Verifier(std::string directory, Sums sums) : directory_(std::move(directory)), sums_(std::move(sums)) {}

  Result<VerifiedCampaign> run() {
    if (auto listed = list_directory(); !listed) return tl::unexpected(listed.error());
    check_journal();
    check_files();
    for (const auto& [name, entry] : entries_) check_launch(name, entry);
    for (const auto& [path, programs] : programs_) check_program(path, programs);
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

  /// False where a file is not there or is none, which it says.
  bool is_file(const std::string& name) {
    const auto found = there_.find(name);
    if (found == there_.end())
      find("{} is missing", sonde::quoted(name));
    else if (!found->second)
      find("{} is no regular file any more", sonde::quoted(name));
    return found != there_.end() && found->second;
  }

  void check_files() {
    for (const auto& [name, digest] : sums_) {
      if (name == journal_name || !is_file(name)) continue;
      ++verdict_.files;
      const auto now = digest_of_file(path_of(name));
      if (!now || *now != digest)
        find("{} was changed: it had the SHA-256 {:.16}...", sonde::quoted(name), digest);
    }
    for (const auto& [name, regular] : there_)
      if (!is_sums(name) && name != journal_name && !sums_.contains(name) && !of_open_launch(name))
        find("{} was added: {} does not have it", sonde::quoted(name), sums_name);
  }

  /// Whether a file belongs to a launch that a kill cut off: check_journal names that one.
  [[nodiscard]] bool of_open_launch(const std::string& name) const {
    const auto open = [&](std::string_view ending) {
      if (!name.ends_with(ending)) return false;
      const auto entry = entries_.find(name.substr(0, name.size() - ending.size()));
      return entry != entries_.end() && !entry->second.ended;
    };
    return open(".json") || open(".log");
  }

  void check_journal() {
    if (!is_file(journal_name)) return;
    const auto text = read_input(path_of(journal_name));
    const auto digest = sums_.find(journal_name);
    const auto known =
        text && digest != sums_.end() ? part_of_digest(*text, digest->second) : std::optional<std::size_t>();
    if (!known) {
      find("'{}' was changed: it does not begin with what {} knows of it", journal_name, sums_name);
      return;
    }
    if (text->size() > *known)
      find(
          "'{}' goes on after {}: the campaign runs at this moment or was killed, start it again to bring it to "
          "its end",
          journal_name, sums_name);
    const auto journal = Journal::look(directory_);
    if (!journal) return find("{}", journal.error().message);
    entries_ = (*journal)->entries();
    programs_ = (*journal)->programs();
    for (const auto& [name, entry] : entries_)
      if (!entry.ended) find("launch {} was cut off: it has a start and no end", sonde::quoted(name));
  }

  void check_launch(const std::string& name, const Entry& entry) {
    ++verdict_.launches;
    if (!entry.good) return;
    const std::string file = name + ".json";
    if (!sums_.contains(file)) {
      find("launch {} ended well, but {} has no record of it", sonde::quoted(name), sums_name);
      return;
    }
    const auto found = there_.find(file);
    if (found == there_.end() || !found->second) return;  // said already
    const auto runs = readers::read_runs(path_of(file));
    if (!runs) return find("{}", runs.error().message);
    for (const auto& run : *runs) check_record(file, run);
    check_table(name, *runs);
  }

  void check_record(const std::string& file, const record::Run& run) {
    if (run.format != record::Format::json) return;
    if (run.passed_over > 0)
      find("{} of {} cannot be read", counted(run.passed_over, "line"), sonde::quoted(file));
    if (!run.footer)
      find("{} ends before its last line, though its launch ended well", sonde::quoted(file));
    else if (run.footer->exit_status != 0)
      find("{} says exit status {}, though its launch ended well", sonde::quoted(file),
           run.footer->exit_status);
  }

  /// The table that the program printed, beside its record: rows that both have, as often, must show the same
  /// numbers.
  void check_table(const std::string& name, const std::vector<record::Run>& runs) {
    const std::string file = name + ".log";
    const auto found = there_.find(file);
    if (found == there_.end() || !found->second) return;
    const auto text = read_input(path_of(file));
    if (!text) return;
    const auto printed = readers::read_text(*text, file);
    if (!printed) return;  // it printed no table
    const CasesById recorded = cases_by_id(runs), of_table = cases_by_id(std::span(&*printed, 1));
    for (const auto& [id, rows] : of_table)
      if (const auto match = recorded.find(id);
          match != recorded.end() && match->second.size() == rows.size())
        for (std::size_t i = 0; i < rows.size(); ++i)
          check_row(file, *rows[i].row, *match->second[i].row, rows[i].megabyte == match->second[i].megabyte);
  }

  void check_row(const std::string& file, const record::CaseRecord& row, const record::CaseRecord& kept,
                 bool same_megabyte) {
    const auto numbers = numbers_of_both(row, kept, same_megabyte);
    if (numbers.empty()) return;
    ++verdict_.rows;
    const auto other = std::ranges::find_if_not(numbers, &PrintedNumber::agrees);
    if (other != numbers.end())
      find("{} and its record differ in {}: {} {:.{}f} there, {:.{}f} here", sonde::quoted(file),
           record::describe(row.id), other->column, other->printed, other->decimals, other->recorded,
           other->decimals);
  }

  void check_program(const std::string& path, const std::vector<StartedProgram>& programs) {
    if (programs.size() > 1)
      return find("program {} was changed between launches {} and {}", sonde::quoted(path),
                  programs[0].launch, programs[1].launch);
    std::error_code ignored;
    if (programs.front().sha256 == unread)
      verdict_.notes.push_back(
          fmt::format("program {} could not be read when it was launched: not checked", sonde::quoted(path)));
    else if (!fs::exists(path, ignored))
      verdict_.notes.push_back(
          fmt::format("program {} is not on this machine: not checked", sonde::quoted(path)));
    else if (!host::is_program(path) ||
             digest_of_file(path, most_program_bytes).value_or("") != programs.front().sha256)
      find("program {} is not the one that was launched, with SHA-256 {:.16}...", sonde::quoted(path),
           programs.front().sha256);
  }

  std::string directory_;
  Sums sums_;
  std::map<std::string, bool> there_;                            ///< name to whether it is a regular file
  std::map<std::string, Entry> entries_;                         ///< launches of the journal
  std::map<std::string, std::vector<StartedProgram>> programs_;  ///< and its programs
  VerifiedCampaign verdict_;
};

/// Nothing can be checked.
VerifiedCampaign with_finding(std::string finding) {
  VerifiedCampaign out;
  out.findings.push_back(std::move(finding));
  return out;
}

}  // namespace

Result<VerifiedCampaign> verify(const std::string& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error))
    return failure(fmt::format("{} is no directory: name what sonde run or sonde campaign has left",
                               sonde::quoted(directory)));
  const auto path = (fs::path(directory) / sums_name).string();
  const auto status = fs::symlink_status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    return with_finding(fmt::format("'{}' is no regular file, and nothing can be checked", sums_name));
  if (!fs::exists(status)) {
    if (!fs::exists(fs::path(directory) / journal_name, error))
      return failure(fmt::format("{} is not of a campaign: it has neither '{}' nor '{}'",
                                 sonde::quoted(directory), journal_name, sums_name));
    return with_finding(
        fmt::format("'{}' is missing: the campaign was killed before its first launch ended, or the file was "
                    "removed, and nothing can be checked",
                    sums_name));
  }
  constexpr InputLimits limits{.most_bytes = 256 * mebibyte, .patient = false};  // of 10^5 launches
  const auto text = read_input(path, limits);
  if (!text) return tl::unexpected(text.error());
  auto sums = parse_sums(*text);
  auto verdict = sums ? Verifier(directory, std::move(*sums)).run()
                      : with_finding(fmt::format("'{}' cannot be used: {}", sums_name, sums.error().message));
  if (verdict) verdict->sums_sha256 = sha256(*text);
  return verdict;
}

}  // namespace sonde::campaign
