#include "run/library_variables.hpp"

#ifndef SONDE_SIMULATED
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>

#include "args/canonical.hpp"
#endif

namespace sonde::run {

#ifdef SONDE_SIMULATED

void describe_library_variables(record::Header& /*header*/) {}

#else

namespace {

using Variables = std::map<std::string, std::string>;

struct VariableInfo {
  std::string name;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  bool of_library = false;  ///< bound to no communicator, window or other object
};

std::optional<VariableInfo> variable_info(int index) {
  std::array<char, 512> name{};
  int length = static_cast<int>(name.size()), no_text = 0, verbosity = 0, bind = 0, scope = 0;
  VariableInfo out;
  if (MPI_T_cvar_get_info(index, name.data(), &length, &verbosity, &out.type, nullptr, nullptr, &no_text,
                          &bind, &scope) != MPI_SUCCESS)
    return std::nullopt;
  out.name = name.data();
  out.of_library = bind == MPI_T_BIND_NO_OBJECT;
  return out;
}

template <class Number>
std::optional<std::string> numbers_of(MPI_T_cvar_handle handle, int count) {
  std::vector<Number> values(static_cast<std::size_t>(count));
  if (MPI_T_cvar_read(handle, values.data()) != MPI_SUCCESS) return std::nullopt;
  return fmt::format("{}", fmt::join(values, ","));
}

std::optional<std::string> characters_of(MPI_T_cvar_handle handle, int count) {
  std::vector<char> text(std::max<std::size_t>(static_cast<std::size_t>(count), 4096) + 1, '\0');
  if (MPI_T_cvar_read(handle, text.data()) != MPI_SUCCESS) return std::nullopt;
  return std::string(text.data());
}

std::optional<std::string> value_of(MPI_T_cvar_handle handle, MPI_Datatype type, int count) {
  if (type == MPI_CHAR) return characters_of(handle, count);
  if (type == MPI_INT) return numbers_of<int>(handle, count);
  if (type == MPI_UNSIGNED) return numbers_of<unsigned>(handle, count);
  if (type == MPI_UNSIGNED_LONG) return numbers_of<unsigned long>(handle, count);
  if (type == MPI_UNSIGNED_LONG_LONG) return numbers_of<unsigned long long>(handle, count);
  if (type == MPI_COUNT) return numbers_of<MPI_Count>(handle, count);
  if (type == MPI_DOUBLE) return numbers_of<double>(handle, count);
  return std::nullopt;
}

std::optional<std::string> read_variable(int index, MPI_Datatype type) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return std::nullopt;
  auto value = count > 0 ? value_of(handle, type, count) : std::nullopt;
  MPI_T_cvar_handle_free(&handle);
  return value;
}

Variables read_variables() {
  Variables out;
  int provided = 0, count = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return out;
  if (MPI_T_cvar_get_num(&count) != MPI_SUCCESS) count = 0;
  for (int index = 0; index < count; ++index) {
    const auto info = variable_info(index);
    if (!info || !info->of_library) continue;
    if (auto value = read_variable(index, info->type)) out.insert_or_assign(info->name, std::move(*value));
  }
  MPI_T_finalize();
  return out;
}

bool set_by_environment(const record::Header& header, const std::string& name) {
  const auto& environment = header.environment;
  return environment.contains(name) || environment.contains("OMPI_MCA_" + name) ||
         environment.contains("PMIX_MCA_" + name) ||
         (name.starts_with("MPIR_CVAR_") && environment.contains("MPICH_" + name.substr(10)));
}

bool steers_protocols(const std::string& name) {
  static const std::regex known(
      "eager|rndv|coll_.*(algorithm|rules)|btl|pml|mtl|osc|MPIR_CVAR_(CH4|COLL|.*ALGORITHM|NUM_VCIS)",
      std::regex::icase | std::regex::optimize);
  return std::regex_search(name, known);
}

/// Of this launch and no other: process and job ids, hosts, ports, paths of sessions.
bool holds_for_one_launch(const std::string& name, const std::string& value) {
  static const std::regex passing(
      "jobid|vpid|nspace|session_dir|tmp_?dir|hostname|_uri$|(app|node|local|target)_rank$|param_file",
      std::regex::icase | std::regex::optimize);
  std::array<char, 256> host{};
  const bool named = ::gethostname(host.data(), host.size() - 1) == 0 && host[0] != '\0';
  return std::regex_search(name, passing) || value.find("/tmp") != std::string::npos ||
         (named && value.find(host.data()) != std::string::npos);
}

}  // namespace

void describe_library_variables(record::Header& header) {
  const auto all = read_variables();
  std::vector<FlagValue> lasting;
  for (const auto& [name, value] : all) {
    if (holds_for_one_launch(name, value)) continue;
    lasting.emplace_back(name, value);
    if (set_by_environment(header, name) || steers_protocols(name))
      header.library_variables.emplace(name, value);
  }
  header.library_variables_count = static_cast<int>(all.size());
  if (!all.empty()) header.library_variables_digest = fmt::format("{:016x}", checksum(lasting));
}

#endif

}  // namespace sonde::run
