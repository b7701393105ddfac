#include "base/new_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>

#include "base/descriptor.hpp"

namespace sonde {

namespace {

constexpr std::string_view draft_ending = ".part";
constexpr std::size_t draft_digits = 8;
constexpr std::size_t longest_stem = 200;  // names have 255 bytes at most
constexpr time_t old_seconds = 600;

struct Place {
  std::string folder, name;  ///< the folder with a slash at its end
};

Place place_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return {"./", path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

std::string draft_of(const Place& place) {
  std::random_device dice;
  return fmt::format("{}.{}.{:0{}x}{}", place.folder, place.name.substr(0, longest_stem), dice(),
                     draft_digits, draft_ending);
}

/// Some file systems know no fsync.
bool kept(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
}

int fill(Descriptor& file, std::string_view content) {
  errno = 0;
  if (write_all(file.number(), content) && kept(file.number()) && file.close()) return 0;
  return errno != 0 ? errno : EIO;
}

/// Removes drafts of the same file that have been there for long when a new one is made.
void remove_old_drafts(const Place& place, const struct stat& newest) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (fs::directory_iterator entry(place.folder, error), end; !error && entry != end;
       entry.increment(error)) {
    struct stat facts {};
    if (is_draft_of(entry->path().filename().string(), place.name) &&
        ::lstat(entry->path().c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
        facts.st_mtime + old_seconds < newest.st_mtime)
      ::unlink(entry->path().c_str());
  }
}

/// Writes a draft and lets `settle`(draft) give it its name; what is left of it is removed.
template <class Settle>
int by_draft(const std::string& path, std::string_view content, unsigned mode, const Settle& settle) {
  const Place place = place_of(path);
  std::string draft;
  Descriptor file;
  for (int tries = 0; !file.open() && (tries == 0 || (errno == EEXIST && tries < 100)); ++tries) {
    draft = draft_of(place);
    file = Descriptor(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  }
  if (!file.open()) return errno;
  struct stat made {};
  if (::fstat(file.number(), &made) == 0) remove_old_drafts(place, made);
  int error = fill(file, content);
  if (error == 0) error = settle(draft);
  if (error != 0) ::unlink(draft.c_str());
  return error;
}

bool is_there(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0;
}

}  // namespace

int make_file(const std::string& path, std::string_view content, unsigned mode) {
  if (is_there(path)) return EEXIST;  // before the work; the renaming looks again
  return by_draft(path, content, mode, [&](const std::string& draft) { return rename_to_new(draft, path); });
}

int replace_file(const std::string& path, std::string_view content, unsigned mode) {
  return by_draft(path, content, mode, [&](const std::string& draft) {
    return ::rename(draft.c_str(), path.c_str()) == 0 ? 0 : errno;
  });
}

int rename_to_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno == EEXIST || errno == ENOENT) return errno;
  if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0 ? 0 : errno;
  if (errno == EEXIST || is_there(to)) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

bool is_draft_of(std::string_view name, std::string_view file) {
  const auto stem = file.substr(0, longest_stem);
  if (name.size() != stem.size() + draft_digits + draft_ending.size() + 2 || !name.starts_with('.') ||
      !name.ends_with(draft_ending) || name.substr(1, stem.size()) != stem || name[stem.size() + 1] != '.')
    return false;
  return name.substr(stem.size() + 2, draft_digits).find_first_not_of("0123456789abcdef") ==
         std::string_view::npos;
}

bool is_users_error(int error) {
  constexpr std::array system{ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, ENFILE, EMFILE};
  return std::ranges::find(system, error) == system.end();
}

}  // namespace sonde
