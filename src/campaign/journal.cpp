#include "campaign/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/descriptor.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "record/parser.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;

constexpr const char* first_words = "sonde campaign 1 seed ";

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

/// Writes all of `bytes` and waits until the disk has them.
Result<void> write_through(const Descriptor& file, std::string_view bytes) {
  if (auto written = write_all(file.number(), bytes); !written) return written;
  if (fsync(file.number()) != 0) return failure(std::strerror(errno));
  return {};
}

Result<void> keep_plan(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.open()) return failure(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  if (const auto written = write_through(file, text); !written)
    return failure(fmt::format("cannot write '{}': {}", path, written.error().message));
  return {};
}

/// What a campaign leaves that ended between its first two files: nothing but its plan, or the beginning of it.
bool holds_only_our_plan(const Plan& plan, const fs::path& kept) {
  std::error_code error;
  for (fs::directory_iterator entry(plan.directory, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path() != kept || !fs::is_regular_file(entry->symlink_status())) return false;
  const auto text = read_input(kept.string());
  return !error && text && plan.text.starts_with(*text);
}

Result<void> prepare_directory(const Plan& plan) {
  std::error_code error;
  fs::create_directories(plan.directory, error);
  if (error) return failure(fmt::format("cannot create '{}': {}", plan.directory, error.message()));
  const fs::path kept = fs::path(plan.directory) / "plan.toml";
  if (fs::exists(fs::path(plan.directory) / "campaign.journal", error)) {
    const auto recorded = read_input(kept.string());
    if (!recorded) return tl::unexpected(recorded.error());
    if (*recorded != plan.text)
      return failure(
          fmt::format("'{}' holds a campaign of another plan: {}; give the new plan another directory",
                      plan.directory, difference(*recorded, plan.text)));
    return {};
  }
  if ((!fs::is_empty(plan.directory, error) || error) && !holds_only_our_plan(plan, kept))
    return failure(
        fmt::format("'{}' holds files that are not of a campaign: choose another directory", plan.directory));
  return keep_plan(kept.string(), plan.text);
}

/// Renames without ever replacing a file. Not every file system can do that in one step.
int rename_to_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(to, ignored))) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

constexpr int most_set_aside = 999;  ///< of one name; each is looked for from the first on

/// NAME becomes NAME.failed, or NAME.failed.2 where there is one, and so on.
Result<void> set_aside(const std::string& path, const std::string& ending) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return {};
  int refused = EEXIST;
  for (int number = 1; refused == EEXIST && number <= most_set_aside; ++number)
    refused = rename_to_new(path, path + ending + (number == 1 ? "" : fmt::format(".{}", number)));
  if (refused != 0) return failure(fmt::format("cannot rename '{}': {}", path, std::strerror(refused)));
  return {};
}

}  // namespace

Result<Journal> Journal::open(const Plan& plan, std::uint64_t fresh_seed) {
  if (auto ready = prepare_directory(plan); !ready) return tl::unexpected(ready.error());
  const std::string path = (fs::path(plan.directory) / "campaign.journal").string();
  Journal journal(
      plan.directory,
      Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666)));
  const int file = journal.file_.number();
  if (file < 0) return failure(fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  if (flock(file, LOCK_EX | LOCK_NB) != 0)
    return failure(fmt::format("the campaign in '{}' is running", plan.directory));
  auto text = read_input(path);
  if (!text) return tl::unexpected(text.error());
  const auto complete = text->rfind('\n') + 1;  // 0 where there is no newline
  if (complete < text->size() && ftruncate(file, static_cast<off_t>(complete)) != 0)
    return failure(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  text->resize(complete);  // a line that a crash cut off never happened: its launch runs again
  if (text->empty()) {
    journal.seed_ = plan.seed.value_or(fresh_seed);
    if (auto done = journal.append(fmt::format("{}{}", first_words, journal.seed_)); !done)
      return tl::unexpected(done.error());
    return journal;
  }
  if (auto done = journal.read(*text); !done) return failure(path + ": " + done.error().message);
  return journal;
}

Result<std::optional<Journal>> Journal::look(const std::string& directory) {
  const std::string path = (fs::path(directory) / "campaign.journal").string();
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
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
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const auto words = split(lines[i], ' ');
    const bool starts = words.size() == 2 && words[0] == "start";
    const bool ends = words.size() > 4 && words[0] == "end" && (words[2] == "good" || words[2] == "failed");
    const auto seconds = ends ? number_of<double>(words[3]) : 0.0;
    if (!(starts || ends) || !is_plain_name(words[1]) || !seconds || !(*seconds >= 0) ||
        printable(lines[i]) != lines[i])
      return damaged(i);
    Entry& entry = entries_[std::string(words[1])] = {};
    if (!ends) continue;
    entry.ended = true;
    entry.good = words[2] == "good";
    entry.seconds = *seconds;
    entry.text = lines[i].substr(static_cast<std::size_t>(words[4].data() - lines[i].data()));
  }
  return {};
}

Result<void> Journal::append(const std::string& line) {
  if (const auto written = write_through(file_, line + "\n"); !written)
    return failure(fmt::format("cannot write the journal in '{}': {}", directory_, written.error().message));
  return {};
}

std::string Journal::record_path(const std::string& launch) const {
  return (fs::path(directory_) / (launch + ".json")).string();
}

std::string Journal::output_path(const std::string& launch) const {
  return (fs::path(directory_) / (launch + ".log")).string();
}

Result<void> Journal::start(const std::string& launch) {
  const auto known = entries_.find(launch);
  for (const std::string& path : {record_path(launch), output_path(launch)}) {
    std::error_code error;
    if (known == entries_.end() && fs::exists(fs::symlink_status(path, error)))
      return failure(fmt::format("'{}' is not of this campaign: move it away", path));
    if (known == entries_.end()) continue;
    if (auto moved = set_aside(path, known->second.ended ? ".failed" : ".interrupted"); !moved) return moved;
  }
  entries_[launch] = {};
  return append("start " + launch);
}

Result<void> Journal::cut(const std::string& launch) const {
  for (const std::string& path : {record_path(launch), output_path(launch)})
    if (auto moved = set_aside(path, ".interrupted"); !moved) return moved;
  return {};
}

Result<void> Journal::end(const std::string& launch, const Entry& entry) {
  entries_[launch] = entry;
  entries_[launch].ended = true;
  if (!entry.good)
    if (auto moved = set_aside(record_path(launch), ".failed"); !moved) return moved;
  return append(fmt::format("end {} {} {:.3f} {}", launch, entry.good ? "good" : "failed", entry.seconds,
                            printable(entry.text)));
}

}  // namespace sonde::campaign
