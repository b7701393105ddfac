#include "model/overlap_formula.hpp"

#include <algorithm>

namespace sonde::model {

double transfer_time(double bytes, double bandwidth) {
  return bytes / bandwidth;
}

double chunk_count(double bytes, double chunk) {
  return bytes < chunk ? 1 : bytes / chunk;
}

std::int64_t repetitions(std::int64_t bytes, const RepetitionRule& rule) {
  if (bytes <= 0) return rule.msgs_per_sample;
  return std::min(rule.msgs_per_sample, std::max<std::int64_t>(1, rule.overall_vol / bytes));
}

namespace {
double bracket(const OverlapParameters& p, double bytes) {
  return transfer_time(bytes, p.bandwidth) / chunk_count(bytes, p.chunk) - p.latency;
}
}  // namespace

double overlap_time(const OverlapParameters& p, double bytes) {
  return std::max(0.0, bracket(p, bytes));
}

double total_time(const OverlapParameters& p, double bytes, std::int64_t n) {
  const auto halves = 2 * static_cast<double>(n);
  return halves * (2 * transfer_time(bytes, p.bandwidth) + p.latency) - (halves - 1) * overlap_time(p, bytes);
}

double total_time_expanded(const OverlapParameters& p, double bytes, std::int64_t n) {
  const auto count = static_cast<double>(n);
  return transfer_time(bytes, p.bandwidth) * (4 * count - (2 * count - 1) / chunk_count(bytes, p.chunk)) +
         p.latency * (4 * count - 1);
}

double aggregate_bandwidth(const OverlapParameters& p, double bytes, std::int64_t n) {
  return 4 * bytes * static_cast<double>(n) / total_time(p, bytes, n);
}

}  // namespace sonde::model
