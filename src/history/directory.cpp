#include "history/directory.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <variant>

#include "base/fnv1a.hpp"
#include "base/input.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "readers/read.hpp"
#include "record/json.hpp"

namespace sonde::history {
namespace {

namespace fs = std::filesystem;
namespace chrono = std::chrono;

constexpr std::size_t minute_length = 17;  // 2025-11-22T03:00Z
constexpr std::size_t digest_length = 16;

tl::unexpected<Error> no_time(std::string_view time) {
  return failure(
      fmt::format("{} is no time with a zone: expected 2025-11-22T03:00Z or 2025-11-22T03:00:00+01:00",
                  sonde::quoted(time)));
}

/// Takes digits and what follows them off the front.
std::optional<int> read_number(std::string_view& text, std::size_t digits, std::string_view after) {
  int value = 0;
  if (text.size() < digits + after.size() || text.substr(digits, after.size()) != after) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value);
  if (error != std::errc() || end != text.data() + digits || value < 0) return std::nullopt;
  text.remove_prefix(digits + after.size());
  return value;
}

/// Minutes by which a zone is ahead of UTC: "Z", "+01:00", "-0800".
std::optional<int> zone_of(std::string_view text) {
  if (text == "Z") return 0;
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const int sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  const auto hours = read_number(text, 2, text.size() == 5 ? ":" : "");
  const auto minutes = read_number(text, 2, "");
  if (!hours || !minutes || !text.empty() || *hours > 14 || *minutes > 59) return std::nullopt;
  return sign * (*hours * 60 + *minutes);
}

/// When the launch began that the file of this name holds; nothing where it is no name of ours.
std::optional<std::int64_t> begin_of(std::string_view name) {
  constexpr std::string_view ending = ".json";
  if (name.size() != minute_length + 1 + digest_length + ending.size() || !name.ends_with(ending) ||
      name[minute_length] != '-' ||
      name.substr(minute_length + 1, digest_length).find_first_not_of("0123456789abcdef") !=
          std::string_view::npos)
    return std::nullopt;
  const auto minutes = minutes_of(name.substr(0, minute_length));
  return minutes ? std::optional(*minutes) : std::nullopt;
}

/// A name is taken: by the same record, or by what must not be there.
Result<Added> compare_with(const std::string& path, std::string_view content) {
  struct stat there {};
  if (::lstat(path.c_str(), &there) != 0) return host::not_kept(path, errno);
  if (!S_ISREG(there.st_mode))
    return failure(
        fmt::format("'{}' is no ordinary file: records of a history are never replaced or followed", path));
  const auto held = read_input(path);
  if (!held) return tl::unexpected(held.error());
  if (*held == content) return Added::there_already;
  return failure(
      fmt::format("'{}' holds another record than its name says: move it away and add it again", path));
}

Result<record::Run> read_header(const std::string& directory, const std::string& name) {
  record::Run out;
  out.source = directory + "/" + name;
  auto file = readers::open_runs(out.source);
  if (!file) return tl::unexpected(file.error());
  std::string line;
  while (!contains(line, "\n")) {
    const auto piece = file->next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) break;
    line += *piece;
  }
  auto read = record::parse_line(std::string_view(line).substr(0, line.find('\n')));
  auto* header = read ? std::get_if<record::Header>(&*read) : nullptr;
  if (header == nullptr) return read_launch(directory, name);  // a table that a user has put there
  out.header = std::move(*header);
  return out;
}

}  // namespace

Result<std::int64_t> minutes_of(std::string_view time) {
  std::string_view left = time;
  const auto year = read_number(left, 4, "-");
  const auto month = year ? read_number(left, 2, "-") : std::nullopt;
  const auto day = month ? read_number(left, 2, "T") : std::nullopt;
  const auto hour = day ? read_number(left, 2, ":") : std::nullopt;
  const auto minute = hour ? read_number(left, 2, "") : std::nullopt;
  if (!minute || *hour > 23 || *minute > 59) return no_time(time);
  if (left.starts_with(':')) {
    left.remove_prefix(1);
    if (!read_number(left, 2, "")) return no_time(time);
    if (left.starts_with('.'))
      left.remove_prefix(std::min(left.size(), left.find_first_not_of("0123456789", 1)));
  }
  const auto zone = zone_of(left);
  const chrono::year_month_day date{chrono::year(*year), chrono::month(static_cast<unsigned>(*month)),
                                    chrono::day(static_cast<unsigned>(*day))};
  if (!zone || !date.ok()) return no_time(time);
  const std::int64_t days = chrono::sys_days(date).time_since_epoch().count();
  return days * 24 * 60 + std::int64_t{*hour} * 60 + *minute - *zone;
}

std::string minute_text(std::int64_t minutes) {
  constexpr std::int64_t day = std::int64_t{24} * 60;
  const std::int64_t of_day = (minutes % day + day) % day;
  const chrono::year_month_day date(chrono::sys_days(chrono::days((minutes - of_day) / day)));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), of_day / 60,
                     of_day % 60);
}

std::string content_of(const record::Run& run) {
  record::Header header = run.header;
  header.resumed = false;
  std::string text = record::to_json(header) + "\n";
  for (const auto& row : run.cases) text += record::to_json(row) + "\n";
  if (run.footer) text += record::to_json(*run.footer) + "\n";
  return text;
}

std::string file_name(std::int64_t minutes, std::string_view content) {
  return fmt::format("{}-{:016x}.json", minute_text(minutes), fnv1a(content));
}

Result<Added> add_file(const std::string& directory, const std::string& name, std::string_view content) {
  if (::mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST) return host::not_kept(directory, errno);
  const std::string path = directory + "/" + name;
  const int error = make_file(path, content);
  if (error == EEXIST) return compare_with(path, content);
  if (error != 0) return host::not_kept(path, error);
  return Added::fresh;
}

std::vector<Night> nights_of(std::span<const std::string> names) {
  std::vector<std::pair<std::int64_t, std::string>> launches;
  for (const auto& name : names)
    if (const auto begin = begin_of(name)) launches.emplace_back(*begin, name);
  std::ranges::sort(launches);
  std::vector<Night> nights;
  std::int64_t first = 0, last = 0;
  std::string day;
  int of_day = 0;
  for (const auto& [begin, name] : launches) {
    if (nights.empty() || begin - last > longest_pause || begin - first > longest_night) {
      const std::string today = minute_text(begin).substr(0, 10);
      of_day = today == day ? of_day + 1 : 1;
      day = today;
      nights.push_back({of_day == 1 ? day : fmt::format("{}.{}", day, of_day), {}});
      first = begin;
    }
    nights.back().files.push_back(name);
    last = begin;
  }
  return nights;
}

Result<std::vector<Night>> read_nights(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (!begin_of(name)) continue;
    std::error_code unknown;
    if (entry->symlink_status(unknown).type() != fs::file_type::regular)
      return failure(fmt::format("'{}/{}' is no ordinary file: records of a history are files, never links",
                                 directory, name));
    names.push_back(std::move(name));
  }
  if (error) return failure(fmt::format("cannot list '{}': {}", directory, error.message()));
  if (names.empty())
    return failure(fmt::format("'{}' holds no history: add records with sonde history {} add REC...",
                               directory, directory));
  return nights_of(names);
}

Result<record::Run> read_launch(const std::string& directory, const std::string& name) {
  return readers::read_run(directory + "/" + name);
}

Result<std::vector<record::Run>> read_headers(const std::string& directory,
                                              std::span<const std::string> names) {
  std::vector<record::Run> out;
  for (const std::string& name : names) {
    auto run = read_header(directory, name);
    if (!run) return tl::unexpected(run.error());
    out.push_back(std::move(*run));
  }
  return out;
}

}  // namespace sonde::history
