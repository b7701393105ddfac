#include "campaign/sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/input.hpp"
#include "base/new_file.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "host/output.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits = 64;  ///< of a SHA-256

/// As `sha256sum` writes names: a backslash before the line says that there are escapes in the name.
constexpr std::pair<char, std::string_view> escapes[] = {{'\\', "\\\\"}, {'\n', "\\n"}, {'\r', "\\r"}};

std::string escaped(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto* found = std::ranges::find(escapes, c, &std::pair<char, std::string_view>::first);
    out += found == std::end(escapes) ? std::string(1, c) : std::string(found->second);
  }
  return out;
}

/// Nothing where a backslash begins no escape.
std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* found =
        std::ranges::find_if(escapes, [&](const auto& e) { return text.starts_with(e.second); });
    if (found == std::end(escapes) && text.front() == '\\') return std::nullopt;
    out += found == std::end(escapes) ? text.front() : found->first;
    text.remove_prefix(found == std::end(escapes) ? 1 : 2);
  }
  return out;
}

/// Name and digest of one line.
std::optional<std::pair<std::string, std::string>> parse_sum(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);  // an editor has put it there: ours is an escape
  const bool has_escapes = line.starts_with('\\');
  if (has_escapes) line.remove_prefix(1);
  const std::string_view digest = line.substr(0, digits), rest = line.substr(std::min(digits, line.size()));
  if (digest.size() != digits || digest.find_first_not_of("0123456789abcdef") != std::string_view::npos ||
      !(rest.starts_with("  ") || rest.starts_with(" *")) || rest.size() < 3)
    return std::nullopt;
  auto name = has_escapes ? unescaped(rest.substr(2)) : std::string(rest.substr(2));
  if (!name) return std::nullopt;
  return std::pair(std::move(*name), std::string(digest));
}

}  // namespace

bool is_sums(const std::string& name) {
  return name == sums_name || is_draft_of(name, sums_name);
}

std::string sums_text(const Sums& sums) {
  std::string out;
  for (const auto& [name, digest] : sums) {
    const std::string written = escaped(name);
    out += fmt::format("{}{}  {}\n", written == name ? "" : "\\", digest, written);
  }
  return out;
}

Result<Sums> parse_sums(const std::string& text) {
  Sums out;
  auto lines = split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto sum = parse_sum(lines[i]);
    if (!sum) return failure(fmt::format("line {} is none of sha256sum: {}", i + 1, sonde::quoted(lines[i])));
    if (!out.insert(*sum).second)
      return failure(fmt::format("line {} names {} a second time", i + 1, sonde::quoted(sum->first)));
  }
  return out;
}

Result<std::string> digest_of_file(const std::string& path, std::int64_t most_bytes) {
  auto file = InputFile::open(path, {.most_bytes = most_bytes});
  if (!file) return tl::unexpected(file.error());
  Sha256 digest;
  for (;;) {
    const auto piece = file->next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) return digest.hex();
    digest.add(*piece);
  }
}

std::optional<std::size_t> part_of_digest(const std::string& text, const std::string& digest) {
  Sha256 so_far;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    so_far.add(std::string_view(text).substr(at, end - at));
    at = end;
    if (Sha256(so_far).hex() == digest) return at;
  }
  return std::nullopt;
}

std::string SumsKeeper::path_of(const std::string& name) const {
  return (fs::path(directory_) / name).string();
}

Result<SumsKeeper> SumsKeeper::open(const std::string& directory) {
  SumsKeeper keeper(directory);
  const auto path = keeper.path_of(sums_name);
  std::error_code error;
  const auto status = fs::symlink_status(path, error);
  if (!fs::exists(status)) return keeper;
  if (!fs::is_regular_file(status))
    return failure(fmt::format("'{}' is no regular file: move it away", path));
  const auto text = read_input(path, {.most_bytes = 256 * mebibyte});
  if (!text) return tl::unexpected(text.error());
  auto sums = parse_sums(*text);
  if (!sums)
    return failure(fmt::format("'{}' cannot be gone on with: {}; move it away, and a new one is begun", path,
                               sums.error().message));
  keeper.sums_ = std::move(*sums);
  const auto journal = read_input(keeper.path_of(journal_name));
  const auto known = keeper.sums_.find(journal_name);
  if (journal && known != keeper.sums_.end() && !part_of_digest(*journal, known->second))
    return failure(fmt::format(
        "'{}' was changed since '{}' was written; put it back, or move '{}' away to accept the change",
        keeper.path_of(journal_name), path, sums_name));
  return keeper;
}

void SumsKeeper::starts(const std::string& launch) {
  sums_.erase(launch + ".json");
  sums_.erase(launch + ".log");
}

Result<void> SumsKeeper::renew() {
  sums_.erase(journal_name);
  std::error_code error;
  for (fs::directory_iterator entry(directory_, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (is_sums(name) || sums_.contains(name) || !fs::is_regular_file(entry->symlink_status(ignored)))
      continue;
    if (auto digest = digest_of_file(entry->path().string())) sums_[name] = std::move(*digest);
  }
  if (error) return failure(fmt::format("cannot read '{}': {}", directory_, error.message()));
  if (const int failed = replace_file(path_of(sums_name), sums_text(sums_)))
    return host::not_kept(path_of(sums_name), failed);
  return {};
}

Result<void> SumsKeeper::catch_up() {
  const auto known = sums_.find(journal_name);
  const auto digest = digest_of_file(path_of(journal_name));
  return known != sums_.end() && digest && *digest == known->second ? Result<void>{} : renew();
}

}  // namespace sonde::campaign
