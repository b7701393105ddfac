// Which cases a run consists of: the order of the ranks, the process counts, the groups. Pure: equal on all
// ranks.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "catalog/benchmark.hpp"
#include "plan/node_pairs.hpp"
#include "plan/process_grid.hpp"

namespace sonde {

/// Ranks that run one benchmark together: the unit of plan and team. Lanes of a section run at the same time
/// on ranks of their own.
struct Lane {
  const Benchmark* benchmark = nullptr;
  int mode = 0;   ///< index into Benchmark::modes
  int first = 0;  ///< position of its first rank in map order
  int ranks = 0;

  [[nodiscard]] bool holds(int position) const { return position >= first && position < first + ranks; }
  auto operator<=>(const Lane&) const =
      default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 takes the 0 behind <=> for a pointer
};

/// One table: a benchmark on a number of processes in one of its modes.
struct TableRun {
  const Benchmark* benchmark = nullptr;  ///< of the lanes, which are alike, as are
  int mode = 0;
  int processes = 0;      ///< ranks of one of them
  int groups = 1;         ///< how many there are: more than one under -multi
  std::string refusal{};  ///< why it cannot run; empty where it can
  /// The refusal is that the library lacks what the benchmark needs; `by_name`: and the benchmark was asked
  /// for.
  bool unsupported = false, by_name = false;
  int ranks_of_node = 0;      ///< as many on each, where communicators of nodes are needed
  ProcessGrid grid{};         ///< of the ranks of a lane; empty: none
  std::vector<Lane> lanes{};  ///< none in a section that cannot run
  std::vector<int> order{};   ///< world rank at each position; empty: that of the plan. Others wait
  std::string label{};        ///< tells it from other sections of its benchmark; empty: as its mode is called
  std::vector<LateRanks> arrivals{};  ///< -arrival: each pattern that its cases are measured with
  bool unnamed = false;               ///< its mode is not named: it is the only one

  /// It cannot run. `asked_for`: its benchmark was named, and no other mode of it can run.
  void refuse(std::string why, bool asked_for) {
    refusal = std::move(why);
    unsupported = true;
    by_name = asked_for;
    lanes.clear();
  }
};

/// Whether the benchmark was named.
[[nodiscard]] bool asked_for(const Settings& settings, const Benchmark& row);

/// A section of `groups` equal lanes side by side: one, or as many as there is room for under -multi.
[[nodiscard]] TableRun equal_lanes(const Benchmark& benchmark, int mode, int processes, int groups);

/// "AGGREGATE", "NEAREST", "window 8" or nothing: what tells a section from others of its benchmark.
[[nodiscard]] std::string_view label_of(const TableRun& section);

/// Which lane holds the rank at a position of the map; none for a rank that waits.
[[nodiscard]] std::optional<std::size_t> lane_at(const TableRun& section, int position);

struct Plan {
  int ranks = 0;           ///< of MPI_COMM_WORLD
  std::vector<int> order;  ///< world rank at each position of the map, congestors behind all others
  std::vector<TableRun> sections;
  std::vector<std::shared_ptr<const Benchmark>> made{};  ///< rows of sections that the catalog lacks
  int congestors = 0;                                    ///< -load: ranks that run no benchmark
};

/// The sections of a run on `ranks` processes: by benchmark in the order of the settings, then by process
/// count, then by mode. A benchmark that needs more processes than there are is one section with a refusal.
/// So is one that needs more of MPI than `library` offers. -aggregate_mode selects among the modes of
/// benchmarks that have two. Where ranks without a partner would idle, a section is of those that have one.
/// Errors: the map has fewer places than there are ranks; a benchmark that the catalog lacks; no rank at all.
/// A row has sections for the values of its axis (plan/axes.hpp).
[[nodiscard]] Result<Plan> make_plan(const Settings& settings, Catalog catalog, int ranks,
                                     const Library& library = {}, const Standing& standing = {});

/// P_min, 2 P_min, 4 P_min, ... below `ranks`, then `ranks` (guide 5.1.2.2); P_min above `ranks` is `ranks`.
[[nodiscard]] std::vector<int> process_counts(int ranks, std::int64_t npmin);

/// The world ranks in map order: for i in 0..P-1, for j in 0..Q-1 the rank i + j P, where it exists
/// (guide 5.1.2.10). Without a map: 0, 1, 2, ...
[[nodiscard]] std::vector<int> rank_order(int ranks, std::optional<Grid> map);

/// World rank at each position of a section.
[[nodiscard]] const std::vector<int>& order_of(const Plan& plan, const TableRun& section);

/// The world ranks of lane `group` of a section, in group order: a view into the plan.
[[nodiscard]] std::span<const int> members(const Plan& plan, const TableRun& section, int group);

/// Ranks that take no part in a section and wait in a barrier.
[[nodiscard]] int waiting_ranks(const Plan& plan, const TableRun& section);

/// "PingPong", or "Multi-PingPong" where more than one group runs.
[[nodiscard]] std::string display_name(const TableRun& section);

}  // namespace sonde
