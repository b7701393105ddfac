// What this process has in memory by now.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/memory_use.hpp"

namespace sonde::host {

/// From the text of /proc/self/smaps_rollup; nothing where it lacks what is needed. Private is what no file
/// and no shared memory backs (Anonymous): whether a page of a file has one user or two depends on who came
/// first. Huge pages of hugetlbfs count as private or shared; PSS leaves them out, as the kernel does.
[[nodiscard]] std::optional<MemoryUse> use_of_rollup(std::string_view text);

/// From the text of /proc/self/statm: `resident` is set, and shared is what files and shared memory back.
[[nodiscard]] std::optional<MemoryUse> use_of_statm(std::string_view text, std::int64_t page_bytes);

/// Of this process, now. Allocates nothing, so that reading changes nothing. Where the kernel has no
/// smaps_rollup the resident size takes its place; zeros, marked as resident, where there is neither.
[[nodiscard]] MemoryUse memory_use();

}  // namespace sonde::host
