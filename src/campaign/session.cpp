#include "campaign/session.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "base/version.hpp"
#include "record/provenance.hpp"
#include "record/secrets.hpp"

namespace sonde::campaign {

namespace fs = std::filesystem;

bool is_program(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

namespace {

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
    if (const char* value = std::getenv(name); value != nullptr)
      out[name] = record::without_secrets(name, value);
  return out;
}

}  // namespace

std::string session_text() {
  record::Header header;
  record::gather_host(header);
  const nlohmann::json json = {{"start", record::time_now()},
                               {"sonde_version", version},
                               {"sonde_revision", revision},
                               {"machine", header.machine},
                               {"kernel", header.kernel},
                               {"cpu_model", header.cpu_model},
                               {"environment", environment_of_launches()}};
  return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
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

}  // namespace sonde::campaign
