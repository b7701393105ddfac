#include "campaign/manifest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/input.hpp"
#include "base/new_file.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "host/output.hpp"
#include "record/json_bounds.hpp"
#include "record/provenance.hpp"
#include "record/secrets.hpp"

namespace sonde::campaign {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

bool is_program(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::string found_in_path(const std::string& word) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return "";
  for (const auto folder : split(path, ':'))
    if (auto file = (fs::path(folder.empty() ? "." : folder) / word).string(); is_program(file)) return file;
  return "";
}

/// Beyond what records keep: where programs and their libraries are found, and how many threads they have.
std::map<std::string, std::string> environment_of_launches() {
  auto out = record::gather_environment();
  for (const char* name :
       {"PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "OMP_NUM_THREADS", "OMP_PLACES", "OMP_PROC_BIND"})
    if (const char* value = std::getenv(name); value != nullptr) out[name] = value;
  return out;
}

Session session_now() {
  record::Header header;
  record::gather_host(header);
  return {record::time_now(), std::string(version), std::string(revision),    header.machine,
          header.kernel,      header.cpu_model,     environment_of_launches()};
}

Json json_of(const Digest& digest) {
  return {{"bytes", digest.bytes}, {"sha256", digest.sha256}};
}

Json json_of(const std::map<std::string, Digest>& digests) {
  Json out = Json::object();
  for (const auto& [name, digest] : digests) out[name] = json_of(digest);
  return out;
}

Json json_of(const Session& s) {
  return {{"start", s.start},
          {"sonde_version", s.sonde_version},
          {"sonde_revision", s.sonde_revision},
          {"machine", s.machine},
          {"kernel", s.kernel},
          {"cpu_model", s.cpu_model},
          {"environment", s.environment}};
}

Json json_of(const Launched& l) {
  Json out = {{"command", l.command}, {"session", l.session}, {"programs", json_of(l.programs)}};
  out["ended"] = l.entry.ended;
  out["good"] = l.entry.good;
  out["text"] = l.entry.text;
  out["seconds"] = l.entry.seconds;
  return out;
}

std::string dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// The same; an exception where it has a fraction or an exponent: it may not fit.
const Json& whole(const Json& number) {
  if (!number.is_number_integer()) static_cast<void>(number.get_ref<const Json::number_integer_t&>());
  return number;
}

Digest digest_from(const Json& json) {
  return {whole(json.at("bytes")).get<std::int64_t>(), json.at("sha256").get<std::string>()};
}

std::map<std::string, Digest> digests_from(const Json& json) {
  std::map<std::string, Digest> out;
  for (const auto& [name, digest] : json.items()) out[name] = digest_from(digest);
  return out;
}

Manifest manifest_from(const Json& json) {
  Manifest out;
  out.seed = whole(json.at("seed")).get<std::uint64_t>();
  out.journal = digest_from(json.at("journal"));
  for (const Json& s : json.at("sessions"))
    out.sessions.push_back({s.at("start"), s.at("sonde_version"), s.at("sonde_revision"), s.at("machine"),
                            s.at("kernel"), s.at("cpu_model"),
                            s.at("environment").get<std::map<std::string, std::string>>()});
  for (const auto& [name, l] : json.at("launches").items()) {
    Launched launched{
        l.at("command").get<Words>(), whole(l.at("session")).get<int>(), digests_from(l.at("programs")), {}};
    launched.entry = {l.at("ended").get<bool>(), l.at("good").get<bool>(), l.at("text").get<std::string>(),
                      l.at("seconds").get<double>()};
    out.launches[name] = std::move(launched);
  }
  out.files = digests_from(json.at("files"));
  return out;
}

}  // namespace

bool is_manifest(const std::string& name) {
  return name == manifest_name || is_draft_of(name, manifest_name);
}

Result<Digest> digest_of_file(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  Sha256 digest;
  std::int64_t bytes = 0;
  for (;;) {
    const auto piece = file->next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) return Digest{bytes, digest.hex()};
    digest.add(*piece);
    bytes += std::ssize(*piece);
  }
}

bool has_digest(const std::string& path, const Digest& digest, Links links) {
  struct stat facts {};
  const int flags = links == Links::refused ? AT_SYMLINK_NOFOLLOW : 0;
  if (::fstatat(AT_FDCWD, path.c_str(), &facts, flags) != 0 || !S_ISREG(facts.st_mode) ||
      facts.st_size != digest.bytes)
    return false;
  if (digest.bytes == 0) return digest.sha256 == sha256("");  // files of the kernel look empty and are not
  const auto now = digest_of_file(path);
  return now && *now == digest;
}

std::vector<std::string> programs_of(const Words& words) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    if (word.empty() || word.front() == '-') continue;
    const bool names_file = word.find('/') != std::string::npos;
    std::string path = names_file ? word : found_in_path(word);
    if (path.empty() || (names_file && !is_program(path))) continue;
    std::error_code error;
    const auto whole = fs::absolute(path, error).lexically_normal().string();
    if (std::ranges::find(out, whole) == out.end()) out.push_back(whole);
  }
  return out;
}

std::string manifest_text(const Manifest& manifest) {
  Json json = {{"kind", "manifest"},
               {"schema", 1},
               {"seed", manifest.seed},
               {"journal", json_of(manifest.journal)},
               {"sessions", Json::array()},
               {"launches", Json::object()},
               {"files", json_of(manifest.files)}};
  for (const Session& session : manifest.sessions) json["sessions"].push_back(json_of(session));
  for (const auto& [name, launched] : manifest.launches) json["launches"][name] = json_of(launched);
  json["sha256"] = sha256(dump(json));
  return dump(json) + "\n";
}

Result<Manifest> parse_manifest(const std::string& text) {
  if (const auto bounded = record::check_bounds(text); !bounded) return tl::unexpected(bounded.error());
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("kind", Json()) != "manifest")
    return failure("it is no manifest of a campaign");
  if (json.value("schema", Json()) != 1) return failure("it was written by a newer sonde");
  try {
    Manifest manifest = manifest_from(json);
    const std::string recorded = json.at("sha256").get<std::string>();
    if (dump(json) + "\n" != text || (json.erase("sha256"), sha256(dump(json))) != recorded)
      return failure("it was changed: its own SHA-256 does not fit it");
    return manifest;
  } catch (const Json::exception&) {
    return failure("it was changed: a part of it is missing or of another kind");
  }
}

Result<ManifestKeeper> ManifestKeeper::open(const std::string& directory) {
  ManifestKeeper keeper(directory);
  const auto path = (fs::path(directory) / manifest_name).string();
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return keeper;
  const auto text = read_input(path);
  if (!text) return tl::unexpected(text.error());
  auto manifest = parse_manifest(*text);
  if (!manifest)
    return failure(fmt::format("'{}' cannot be gone on with: {}; move it away, and a new one is begun", path,
                               manifest.error().message));
  keeper.manifest_ = std::move(*manifest);
  keeper.there_ = true;
  return keeper;
}

void ManifestKeeper::starts(const std::string& launch, const Words& words) {
  if (session_ < 0) {
    session_ = static_cast<int>(manifest_.sessions.size());
    manifest_.sessions.push_back(session_now());
  }
  Launched launched{record::without_secrets(words), session_, {}, {}};
  for (const std::string& path : programs_of(words))
    if (const auto digest = digest_of_file(path)) launched.programs[path] = *digest;
  manifest_.launches[launch] = std::move(launched);
  manifest_.files.erase(launch + ".json");
  manifest_.files.erase(launch + ".log");
}

Result<void> ManifestKeeper::renew(const Journal& journal) {
  const fs::path folder(directory_);
  manifest_.seed = journal.seed();
  for (const auto& [name, entry] : journal.entries()) {
    Launched& launched = manifest_.launches[name];
    if (!launched.entry.ended) launched.entry = entry;
  }
  const auto noted = digest_of_file((folder / journal_name).string());
  if (!noted) return tl::unexpected(noted.error());
  manifest_.journal = *noted;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name == journal_name || is_manifest(name) || manifest_.files.contains(name)) continue;
    std::error_code ignored;
    if (!fs::is_regular_file(entry->symlink_status(ignored))) continue;
    const auto digest = digest_of_file(entry->path().string());
    if (!digest) return tl::unexpected(digest.error());
    manifest_.files[name] = *digest;
  }
  if (error) return failure(fmt::format("cannot read '{}': {}", directory_, error.message()));
  const auto path = (folder / manifest_name).string();
  if (const int failed = replace_file(path, manifest_text(manifest_))) return host::not_kept(path, failed);
  there_ = true;
  return {};
}

bool ManifestKeeper::is_current() const {
  return there_ &&
         has_digest((fs::path(directory_) / journal_name).string(), manifest_.journal, Links::refused);
}

}  // namespace sonde::campaign
