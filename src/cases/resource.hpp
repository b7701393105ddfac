// What stands open around the loops of a case: a window (guide 5.2.3.1) or files (5.2.3.2).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "args/settings.hpp"
#include "cases/failure.hpp"
#include "cases/team.hpp"
#include "engine/case.hpp"
#include "host/memory.hpp"
#include "plan/buffers.hpp"
#include "plan/plan.hpp"

namespace sonde::cases {

class HeldResource {
 public:
  HeldResource() = default;
  virtual ~HeldResource() = default;
  HeldResource(const HeldResource&) = delete;
  HeldResource& operator=(const HeldResource&) = delete;

  /// After a loop of `repetitions`: what return codes and statuses do not tell, such as a file that is too
  /// short. Of this rank, not agreed.
  [[nodiscard]] virtual std::optional<Failure> inspect(std::int64_t repetitions) const {
    static_cast<void>(repetitions);
    return std::nullopt;
  }
};

struct ResourceFacts {
  const Settings& settings;
  const Section& section;
  const Team& team;
  const host::Memory& window;  ///< memory for a window
  const Buffers& buffers;
  std::int64_t repetitions = 1;  ///< at most, in one loop
};

struct OpenedResource {
  std::unique_ptr<HeldResource> resource;
  std::optional<Failure> failure;  ///< agreed; there is no resource then
};

/// Opens what the benchmark needs and enters it in the case, and in the loop what is done with it between loops.
/// Without a need the resource is empty. Collective over the team's active ranks, as is its end.
[[nodiscard]] OpenedResource open_resource(const ResourceFacts& facts, Case& c, Loop& loop);

/// The hints of -info; empty where there are none.
[[nodiscard]] mpi::Info make_info(const Settings& settings);

}  // namespace sonde::cases
