// How much memory a program that reads files of any size may take.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace sonde::host {

/// Bytes that one more program can have: what /proc/meminfo calls available, or less where a control group of
/// this process (version 1 or 2, or one above it) leaves less. Nothing where the system does not say. `root`:
/// of the file system, for tests.
[[nodiscard]] std::optional<std::int64_t> memory_at_hand(const std::string& root = {});

/// Limits the memory of this process (RLIMIT_DATA), so that an allocation fails before the system ends
/// processes. A limit that is lower stays.
void limit_memory();

/// While it lives, the limit is the one that the user set: a program that is started now inherits that.
class MemoryLimitOfUser {
 public:
  MemoryLimitOfUser();
  ~MemoryLimitOfUser();
  MemoryLimitOfUser(const MemoryLimitOfUser&) = delete;
  MemoryLimitOfUser& operator=(const MemoryLimitOfUser&) = delete;
};

}  // namespace sonde::host
