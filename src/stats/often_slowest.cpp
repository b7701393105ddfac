#include "stats/often_slowest.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <map>
#include <vector>

#include "stats/order.hpp"

namespace sonde::stats {

namespace {

constexpr std::size_t batches_for_chance = 8;
constexpr double caution =
    1;  // standard errors; found by simulation: tests/unit/stats/often_slowest_test.cpp

double lead_of_first(const Slowest& batch) {
  return batch.next > 0 ? batch.value / batch.next - 1 : 0;
}

/// Of `rank`, per batch; where another rank is slowest, how far that one leads, with a minus.
std::vector<double> leads_of(int rank, std::span<const Slowest> batches) {
  std::vector<double> leads;
  for (const Slowest& batch : batches)
    leads.push_back(batch.rank == rank ? lead_of_first(batch) : -lead_of_first(batch));
  return leads;
}

/// P(K >= k) of `n` trials that succeed with probability `p`; neither number need be whole.
double at_least(double k, double n, double p) {
  return boost::math::ibeta(k, n - k + 1, p);
}

double chance_of(double share, std::span<const double> leads, int ranks) {
  const double effective = effective_number(leads, caution);
  return std::min(1.0, ranks * at_least(share * effective, effective, 1.0 / ranks));
}

}  // namespace

OftenSlowest often_slowest(std::span<const Slowest> batches, int ranks) {
  std::map<int, int> counts;
  for (const Slowest& batch : batches) ++counts[batch.rank];
  const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  if (most == counts.end()) return {};
  OftenSlowest out{.rank = most->first,
                   .share = static_cast<double>(most->second) / static_cast<double>(batches.size())};
  const bool alone = std::ranges::none_of(batches, [](const Slowest& batch) { return batch.next > 0; });
  if (alone) return out;
  auto leads = leads_of(out.rank, batches);
  if (batches.size() >= batches_for_chance && ranks > 1) out.chance = chance_of(out.share, leads, ranks);
  for (double& lead : leads) lead = std::max(lead, 0.0);
  out.lead = median(leads);
  return out;
}

}  // namespace sonde::stats
