#include "campaign/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/descriptor.hpp"
#include "base/file_lock.hpp"
#include "base/input.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "campaign/kept_plan.hpp"
#include "host/output.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;

constexpr const char* first_words = "sonde campaign 1 seed ";
constexpr const char* plan_name = "plan.toml";

/// Why two plans are not the same, as their first differing lines.
std::string difference(const std::string& recorded, const std::string& given) {
  const auto old_lines = split(recorded, '\n');
  const auto new_lines = split(given, '\n');
  for (std::size_t i = 0; i < std::max(old_lines.size(), new_lines.size()); ++i) {
    const auto before = i < old_lines.size() ? old_lines[i] : "(end)";
    const auto after = i < new_lines.size() ? new_lines[i] : "(end)";
    if (before != after) return fmt::format("line {} was '{}' and is '{}'", i + 1, before, after);
  }
  return "";
}

/// Writes all of `bytes` and waits until the disk has them. Returns 0 or an errno.
int write_through(const Descriptor& file, std::string_view bytes) {
  errno = 0;
  if (write_all(file.number(), bytes) && fsync(file.number()) == 0) return 0;
  return errno != 0 ? errno : EIO;
}

/// What a campaign leaves that ended between its first two files: nothing but its plan, or the beginning of
/// it.
bool holds_only_our_plan(const CampaignPlan& plan, const fs::path& kept) {
  std::error_code error;
  for (fs::directory_iterator entry(plan.directory, error), end; !error && entry != end;
       entry.increment(error))
    if ((entry->path() != kept && !is_draft_of(entry->path().filename().string(), plan_name)) ||
        !fs::is_regular_file(entry->symlink_status()))
      return false;
  if (!fs::exists(fs::symlink_status(kept, error))) return true;
  const auto text = read_input(kept.string());
  return text && plan.text.starts_with(*text);
}

Result<void> prepare_directory(const CampaignPlan& plan) {
  std::error_code error;
  fs::create_directories(plan.directory, error);
  if (error) return host::not_kept(plan.directory, error.value());
  const fs::path kept = fs::path(plan.directory) / plan_name;
  if (fs::exists(fs::path(plan.directory) / journal_name, error)) {
    const auto recorded = read_input(kept.string());
    if (!recorded) return tl::unexpected(recorded.error());
    if (kept_plan(*recorded) != plan.text)
      return failure(
          fmt::format("'{}' holds a campaign of another plan: {}; give the new plan another directory",
                      plan.directory, difference(*recorded, plan.text)));
    return {};
  }
  if ((!fs::is_empty(plan.directory, error) || error) && !holds_only_our_plan(plan, kept))
    return failure(
        fmt::format("'{}' holds files that are not of a campaign: choose another directory", plan.directory));
  if (const int failed = replace_file(kept.string(), plan.text)) return host::not_kept(kept.string(), failed);
  return {};
}

constexpr int most_set_aside = 999;  ///< of one name; each is looked for from the first on

/// NAME becomes NAME.failed, or NAME.failed.2 where there is one, and so on.
Result<void> set_aside(const std::string& path, const std::string& ending) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return {};
  int refused = EEXIST;
  for (int number = 1; refused == EEXIST && number <= most_set_aside; ++number)
    refused = rename_to_new(path, path + ending + (number == 1 ? "" : fmt::format(".{}", number)));
  if (refused != 0) return host::not_kept(path, refused);
  return {};
}

}  // namespace

Result<Journal> Journal::open(const CampaignPlan& plan, std::uint64_t fresh_seed) {
  auto journal = open_unless_it_runs(plan, fresh_seed);
  if (!journal) return tl::unexpected(journal.error());
  if (!*journal) return failure(fmt::format("the campaign in '{}' is running", plan.directory));
  return std::move(**journal);
}

Result<std::optional<Journal>> Journal::open_unless_it_runs(const CampaignPlan& plan,
                                                            std::uint64_t fresh_seed) {
  if (auto ready = prepare_directory(plan); !ready) return tl::unexpected(ready.error());
  const std::string path = (fs::path(plan.directory) / journal_name).string();
  Journal journal(
      plan.directory,
      Descriptor(
          ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666)));
  const int file = journal.file_.number();
  if (file < 0) return host::not_kept(path, errno);
  struct stat facts {};
  if (::fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode))  // a pipe would wait for ever
    return failure(fmt::format("'{}' is no regular file: move it away", path));
  const LockOutcome lock = lock_file(file);
  if (lock == LockOutcome::of_another) return std::nullopt;
  journal.locked_ = lock == LockOutcome::ours;
  auto text = read_input(path);
  if (!text) return tl::unexpected(text.error());
  const auto complete = text->rfind('\n') + 1;  // 0 where there is no newline
  if (complete < text->size() && ftruncate(file, static_cast<off_t>(complete)) != 0)
    return host::not_kept(path, errno);
  text->resize(complete);  // a line that a crash cut off never happened: its launch runs again
  if (text->empty()) {
    journal.seed_ = plan.seed.value_or(fresh_seed);
    if (auto done = journal.append(fmt::format("{}{}", first_words, journal.seed_)); !done)
      return tl::unexpected(done.error());
  } else if (auto done = journal.read(*text); !done) {
    return failure(path + ": " + done.error().message);
  }
  return std::optional<Journal>(std::move(journal));
}

Result<std::optional<Journal>> Journal::look(const std::string& directory) {
  const std::string path = (fs::path(directory) / journal_name).string();
  std::error_code ignored;
  if (!fs::is_regular_file(fs::symlink_status(path, ignored))) return std::nullopt;
  auto text = read_input(path);
  if (!text) return tl::unexpected(text.error());
  Journal journal(directory, Descriptor());
  text->resize(text->rfind('\n') + 1);
  if (!text->empty())
    if (auto done = journal.read(*text); !done) return failure(path + ": " + done.error().message);
  return std::optional<Journal>(std::move(journal));
}

Result<void> Journal::read(const std::string& text) {
  const auto lines = split(text, '\n');
  if (!lines[0].starts_with(first_words)) return failure("this is no journal of a campaign");
  const auto damaged = [&](std::size_t i) {
    return failure(fmt::format("line {} is damaged: {}", i + 1, sonde::quoted(lines[i])));
  };
  const auto seed = number_of<std::uint64_t>(lines[0].substr(std::strlen(first_words)));
  if (!seed) return damaged(0);
  seed_ = *seed;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i)
    if (printable(lines[i]) != lines[i] || !read_line(lines[i])) return damaged(i);
  return {};
}

/// Takes the first word off a line.
std::string_view pop_word(std::string_view& line) {
  const auto word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), word.size() + 1));
  return word;
}

bool Journal::read_line(std::string_view line) {
  const auto kind = pop_word(line);
  if (kind == "session") return line.starts_with('{') && line.ends_with('}');
  const std::string name(pop_word(line));
  if (!is_plain_name(name)) return false;
  if (kind == "start") return entries_[name] = {}, line.empty();
  if (kind == "program") {
    const std::string digest(pop_word(line));
    programs_[std::string(line)].push_back({name, digest});
    return !line.empty();
  }
  const auto how = pop_word(line);
  const auto seconds = number_of<double>(pop_word(line));
  if (kind != "end" || (how != "good" && how != "failed") || !seconds || !(*seconds >= 0) ||
      std::isinf(*seconds) || line.empty())
    return false;
  entries_[name] = {true, how == "good", std::string(line), *seconds};
  return true;
}

Result<void> Journal::append(const std::string& line) {
  if (const int failed = write_through(file_, line + "\n"))
    return host::not_kept(directory_ + std::string("/") + journal_name, failed);
  return {};
}

std::string Journal::record_path(const std::string& launch) const {
  return (fs::path(directory_) / (launch + ".json")).string();
}

std::string Journal::output_path(const std::string& launch) const {
  return (fs::path(directory_) / (launch + ".log")).string();
}

Result<void> Journal::start(const std::string& launch, const std::string& session) {
  const auto known = entries_.find(launch);
  for (const std::string& path : {record_path(launch), output_path(launch)}) {
    std::error_code error;
    if (known == entries_.end() && fs::exists(fs::symlink_status(path, error)))
      return failure(fmt::format("'{}' is not of this campaign: move it away", path));
    if (known == entries_.end()) continue;
    if (auto moved = set_aside(path, known->second.ended ? ".failed" : ".interrupted"); !moved) return moved;
  }
  if (!session.empty())
    if (auto noted = append("session " + session); !noted) return noted;
  entries_[launch] = {};
  return append("start " + launch);
}

Result<void> Journal::program(const std::string& launch, const std::string& path, const std::string& sha256) {
  auto& known = programs_[path];
  if (!known.empty() && known.back().sha256 == sha256) return {};
  known.push_back({launch, sha256});
  return append(fmt::format("program {} {} {}", launch, sha256, path));
}

Result<void> Journal::cut(const std::string& launch) const {
  for (const std::string& path : {record_path(launch), output_path(launch)})
    if (auto moved = set_aside(path, ".interrupted"); !moved) return moved;
  return {};
}

Result<void> Journal::end(const std::string& launch, const Entry& entry) {
  Entry& kept = entries_[launch] = entry;
  kept.ended = true;
  kept.text = printable(entry.text);
  if (!(entry.seconds >= 0)) {
    kept.seconds = 0;
    kept.text += ", of unknown length: the clock of this machine went back";
  }
  if (!kept.good)
    if (auto moved = set_aside(record_path(launch), ".failed"); !moved) return moved;
  return append(
      fmt::format("end {} {} {:.3f} {}", launch, kept.good ? "good" : "failed", kept.seconds, kept.text));
}

}  // namespace sonde::campaign
