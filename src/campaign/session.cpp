#include "campaign/session.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "base/version.hpp"
#include "host/process.hpp"
#include "record/provenance.hpp"
#include "record/secrets.hpp"

namespace sonde::campaign {

namespace fs = std::filesystem;

namespace {

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
    const auto path = host::path_of_program(word);
    if (!path) continue;
    std::error_code error;
    const auto whole = fs::absolute(*path, error).lexically_normal().string();
    if (std::ranges::find(out, whole) == out.end()) out.push_back(whole);
  }
  return out;
}

}  // namespace sonde::campaign
