#include "plan/file_layout.hpp"

#include "base/share.hpp"

namespace sonde {

FileLayout file_layout(const Benchmark& benchmark, std::int64_t bytes, int processes, int rank) {
  if (benchmark.needs.file.owner == FileOwner::self) return {bytes, 0, bytes};
  const std::int64_t unit = benchmark.message.element == Element::whole32 ? 4 : 1, all = bytes / unit;
  const std::int64_t mine = share(all, processes, rank) * unit;
  if (benchmark.needs.file.owner == FileOwner::rank) return {mine, 0, mine};
  return {mine, share_offset(all, processes, rank) * unit, all * unit};
}

}  // namespace sonde
