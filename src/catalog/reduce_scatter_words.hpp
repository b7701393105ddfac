// Words for conventions that a run of Sonde and a table of another suite are compared by.
#pragma once
#include <string_view>

namespace sonde {

/// What X of a Reduce_scatter is.
inline constexpr std::string_view share_convention = "Reduce_scatter";
inline constexpr std::string_view x_for_each = "X is what each rank receives";
inline constexpr std::string_view x_for_all = "X is split over the ranks";

}  // namespace sonde
