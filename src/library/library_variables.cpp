#include "library/library_variables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "args/canonical.hpp"
#include "base/descriptor.hpp"
#include "base/machine.hpp"
#include "base/text.hpp"
#include "host/child.hpp"
#include "library/control_variables.hpp"
#include "library/library_cache.hpp"
#include "mpi/broadcast.hpp"
#include "mpi/simulated.hpp"
#include "record/secrets.hpp"
#include "record/variable_families.hpp"

namespace sonde::library {

namespace {

constexpr std::string_view request = "--write-library-variables";
constexpr double most_seconds = 20;

using Environment = std::vector<std::string>;

/// Where the libraries that are known look for a variable: Open MPI's names are small letters, those of
/// others their own.
std::string place_in_environment(const std::string& name) {
  const bool small = std::ranges::any_of(name, [](unsigned char c) { return std::islower(c) != 0; });
  return small ? "OMPI_MCA_" + name : name;
}

/// Where the name of a variable begins in an entry of the environment; 0: it sets none.
std::size_t prefix_length(std::string_view entry) {
  const auto family = record::family_of(entry);
  return family.control ? family.prefix.size() : 0;
}

bool given_by_cvar(std::string_view entry, const Settings& settings) {
  return std::ranges::any_of(settings.library_variables,
                             [&](const auto& cvar) { return entry.starts_with(cvar.first + "="); });
}

Environment environment_without_settings(const Settings& settings) {
  Environment out{"OMPI_MCA_mca_base_param_files=none", "OMPI_MCA_mca_base_override_param_file=none"};
  for (auto& variable : whole_environment())
    if (prefix_length(variable) == 0 && !given_by_cvar(variable, settings))
      out.push_back(std::move(variable));
  return out;
}

Result<host::Child> start_reading(const Environment& environment) {
  return host::Child::start_again({std::string(request)}, environment);
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
  const LibraryCache cache(settings);
  if (auto known = cache.find()) return std::move(*known);
  auto set = start_reading(whole_environment());
  auto unset = start_reading(environment_without_settings(settings));
  auto in_force = variables_of(set);
  if (!in_force) return tl::unexpected(in_force.error());
  auto defaults = variables_of(unset);
  if (!defaults) return tl::unexpected(defaults.error());
  LibraryState state{std::move(*in_force), std::move(*defaults)};
  cache.keep(state);
  return state;
}

/// The number that a word of an enumeration stands for, or a number with a factor behind it ("64k").
std::optional<double> number_meant(const std::string& word, const LibraryVariable& variable) {
  for (const auto item : split(variable.words, ',')) {
    const auto equals = item.find('=');
    if (equals != std::string_view::npos && same_word(item.substr(equals + 1), word))
      return number_of<double>(item.substr(0, equals));
  }
  if (const auto number = number_of<double>(word)) return number;
  static constexpr std::array<std::pair<std::string_view, int>, 10> truths{{{"true", 1},
                                                                            {"yes", 1},
                                                                            {"t", 1},
                                                                            {"enabled", 1},
                                                                            {"on", 1},
                                                                            {"false", 0},
                                                                            {"no", 0},
                                                                            {"f", 0},
                                                                            {"disabled", 0},
                                                                            {"off", 0}}};
  for (const auto& [truth, value] : truths)
    if (same_word(truth, word)) return value;
  constexpr std::string_view factors = "kmg";
  const auto factor =
      word.empty() ? std::string_view::npos : factors.find(lower(word.substr(word.size() - 1)));
  if (factor == std::string_view::npos) return std::nullopt;
  const auto number = number_of<double>(std::string_view(word).substr(0, word.size() - 1));
  if (!number) return std::nullopt;
  return std::ldexp(*number, 10 * (static_cast<int>(factor) + 1));
}

/// What is wrong with a value of -cvar where the library has made `found` of it.
Result<void> check_value(const std::string& name, const std::string& value, const LibraryVariable& found) {
  const auto kept = [&] {
    return failure(fmt::format("-cvar: the MPI library keeps {} at {} where {} was asked for", name,
                               printable(found.value), printable(value)));
  };
  const auto in_force = number_of<double>(found.value);
  if (!in_force) {
    const bool as_it_stands = found.value == value || contains(found.words, '=' + value);
    if (as_it_stands || value.find_first_of("~,") != std::string::npos) return {};
    return kept();
  }
  if (contains(value, ",")) return {};  // several flags
  const auto meant = number_meant(value, found);
  if (!meant || !std::isfinite(*meant))
    return failure(
        fmt::format("-cvar: {} takes {}, and {} is none", name,
                    found.words.empty() ? "a number" : fmt::format("a number or one of {}", found.words),
                    sonde::quoted(value)));
  if (*meant != *in_force) return kept();
  return {};
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
    if (auto right = check_value(name, value, found->second); !right) return right;
  }
  return {};
}

bool names_this_host(const std::string& value, const std::string& host) {
  return contains(value, "/tmp") || (!host.empty() && contains(value, host));
}

/// Worth knowing as they are: which transports are used, and where the protocol for long messages begins.
bool chooses_protocols(std::string_view name) {
  static constexpr std::array<std::string_view, 6> whole{"pml", "mtl",  "btl",
                                                         "osc", "coll", "pml_ob1_eager_limit"};
  return std::ranges::find(whole, name) != whole.end() ||
         (name.starts_with("btl_") && name.ends_with("_eager_limit")) ||
         name.ends_with("single_copy_mechanism") || name.ends_with("NUM_VCIS") || contains(name, "EAGER_MAX");
}

/// Names of the variables of this launch alone: process and job ids, hosts, ports, paths of sessions.
bool holds_for_one_launch(std::string_view name) {
  static constexpr std::array<std::string_view, 13> beginnings{
      "orte", "ess", "pmix", "rmaps", "plm", "odls", "ras", "schizo", "state", "iof", "oob", "routed", "rml"};
  static constexpr std::array<std::string_view, 9> parts{"jobid",       "vpid",       "nspace",
                                                         "session_dir", "tmpdir",     "tmp_dir",
                                                         "hostname",    "param_file", "initial_wdir"};
  static constexpr std::array<std::string_view, 5> ends{"_uri", "app_rank", "node_rank", "local_rank",
                                                        "target_rank"};
  const std::string small = lower(name);
  return std::ranges::any_of(beginnings, [&](auto part) { return small.starts_with(part); }) ||
         small.starts_with("hwloc_base_topo") ||
         std::ranges::any_of(parts, [&](auto part) { return contains(small, part); }) ||
         std::ranges::any_of(ends, [&](auto part) { return small.ends_with(part); });
}

}  // namespace

std::vector<std::string> whole_environment() {
  std::vector<std::string> out;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    out.emplace_back(*variable);
  return out;
}

bool sets_library_variable(std::string_view entry, const Settings& settings) {
  const auto from = prefix_length(entry);
  const auto name = entry.substr(from, entry.find('=') - from);
  if (from == 0) return given_by_cvar(entry, settings);
  return contains(name, "param_file") || !holds_for_one_launch(name);
}

std::string to_text(const LibraryVariables& variables) {
  std::string out;
  for (const auto& [name, variable] : variables)
    for (const auto* piece : {&name, &variable.value, &variable.words}) (out += *piece) += '\0';
  return out;
}

LibraryVariables parse_library_variables(const std::string& text) {
  LibraryVariables out;
  std::size_t at = 0;
  const auto next = [&] {
    std::string piece = at < text.size() ? text.c_str() + at : "";
    at += piece.size() + 1;
    return piece;
  };
  while (at < text.size()) {
    auto name = next(), value = next(), words = next();
    // Kept answers are in order: the place is the end.
    out.insert_or_assign(out.end(), std::move(name), LibraryVariable{std::move(value), std::move(words)});
  }
  return out;
}

bool asked_for_library_variables(int argc, char** argv) {
  return argc == 2 && argv[1] == request;
}

int write_library_variables() {
  const auto all = control_variables();
  return all && write_all(host::answer_descriptor, to_text(*all)) ? 0 : 1;
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
  if (const auto told = mpi::outcome_of_first(world, right); !told) return tl::unexpected(told.error());
  return state;
}

void describe_library_variables(record::Header& header, const LibraryState& state, const Settings& settings) {
  std::vector<FlagValue> lasting;
  const auto host = host_name();  // once: it is a call of the system, and there are a thousand variables
  for (const auto& [name, variable] : state.in_force) {
    const std::string& value = variable.value;
    if (holds_for_one_launch(name) || names_this_host(value, host)) continue;
    lasting.emplace_back(name, value);
    const auto standard = state.defaults.find(name);
    const bool differs = standard != state.defaults.end() && standard->second.value != value;
    if (differs) header.library_defaults.emplace(name, record::without_secrets(name, standard->second.value));
    if (differs || chooses_protocols(name) || settings.kept_variables == KeptVariables::all)
      header.library_variables.emplace(name, record::without_secrets(name, value));
  }
  header.library_variables_count = static_cast<int>(state.in_force.size());
  if (!lasting.empty()) header.library_variables_digest = fmt::format("{:016x}", checksum(lasting));
}

}  // namespace sonde::library
