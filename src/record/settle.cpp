#include "record/settle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "stats/batches.hpp"

namespace sonde::record {

namespace {

bool within(int value, int least, std::size_t below) {
  return value >= least && value < static_cast<int>(below);
}

/// Whether every number of a player or of a block is one.
bool fits(const links::Survey& survey) {
  const std::size_t players = survey.ranks.size(), blocks = survey.blocks.names.size();
  if (survey.blocks.of.size() != players) return false;
  if (!std::ranges::all_of(survey.blocks.of, [&](int block) { return within(block, 0, blocks); }))
    return false;
  return std::ranges::all_of(survey.findings, [&](const links::TrialFinding& finding) {
    const auto& suspect = finding.suspect;
    const bool link = suspect.kind == links::Kind::link;
    return within(suspect.first, 0, suspect.kind == links::Kind::block ? blocks : players) &&
           within(suspect.second, link ? 0 : -1, players);
  });
}

constexpr std::size_t most_points = 1000;

bool fits(const stats::TailCurve& curve, std::int64_t calls) {
  const auto& [seconds, above] = curve;
  if (seconds.size() != above.size() || seconds.size() > most_points) return false;
  if (seconds.empty()) return true;
  const auto is_time = [](double time) { return std::isfinite(time) && time >= 0; };
  return calls > 0 && above.front() == calls && above.back() == 0 && std::ranges::all_of(seconds, is_time) &&
         std::ranges::adjacent_find(seconds, std::greater_equal{}) == seconds.end() &&
         std::ranges::adjacent_find(above, std::less_equal{}) == above.end();
}

constexpr std::size_t most_samples = std::size_t{1} << 16;  // of a case: the recorder writes no more

}  // namespace

std::string settle(links::Survey& survey) {
  const std::size_t players = survey.ranks.size();
  for (links::Matrix* matrix : {&survey.map.latency, &survey.map.message}) {
    if (!matrix->empty() && matrix->seconds.size() != players * players)
      return "the matrices of 'links' must be the square of as many numbers as there are ranks";
    matrix->players = survey.players();
  }
  if (survey.map.latency.empty() != survey.map.message.empty())
    return "'links' must have both matrices or none";
  return fits(survey) ? "" : "'links' must be players and blocks that its lists have";
}

// NOLINTNEXTLINE(readability-non-const-parameter): as what settles other parts
std::string settle(stats::Tail& tail) {
  return fits(tail.curve, tail.calls)
             ? ""
             : "'curve_s' and 'curve_above' must be as many times, ascending, as counts that descend from 'calls' to 0";
}

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
