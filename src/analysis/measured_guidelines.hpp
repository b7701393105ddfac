// Rows that measure a call beside a composition of others with its effect, in one loop: their pairs and their
// names.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/guidelines.hpp"
#include "analysis/observations.hpp"

namespace sonde::analysis {

/// One pair for each case of `rows`, from by_case(), that has a record::MeasuredGuideline; the other rows are
/// passed over.
[[nodiscard]] std::vector<GuidelinePair> measured_pairs(Occurrences rows);

struct ComposedNames {
  std::string call, composition;
};

/// "Allgather" and "Gather + Bcast" of Allgather_as_Gather_Bcast: what stands behind `_as_`, with a plus
/// before each capital that follows an underscore; "user operation" of Allreduce_as_user_operation, where no
/// call is named first. `_then_` tells Reduce_then_Scatter from Reduce_scatter, since names are compared
/// without regard to case. A name without `_as_` is the call's, of a composition that has no name.
[[nodiscard]] ComposedNames composed_names(std::string_view benchmark);

/// The cheapest composition that is proved cheaper than a call, for lengths that are neighbours among those
/// measured.
struct CheapestOfLengths {
  ComposedNames names{};
  std::vector<const CheckedGuideline*> rows{};  ///< of `check`, by length
};

/// Of all rows of `check`, by call and length.
[[nodiscard]] std::vector<CheapestOfLengths> cheapest_of_lengths(const GuidelineCheck& check);

/// "Allgather np=4, 1 to 32 KiB: use Gather + Bcast, 1.8 to 3.1 times faster".
[[nodiscard]] std::string sentence(const CheapestOfLengths& cheaper);

}  // namespace sonde::analysis
