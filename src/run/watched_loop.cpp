#include "run/watched_loop.hpp"

#include <numeric>

#include "host/signals.hpp"

namespace sonde::run {

double longest_seconds(const Case& c, const Loop& loop, double expected) {
  const double moved = static_cast<double>(c.bytes) * static_cast<double>(loop.batches.repetitions());
  return 10 * expected + (c.file_name != nullptr ? 1e-6 * moved : 0);
}

std::optional<cases::Failure> run_loop(const Mode& mode, const Case& c, const Loop& loop, double longest,
                                       Sample& sample) {
  const host::TransferWatch watch(c.file_name != nullptr, longest + host::patience_seconds);
  return cases::attempt([&] { mode.measure(c, loop, sample); });
}

double timed_seconds(const Sample& sample) {
  return std::accumulate(sample.batch_seconds.begin(), sample.batch_seconds.end(), sample.pure);
}

}  // namespace sonde::run
