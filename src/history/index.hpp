// Cache of what the table needs of each launch, so that a year of records is not read again every night. On
// any mismatch (stale stamp, damage, another version) the records are read.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "history/table.hpp"

namespace sonde::history {

inline constexpr std::string_view index_file = "index.cbor";

/// Identifies one state of a record file; another stamp means that the cached launch is stale.
struct Stamp {
  std::int64_t size = 0, modified = 0,
               changed = 0;  ///< bytes; nanoseconds since 1970, of content and of inode

  bool operator==(const Stamp&) const = default;
};

/// What is kept of a launch, by the name of its file.
struct CachedLaunch {
  Stamp stamp;
  LaunchReadings launch;
};
using KeptLaunches = std::map<std::string, CachedLaunch, std::less<>>;

/// The file as bytes. A launch with a case that a record cannot hold as it is is left out.
[[nodiscard]] std::string index_image(const KeptLaunches& launches);

/// The launches of such bytes; none where they are damaged, of another program or of another version.
[[nodiscard]] KeptLaunches launches_of_index(std::string_view image);

/// True for a file that may be replaced: one of this program's, damaged or not, of any version; an empty one.
[[nodiscard]] bool is_index(std::string_view image);

class Index {
 public:
  /// Reads the index of a directory, where there is a usable one that only this user can have written: it
  /// decides about alarms.
  explicit Index(std::string directory);

  /// A launch of the directory; an error where its record is needed and cannot be read.
  [[nodiscard]] Result<LaunchReadings> launch(const std::string& file);

  /// Writes the index where it is not what the launches asked for say: whole or not at all, through no
  /// symbolic link, over no file that is not ours. What is to be said where that fails; nothing where this
  /// user may not write there.
  [[nodiscard]] std::string keep();

 private:
  std::string directory_;
  KeptLaunches known_, asked_;
  bool changed_ = false;  ///< a record was read
  bool ours_ = true;      ///< what is there may be replaced
};

}  // namespace sonde::history
