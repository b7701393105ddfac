// DIRECTORY/SHA256SUMS, in the form of `sha256sum`: digests of the files of a campaign's directory, so that others can check
// them with `sonde verify` or `sha256sum -c`.
#pragma once
#include <map>
#include <string>

#include "base/result.hpp"
#include "campaign/journal.hpp"

namespace sonde::campaign {

inline constexpr const char* sums_name = "SHA256SUMS";

/// The file, or a draft of it that a kill has left.
[[nodiscard]] bool is_sums(const std::string& name);

/// SHA-256 in hexadecimal digits, by name of the file.
using Sums = std::map<std::string, std::string>;

[[nodiscard]] std::string sums_text(const Sums& sums);
/// Errors: a line that is not one of `sha256sum`, with its number; a name that stands there twice.
[[nodiscard]] Result<Sums> parse_sums(const std::string& text);

/// SHA-256 of a file's content.
[[nodiscard]] Result<std::string> digest_of_file(const std::string& path);

/// Keeps SHA256SUMS in step with the launches. A file whose digest stands there is never read again, so that going on with a
/// campaign hides no change; the journal alone is, since it grows.
class SumsKeeper {
 public:
  /// Takes up the sums that are there. An error where they are damaged.
  [[nodiscard]] static Result<SumsKeeper> open(const std::string& directory);

  /// Before a launch starts: its files will be new ones.
  void starts(const std::string& launch);
  /// After it has ended or was cut off.
  [[nodiscard]] Result<void> renew();

  /// False where there is none or it does not fit the journal as it stands: a full disk or a kill can have kept the last one
  /// from being written.
  [[nodiscard]] bool is_current() const;

 private:
  explicit SumsKeeper(std::string directory) : directory_(std::move(directory)) {}
  [[nodiscard]] std::string path_of(const std::string& name) const;

  std::string directory_;
  Sums sums_;
};

}  // namespace sonde::campaign
