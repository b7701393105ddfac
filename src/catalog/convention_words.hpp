// Words for conventions that a run of Sonde and a table of another suite are compared by.
#pragma once
#include <array>
#include <string_view>

namespace sonde {

/// What X of a Reduce_scatter is.
inline constexpr std::string_view share_convention = "Reduce_scatter";
inline constexpr std::string_view x_for_each = "X is what each rank receives";
inline constexpr std::string_view x_for_all = "X is split over the ranks";

/// Every convention that a head names.
inline constexpr std::array<std::string_view, 15> convention_names{
    "Mbyte",   "Time limit", "Clock",          "Start",      "Warm-up",
    "Root",    "Overlap",    "Progress",       "Locks",      "Truly_passive_put",
    "Threads", "Cache",      "Message length", "Page cache", share_convention};

}  // namespace sonde
