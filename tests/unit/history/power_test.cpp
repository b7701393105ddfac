// How often a change is found: the table of docs/design/history-proof.md, and that it still holds.
//   SONDE_POWER=100 unit_history --gtest_filter='Power.*'      makes the table, of so many sites each
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "simulated_site.hpp"

namespace sonde::history {
namespace {

constexpr std::size_t cases = 100, nights = 150;  // the change comes four nights before the end

struct Change {
  std::size_t cases = 0;
  double factor = 1;
};
constexpr std::array changes{Change{0, 1}, Change{1, 1.10}, Change{25, 1.05}};

/// Per cent of sites whose alarm names what has got slower within four nights; without a change those that
/// raise one.
struct Line {
  Weather weather;
  double noise;
  const char* name;
  std::array<int, changes.size()> found;
};
// clang-format off
constexpr std::array published{
    Line{Weather::normal, 0.01, "nights differ by 1 %", {0, 100, 100}},
    Line{Weather::normal, 0.03, "nights differ by 3 %", {5, 73, 80}},
    Line{Weather::launch_spikes, 0.03, "and one launch of 20 is a spike", {2, 8, 14}},
    Line{Weather::spikes, 0.03, "and one night of 20 is a spike", {4, 0, 2}},
    Line{Weather::two_levels, 0.03, "and a third of the cases has two levels", {4, 41, 73}},
    Line{Weather::levels, 0.03, "and these levels last 20 nights", {5, 3, 62}},
    Line{Weather::drift, 0.03, "and all drift by 5 % a year", {7, 74, 87}},
    Line{Weather::gaps, 0.03, "and one value of 10 is missing", {1, 59, 63}},
};
// clang-format on

bool is_found(const Line& line, const Change& change, std::uint64_t seed) {
  auto site = simulated_site(line.weather, cases, nights, seed, line.noise);
  for (std::size_t c = 0; c < change.cases; ++c)
    for (std::size_t night = nights - newest_nights; night < nights; ++night)
      site[c].values[night] += std::log(change.factor);
  const Differences differences(site);
  for (std::size_t night = nights - newest_nights; night < nights; ++night) {
    const NightVerdict verdict = differences.judge(night);
    for (const CaseShift& moved : verdict.moved)
      if (moved.change > 0 && (change.cases == 0 || moved.of < change.cases)) return true;
  }
  return false;
}

int found_of(const Line& line, const Change& change, int sites) {
  int found = 0;
  for (int seed = 1; seed <= sites; ++seed)
    found += is_found(line, change, static_cast<std::uint64_t>(seed)) ? 1 : 0;
  return found;
}

TEST(Power, IsWhatIsPublished) {
  const char* wanted = std::getenv("SONDE_POWER");
  const int sites = wanted != nullptr ? std::atoi(wanted) : 4;
  for (const Line& line : published) {
    std::string text;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const int found = found_of(line, changes[i], sites);
      text += fmt::format(" {} % |", 100 * found / sites);
      const double p = std::clamp(line.found[i] / 100.0, 0.02, 0.98);
      const double spread = 4 * std::sqrt(sites * p * (1 - p)) + 1;  // the published number is uncertain, too
      if (wanted == nullptr) {
        EXPECT_NEAR(found, sites * p, spread) << line.name << ", change " << i;
      }
    }
    if (wanted != nullptr) fmt::print("| {} |{}\n", line.name, text);
  }
}

TEST(Power, IsPublishedInTheDocument) {
  std::ostringstream document;
  document << std::ifstream(SONDE_TEST_DATA "/../../docs/design/history-proof.md").rdbuf();
  for (const Line& line : published) {
    const auto row = fmt::format("\n| {} | {} % | {} % | {} % |\n", line.name, line.found[0], line.found[1],
                                 line.found[2]);
    EXPECT_NE(document.str().find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace sonde::history
