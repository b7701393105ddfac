// The directory of a campaign: what was started and how it ended, kept so that a campaign can go on after
// anything.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/result.hpp"
#include "campaign/campaign_plan.hpp"

namespace sonde::campaign {

/// How a launch stands. Launches that were started but have no end were cut off and run again.
struct Entry {
  bool ended = false;
  bool good = false;
  std::string text;  ///< of an ended launch: "exit status 0"
  double seconds = 0;
};

inline constexpr const char* journal_name = "campaign.journal";

/// A program as it was when a launch started it.
struct StartedProgram {
  std::string launch, sha256;  ///< `unread` where it could not be read
};
inline constexpr const char* unread = "unread";

/// DIRECTORY/campaign.journal: a first line "sonde campaign 1 seed N", then "session JSON", "start NAME",
/// "program NAME SHA256
/// PATH" and "end NAME good|failed SECONDS TEXT"; each line reaches the disk before anything else happens.
/// DIRECTORY/plan.toml is the plan as it was read, but for secrets.
class Journal {
 public:
  /// Creates the directory, or takes up the campaign in it. Errors: a directory with other files than this
  /// plan but no journal (they are of something else), a plan that differs from the one recorded (with the
  /// first line that does), a campaign that runs at this moment, a damaged journal.
  [[nodiscard]] static Result<Journal> open(const CampaignPlan& plan, std::uint64_t fresh_seed);
  /// The same, but for a campaign that runs at this moment: nothing.
  [[nodiscard]] static Result<std::optional<Journal>> open_unless_it_runs(const CampaignPlan& plan,
                                                                          std::uint64_t fresh_seed);

  /// The campaign in a directory as it stands, for reading alone, also while it runs; nothing where there is
  /// no journal.
  [[nodiscard]] static Result<std::optional<Journal>> look(const std::string& directory);

  /// False where the file system knows no locks: nothing keeps a second `sonde` out.
  [[nodiscard]] bool locked() const { return locked_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const std::map<std::string, Entry>& entries() const { return entries_; }

  /// By path: the program of the first launch, and of each that found it changed.
  [[nodiscard]] const std::map<std::string, std::vector<StartedProgram>>& programs() const {
    return programs_;
  }

  [[nodiscard]] std::string record_path(const std::string& launch) const;  ///< DIRECTORY/NAME.json
  [[nodiscard]] std::string output_path(const std::string& launch) const;  ///< DIRECTORY/NAME.log

  /// Makes room for a launch and notes its start. Files that an earlier attempt left are renamed to
  /// *.interrupted or *.failed, with a number behind it where that name is taken; files of that name that no
  /// attempt of this campaign can have made are an error.
  /// A `session`, the text of session_text(), is noted before it: when, by which Sonde, where and in which
  /// environment.
  [[nodiscard]] Result<void> start(const std::string& launch, const std::string& session = "");

  /// Notes a program of a launch that has started, unless it is as it was for an earlier one. The path has no
  /// control characters.
  [[nodiscard]] Result<void> program(const std::string& launch, const std::string& path,
                                     const std::string& sha256);

  /// A launch was cut off: its files are renamed to *.interrupted at once, so that they are not read as a
  /// run. It has no end and starts again.
  [[nodiscard]] Result<void> cut(const std::string& launch) const;

  /// Notes the end. The record of a failed launch is renamed to NAME.json.failed.
  [[nodiscard]] Result<void> end(const std::string& launch, const Entry& entry);

 private:
  Journal(std::string directory, Descriptor file)
      : directory_(std::move(directory)), file_(std::move(file)) {}
  Result<void> read(const std::string& text);
  bool read_line(std::string_view line);
  Result<void> append(const std::string& line);

  std::string directory_;
  Descriptor file_;
  bool locked_ = false;
  std::uint64_t seed_ = 0;
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::vector<StartedProgram>> programs_;
};

}  // namespace sonde::campaign
