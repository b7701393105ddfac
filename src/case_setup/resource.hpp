// What stands open around the loops of a case: nothing, a window (guide 5.2.3.1) or files (5.2.3.2). One
// interface:
// opened before the first loop, inspected after each one that counts, checked (-check), closed.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "args/settings.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/team.hpp"
#include "engine/case.hpp"
#include "host/growing_buffer.hpp"
#include "host/timeouts.hpp"
#include "plan/buffers.hpp"
#include "plan/planned_case.hpp"

namespace sonde::case_setup {

/// What -check is to look at: the case, as it was measured, and how long that took.
struct CheckFacts {
  const Case& c;
  const Loop& loop;
  std::int64_t repetitions = 1;  ///< of the measured loop
  double seconds = 0;            ///< of the measured loop on this rank
};

struct CheckResult {
  double defects = 0;              ///< wrong elements on this rank
  std::int64_t repetitions = 0;    ///< that were checked; equal on all ranks
  std::string text;                ///< of the first rank that found a defect, on all ranks
  std::optional<Failure> failure;  ///< agreed
};

struct ResourceFacts {
  const Settings& settings;
  const PlannedCase& planned;
  const Team& team;
  const host::GrowingBuffer& window;  ///< memory for a window, where the buffers lie as well
  const Buffers& buffers;

  [[nodiscard]] const Benchmark& benchmark() const { return planned.benchmark(); }
};

class HeldResource {
 public:
  HeldResource() = default;
  /// Closes what is still open.
  virtual ~HeldResource() = default;
  HeldResource(const HeldResource&) = delete;
  HeldResource& operator=(const HeldResource&) = delete;

  /// After a loop of `repetitions`: what return codes and statuses do not tell, such as a file that is too
  /// short. Of this rank, not agreed.
  [[nodiscard]] virtual std::optional<Failure> inspect(std::int64_t repetitions) const {
    static_cast<void>(repetitions);
    return std::nullopt;
  }

  /// -check: the pattern again on known contents, outside the clock, and a comparison with what must have
  /// arrived. Send buffers and windows keep the contents of the check. Collective over the team's active
  /// ranks.
  [[nodiscard]] virtual CheckResult check(const ResourceFacts& facts, const CheckFacts& measured) = 0;

  /// How long `close` may take on any rank, in seconds, after loops of `repetitions`.
  [[nodiscard]] virtual double closing_seconds(std::int64_t repetitions) const {
    static_cast<void>(repetitions);
    return 0;
  }

  /// Another rank could not open its part: what all ranks would have to close together stays open.
  virtual void abandon() {}

  /// Closes it; an error counts, since what was written may be lost only then. Of this rank, not agreed.
  /// Collective over the ranks that share it.
  [[nodiscard]] virtual std::optional<Failure> close() { return std::nullopt; }
};

struct OpenedResource {
  OpenedResource() = default;
  OpenedResource(std::unique_ptr<HeldResource> held, std::optional<Failure> failed)
      : resource(std::move(held)), failure(std::move(failed)) {}
  OpenedResource(OpenedResource&&) = default;
  OpenedResource& operator=(OpenedResource&&) = delete;
  /// Closes what is still open, under a timeout.
  ~OpenedResource();

  std::unique_ptr<HeldResource> resource;
  std::optional<Failure> failure;  ///< agreed; there is no resource then
};

/// Opens what the benchmark needs and enters it in the case, and in the loop what is done with it between
/// loops. Collective over the team's active ranks.
[[nodiscard]] OpenedResource open_resource(const ResourceFacts& facts, Case& c, Loop& loop);

/// What stands open around the case that a loop may wait for without end.
[[nodiscard]] host::Endless held_in_loops(const Case& c);

}  // namespace sonde::case_setup
