#include "patterns/links.hpp"

#include <algorithm>

namespace sonde::patterns {

double middle_of(std::vector<double>& readings) {
  for (std::size_t i = 0; i + 1 < readings.size(); ++i) readings[i] = readings[i + 1] - readings[i];
  readings.pop_back();
  const auto middle = readings.begin() + static_cast<std::ptrdiff_t>(readings.size() / 2);
  std::ranges::nth_element(readings, middle);
  return *middle;
}

namespace {

void meet_at_once(const Case& c, LinkMeter& meter, int round) {
  if (const int partner = c.tournament.partner(c.rank, round); partner >= 0) meter.meet(partner);
}

/// The pairs of a round one after the other.
void meet_in_turn(const Case& c, LinkMeter& meter, int round) {
  for (int rank = 0; rank < c.size; ++rank) {
    const int partner = c.tournament.partner(rank, round);
    if (partner < rank) continue;
    ok(MPI_Barrier(c.comm), "MPI_Barrier");
    if (c.rank == rank) meter.meet(partner);
    if (c.rank == partner) meter.meet(rank);
  }
}

}  // namespace

void measure_links(const Case& c, const Loop& loop, LoopSample& sample) {
  sample.prepare(loop.batches.count);
  sample.links.assign(static_cast<std::size_t>(c.size), {});
  LinkMeter meter(c, loop, sample);
  loop.line_up(c, loop);
  sample.stamps.front() = MPI_Wtime();
  for (int round = 0; round < c.tournament.rounds(); ++round) {
    if (c.isolated)
      meet_in_turn(c, meter, round);
    else
      meet_at_once(c, meter, round);
    if (round % rounds_together == rounds_together - 1) ok(MPI_Barrier(c.comm), "MPI_Barrier");
  }
  sample.stamps.back() = MPI_Wtime();
}

}  // namespace sonde::patterns
