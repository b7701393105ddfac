#include "record/secrets.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace sonde::record {

namespace {

constexpr std::array<std::string_view, 6> prefixes{"OMPI_", "MPICH_", "MPIR_", "I_MPI_", "UCX_", "FI_"};

// Where a job runs and how its ranks are placed.
constexpr std::array<std::string_view, 40> slurm_facts{"SLURM_CLUSTER_NAME",
                                                       "SLURM_CPUS_ON_NODE",
                                                       "SLURM_CPUS_PER_GPU",
                                                       "SLURM_CPUS_PER_TASK",
                                                       "SLURM_CPU_BIND",
                                                       "SLURM_CPU_BIND_LIST",
                                                       "SLURM_CPU_BIND_TYPE",
                                                       "SLURM_CPU_BIND_VERBOSE",
                                                       "SLURM_CPU_FREQ_REQ",
                                                       "SLURM_DISTRIBUTION",
                                                       "SLURM_GPUS",
                                                       "SLURM_GPUS_ON_NODE",
                                                       "SLURM_GPUS_PER_NODE",
                                                       "SLURM_GPUS_PER_TASK",
                                                       "SLURM_HINT",
                                                       "SLURM_JOBID",
                                                       "SLURM_JOB_CPUS_PER_NODE",
                                                       "SLURM_JOB_ID",
                                                       "SLURM_JOB_NODELIST",
                                                       "SLURM_JOB_NUM_NODES",
                                                       "SLURM_JOB_PARTITION",
                                                       "SLURM_JOB_QOS",
                                                       "SLURM_MEM_BIND",
                                                       "SLURM_MEM_PER_CPU",
                                                       "SLURM_MEM_PER_NODE",
                                                       "SLURM_MPI_TYPE",
                                                       "SLURM_NETWORK",
                                                       "SLURM_NNODES",
                                                       "SLURM_NODELIST",
                                                       "SLURM_NPROCS",
                                                       "SLURM_NTASKS",
                                                       "SLURM_NTASKS_PER_CORE",
                                                       "SLURM_NTASKS_PER_NODE",
                                                       "SLURM_NTASKS_PER_SOCKET",
                                                       "SLURM_OVERCOMMIT",
                                                       "SLURM_STEP_NODELIST",
                                                       "SLURM_STEP_NUM_NODES",
                                                       "SLURM_STEP_NUM_TASKS",
                                                       "SLURM_TASKS_PER_NODE",
                                                       "SLURM_THREADS_PER_CORE"};

constexpr std::array<std::string_view, 14> marks{"jwt",
                                                 "token",
                                                 "secret",
                                                 "passw",
                                                 "passphrase",
                                                 "credential",
                                                 "auth",
                                                 "apikey",
                                                 "api_key",
                                                 "private",
                                                 "security",
                                                 "cookie",
                                                 "precondition_transports",
                                                 "_pwd"};

bool ends_as_a_secret(std::string_view name) {
  if (name.ends_with("pkey")) return false;  // the number of a partition of InfiniBand
  return name == "key" || name.ends_with("_key") || name.ends_with("_keys") || name.ends_with("_pw") ||
         name.ends_with("-key");
}

/// The value without what stands before the @ of an address, where that has a password.
std::string without_user(std::string_view value) {
  std::string out;
  for (auto at = value.find("://"); at != std::string_view::npos; at = value.find("://")) {
    out += value.substr(0, at + 3);
    value.remove_prefix(at + 3);
    const auto end = value.find_first_of("/ ,;");
    const auto authority = value.substr(0, end);
    const auto user = authority.rfind('@');
    if (user == std::string_view::npos || authority.substr(0, user).find(':') == std::string_view::npos)
      continue;
    out += withheld;
    value.remove_prefix(user);
  }
  return out += value;
}

std::string_view without_dashes(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  return word;
}

}  // namespace

bool is_recorded_variable(std::string_view name) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return name.starts_with(prefix); }) ||
         std::ranges::binary_search(slurm_facts, name);
}

bool names_a_secret(std::string_view name) {
  const std::string small = lower(name);
  return ends_as_a_secret(small) ||
         std::ranges::any_of(marks, [&](auto mark) { return small.find(mark) != std::string::npos; });
}

std::string without_secrets(std::string_view name, std::string_view value) {
  return names_a_secret(name) ? std::string(withheld) : without_user(value);
}

std::vector<std::string> without_secrets(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  bool value_follows = false;
  for (const auto& word : words) {
    const auto equals = word.find('=');
    const auto name = std::string_view(word).substr(0, equals);
    if (value_follows)
      out.emplace_back(withheld);
    else if (equals != std::string::npos)
      out.push_back(word.substr(0, equals + 1) +
                    without_secrets(without_dashes(name), std::string_view(word).substr(equals + 1)));
    else
      out.push_back(without_user(word));
    value_follows = !value_follows && equals == std::string::npos && word.find('/') == std::string::npos &&
                    names_a_secret(without_dashes(word));
  }
  return out;
}

}  // namespace sonde::record
