// From plan to case: buffers, datatypes, rings and roots of one benchmark × size on this rank.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "case_setup/elements.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/team.hpp"
#include "engine/case.hpp"
#include "host/growing_buffer.hpp"
#include "plan/buffers.hpp"
#include "plan/planned_case.hpp"

namespace sonde::case_setup {

/// The message memory of this rank, reused from case to case.
struct Memories {
  host::GrowingBuffer send, receive, window;

  /// All of it; what lies elsewhere is given back.
  void move_to(host::Space& space) {
    for (host::GrowingBuffer* memory : all()) memory->move_to(space);
  }
  /// What they hold is not the guide's: they are filled anew for the next case.
  void forget_contents() {
    for (host::GrowingBuffer* memory : all()) memory->forget_contents();
  }

 private:
  std::array<host::GrowingBuffer*, 3> all() { return {&send, &receive, &window}; }
};

/// A case, the loop that runs over it unless something else is asked for, and what both borrow. Not movable:
/// the case points into it.
class PreparedCase {
 public:
  /// Nothing here is collective.
  PreparedCase(const Settings& settings, const Elements& elements, const PlannedCase& planned,
               const Team& team, const Buffers& buffers, const Memories& memories);
  PreparedCase(const PreparedCase&) = delete;
  PreparedCase& operator=(const PreparedCase&) = delete;

  /// For what opens the case's window or file; constant from then on.
  Case& get() { return case_; }
  Loop& loop() { return loop_; }

 private:
  void lay_out(const Buffers& buffers, const Memories& memories);
  void add_threads(const Team& team, const Buffers& buffers);
  void share_elements(const Settings& settings, MPI_Datatype element, Element kind);
  void message_per_rank(const Settings& settings, MPI_Datatype element, Element kind);

  Case case_;
  std::vector<Case> threads_;  ///< the further ones of this rank
  Loop loop_;
  mpi::Info info_;  ///< the hints of -info; empty where there are none
  mpi::Datatype keeper_, vector_keeper_;
  std::vector<int> counts_, displacements_, neighbours_;
};

/// Whether each call is timed by itself, a barrier after it.
[[nodiscard]] bool barrier_after_calls(const Settings& settings, const Benchmark& benchmark);

/// The hints of -info; empty where there are none. Throws mpi::MpiError where the library takes none of them.
[[nodiscard]] mpi::Info make_info(const Settings& settings);

/// Why a case cannot be expressed to MPI at all; nothing where it can. Reductions are limited to 2^31 - 1
/// elements: their operations accept no contiguous datatype in place of a larger count.
[[nodiscard]] std::optional<Failure> too_large(const Settings& settings, const Benchmark& benchmark,
                                               std::int64_t bytes);

}  // namespace sonde::case_setup
