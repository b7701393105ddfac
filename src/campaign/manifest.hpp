// What makes the directory of a campaign checkable by others: digests of its files and of the programs that
// ran, their command lines, and under which versions and variables they ran.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "campaign/journal.hpp"
#include "campaign/words.hpp"

namespace sonde::campaign {

inline constexpr const char* manifest_name = "campaign.manifest";
/// The manifest, or a draft of it that a kill has left.
[[nodiscard]] bool is_manifest(const std::string& name);
inline constexpr const char* journal_name = "campaign.journal";

struct Digest {
  std::int64_t bytes = 0;
  std::string sha256;
  bool operator==(const Digest&) const = default;
};

[[nodiscard]] Result<Digest> digest_of_file(const std::string& path);

enum class Links { followed, refused };
/// Whether there is a regular file of this digest. Looks into no other kind, nor into a file of another length: the path and the
/// digest can come from somebody else.
[[nodiscard]] bool has_digest(const std::string& path, const Digest& digest, Links links);

/// The files of the programs that words name: each word with a slash that is an executable file, and each that PATH
/// finds; options are left out.
[[nodiscard]] std::vector<std::string> programs_of(const Words& words);

/// One go at a campaign: `sonde` was started and launched something.
struct Session {
  std::string start, sonde_version, sonde_revision;
  std::string machine, kernel, cpu_model;
  std::map<std::string, std::string> environment;
};

struct Launched {
  Words command;                           ///< without secrets
  int session = -1;                        ///< index; -1: launched before there was a manifest
  std::map<std::string, Digest> programs;  ///< by path
  Entry entry;
};

struct Manifest {
  std::uint64_t seed = 0;
  Digest journal;  ///< of campaign.journal as it was: it may have grown
  std::vector<Session> sessions;
  std::map<std::string, Launched> launches;
  std::map<std::string, Digest> files;  ///< all others of the directory, by name
};

/// JSON that ends with a digest of itself.
[[nodiscard]] std::string manifest_text(const Manifest& manifest);
/// Errors: what is no manifest, and a text that its own digest does not fit.
[[nodiscard]] Result<Manifest> parse_manifest(const std::string& text);

/// Keeps DIRECTORY/campaign.manifest in step with the launches. A file whose digest it has is never read again, so that
/// going on with a campaign hides no change.
class ManifestKeeper {
 public:
  /// Takes up the manifest that is there. An error where it is damaged.
  [[nodiscard]] static Result<ManifestKeeper> open(const std::string& directory);

  /// Before a launch starts.
  void starts(const std::string& launch, const Words& words);
  /// After it has ended or was cut off.
  [[nodiscard]] Result<void> renew(const Journal& journal);

  /// False where it is not there or does not know the journal as it stands: a full disk or a kill can have kept the last one
  /// from being written.
  [[nodiscard]] bool is_current() const;

 private:
  explicit ManifestKeeper(std::string directory) : directory_(std::move(directory)) {}

  std::string directory_;
  Manifest manifest_;
  bool there_ = false;
  int session_ = -1;
};

}  // namespace sonde::campaign
