// -plugin: shared libraries with benchmarks, loaded before MPI starts and for good.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "catalog/benchmark.hpp"
#include "mpi/world.hpp"

namespace sonde::plugin {

struct Plugin {
  std::string file;    ///< its name without the directory
  std::string digest;  ///< SHA-256 of the file
};

/// What one process has loaded.
class Plugins {
 public:
  /// The rows of `own` and behind them those of each file, in the order given; a row of a plug-in takes the
  /// place of Sonde's own of the same name. The error is one line: the file, and what would be
  /// right. Not collective.
  [[nodiscard]] static Result<Plugins> load(std::span<const std::string> paths, Catalog own);

  [[nodiscard]] const std::vector<Plugin>& files() const { return files_; }
  /// Twelve digits of each file: what tells its versions apart in settings.
  [[nodiscard]] std::string digests() const;
  [[nodiscard]] Catalog catalog() const { return catalog_; }

 private:
  Result<void> add(Catalog rows);

  std::vector<Plugin> files_;
  std::vector<Benchmark> catalog_;
};

/// The error of the lowest rank that could not load its plug-ins, or that has other ones than the first rank;
/// on every rank, whose message only the first one has. Collective.
[[nodiscard]] Result<void> agree_on_plugins(const mpi::World& world, const Result<Plugins>& mine);

}  // namespace sonde::plugin
