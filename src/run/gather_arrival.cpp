#include "run/gather_arrival.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mpi/gather_lists.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::run {

namespace {

constexpr int most_listed = 64;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double never = std::numeric_limits<double>::lowest();

record::Estimate estimate(std::vector<double> series) {
  std::erase_if(series, [](double value) { return !std::isfinite(value); });
  if (series.empty()) return {no_number, no_number, no_number};
  const double effective = stats::effective_number(series);
  std::ranges::sort(series);
  const double median = stats::quantile(series, 0.5);
  if (!stats::interval_is_claimed(effective)) return {median, no_number, no_number};
  const auto interval = stats::median_interval(series, effective);
  return {median, interval.low, interval.high};
}

/// Of each repetition, over the ranks that take part.
struct Ends {
  std::vector<double> last_exit, last_arrival, minus_first_arrival, sum, ranks;
};

Ends ends_of(const case_setup::Team& team, const measuring::Arrivals& mine) {
  Ends ends;
  for (std::size_t i = 0; i < mine.arrived.size(); ++i) {
    const bool idle = std::isnan(mine.arrived[i]);
    ends.last_exit.push_back(idle ? never : mine.left[i]);
    ends.last_arrival.push_back(idle ? never : mine.arrived[i]);
    ends.minus_first_arrival.push_back(idle ? never : -mine.arrived[i]);
    ends.sum.push_back(idle ? 0 : mine.left[i] - mine.arrived[i]);
    ends.ranks.push_back(idle ? 0 : 1);
  }
  for (auto* largest : {&ends.last_exit, &ends.last_arrival, &ends.minus_first_arrival})
    *largest = mpi::reduced(team.group.get(), *largest, MPI_MAX);
  for (auto* sum : {&ends.sum, &ends.ranks}) *sum = mpi::reduced(team.group.get(), *sum, MPI_SUM);
  return ends;
}

/// Median over the repetitions of the seconds after the first rank that came, of each rank; on the group's
/// first rank.
std::vector<double> achieved(const case_setup::Team& team, const measuring::Arrivals& mine, Ends& ends) {
  auto& minus_first = ends.minus_first_arrival;
  mpi::ok(
      MPI_Bcast(minus_first.data(), static_cast<int>(minus_first.size()), MPI_DOUBLE, 0, team.group.get()),
      "MPI_Bcast");
  std::vector<double> after;
  for (std::size_t i = 0; i < mine.arrived.size(); ++i) after.push_back(mine.arrived[i] + minus_first[i]);
  double middle = std::isnan(after.front()) ? no_number : stats::median(after);
  std::vector<double> all(team.leads() ? static_cast<std::size_t>(team.processes) : 0);
  mpi::ok(MPI_Gather(&middle, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, team.group.get()), "MPI_Gather");
  return all;
}

}  // namespace

record::MeasuredArrival gather_arrival(const case_setup::Team& team, const measuring::Arrivals& mine,
                                       std::span<const double> shares) {
  Ends ends = ends_of(team, mine);
  record::MeasuredArrival arrival;
  arrival.reference = mine.reference;
  arrival.largest = mine.largest;
  if (team.processes <= most_listed) {
    arrival.achieved = achieved(team, mine, ends);
    for (const double share : shares) arrival.asked.push_back(share * mine.largest);
  }
  std::vector<double> last, total, each, absorption;
  for (std::size_t i = 0; i < ends.sum.size(); ++i) {
    const double spread = ends.last_arrival[i] + ends.minus_first_arrival[i];
    last.push_back(ends.last_exit[i] - ends.last_arrival[i]);
    total.push_back(ends.last_exit[i] + ends.minus_first_arrival[i]);
    each.push_back(ends.sum[i] / ends.ranks[i]);
    absorption.push_back(mine.largest > 0 ? 1 - (total.back() - mine.reference) / spread : no_number);
  }
  arrival.last = estimate(std::move(last));
  arrival.total = estimate(std::move(total));
  arrival.each = estimate(std::move(each));
  arrival.absorption = estimate(std::move(absorption));
  return arrival;
}

}  // namespace sonde::run
