#include "stand_in_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace stand_in {

namespace {

struct Stretch {
  std::size_t bytes;
  std::byte* alias;
  bool hidden;
};

struct Write {
  std::byte* to;  ///< an alias
  std::vector<std::byte> bytes;
};

struct State {
  std::mutex mutex;
  std::map<std::byte*, Stretch> stretches;
  std::vector<Write> writes;
  std::size_t held = 0;
};

/// Lives until the process is gone: a program may give memory back while its own objects end.
State& state() {
  static State& all = *new State;
  return all;
}

long number(const char* variable, long otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atol(text);
}

bool lost() {
  static const long last = number("SONDE_STAND_IN_LOST_AFTER", -1);
  static std::atomic<long> copies = 0;
  return last >= 0 && copies++ >= last;
}

bool forgets() {
  static const long each = number("SONDE_STAND_IN_FORGETS", 0);
  static std::atomic<long> copies = 0;
  return each > 0 && ++copies % each == 0;
}

/// A page that is no memory follows, so that the end of one stretch is not the beginning of the next.
std::size_t mapped(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  return (bytes + page - 1) / page * page + page;
}

/// With the mutex held.
Range range(const void* at) {
  auto* const wanted = static_cast<std::byte*>(const_cast<void*>(at));
  auto after = state().stretches.upper_bound(wanted);
  if (after == state().stretches.begin()) return {};
  const auto& [begin, stretch] = *--after;
  if (wanted > begin + stretch.bytes) return {};
  return {begin, stretch.bytes, stretch.hidden};
}

/// With the mutex held. The second address; null where not all the bytes are memory of this driver.
std::byte* alias(const void* at, std::size_t bytes) {
  const Range all = range(at);
  if (all.begin == nullptr) return nullptr;
  auto* const begin = static_cast<std::byte*>(all.begin);
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(at) - begin);
  return offset + bytes <= all.bytes ? state().stretches.at(begin).alias + offset : nullptr;
}

/// With the mutex held.
void carry_out() {
  for (const Write& write : state().writes) std::memcpy(write.to, write.bytes.data(), write.bytes.size());
  state().writes.clear();
}

}  // namespace

int devices() {
  return static_cast<int>(number("SONDE_STAND_IN_DEVICES", 2));
}

Status allocate(std::size_t bytes, bool hidden, void** at) {
  const std::scoped_lock lock(state().mutex);
  const long most = number("SONDE_STAND_IN_MEMORY", -1);
  if (most >= 0 && state().held + bytes > static_cast<std::size_t>(most)) return Status::out_of_memory;
  const int file = memfd_create("device", 0);
  const auto map = [&](int protection, int handle, int flags) {
    return mmap(nullptr, mapped(bytes), protection, flags, handle, 0);
  };
  void* seen = MAP_FAILED;
  if (file >= 0 && ftruncate(file, static_cast<off_t>(mapped(bytes))) == 0)
    seen = map(PROT_READ | PROT_WRITE, file, MAP_SHARED);
  if (file >= 0) close(file);
  void* shown = hidden ? map(PROT_NONE, -1, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE) : seen;
  if (seen == MAP_FAILED || shown == MAP_FAILED) return Status::out_of_memory;
  state().held += bytes;
  state().stretches[static_cast<std::byte*>(shown)] = {bytes, static_cast<std::byte*>(seen), hidden};
  *at = shown;
  return Status::success;
}

Status give_back(void* at) {
  const std::scoped_lock lock(state().mutex);
  carry_out();
  const auto found = state().stretches.find(static_cast<std::byte*>(at));
  if (found == state().stretches.end()) return Status::no_such_memory;
  const Stretch stretch = found->second;
  state().stretches.erase(found);
  state().held -= stretch.bytes;
  munmap(stretch.alias, mapped(stretch.bytes));
  if (stretch.hidden) munmap(at, mapped(stretch.bytes));
  return Status::success;
}

Status copy_in(void* to, const void* from, std::size_t bytes) {
  if (lost()) return Status::lost;
  const std::scoped_lock lock(state().mutex);
  std::byte* const seen = alias(to, bytes);
  if (seen == nullptr) return Status::no_such_memory;
  const auto* first = static_cast<const std::byte*>(from);
  if (bytes > 0 && forgets()) --bytes;
  state().writes.push_back({seen, {first, first + bytes}});
  return Status::success;
}

Status copy_out(void* to, const void* from, std::size_t bytes) {
  if (lost()) return Status::lost;
  const std::scoped_lock lock(state().mutex);
  carry_out();
  const std::byte* const seen = alias(from, bytes);
  if (seen == nullptr) return Status::no_such_memory;
  std::memcpy(to, seen, bytes);
  return Status::success;
}

Status synchronise() {
  const std::scoped_lock lock(state().mutex);
  carry_out();
  return Status::success;
}

Range range_of(const void* at) {
  const std::scoped_lock lock(state().mutex);
  return range(at);
}

void write_name(char* text, int length) {
  std::snprintf(text, static_cast<std::size_t>(length), "Stand-in GPU");
}

void write_pci(char* text, int length, int device) {
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0", 10 + device);
}

}  // namespace stand_in

/// Where the bytes of an address are seen; the address itself where it is no memory of this driver.
SONDE_STAND_IN void* sonde_stand_in_alias(const void* at) {
  const std::scoped_lock lock(stand_in::state().mutex);
  void* const seen = stand_in::alias(at, 0);
  return seen == nullptr ? const_cast<void*>(at) : seen;
}
