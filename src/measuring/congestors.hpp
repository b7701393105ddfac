// The ranks that make the load of -load, and how those that measure begin and end it.
#pragma once
#include <optional>
#include <string>

#include "args/settings.hpp"
#include "measuring/congestor.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"

namespace sonde::measuring {

/// What congestors have done in a phase, all of them together.
struct Moved {
  double bytes = 0, seconds = 0;
};

/// Without -load there are none, and only `serve` and `dismiss` may be called, which do nothing.
class Congestors {
 public:
  /// Collective over the world.
  Congestors(const mpi::World& world, const Settings& settings, const Plan& plan);

  /// All ranks share one node.
  [[nodiscard]] bool share_node() const { return share_node_; }
  /// Comment lines on the roles of the ranks; empty without -load.
  [[nodiscard]] std::string description() const;
  /// Of a congestor: makes the load whenever it is asked to, until it is dismissed. Asleep meanwhile. Nothing
  /// on other ranks.
  void serve();
  /// On the first rank of the world: returns once the load is there, and once it is gone.
  void begin();
  Moved end();
  /// On the first rank of the world.
  void dismiss();

 private:
  enum class Order : int { load, go };
  [[nodiscard]] Order next_order();
  [[nodiscard]] Moved make_load();

  std::optional<Load> load_;
  mpi::Communicator orders_;      ///< of the world
  mpi::Communicator congestors_;  ///< empty elsewhere
  std::optional<Congestor> congestor_;
  int canaries_ = 0, all_ = 0;  ///< ranks
  bool share_node_ = false;
  int foreman_ = -1;  ///< the first congestor, in the world
};

/// -load only: all ranks make the load for as long as it says. What they have done, on the first one.
/// Collective over the world.
[[nodiscard]] Moved load_alone(const mpi::World& world, const Settings& settings);

}  // namespace sonde::measuring
