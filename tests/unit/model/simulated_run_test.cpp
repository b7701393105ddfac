#include "model/simulated_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/samples.hpp"
#include "model/timing_diagram.hpp"

namespace sonde::model {
namespace {

Sweep sweep() {
  Sweep s;
  s.setup = {.pairs = 2, .group = 2, .rate = 1e6, .latency = 1e-3, .inner = 1000};
  s.lengths = {500, 1000};
  s.fixed_repetitions = 1;
  return s;
}

// Two messages of 500 us each way and 1 ms: last reply starts at 1.5 + 0.5 ms, arrives 1 + ... = 3 ms; half a
// round trip.
TEST(TimingDiagram, has_round_times_at_its_axis) {
  PingPongSetup setup;
  const auto labels = [&](double total) {
    Simulation run;
    run.finish = {total};
    run.total = total;
    run.trace = {{0, 0, 0, 1, 0, total}};
    const std::string picture = timing_diagram(setup, run).value();
    std::vector<std::string> out;
    const std::string begin = "text-anchor=\"middle\">";
    for (auto at = picture.find(begin); at != std::string::npos; at = picture.find(begin, at + 1))
      out.push_back(picture.substr(at + begin.size(), picture.find('<', at) - at - begin.size()));
    return out;
  };
  EXPECT_THAT(labels(20), testing::ElementsAre("0", "5 s", "10 s", "15 s", "20 s"));
  EXPECT_THAT(labels(12), testing::ElementsAre("0", "2 s", "4 s", "6 s", "8 s", "10 s", "12 s"));
  EXPECT_THAT(labels(60), testing::ElementsAre("0", "10 s", "20 s", "30 s", "40 s", "50 s", "60 s"));
}

TEST(SimulatedRun, has_the_times_of_the_table) {
  const auto run = simulated_run(sweep());
  ASSERT_TRUE(run.has_value());
  ASSERT_EQ(run->cases.size(), 2U);
  const record::CaseRecord& first = run->cases[0];
  EXPECT_EQ(first.id.groups, 2);
  EXPECT_TRUE(first.id.multi);
  EXPECT_NEAR(first.times->min, 1.5e-3, 1e-12);   // 0.5 + 1 + 0.5 + 1 = 3 ms
  EXPECT_NEAR(first.times->max, 1.75e-3, 1e-12);  // 1 + 1 + 0.5 + 1 = 3.5 ms
  EXPECT_NEAR(first.times->avg, 1.625e-3, 1e-12);
  EXPECT_NEAR(*first.megabytes_per_second, 500 / 1.75e-3 / 1048576, 1e-9);
  EXPECT_EQ(samples_of(*run).front().pairs, 2);
}

TEST(SimulatedRun, says_with_what_it_was_simulated) {
  const auto run = simulated_run(sweep());
  ASSERT_TRUE(run.has_value());
  std::vector<std::string> names;
  for (const auto& [name, value] : run->header.conventions_in_force) {
    names.push_back(name);
    EXPECT_NE(value, "") << name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"simulated rate [B/s]", "simulated latency [s]",
                                             "chunk within groups [B]", "chunk between groups [B]",
                                             "processes of a group", "processes", "latency", "remainder",
                                             "jitter [s]"}));
}

TEST(SimulatedRun, names_the_length_that_cannot_be_simulated) {
  Sweep bad = sweep();
  bad.lengths = {0};
  EXPECT_THAT(simulated_run(bad).error().message, testing::HasSubstr("0 bytes: "));
}

TEST(OctaveLengths, are_powers_and_steps_between_each_once) {
  EXPECT_THAT(octave_lengths(0, 3, 1), testing::ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(octave_lengths(0, 2, 4),
              testing::ElementsAre(1, 2, 3, 4));  // 1 1.19 1.41 1.68 2 2.38 2.83 3.36 4
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(TimingDiagram, has_a_bar_for_each_piece_of_each_process_and_of_the_link) {
  PingPongSetup setup{
      .bytes = 2, .repetitions = 1, .rate = 1, .inner = 1, .coupling = Coupling::locked, .keep_trace = true};
  const auto picture = timing_diagram(setup, simulate(setup).value());
  ASSERT_TRUE(picture.has_value());
  EXPECT_EQ(count(*picture, "<rect"), 1 + 2 * 8U);  // background; 2 processes x 2 halves x 2 chunks, twice
  EXPECT_EQ(count(*picture, ">process "), 2U);
  EXPECT_EQ(count(*picture, ">link, "), 2U);
  EXPECT_THAT(*picture, testing::EndsWith("</svg>\n"));
}

TEST(TimingDiagram, refuses_what_cannot_be_drawn) {
  PingPongSetup setup{.bytes = 2, .repetitions = 1, .rate = 1, .inner = 1};
  EXPECT_THAT(timing_diagram(setup, simulate(setup).value()).error().message, testing::HasSubstr("trace"));
  setup.keep_trace = true;
  setup.repetitions = 1000;
  EXPECT_THAT(timing_diagram(setup, simulate(setup).value()).error().message,
              testing::HasSubstr("at most 2000"));
}

}  // namespace
}  // namespace sonde::model
