#include "start_up/wrong_place.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <set>
#include <vector>

#include "args/switches.hpp"
#include "base/host_switches.hpp"
#include "base/text.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/prepared_case.hpp"
#include "start_up/places.hpp"

namespace sonde::start_up {

namespace {

std::string system_text(const std::string& path) {
  return fmt::format("-path: cannot use {}: {}", sonde::quoted(path), std::strerror(errno));
}

/// MPI libraries put files beside ours whose names are longer: a dot, and two numbers for the shared pointer.
/// A name that was not given has the word of the run in it, too, and is short.
std::size_t longest_name(const Settings& settings, int ranks) {
  const std::string suffixes = fmt::format("._g{0}_{0}_right.shfp.{1}.{1}", ranks, INT_MAX);
  return settings.file_name.size() + suffixes.size();
}

/// What is wrong with the place of files; "" where nothing is.
std::string wrong_directory(const Settings& settings, int ranks) {
  struct stat facts {};
  if (stat(settings.path.c_str(), &facts) != 0) return system_text(settings.path);
  if (!S_ISDIR(facts.st_mode))
    return fmt::format("-path: {} is not a directory; give one for the files", sonde::quoted(settings.path));
  if (access(settings.path.c_str(), W_OK | X_OK) != 0) return system_text(settings.path);
  const auto longest = longest_name(settings, ranks);
  const long most = pathconf(settings.path.c_str(), _PC_NAME_MAX);
  if (most > 0 && longest > static_cast<std::size_t>(most))
    return fmt::format("-file_name: {} is too long; at most {} characters", sonde::quoted(settings.file_name),
                       static_cast<std::size_t>(most) - (longest - settings.file_name.size()));
  if (settings.path.size() + 1 + longest >= PATH_MAX)
    return fmt::format("-path: {} is too long for files in it", sonde::quoted(settings.path));
  return {};
}

std::string refused_hint(const Settings& settings) {
  const auto failure = case_setup::attempt([&] { static_cast<void>(case_setup::make_info(settings)); });
  return failure ? fmt::format("-info: the MPI library does not take it: {}", shortened(failure->text, 200))
                 : "";
}

}  // namespace

Result<void> check_place(const mpi::World& world, const Settings& settings) {
  std::string wrong = settings.files ? wrong_directory(settings, world.size) : "";
  if (wrong.empty()) wrong = refused_hint(settings);
  return case_setup::agree_on_error(world.comm, wrong.empty() ? Result<void>{} : failure(wrong));
}

Result<std::string> check_switches(const mpi::World& world, const Settings& settings,
                                   std::span<const int> blocks) {
  if (blocks.empty()) return std::string{};
  if (std::ranges::all_of(blocks, [](int block) { return block < 0; }))
    return failure("-topology: " +
                   names_no_host(host_switches(settings.switches), place_of(world.rank).host));
  const std::vector<int> nodes = nodes_of_ranks(world);
  const std::set<int> all(nodes.begin(), nodes.end());
  std::set<int> missing;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank)
    if (blocks[rank] < 0) missing.insert(nodes[rank]);
  const auto lacks = lacks_hosts(missing.size(), all.size());
  if (lacks.empty() || !world.first()) return std::string{};
  return fmt::format("-topology: {}; Links takes their switches from SLURM_TOPOLOGY_ADDR or their names",
                     lacks);
}

}  // namespace sonde::start_up
