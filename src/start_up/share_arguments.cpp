#include "start_up/share_arguments.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "args/canonical.hpp"
#include "base/complain.hpp"
#include "host/output.hpp"
#include "host/timeouts.hpp"
#include "mpi/broadcast.hpp"
#include "mpi/error.hpp"

namespace sonde::start_up {

namespace {

using Files = std::map<std::string, std::string>;

enum class Next : int { run, end, wrong, plugins };

/// Names and contents alternate.
std::vector<std::string> flat(const Files& files) {
  std::vector<std::string> out;
  for (const auto& [name, content] : files) {
    out.push_back(name);
    out.push_back(content);
  }
  return out;
}

Next parse_first(const Program& program, const std::vector<std::string>& arguments, Files& files,
                 SharedCommandLine& command) {
  const auto parsed = parse(program, arguments, [&files](const std::string& path) {
    auto content = read_list_file(path);
    if (content) files[path] = *content;
    return content;
  });
  if (!parsed) {
    complain(program.name, parsed.error().message);
    return Next::wrong;
  }
  if (!parsed->settings) {
    host::write_output(parsed->text);
    host::finish_output();
    return Next::end;
  }
  command.settings = parsed->settings;
  return Next::run;
}

void parse_other(const mpi::World& world, const Program& program, std::vector<std::string> arguments,
                 Files files, SharedCommandLine& command) {
  mpi::broadcast(world.comm, arguments);
  auto contents = flat(files);
  mpi::broadcast(world.comm, contents);
  if (world.first()) return;
  for (std::size_t i = 0; i + 1 < contents.size(); i += 2) files[contents[i]] = contents[i + 1];
  const auto parsed = parse(program, arguments, [&files](const std::string& path) -> Result<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return failure(fmt::format("{} was not read by the first rank", path));
    return found->second;
  });
  if (parsed) command.settings = parsed->settings;
}

/// What the first rank has found, on all ranks. Collective.
Next shared(const mpi::World& world, Next next) {
  auto number = static_cast<int>(next);
  // Other ranks may wait for the reader of the help: no timeout.
  const host::CallGuard guard("sharing the command line", 0, world.first());
  mpi::ok(MPI_Bcast(&number, 1, MPI_INT, 0, world.comm), "MPI_Bcast");
  return static_cast<Next>(number);
}

/// Reads the command line on the first rank, once all have the same plug-ins. Equal on all ranks. Collective.
Next read_on_first(const mpi::World& world, const Program& program, const std::vector<std::string>& arguments,
                   const Result<plugin::Plugins>& plugins, Files& files, SharedCommandLine& command) {
  const auto parsed = [&] {
    return world.first() ? parse_first(program, arguments, files, command) : Next::run;
  };
  const bool loaded_any = !plugins || !plugins->files().empty();
  const Next next = shared(world, loaded_any ? Next::plugins : parsed());
  if (next != Next::plugins) return next;
  const host::CallGuard guard("comparing plug-ins");
  if (const auto agreed = plugin::agree_on_plugins(world, plugins); !agreed) {
    if (world.first()) complain(program.name, agreed.error().message);
    return Next::wrong;
  }
  return shared(world, parsed());
}

/// Whether this rank started MPI as the shared command line says, not as its own one.
bool started_as(const Settings& early, const Settings& shared) {
  return early.thread_level == shared.thread_level && early.library_variables == shared.library_variables;
}

/// Whether all ranks understood the line as this one and started MPI with it. Collective.
Result<void> check_equal(const mpi::World& world, const Settings& early, const SharedCommandLine& command) {
  // Below bit 63: MPICH compares them as signed numbers (docs/design/library-defects.md).
  constexpr std::uint64_t wrong_start = std::uint64_t{1} << 62, of_checksum = wrong_start - 1;
  const std::uint64_t mine = command.settings ? checksum(*command.settings) & of_checksum : 0;
  const bool wrong = command.settings && !started_as(early, *command.settings);
  std::array<std::uint64_t, 2> both{mine, (~mine & of_checksum) | (wrong ? wrong_start : 0)}, largest{};
  mpi::ok(MPI_Allreduce(both.data(), largest.data(), 2, MPI_UINT64_T, MPI_MAX, world.comm), "MPI_Allreduce");
  if ((largest[1] & wrong_start) != 0)
    return failure("-thread_level and -cvar differ between the ranks: give all ranks the same command line");
  if (largest[0] != (~largest[1] & of_checksum))
    return failure(
        "the ranks understood the command line differently: are all of the same build, with the same "
        "plug-ins?");
  return {};
}

}  // namespace

SharedCommandLine share_command(const mpi::World& world, const Program& program,
                                std::vector<std::string> arguments, const Settings& early,
                                const Result<plugin::Plugins>& plugins) {
  SharedCommandLine command;
  Files files;
  const Next next = read_on_first(world, program, arguments, plugins, files, command);
  if (next != Next::run) return {std::nullopt, next == Next::wrong ? 2 : 0};
  const host::CallGuard guard("sharing the command line");
  parse_other(world, program, std::move(arguments), std::move(files), command);
  if (command.settings) command.settings->plugin_digests = plugins ? plugins->digests() : "not loaded";
  if (const auto equal = check_equal(world, early, command); !equal) {
    if (world.first()) complain(program.name, equal.error().message);
    return {std::nullopt, 2};
  }
  return command;
}

}  // namespace sonde::start_up
