#include "run/library_variables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <regex>
#include <vector>

#include "args/canonical.hpp"
#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "host/child.hpp"
#include "mpi/error.hpp"
#include "mpi/simulated.hpp"

namespace sonde::run {

namespace {

constexpr std::string_view request = "--write-library-variables";
constexpr double most_seconds = 20;

using Environment = std::vector<std::string>;

#ifndef SONDE_SIMULATED

template <class Number>
std::optional<std::string> numbers_of(MPI_T_cvar_handle handle, int count) {
  std::vector<Number> values(static_cast<std::size_t>(count));
  if (MPI_T_cvar_read(handle, values.data()) != MPI_SUCCESS) return std::nullopt;
  return fmt::format("{}", fmt::join(values, ","));
}

std::optional<std::string> characters_of(MPI_T_cvar_handle handle, int count) {
  constexpr std::size_t least = 4096;  // some libraries count no more than the name of the type
  std::vector<char> text(std::max(static_cast<std::size_t>(count), least) + 1, '\0');
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

/// "name\0value\0"; empty for what cannot be read, or belongs to a communicator, a window or a file.
std::string entry_of(int index) {
  std::array<char, 512> name{};
  int length = static_cast<int>(name.size()), no_text = 0, verbosity = 0, bind = 0, scope = 0, count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (MPI_T_cvar_get_info(index, name.data(), &length, &verbosity, &type, nullptr, nullptr, &no_text, &bind,
                          &scope) != MPI_SUCCESS ||
      bind != MPI_T_BIND_NO_OBJECT)
    return {};
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return {};
  const auto value = count > 0 ? value_of(handle, type, count) : std::nullopt;
  MPI_T_cvar_handle_free(&handle);
  if (!value) return {};
  return std::string(name.data()) + '\0' + *value + '\0';
}

#endif

/// Where the libraries that are known look for a variable: Open MPI's names are small letters, those of others their own.
std::string place_in_environment(const std::string& name) {
  const bool small = std::ranges::any_of(name, [](unsigned char c) { return std::islower(c) != 0; });
  return small ? "OMPI_MCA_" + name : name;
}

Environment whole_environment() {
  Environment out;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    out.emplace_back(*variable);
  return out;
}

Environment environment_without_settings(const Settings& settings) {
  static constexpr std::array<std::string_view, 6> prefixes{"OMPI_MCA_", "PMIX_MCA_", "OPAL_",
                                                            "MPICH_",    "MPIR_",     "I_MPI_"};
  Environment out{"OMPI_MCA_mca_base_param_files=none", "OMPI_MCA_mca_base_override_param_file=none"};
  for (auto& variable : whole_environment()) {
    const auto sets = [&](std::string_view prefix) { return variable.starts_with(prefix); };
    const auto given = [&](const auto& cvar) { return variable.starts_with(cvar.first + "="); };
    if (std::ranges::any_of(prefixes, sets) || std::ranges::any_of(settings.library_variables, given))
      continue;
    out.push_back(std::move(variable));
  }
  return out;
}

Result<host::Child> start_reading(const Environment& environment) {
  std::array<char, 4096> path{};
  if (readlink("/proc/self/exe", path.data(), path.size() - 1) <= 0)
    return failure("the path of this program is not known");
  return host::Child::start({path.data(), std::string(request)}, environment);
}

Result<LibraryVariables> variables_of(Result<host::Child>& child) {
  if (!child) return tl::unexpected(child.error());
  const auto text = child->answer(most_seconds);
  if (!text) return tl::unexpected(text.error());
  auto out = parse_library_variables(*text);
  if (out.empty()) return failure("the library has no control variables");
  return out;
}

Result<LibraryState> read_both(const Settings& settings) {
  if (mpi::simulated) return failure("simulated MPI has none");
  auto set = start_reading(whole_environment());
  auto unset = start_reading(environment_without_settings(settings));
  auto in_force = variables_of(set);
  if (!in_force) return tl::unexpected(in_force.error());
  auto defaults = variables_of(unset);
  if (!defaults) return tl::unexpected(defaults.error());
  return LibraryState{std::move(*in_force), std::move(*defaults)};
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

Result<void> check_given(const Settings& settings, const LibraryState& state) {
  for (const auto& [name, value] : settings.library_variables) {
    const auto found = state.in_force.find(name);
    if (found == state.in_force.end()) {
      std::vector<std::string_view> known;
      for (const auto& [each, ignored] : state.in_force) known.push_back(each);
      const auto near = nearest(name, known);
      return failure(fmt::format("-cvar: this MPI library has no control variable {}{}", sonde::quoted(name),
                                 near.empty() ? std::string{} : fmt::format("; did you mean {}?", near)));
    }
    if (is_number(value) && is_number(found->second) && std::stod(value) != std::stod(found->second))
      return failure(fmt::format("-cvar: the MPI library keeps {} at {} where {} was asked for", name,
                                 found->second, value));
  }
  return {};
}

/// Of this launch and no other: process and job ids, hosts, ports, paths of sessions.
bool holds_for_one_launch(const std::string& name, const std::string& value) {
  static const std::regex passing(
      "^(orte|ess|pmix|rmaps|plm|odls|ras|schizo|state|iof|oob|routed|rml|hwloc_base_topo|initial_wdir)|jobid|vpid|"
      "nspace|session_dir|tmp_?dir|hostname|_uri$|(app|node|local|target)_rank$|param_file",
      std::regex::icase | std::regex::optimize);
  std::array<char, 256> host{};
  const bool named = ::gethostname(host.data(), host.size() - 1) == 0 && host[0] != '\0';
  return std::regex_search(name, passing) || value.find("/tmp") != std::string::npos ||
         (named && value.find(host.data()) != std::string::npos);
}

/// Worth knowing as they are: which transports are used, and where the protocol for long messages begins.
bool chooses_protocols(const std::string& name) {
  static const std::regex known(
      "^(pml|mtl|btl|osc|coll)$|^(pml_ob1|btl_[a-z]+)_eager_limit$|single_copy_mechanism$|EAGER_MAX|NUM_VCIS$",
      std::regex::optimize);
  return std::regex_search(name, known);
}

}  // namespace

LibraryVariables parse_library_variables(const std::string& text) {
  LibraryVariables out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string name = text.c_str() + at;
    at += name.size() + 1;
    const std::string value = at < text.size() ? text.c_str() + at : "";
    at += value.size() + 1;
    out.insert_or_assign(name, value);
  }
  return out;
}

bool asked_for_library_variables(int argc, char** argv) {
  return argc == 2 && argv[1] == request;
}

int write_library_variables() {
#ifdef SONDE_SIMULATED
  return 1;
#else
  int provided = 0, count = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return 1;
  if (MPI_T_cvar_get_num(&count) != MPI_SUCCESS) return 1;
  std::string all;
  for (int index = 0; index < count; ++index) all += entry_of(index);
  return write_all(host::answer_descriptor, all) ? 0 : 1;
#endif
}

void set_library_variables(const Settings& settings) {
  for (const auto& [name, value] : settings.library_variables)
    setenv(place_in_environment(name).c_str(), value.c_str(), 1);
}

Result<LibraryState> read_library_variables(const mpi::World& world, const Settings& settings) {
  const bool given = !settings.library_variables.empty();
  const bool recorded = !settings.dry_run && settings.kept_variables != KeptVariables::none &&
                        !(settings.json_path.empty() && settings.csv_path.empty());
  if (!given && !recorded) return {};
  LibraryState state;
  Result<void> right;
  if (world.first()) {
    auto read = read_both(settings);
    if (read) state = std::move(*read);
    if (given)
      right = read ? check_given(settings, state)
                   : failure(fmt::format("-cvar: the variables of the MPI library cannot be read: {}",
                                         read.error().message));
  }
  int wrong = right ? 0 : 1;
  mpi::ok(MPI_Bcast(&wrong, 1, MPI_INT, 0, world.comm), "MPI_Bcast");
  if (wrong != 0) return failure(world.first() ? right.error().message : std::string{});
  return state;
}

void describe_library_variables(record::Header& header, const LibraryState& state, const Settings& settings) {
  std::vector<FlagValue> lasting;
  for (const auto& [name, value] : state.in_force) {
    if (holds_for_one_launch(name, value)) continue;
    lasting.emplace_back(name, value);
    const auto standard = state.defaults.find(name);
    const bool differs = standard != state.defaults.end() && standard->second != value;
    if (differs) header.library_defaults.emplace(name, standard->second);
    if (differs || chooses_protocols(name) || settings.kept_variables == KeptVariables::all)
      header.library_variables.emplace(name, value);
  }
  header.library_variables_count = static_cast<int>(state.in_force.size());
  if (!lasting.empty()) header.library_variables_digest = fmt::format("{:016x}", checksum(lasting));
}

}  // namespace sonde::run
