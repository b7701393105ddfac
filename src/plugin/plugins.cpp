#include "plugin/plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sonde/benchmark.h>

#include <algorithm>
#include <filesystem>

#include "base/input.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "mpi/broadcast.hpp"
#include "mpi/gather_lists.hpp"
#include "plugin/rows.hpp"

namespace sonde::plugin {

namespace {

/// A word without a slash names a file here, not one that the loader looks for elsewhere.
std::string to_open(const std::string& path) {
  return contains(path, "/") ? path : "./" + path;
}

/// Of this program, and of what a plug-in was compiled with.
std::string compiled_with(std::string_view library, int comm_bytes) {
  return library.empty() ? fmt::format("an MPI library with {}-byte communicators", comm_bytes)
                         : std::string(library);
}

Result<void> check_interface(const sonde_plugin& table, const std::string& file) {
  if (table.interface_version > SONDE_INTERFACE || table.interface_version < 1)
    return failure(fmt::format(
        "{} was compiled for interface version {}; this program knows 1 to {}: compile it with the "
        "sonde/benchmark.h of this installation",
        file, table.interface_version, SONDE_INTERFACE));
  const std::string_view theirs = table.library;
  if (theirs != SONDE_LIBRARY || table.comm_bytes != static_cast<int>(sizeof(MPI_Comm)))
    return failure(
        fmt::format("{} was compiled for {}, this program for {}: compile it with the mpicc of that", file,
                    compiled_with(theirs, table.comm_bytes),
                    compiled_with(SONDE_LIBRARY, static_cast<int>(sizeof(MPI_Comm)))));
  if (table.benchmark_bytes != static_cast<int>(sizeof(sonde_benchmark)))
    return failure(
        fmt::format("{} has benchmarks of {} bytes, this program knows {}: compile it with the "
                    "sonde/benchmark.h of this installation",
                    file, table.benchmark_bytes, sizeof(sonde_benchmark)));
  return {};
}

Result<const sonde_plugin*> open(const std::string& path, const std::string& file) {
  void* const library = dlopen(to_open(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return failure(fmt::format("{} cannot be loaded: {}", path, dlerror()));
  const auto* table = static_cast<const sonde_plugin*>(dlsym(library, "sonde_plugin"));
  if (table == nullptr)
    return failure(fmt::format("{} has no benchmarks: SONDE_BENCHMARKS(array) is missing", file));
  if (const auto right = check_interface(*table, file); !right) return tl::unexpected(right.error());
  return table;
}

}  // namespace

Result<void> Plugins::add(Catalog rows) {
  for (const Benchmark& row : rows) {
    const auto twin = std::ranges::find_if(
        catalog_, [&](const Benchmark& other) { return lower(other.name) == lower(row.name); });
    if (twin == catalog_.end()) continue;
    if (twin->plugin != nullptr)
      return failure(
          fmt::format("another plug-in has a benchmark {}, too; name one of them otherwise", row.name));
    catalog_.erase(twin);
  }
  catalog_.insert(catalog_.end(), rows.begin(), rows.end());
  return {};
}

Result<Plugins> Plugins::load(std::span<const std::string> paths, Catalog own) {
  Plugins made;
  made.catalog_.assign(own.begin(), own.end());
  for (const std::string& path : paths) {
    const auto content = read_input(path);
    if (!content) return tl::unexpected(content.error());
    made.files_.push_back({std::filesystem::path(path).filename().string(), sha256(*content)});
    const auto table = open(path, made.files_.back().file);
    if (!table) return tl::unexpected(table.error());
    const auto rows = rows_of(**table, made.files_.back().file);
    if (!rows) return tl::unexpected(rows.error());
    if (const auto added = made.add(*rows); !added)
      return failure(made.files_.back().file + ": " + added.error().message);
  }
  return made;
}

std::string Plugins::digests() const {
  std::vector<std::string_view> short_ones;
  for (const Plugin& file : files_) short_ones.push_back(std::string_view(file.digest).substr(0, 12));
  return fmt::format("{}", fmt::join(short_ones, " "));
}

Result<void> agree_on_plugins(const mpi::World& world, const Result<Plugins>& mine) {
  std::string text = mine ? "" : "!" + mine.error().message;
  if (mine)
    for (const Plugin& file : mine->files()) text += file.digest;
  const auto texts = mpi::gather_texts(world.comm, text, world.first(), world.size);
  std::string wrong;
  for (std::size_t rank = 0; rank < texts.size() && wrong.empty(); ++rank) {
    const std::string where = rank == 0 ? "" : fmt::format("rank {}: ", rank);
    if (texts[rank].starts_with('!'))
      wrong = fmt::format("-plugin: {}{}", where, texts[rank].substr(1));
    else if (texts[rank] != texts[0])
      wrong = fmt::format(
          "-plugin: rank {} has another file of this name than rank 0: give all ranks the same", rank);
  }
  return mpi::outcome_of_first(world, wrong.empty() ? Result<void>{} : failure(wrong));
}

}  // namespace sonde::plugin
