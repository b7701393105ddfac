#include "record/recorded_samples.hpp"

#include <algorithm>
#include <cmath>

#include "stats/batches.hpp"

namespace sonde::record {

namespace {

constexpr std::size_t most_samples = std::size_t{1} << 16;  // of a case: the recorder writes no more

}  // namespace

void summarise_samples(CaseRecord& record) {
  const auto& samples = record.batch_seconds;
  const auto is_time = [](double seconds) { return std::isfinite(seconds) && seconds >= 0; };
  if (!record.summary || !std::isnan(record.summary->median) || samples.empty() ||
      samples.size() > most_samples || !std::ranges::all_of(samples, is_time))
    return;
  const stats::Summary& known = *record.summary;
  stats::Summary made = stats::summarise(samples, {.mean = known.mean,
                                                   .repetitions = known.repetitions,
                                                   .warm_up = known.warm_up,
                                                   .stop_reason = known.stop_reason});
  made.slowest_rank = known.slowest_rank;
  made.slowest_share = known.slowest_share;
  *record.summary = std::move(made);
}

}  // namespace sonde::record
