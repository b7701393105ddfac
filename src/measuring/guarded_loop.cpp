#include "measuring/guarded_loop.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "case_setup/resource.hpp"
#include "host/timeouts.hpp"

namespace sonde::measuring {

double longest_seconds(const Case& c, const Loop& loop, double expected) {
  const double moved = static_cast<double>(c.bytes) * static_cast<double>(loop.batches.repetitions());
  return 10 * expected + (c.file_name != nullptr ? 1e-6 * moved : 0);
}

std::optional<case_setup::Failure> run_loop(const Mode& mode, const Case& c, const Loop& loop, double longest,
                                            LoopSample& sample) {
  const host::LoopWatch watch(case_setup::held_in_loops(c), longest + host::patience_seconds);
  if (c.threads.empty()) return case_setup::attempt([&] { mode.measure(c, loop, sample); });
  std::string reason;
  std::optional<host::StuckGuard> guard;  // the other threads may wait for the one that has failed
  Loop guarded = loop;
  guarded.at_failure = [&](const char* what) {
    reason = what;
    guard.emplace(reason.c_str(), longest);
  };
  return case_setup::attempt([&] { mode.measure(c, guarded, sample); });
}

double timed_seconds(const LoopSample& sample) {
  double longest = std::accumulate(sample.batch_seconds.begin(), sample.batch_seconds.end(), sample.pure);
  for (const LoopSample& other : sample.others) longest = std::max(longest, timed_seconds(other));
  return longest;
}

}  // namespace sonde::measuring
