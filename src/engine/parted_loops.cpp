#include "engine/parted_loops.hpp"

namespace sonde::engine {

std::vector<BurnShare> shares_of(std::int64_t units, int parts, std::int64_t tests) {
  // Where the i-th of n cuts stands, of all that is computed: whole units first, so that no product
  // overflows.
  const auto place = [units](std::int64_t i, std::int64_t n) { return units / n * i + units % n * i / n; };
  std::vector<BurnShare> shares;
  std::int64_t done = 0, tested = 0;
  const auto add = [&](std::int64_t at, int part) {
    shares.push_back({at - done, part});
    done = at;
  };
  for (int part = 0; part < parts; ++part) {
    const std::int64_t end = place(part + 1, parts);
    for (; tested < tests && place(tested + 1, tests + 1) < end; ++tested)
      add(place(tested + 1, tests + 1), -1);
    add(end, part);
  }
  for (; tested < tests; ++tested) shares.insert(shares.end() - 1, BurnShare{0, -1});
  return shares;
}

}  // namespace sonde::engine
