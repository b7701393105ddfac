#include "history/index.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/input.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "history/directory.hpp"

namespace sonde::history {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::optional<Stamp> stamp_of(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return Stamp{facts.st_size, nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim)};
}

constexpr std::int64_t most_index_bytes = 256 * mebibyte;

/// All bytes of an ordinary file, which is no link; nothing where that is not so.
std::optional<std::string> bytes_of(const std::string& path) {
  if (!stamp_of(path)) return std::nullopt;
  auto bytes = read_input(path, {.most_bytes = most_index_bytes, .patient = false});
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

/// Whether only this user and root can have written the file.
bool written_by_us(const std::string& path) {
  struct stat facts {};
  constexpr mode_t others = S_IWGRP | S_IWOTH;
  return ::lstat(path.c_str(), &facts) == 0 && facts.st_uid == ::geteuid() && (facts.st_mode & others) == 0;
}

bool nothing_there(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) != 0 && errno == ENOENT;
}

}  // namespace

Index::Index(std::string directory) : directory_(std::move(directory)) {
  const std::string path = fmt::format("{}/{}", directory_, index_file);
  if (const auto image = bytes_of(path)) {
    ours_ = is_index(*image);
    if (written_by_us(path)) known_ = launches_of_index(*image);
  } else {
    ours_ = nothing_there(path);
  }
}

Result<LaunchReadings> Index::launch(const std::string& file) {
  const auto stamp =
      stamp_of(directory_ + "/" + file);  // before it is read: what changes meanwhile is read again
  if (const auto found = known_.find(file); found != known_.end() && stamp && found->second.stamp == *stamp) {
    asked_.insert(known_.extract(found));
    return asked_.at(file).launch;
  }
  const auto run = read_launch(directory_, file);
  if (!run) return tl::unexpected(run.error());
  LaunchReadings launch = launch_of(*run);
  changed_ = true;
  if (stamp) asked_[file] = {*stamp, launch};
  return launch;
}

std::string Index::keep() {
  if (!ours_ || (!changed_ && known_.empty())) return {};
  const std::string path = fmt::format("{}/{}", directory_, index_file);
  constexpr unsigned of_one_user = 0644;
  const int error =
      replace_file(path, index_image(asked_), of_one_user);  // by a rename, which follows no link
  if (error == 0 || error == EACCES || error == EPERM || error == EROFS) return {};
  return fmt::format("the index is not kept, all records are read each time: cannot write {}: {}",
                     sonde::quoted(path), std::strerror(error));
}

}  // namespace sonde::history
