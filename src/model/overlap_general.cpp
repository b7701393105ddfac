#include "model/overlap_general.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace sonde::model {

namespace {

double first_piece(double bytes, double chunk) {
  return bytes <= chunk ? bytes : std::min(bytes - chunk, chunk);
}

// Time all k messages of a half keep one direction busy.
double half_service(const PairModel& model, double bytes) {
  return model.pairs * bytes / model.bandwidth;
}

double locked_time(const PairModel& model, double bytes, double n) {
  const double service = half_service(model, bytes);
  const double step = half_step(model, bytes);
  if (2 * step >= service) return (2 * n - 1) * step + service + model.latency;
  return n * service + step + model.latency;
}

// Mean value analysis (Reiser and Lavenberg, 1980): k customers, two processor-sharing stations, a delay.
double mixed_time(const PairModel& model, double bytes, double n) {
  const double service = bytes / model.bandwidth;
  const double delay = 2 * model.latency;
  double cycle = 0, queue = 0;
  for (int customers = 1; customers <= model.pairs; ++customers) {
    const double residence = service * (1 + queue);
    cycle = delay + 2 * residence;
    queue = cycle > 0 ? customers * residence / cycle : 0;
  }
  return n * cycle;
}

}  // namespace

const char* to_word(LatencyRule rule) {
  return rule == LatencyRule::paper ? "paper" : rule == LatencyRule::causal ? "causal" : "delay";
}

LatencyRule latency_rule(std::string_view word) {
  for (const auto rule : {LatencyRule::paper, LatencyRule::causal})
    if (word == to_word(rule)) return rule;
  return LatencyRule::delay;
}

double completion_spread(const PairModel& model, double bytes) {
  EXPECTS(model.pairs >= 1 && model.group >= 1 && model.pairs % model.group == 0);
  return (model.group - 1) * std::min(bytes, model.inner) +
         (model.pairs - model.group) * std::min(bytes, model.outer);
}

double start_spread(const PairModel& model, double bytes) {
  EXPECTS(model.pairs >= 1 && model.group >= 1 && model.pairs % model.group == 0);
  const bool one_level = model.group == model.pairs;
  const double turn = one_level ? bytes : first_piece(bytes, model.outer);
  return (model.group - 1) * first_piece(turn, model.inner) + (model.pairs - model.group) * turn;
}

double half_step(const PairModel& model, double bytes) {
  const double all = half_service(model, bytes) + model.latency;
  if (model.rule == LatencyRule::causal)
    return half_service(model, bytes) - start_spread(model, bytes) / model.bandwidth + 2 * model.latency;
  const double first = half_service(model, bytes) - completion_spread(model, bytes) / model.bandwidth;
  if (model.rule == LatencyRule::delay) return first + model.latency;
  return std::min(first + 2 * model.latency, all);
}

double total_time(const PairModel& model, double bytes, std::int64_t n, LinkPhase phase) {
  const auto count = static_cast<double>(n);
  switch (phase) {
    case LinkPhase::locked:
      return locked_time(model, bytes, count);
    case LinkPhase::mixed:
      return mixed_time(model, bytes, count);
    case LinkPhase::antiphase:
      break;
  }
  return 2 * count * std::max(half_service(model, bytes) / 2, bytes / model.bandwidth + model.latency);
}

double aggregate_bandwidth(const PairModel& model, double bytes, std::int64_t n, LinkPhase phase) {
  return 2 * model.pairs * bytes * static_cast<double>(n) / total_time(model, bytes, n, phase);
}

}  // namespace sonde::model
