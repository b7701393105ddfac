#include "plan/budget.hpp"

#include <algorithm>

#include "plan/lengths.hpp"
#include "plan/repetitions.hpp"

namespace sonde {

namespace {

struct Speed {
  double latency_seconds, bytes_per_second;
};

/// What to expect of a repetition before any has run; only the first cases depend on it.
Speed first_guess(const Benchmark& benchmark) {
  if (benchmark.suite != Suite::io) return {5e-6, 1e9};
  return benchmark.writes ? Speed{2e-3, 1e8} : Speed{2e-6, 1e9};
}

constexpr double usual_overhead = 5e-3;

}  // namespace

double allotted_seconds(double left, const CaseCost& now, const Outlook& after) {
  const double free = left - static_cast<double>(after.cases + 1) * after.overhead - after.least - now.least;
  if (free <= 0) return now.least;
  const double wish = std::max(0.0, now.wanted - now.least);
  const double others = std::max(0.0, after.wanted - after.least);
  return now.least + (wish > 0 ? free * wish / (wish + others) : 0);
}

Budget::Budget(const Settings& settings, const Plan& plan) : settings_(settings) {
  for (const Section& section : plan.sections) {
    if (!section.refusal.empty()) continue;
    for (const std::int64_t bytes : lengths_for(settings, *section.benchmark))
      items_.push_back({section.benchmark, section.mode, section.processes, bytes});
  }
}

double Budget::guess(const Item& item) const {
  const auto known = known_.find({item.benchmark->writes, item.bytes});
  if (known != known_.end()) return known->second;
  const Speed speed = first_guess(*item.benchmark);
  return speed.latency_seconds + static_cast<double>(item.bytes) / speed.bytes_per_second;
}

/// An overlapped repetition transfers twice and computes once.
CaseCost Budget::cost(const Item& item) const {
  const double transfer = guess(item);
  const double burn = settings_.cpu_match ? transfer : settings_.cpu_seconds;
  const double each = item.benchmark->overlapped ? 2 * transfer + burn : transfer;
  const auto count = wanted_repetitions(settings_, *item.benchmark, item.mode, item.bytes, item.processes);
  return {each, std::max(each, std::min(settings_.seconds_per_sample, each * static_cast<double>(count)))};
}

Outlook Budget::outlook(std::size_t from) const {
  Outlook sum;
  for (std::size_t i = from; i < items_.size(); ++i) {
    const CaseCost one = cost(items_[i]);
    ++sum.cases;
    sum.least += one.least;
    sum.wanted += one.wanted;
  }
  sum.overhead = (overhead_sum_ + usual_overhead) / static_cast<double>(next_ + 1);
  return sum;
}

double Budget::estimate() const {
  const Outlook all = outlook(next_);
  return all.wanted + static_cast<double>(all.cases) * all.overhead;
}

double Budget::least() const {
  const Outlook all = outlook(next_);
  return all.least + static_cast<double>(all.cases) * all.overhead;
}

double Budget::allow(double elapsed) const {
  if (!settings_.budget_seconds || next_ >= items_.size()) return settings_.seconds_per_sample;
  const double seconds =
      allotted_seconds(*settings_.budget_seconds - elapsed, cost(items_[next_]), outlook(next_ + 1));
  return std::min(settings_.seconds_per_sample, seconds);
}

void Budget::finished(double seconds_per_repetition, double overhead_seconds) {
  if (next_ >= items_.size()) return;
  const Item& item = items_[next_++];
  overhead_sum_ += overhead_seconds;
  if (seconds_per_repetition <= 0 || item.benchmark->overlapped) return;
  double& slowest = known_[{item.benchmark->writes, item.bytes}];
  slowest = std::max(slowest, seconds_per_repetition);
}

}  // namespace sonde
