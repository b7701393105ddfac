// DIRECTORY/SHA256SUMS, in the form of `sha256sum`: digests of the files of a campaign's directory, so that
// others can check them with `sonde verify` or `sha256sum -c`.
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "base/units.hpp"
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

/// Programs that are longer are not read: whose directory it is names them.
inline constexpr std::int64_t most_program_bytes = gibibyte;
/// SHA-256 of a file's content.
[[nodiscard]] Result<std::string> digest_of_file(
    const std::string& path, std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max());
/// Bytes of a text, up to the end of a line, that have the digest; nothing where no such part has it.
[[nodiscard]] std::optional<std::size_t> part_of_digest(const std::string& text, const std::string& digest);

/// Keeps SHA256SUMS in step with the launches. A file whose digest stands there is never read again, so that
/// going on with a campaign hides no change; the journal alone is, since it grows. A file that cannot be read
/// is left out.
class SumsKeeper {
 public:
  /// Takes up the sums that are there. An error where they are damaged, and where the journal was changed
  /// since: it does not begin with what they know of it.
  [[nodiscard]] static Result<SumsKeeper> open(const std::string& directory);

  /// Before a launch starts: its files will be new ones.
  void starts(const std::string& launch);
  /// After it has ended or was cut off.
  [[nodiscard]] Result<void> renew();

  /// Renews them where there are none or they do not fit the journal as it stands: a full disk or a kill can
  /// have kept the last ones from being written.
  [[nodiscard]] Result<void> catch_up();

 private:
  explicit SumsKeeper(std::string directory) : directory_(std::move(directory)) {}
  [[nodiscard]] std::string path_of(const std::string& name) const;

  std::string directory_;
  Sums sums_;
};

}  // namespace sonde::campaign
