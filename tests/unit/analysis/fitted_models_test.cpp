#include "analysis/fitted_models.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "make_case.hpp"

namespace sonde::analysis {
using test::make_case;
namespace {

using testing::HasSubstr;

record::Run run_named(const std::string& source) {
  record::Run run;
  run.source = source;
  return run;
}

void add_pairs(record::Run& run, int pairs, double rate) {
  for (std::int64_t x = 1024; x <= 1 << 22; x *= 2) {
    record::CaseRecord c = make_case("PingPong", x, 5e-6 + pairs * static_cast<double>(x) / rate);
    c.id.multi = pairs > 1, c.id.groups = pairs;
    run.cases.push_back(c);
  }
}

void add_collective(record::Run& run, const std::string& name) {
  for (int p : {2, 4, 8})
    for (std::int64_t x = 8; x <= 1 << 16; x *= 4) {
      run.cases.push_back(make_case(name, x, std::log2(p) * (2e-6 + static_cast<double>(x) / 4e9)));
      run.cases.back().id.processes = p;
    }
}

std::vector<std::string> names(const FittedModels& models) {
  std::vector<std::string> all;
  for (const auto& curve : models.curves) all.push_back(curve.name);
  return all;
}

TEST(FittedModels, a_collective_at_three_process_counts_gets_its_formula) {
  record::Run run = run_named("a.json");
  add_collective(run, "Bcast");
  const FittedModels models = fitted_models(std::vector{run});
  ASSERT_THAT(names(models), testing::ElementsAre("a.json: Bcast in P and x"));
  EXPECT_EQ(models.curves[0].formula, "T = 2 us log2(P) + 0.25 ns/B log2(P) x");
  EXPECT_EQ(models.curves[0].series_label, "processes");
}

TEST(FittedModels, of_many_collectives_the_first_are_fitted_and_the_rest_is_counted) {
  record::Run run = run_named("a.json");
  for (int i = 0; i < 30; ++i) add_collective(run, "Odd" + std::to_string(100 + i));
  const FittedModels models = fitted_models(std::vector{run});
  EXPECT_EQ(models.curves.size(), 24U);
  EXPECT_THAT(models.refused, testing::ElementsAre(HasSubstr("6 more benchmarks")));
}

TEST(FittedModels, files_of_one_and_two_pairs_are_one_measurement_of_the_link) {
  std::vector runs{run_named("one.json"), run_named("two.json")};
  add_pairs(runs[0], 1, 1e9), add_pairs(runs[1], 2, 1.8e9);
  EXPECT_THAT(names(fitted_models(runs)), testing::Contains("all files: max-rate of PingPong, 1 to 2 pairs"));
  runs.push_back(runs[0]);  // a second file of one pair: two machines, or two days
  EXPECT_THAT(names(fitted_models(runs)), testing::Not(testing::Contains(HasSubstr("max-rate"))));
}

TEST(FittedModels, a_stream_beside_a_ping_pong_gives_loggp) {
  std::vector runs{run_named("latency.txt"), run_named("bw.txt")};
  add_pairs(runs[0], 1, 1e9);
  for (std::int64_t x = 1; x <= 1 << 20; x *= 2)
    runs[1].cases.push_back(make_case("osu_bw", x, 1e-6 + 1e-9 * double(x)));
  EXPECT_THAT(names(fitted_models(runs)), testing::Contains("all files: LogGP from PingPong and streaming"));
}

TEST(FittedModels, what_cannot_be_fitted_says_why) {
  record::Run run = run_named("a.json");
  run.cases.push_back(make_case("PingPong", 8, 1e-6));
  const FittedModels models = fitted_models(std::vector{run});
  EXPECT_TRUE(models.curves.empty());
  EXPECT_THAT(models.refused, testing::ElementsAre(HasSubstr("a.json: not identifiable")));
}

}  // namespace
}  // namespace sonde::analysis
