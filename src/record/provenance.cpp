#include "record/provenance.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <string_view>

#include "base/machine.hpp"
#include "base/text.hpp"
#include "record/secrets.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX asks programs to declare it

namespace sonde::record {

namespace {

// The value behind "key : value" on the first line that has this key.
std::string_view entry(std::string_view text, std::string_view key) {
  for (const auto line : split(text, '\n')) {
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && trim(line.substr(0, colon)) == key)
      return trim(line.substr(colon + 1));
  }
  return {};
}

std::string one_line(const std::string& path) {
  const auto text = file_text(path);
  return text ? std::string(trim(*text)) : std::string{};
}

std::string cpu_folder(int cpu) {
  return fmt::format("/sys/devices/system/cpu/cpu{}", cpu);
}

// Of the first processing unit this process may run on: a machine may have several kinds.
void gather_cpu(Header& header) {
  const auto cpus = bound_cpus();
  const int cpu = cpus.empty() ? 0 : cpus.front();
  const auto cpuinfo = file_text("/proc/cpuinfo").value_or("");
  header.cpu_model = cpu_model_of(cpuinfo);
  header.governor = one_line(cpu_folder(cpu) + "/cpufreq/scaling_governor");
  if (const auto khz = number_of<double>(one_line(cpu_folder(cpu) + "/cpufreq/scaling_cur_freq")))
    header.cpu_mhz = *khz / 1000;
  else
    header.cpu_mhz = number_of<double>(entry(cpuinfo, "cpu MHz"));
}

}  // namespace

std::string cpu_model_of(const std::string& cpuinfo) {
  for (const char* key : {"model name", "cpu model", "Hardware", "cpu"})
    if (const auto value = entry(cpuinfo, key); !value.empty()) return std::string(value);
  const auto implementer = entry(cpuinfo, "CPU implementer"), part = entry(cpuinfo, "CPU part");
  if (implementer.empty() || part.empty()) return {};
  return fmt::format("Arm implementer {} part {}", implementer, part);
}

void gather_host(Header& header) {
  utsname names{};
  if (::uname(&names) == 0) {
    header.system = names.sysname;
    header.machine = names.machine;
    header.kernel = fmt::format("{} {}", names.release, names.version);
  }
  gather_cpu(header);
  header.port_rate = fastest_port();
  header.environment = gather_environment();
  header.start = time_now();
}

RankPlace gather_place(int rank) {
  RankPlace place;
  place.rank = rank;
  place.host = host_name();
  place.cores = bound_cpus();
  place.numa_node = common_numa_node(place.cores);
  return place;
}

std::map<std::string, std::string> gather_environment() {
  std::map<std::string, std::string> found;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    const auto name = text.substr(0, equals);
    if (is_recorded_variable(name)) found.emplace(name, without_secrets(name, text.substr(equals + 1)));
  }
  return found;
}

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  if (::localtime_r(&now, &local) == nullptr) return {};
  const long minutes = local.tm_gmtoff / 60;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{:02}:{:02}", local.tm_year + 1900,
                     local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec,
                     minutes < 0 ? '-' : '+', std::abs(minutes) / 60, std::abs(minutes) % 60);
}

}  // namespace sonde::record
