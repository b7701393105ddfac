#include "base/new_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/descriptor.hpp"

namespace sonde {

namespace {

/// Some file systems know no fsync.
bool kept(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
}

}  // namespace

int make_file(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.open()) return errno;
  errno = 0;
  if (write_all(file.number(), content) && kept(file.number()) && file.close()) return 0;
  const int error = errno != 0 ? errno : EIO;
  ::unlink(path.c_str());
  return error;
}

int replace_file(const std::string& path, const std::string& draft, std::string_view content) {
  if (const int error = make_file(draft, content)) return error;
  if (::rename(draft.c_str(), path.c_str()) == 0) return 0;
  const int error = errno;
  ::unlink(draft.c_str());
  return error;
}

}  // namespace sonde
