#include "plan/budget.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "plan/repetitions.hpp"

namespace sonde {

namespace {

struct Speed {
  double latency_seconds, bytes_per_second;
};

/// What to expect of a transfer before any has run; only the first cases depend on it.
double transfer_seconds(const Benchmark& benchmark, std::int64_t bytes) {
  const Speed speed = benchmark.needs.resource != Resource::file ? Speed{5e-6, 1e9}
                      : benchmark.needs.file.writes              ? Speed{2e-3, 1e8}
                                                                 : Speed{2e-6, 1e9};
  return speed.latency_seconds + static_cast<double>(bytes) / speed.bytes_per_second;
}

constexpr double usual_overhead = 5e-3;
constexpr double filled_bytes_per_second = 5e8;  ///< of files that will be read

/// By how much a run may be late.
double tolerance(double budget) {
  return std::max(5.0, budget / 10);
}

}  // namespace

double allotted_seconds(double left, const CaseCost& now, const CaseCost& after) {
  const double free = left - after.overhead - after.least - now.overhead - now.least;
  if (free <= 0) return now.least;
  const double wish = std::max(0.0, now.wanted - now.least);
  const double others = std::max(0.0, after.wanted - after.least);
  return now.least + (wish > 0 ? free * wish / (wish + others) : 0);
}

void KnownCosts::learn(std::int64_t bytes, double seconds) {
  const auto [known, is_new] = seconds_.try_emplace(bytes, seconds);
  if (!is_new) known->second = std::max(seconds, (known->second + seconds) / 2);
}

void KnownCosts::learn_least(std::int64_t bytes, double seconds) {
  const auto [known, is_new] = seconds_.try_emplace(bytes, seconds);
  if (!is_new) known->second = std::min(seconds, known->second);
}

Budget::Budget(const Settings& settings, const Plan& plan)
    : settings_(settings), cases_(cases_of(settings, plan)) {}

Budget::Kind Budget::kind_of(const PlannedCase& item) {
  if (item.benchmark().overlapped)
    return item.benchmark().needs.file.writes ? writing_beside_computation : reading_beside_computation;
  return item.benchmark().needs.file.writes ? writing : reading;
}

/// An overlapped repetition transfers twice and computes once.
double Budget::repetition_seconds(const PlannedCase& item, std::int64_t bytes) const {
  const double transfer = transfer_seconds(item.benchmark(), bytes);
  if (!item.benchmark().overlapped) return transfer;
  return 2 * transfer + (settings_.cpu_match ? transfer : settings_.cpu_seconds);
}

/// The probe transfers alone and, where the row is not of files, once beside its computation; trials of the
/// computation alone follow. A file is written before it is read.
double Budget::overhead_seconds(const PlannedCase& item, std::int64_t bytes) const {
  constexpr double computations = 11;
  const Benchmark& benchmark = item.benchmark();
  double probe = transfer_seconds(benchmark, bytes) * (benchmark.overlapped ? 2 : 1);
  if (benchmark.overlapped && benchmark.needs.resource != Resource::file && !settings_.cpu_match)
    probe += computations * settings_.cpu_seconds;
  if (benchmark.needs.resource != Resource::file || benchmark.needs.file.writes)
    return usual_overhead + probe;
  const auto count = wanted_repetitions(settings_, benchmark, item.lane.mode, bytes, item.lane.ranks);
  return usual_overhead + probe +
         static_cast<double>(bytes) * static_cast<double>(count) / filled_bytes_per_second;
}

/// A repetition of a map of links, and the trials behind it, cost what those of no other row do.
void Budget::Costs::learn(const PlannedCase& item, double seconds) {
  of_row[item.lane.benchmark].learn(item.bytes, seconds);
  if (item.benchmark().klass != TransferClass::links) of_kind[kind_of(item)].learn_least(item.bytes, seconds);
}

CaseCost Budget::cost(const PlannedCase& item) const {
  const double each =
      repetitions_.at(item, [&](std::int64_t bytes) { return repetition_seconds(item, bytes); });
  const double overhead =
      overheads_.at(item, [&](std::int64_t bytes) { return overhead_seconds(item, bytes); });
  const double all = std::min(settings_.seconds_per_sample, each * static_cast<double>(item.wanted));
  return {each, std::max(each, all), overhead};
}

CaseCost Budget::outlook(std::size_t from) const {
  CaseCost sum;
  for (std::size_t i = from; i < cases_.size(); ++i) {
    const CaseCost one = cost(cases_[i]);
    sum.least += one.least;
    sum.wanted += one.wanted;
    sum.overhead += one.overhead;
  }
  return sum;
}

double Budget::estimate() const {
  const CaseCost all = outlook(next_);
  return all.wanted + all.overhead;
}

double Budget::least() const {
  const CaseCost all = outlook(next_);
  return all.least + all.overhead;
}

/// Whether the next case is among the cheapest that fit into what is left.
bool Budget::stays(double left) const {
  std::vector<double> needs;
  for (std::size_t i = next_; i < cases_.size(); ++i) {
    const CaseCost one = cost(cases_[i]);
    needs.push_back(one.least + one.overhead);
  }
  const double mine = needs.front();
  const double cheaper = std::accumulate(needs.begin(), needs.end(), 0.0, [&](double sum, double need) {
    return need < mine ? sum + need : sum;
  });
  return cheaper + mine <= left;
}

CaseBudget Budget::allow(double elapsed) const {
  if (!settings_.budget_seconds || next_ >= cases_.size())
    return {.loop_seconds = settings_.seconds_per_sample};
  const double left = *settings_.budget_seconds - elapsed;
  const CaseCost now = cost(cases_[next_]);
  const double share = allotted_seconds(left, now, outlook(next_ + 1));
  const double most = std::max(left, tolerance(*settings_.budget_seconds)) / 2;
  return {std::min({settings_.seconds_per_sample, share, std::max(most, now.least)}), stays(left),
          std::max(0.0, left), now.least + now.overhead};
}

double Budget::spare(double elapsed) const {
  if (!settings_.budget_seconds) return std::numeric_limits<double>::infinity();
  const CaseCost after = outlook(std::min(next_ + 1, cases_.size()));
  return *settings_.budget_seconds - elapsed - after.least - after.overhead;
}

void Budget::finished(double seconds_per_repetition, double overhead_seconds) {
  if (next_ >= cases_.size()) return;
  const PlannedCase& item = cases_[next_++];
  overheads_.learn(item, overhead_seconds);
  if (seconds_per_repetition > 0) repetitions_.learn(item, seconds_per_repetition);
}

void Budget::passed_over() {
  if (next_ < cases_.size()) ++next_;
}

}  // namespace sonde
