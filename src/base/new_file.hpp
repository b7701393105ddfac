// The one way to make a whole file, or to put one in the place of another. Nothing half written ever has its
// final name.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

/// Makes `path`, which must not exist (no link is followed), with this content, kept by the disk. Returns 0
/// or an errno. It is written as a draft beside it first; `mode` is that of open(2), before the umask.
[[nodiscard]] int make_file(const std::string& path, std::string_view content, unsigned mode = 0666);

/// Puts a file with this content in the place of `path`, which stays as it was until the new one is whole.
/// Returns 0 or an errno.
[[nodiscard]] int replace_file(const std::string& path, std::string_view content, unsigned mode = 0666);

/// Renames a file without ever replacing one: in one step where the file system can (renameat2), else by a
/// hard link, and by a look beforehand where there are no hard links either. Returns 0 or an errno.
[[nodiscard]] int rename_to_new(const std::string& from, const std::string& to);

/// Whether this is the name of a draft of the file of that name: ".NAME.0123abcd.part". Drafts that a kill
/// has left are removed when another one is made, ten minutes later or more.
[[nodiscard]] bool is_draft_of(std::string_view name, std::string_view file);

/// False for errors that another file name or other permissions would mend: the disk is full or broken, a
/// limit is reached.
[[nodiscard]] bool is_users_error(int error);

}  // namespace sonde
