// Every number of every kind of fit, on data with reproducible noise and on measured data.
#include "golden.hpp"

#include <fmt/format.h>

#include <functional>

#include "model/describe_fit.hpp"
#include "model/fit_collective.hpp"
#include "model/fit_latency.hpp"
#include "model/fit_loggp.hpp"
#include "model/fit_maxrate.hpp"
#include "model/fit_overlap.hpp"
#include "synthetic.hpp"

namespace sonde::model {
namespace {

std::vector<Sample> timed(const std::vector<std::int64_t>& sizes, const std::vector<int>& counts,
                          double noise, std::uint64_t seed,
                          const std::function<double(double x, double k)>& seconds) {
  std::vector<Sample> samples;
  Normal normal(seed);
  for (const int k : counts)
    for (const std::int64_t x : sizes) {
      const auto bytes = static_cast<double>(x);
      samples.push_back({.benchmark = "PingPong",
                         .bytes = bytes,
                         .seconds = seconds(bytes, k) * (1 + noise * normal()),
                         .processes = 2 * k,
                         .pairs = k});
    }
  set_weights(samples);
  return samples;
}

std::string told(const std::string& name, const Result<FittedCurve>& fit) {
  std::string text = "== " + name + "\n";
  if (!fit) return text + fit.error().message + "\n";
  text += fit->name + "\n" + fit->formula + "\n";
  for (const FittedParameter& p : fit->parameters) {
    text += fmt::format("{} {:.9g} {}", p.name, p.value, p.unit);
    text += p.interval ? fmt::format(" {:.9g} {:.9g}\n", p.interval->low, p.interval->high) : " -\n";
  }
  const Quality& q = fit->quality;
  text += fmt::format("{} {} {:.9g} {:.9g} {:.9g}\n", q.points, q.parameters, q.r_squared, q.aicc,
                      q.relative_rms);
  double sum = 0;
  for (const FittedPoint& p : fit->points) sum += p.fitted + p.sigma + p.half_interval + p.series;
  text += fmt::format("{} {:.9g}", fit->points.size(), sum);
  sum = 0;
  for (const CurvePoint& p : fit->curve) sum += p.y * (1 + std::log1p(p.x)) + p.series;
  text += fmt::format(" {} {:.9g}\n", fit->curve.size(), sum);
  for (const std::string& note : fit->notes) text += note + "\n";
  return text;
}

double eager_then_rendezvous(double x, double) {
  return x < 8192 ? 2e-6 + x / 2e9 : 10e-6 + x / 10e9;
}
double shared_link(double x, double k) {
  return 5e-6 + k * x / std::min(12e9, 4e9 + (k - 1) * 3e9);
}

TEST(Golden, latency_and_bandwidth) {
  const auto sizes = lengths(16, 1 << 22, 2);
  std::string text;
  for (const double noise : {0.003, 0.01, 0.1})
    text += told(fmt::format("two protocols, noise {}", noise),
                 fit_latency(timed(sizes, {1}, noise, 3, eager_then_rendezvous)));
  text += told("one line",
               fit_latency(timed(sizes, {1}, 0.02, 4, [](double x, double) { return 2e-6 + x / 1e9; })));
  text += told("five lengths", fit_latency(timed(lengths(16, 256, 1), {1}, 0.01, 4, eager_then_rendezvous)));
  test::expect_golden("fits-latency", text, 1e5);
}

TEST(Golden, rates_of_several_pairs) {
  std::string text;
  for (const double noise : {0.003, 0.01})
    text += told(fmt::format("noise {}", noise),
                 fit_maxrate(timed(lengths(1024, 1 << 22, 1), {1, 2, 3, 4, 6, 8}, noise, 5, shared_link)));
  test::expect_golden("fits-maxrate", text, 1e4);
}

TEST(Golden, collectives) {
  const auto sizes = lengths(8, 1 << 20, 1);
  const std::vector<int> counts{1, 2, 4, 8, 16, 32};
  std::string text = told("tree", fit_collective(timed(sizes, counts, 0.02, 6, [](double x, double k) {
                            return std::log2(2 * k) * (3e-6 + x * 0.5e-9);
                          })));
  text += told("linear", fit_collective(timed(sizes, counts, 0.02, 7, [](double x, double k) {
                 return 1e-6 + k * 4e-6 + x * 1e-9;
               })));
  test::expect_golden("fits-collective", text, 1e5);
}

TEST(Golden, loggp) {
  const auto sizes = lengths(1, 1 << 20, 1);
  const auto latency = timed(sizes, {1}, 0.02, 8, [](double x, double) { return 7e-6 + x * 1e-9; });
  const auto stream = timed(sizes, {1}, 0.02, 9, [](double x, double) { return 0.8e-6 + x * 1.1e-9; });
  test::expect_golden(
      "fits-loggp", told("latency alone", fit_loggp(latency, {})) + told("both", fit_loggp(latency, stream)),
      1e5);
}

TEST(Golden, overlap_of_pairs) {
  std::string text;
  const auto measured = read_samples(std::string(SONDE_TEST_DATA) + "/model/pairs_100mbit.csv").value();
  for (const int pairs : {1, 2, 3, 4}) {
    auto samples = measured;
    std::erase_if(samples, [=](const Sample& s) { return s.pairs != pairs || s.bytes > 32768; });
    set_weights(samples);
    for (const LinkPhase phase : {LinkPhase::locked, LinkPhase::antiphase, LinkPhase::mixed})
      text += told(fmt::format("{} measured pairs, phase {}", pairs, static_cast<int>(phase)),
                   fit_overlap(samples, {.from = 1, .phase = phase}));
  }
  test::expect_golden("fits-overlap", text, 1e3);
}

}  // namespace
}  // namespace sonde::model
