// How much a warning weighs.
#pragma once
#include <string_view>

namespace sonde::record {

enum class Severity {
  problem,  ///< the times are of something else than the network
  caution,  ///< one number does not say what happened
  note,     ///< how far to trust the number, or what to do next time
};

/// Of a kind of warning (record/warnings.hpp); a kind that is not known is a caution.
[[nodiscard]] Severity severity_of(std::string_view kind);
[[nodiscard]] std::string_view to_word(Severity severity);

}  // namespace sonde::record
