#include "host/process_memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/descriptor.hpp"
#include "base/text.hpp"

namespace sonde::host {

namespace {

std::optional<std::int64_t> leading_number(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return number_of<std::int64_t>(text.substr(0, text.find_first_not_of("0123456789")));
}

/// Bytes of a line "Name:   12 kB".
std::optional<std::int64_t> field(std::string_view text, std::string_view name) {
  std::size_t at = 0;
  while ((at = text.find(name, at)) != std::string_view::npos) {
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    at += name.size();
    if (!begins_line || at >= text.size() || text[at] != ':') continue;
    const auto kilobytes = leading_number(text.substr(at + 1));
    if (!kilobytes) return std::nullopt;
    return *kilobytes * 1024;
  }
  return std::nullopt;
}

using Text = std::array<char, 4096>;

std::string_view read_into(Text& text, const char* path) {
  const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  if (!file.open()) return {};
  std::size_t length = 0;
  for (ssize_t got = 1; got > 0 && length < text.size();) {
    got = ::read(file.number(), text.data() + length, text.size() - length);
    if (got > 0) length += static_cast<std::size_t>(got);
  }
  return {text.data(), length};
}

}  // namespace

std::optional<MemoryUse> use_of_rollup(std::string_view text) {
  const auto pss = field(text, "Pss"), resident = field(text, "Rss"), anonymous = field(text, "Anonymous");
  if (!pss || !resident || !anonymous || *anonymous > *resident) return std::nullopt;
  return MemoryUse{.pss = *pss,
                   .own = *anonymous + field(text, "Private_Hugetlb").value_or(0),
                   .shared = *resident - *anonymous + field(text, "Shared_Hugetlb").value_or(0)};
}

std::optional<MemoryUse> use_of_statm(std::string_view text, std::int64_t page_bytes) {
  std::array<std::int64_t, 3> pages{};  // all, resident, of which shared
  for (std::int64_t& number : pages) {
    const auto found = leading_number(text);
    if (!found) return std::nullopt;
    number = *found;
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    text.remove_prefix(std::min(text.find_first_of(" \t\n"), text.size()));
  }
  if (pages[2] > pages[1]) return std::nullopt;
  return MemoryUse{.pss = pages[1] * page_bytes,
                   .own = (pages[1] - pages[2]) * page_bytes,
                   .shared = pages[2] * page_bytes,
                   .resident = true};
}

MemoryUse memory_use() {
  Text text;
  if (const auto use = use_of_rollup(read_into(text, "/proc/self/smaps_rollup"))) return *use;
  if (const auto use = use_of_statm(read_into(text, "/proc/self/statm"), sysconf(_SC_PAGESIZE))) return *use;
  return {.resident = true};
}

}  // namespace sonde::host
