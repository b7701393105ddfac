// What can be known of machine and process without MPI. A value that cannot be had is empty or absent, never
// guessed.
#pragma once
#include <map>
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// Fills kernel, machine, system, CPU model, governor, frequency and fastest port of this host, the
/// environment and the start time.
void gather_host(Header& header);

/// Where this process runs: host, the processing units the kernel lets it run on, their NUMA node where it is
/// one.
[[nodiscard]] RankPlace gather_place(int rank);

/// The variables of the environment that are recorded, without secrets (record/secrets.hpp).
[[nodiscard]] std::map<std::string, std::string> gather_environment();

/// Now, as "2026-11-21T21:21:04+00:00".
[[nodiscard]] std::string time_now();

/// The name of the processor in the text of /proc/cpuinfo: "model name" on x86, "Hardware" or "cpu model"
/// elsewhere; on Arm the numbers of implementer and part, which name the core ("Arm implementer 0x41 part
/// 0xd0c"). Empty where there is none.
[[nodiscard]] std::string cpu_model_of(const std::string& cpuinfo);

}  // namespace sonde::record
