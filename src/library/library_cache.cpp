#include "library/library_cache.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/descriptor.hpp"
#include "base/fnv1a.hpp"
#include "base/machine.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "library/detect_library.hpp"

namespace sonde::library {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_answers = 32;
constexpr off_t largest_answer = off_t{4} << 20;

/// Size and time of change of a file: other numbers where it was changed; "-" where there is none.
std::string stamp_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return "-";
  return fmt::format("{} {}.{}", file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

std::string library_and_host() {
  Dl_info library{};
  const std::string path =
      dladdr(reinterpret_cast<const void*>(&MPI_Get_library_version), &library) != 0 ? library.dli_fname : "";
  return fmt::format("{}\n{}\n{}\n{} {}\n", sonde::revision, library_text(), host_name(), path,
                     stamp_of(path));
}

std::string variables_that_count(const Settings& settings) {
  auto lines = whole_environment();
  std::erase_if(lines, [&](const auto& line) { return !sets_library_variable(line, settings); });
  std::ranges::sort(lines);
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/sonde";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/sonde" : "";
}

/// The files that Open MPI reads values from, with their stamps.
LibraryVariables parameter_files(const LibraryVariables& variables) {
  LibraryVariables out;
  for (const char* name :
       {"mca_base_param_files", "mca_base_override_param_file", "mca_base_envar_file_prefix"})
    if (const auto found = variables.find(name); found != variables.end())
      for (const auto list : split(found->second.value, ','))
        for (const auto path : split(list, ':'))
          if (path.starts_with('/')) out[std::string(path)] = {stamp_of(std::string(path)), ""};
  return out;
}

std::optional<std::string> own_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat there {};
  if (!file.open() || ::fstat(file.number(), &there) != 0 || !S_ISREG(there.st_mode)) return std::nullopt;
  if (there.st_uid != ::geteuid() || (there.st_mode & (S_IWGRP | S_IWOTH)) != 0 ||
      there.st_size > largest_answer)
    return std::nullopt;
  std::string text(static_cast<std::size_t>(there.st_size), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t more = ::read(file.number(), text.data() + got, text.size() - got);
    if (more <= 0) return std::nullopt;
    got += static_cast<std::size_t>(more);
  }
  return text;
}

/// The pieces of an answer, each behind its length.
std::string packed(std::initializer_list<std::string> pieces) {
  std::string out;
  for (const auto& piece : pieces) out += fmt::format("{}\n{}", piece.size(), piece);
  return out;
}

std::vector<std::string> unpacked(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto length = number_of<std::size_t>(text.substr(0, end));
    if (end == std::string_view::npos || !length || *length > text.size() - end - 1) return {};
    out.emplace_back(text.substr(end + 1, *length));
    text.remove_prefix(end + 1 + *length);
  }
  return out;
}

/// Makes room for one more answer: the oldest go. Files of other names stay.
void forget_oldest(const std::string& folder) {
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> answers;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored))
    if (entry->path().filename().string().starts_with("library-"))
      answers.emplace_back(entry->last_write_time(ignored), entry->path());
  std::ranges::sort(answers);
  for (std::size_t i = 0; i + most_answers <= answers.size(); ++i) fs::remove(answers[i].second, ignored);
}

}  // namespace

LibraryCache::LibraryCache(const Settings& settings)
    : key_(library_and_host() + variables_that_count(settings)) {
  const auto folder = cache_folder();
  if (!folder.empty()) path_ = fmt::format("{}/library-{:016x}", folder, fnv1a(key_));
}

std::optional<LibraryState> LibraryCache::find() const {
  if (path_.empty()) return std::nullopt;
  const auto text = own_file(path_);
  const auto pieces = text ? unpacked(*text) : std::vector<std::string>{};
  if (pieces.size() != 4 || pieces[0] != key_) return std::nullopt;
  LibraryState state{parse_library_variables(pieces[1]), parse_library_variables(pieces[2])};
  if (to_text(parameter_files(state.in_force)) != pieces[3]) return std::nullopt;
  return state;
}

void LibraryCache::keep(const LibraryState& state) const {
  if (path_.empty()) return;
  const auto folder = fs::path(path_).parent_path();
  std::error_code ignored;
  fs::create_directories(folder.parent_path(), ignored);
  ::mkdir(folder.c_str(), S_IRWXU);
  forget_oldest(folder.string());
  const auto text = packed(
      {key_, to_text(state.in_force), to_text(state.defaults), to_text(parameter_files(state.in_force))});
  static_cast<void>(replace_file(path_, text, S_IRUSR | S_IWUSR));
}

}  // namespace sonde::library
