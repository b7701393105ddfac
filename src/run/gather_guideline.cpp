#include "run/gather_guideline.hpp"

#include "mpi/gather_lists.hpp"
#include "stats/batches.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::run {

namespace {

record::MeasuredGuideline::Ratio ratio_of(std::span<const double> ratios) {
  const auto ascending = stats::sorted(ratios);
  record::MeasuredGuideline::Ratio ratio{.median = stats::median(ratios), .pairs = std::ssize(ratios)};
  const double effective = stats::effective_number(ratios);
  if (!stats::interval_is_claimed(effective)) return ratio;
  const auto interval = stats::median_interval(ascending, effective);
  ratio.low = interval.low;
  ratio.high = interval.high;
  ratio.level = 0.95;
  return ratio;
}

}  // namespace

record::MeasuredGuideline gather_guideline(const case_setup::Team& team, const measuring::Measured& mine,
                                           std::span<const double> right, double scale) {
  const auto slowest = mpi::reduced(team.group.get(), mine.left_seconds, MPI_MAX);
  record::MeasuredGuideline made;
  if (!team.leads()) return made;
  const auto left = stats::batch_means(slowest, mine.batch_repetitions, scale);
  made.left = stats::median(left);
  made.right = stats::median(right);
  for (std::size_t i = 0; i < left.size(); ++i)
    if (right[i] > 0) made.ratios.push_back(left[i] / right[i]);
  if (!made.ratios.empty()) made.ratio = ratio_of(made.ratios);
  return made;
}

}  // namespace sonde::run
