// Is the host that is named the slow one, and is none named where all are alike? By simulation with fixed
// seeds; SONDE_SEEDS=N simulates N runs of each kind of cluster and prints the table of
// docs/design/statistics-proof.md.
#include "analysis/slow_hosts.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>

#include "simulated_cluster.hpp"

namespace sonde::analysis {
using test::make_case;
namespace {

using simulated::Cluster;
using simulated::Losers;
using simulated::Simulation;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

std::vector<std::string> named(const record::Run& run) {
  std::vector<std::string> names;
  for (const HostShare& host : slow_hosts_of(run))
    if (host.slow) names.push_back(host.host);
  return names;
}

// ---- by hand

/// Hosts n0, n1, ... of one rank each.
record::Run run_on(int hosts) {
  record::Run run;
  run.header.ranks = hosts;
  run.header.settings["root_shift"] = "on";
  for (int rank = 0; rank < hosts; ++rank)
    run.header.places.push_back({rank, "n" + std::to_string(rank), {}, {}});
  return run;
}

/// A case of all ranks in which one stands apart.
record::CaseRecord apart(const std::string& benchmark, int processes, int rank) {
  record::CaseRecord c = make_case(benchmark, 8, 1e-6);
  c.id.processes = processes;
  c.slowest_world_rank = rank;
  c.summary = stats::Summary{
      .batches = 30, .slowest_rank = rank, .slowest_lead = 0.2, .slowest_chance = 1e-6, .slowest_share = 0.9};
  return c;
}

const std::vector<std::string> several{"Allreduce", "Alltoall", "Barrier", "Exchange", "Sendrecv"};

record::Run agreeing_on(int hosts, int rank, const std::vector<std::string>& benchmarks = several) {
  record::Run run = run_on(hosts);
  for (const auto& benchmark : benchmarks) run.cases.push_back(apart(benchmark, hosts, rank));
  return run;
}

TEST(SlowHosts, are_named_where_several_benchmarks_agree) {
  EXPECT_THAT(named(agreeing_on(8, 3)), ElementsAre("n3"));
  EXPECT_THAT(named(agreeing_on(64, 3, {"Allreduce", "Alltoall", "Barrier"})), ElementsAre("n3"));
}

TEST(SlowHosts, are_not_named_by_one_case_or_one_benchmark_however_often) {
  record::Run run = agreeing_on(64, 3, {"Allreduce"});
  EXPECT_THAT(named(run), IsEmpty());
  for (int i = 0; i < 100; ++i) run.cases.push_back(apart("Allreduce", 64, 3));
  EXPECT_THAT(named(run), IsEmpty());
}

TEST(SlowHosts, are_not_named_where_benchmarks_disagree) {
  record::Run run = agreeing_on(64, 3);
  for (std::size_t i = 0; i < run.cases.size(); ++i) run.cases[i].slowest_world_rank = static_cast<int>(i);
  EXPECT_THAT(named(run), IsEmpty());
}

TEST(SlowHosts, are_not_named_by_a_hair_or_where_leads_and_chances_are_unknown) {
  using Change = void (*)(stats::Summary&);
  for (const Change change : {Change([](stats::Summary& s) { s.slowest_lead = 0.0; }),
                              Change([](stats::Summary& s) { s.slowest_lead = 0.04; }),
                              Change([](stats::Summary& s) { s.slowest_lead.reset(); }),
                              Change([](stats::Summary& s) { s.slowest_chance.reset(); }),
                              Change([](stats::Summary& s) { s.slowest_chance = 0.01; }),
                              Change([](stats::Summary& s) { s.slowest_share = 0.4; })}) {
    record::Run run = agreeing_on(64, 3);
    for (auto& c : run.cases) change(*c.summary);
    EXPECT_THAT(named(run), IsEmpty());
  }
}

TEST(SlowHosts, maps_of_links_are_no_evidence) {
  EXPECT_THAT(named(agreeing_on(64, 3, {"Allreduce", "Links"})), IsEmpty());
  record::Run run = agreeing_on(64, 3);
  for (auto& c : run.cases) c.links.emplace();
  EXPECT_THAT(slow_hosts_of(run), IsEmpty());
}

const std::vector<std::string> rooted{"Bcast",   "Reduce",       "Gather",
                                      "Scatter", "Igather_pure", "Scatterv_persist"};

TEST(SlowHosts, roots_count_where_they_go_round) {
  record::Run run = agreeing_on(64, 3, rooted);
  EXPECT_THAT(named(run), ElementsAre("n3"));
  run.header.settings["root_shift"] = "off";
  EXPECT_THAT(slow_hosts_of(run), IsEmpty());
  run.header.settings.clear();
  EXPECT_THAT(named(run), IsEmpty()) << "it is not known whether they do";
  run.header.conventions_in_force = {{"Root", "rank 0"}};
  EXPECT_THAT(slow_hosts_of(run), IsEmpty());
  run.header.conventions_in_force = {{"Root", "i mod P in repetition i"}};
  EXPECT_THAT(named(run), ElementsAre("n3"));
}

TEST(SlowHosts, whom_a_barrier_after_each_call_lets_go_first_is_not_named) {
  const std::vector<std::string> collectives{"Allreduce",  "Alltoall", "Bcast",
                                             "Iallgather", "Barrier",  "Reduce_scatter"};
  record::Run run = agreeing_on(64, 3, collectives);
  EXPECT_THAT(named(run), ElementsAre("n3"));
  run.header.conventions_in_force = {{"Clock", "around every call, a barrier after it"}};
  EXPECT_THAT(slow_hosts_of(run), IsEmpty());
  record::Run transfers = agreeing_on(64, 3, {"Sendrecv", "Exchange", "Stencil2D", "Bidir_put"});
  transfers.header.conventions_in_force = run.header.conventions_in_force;
  EXPECT_THAT(named(transfers), ElementsAre("n3")) << "no barrier follows them";
}

TEST(SlowHosts, of_a_run_that_went_on_elsewhere_are_those_of_each_launch) {
  record::Run run = agreeing_on(64, 3);
  auto elsewhere = std::make_shared<std::vector<record::RankPlace>>(run.header.places);
  for (auto& place : *elsewhere) place.host = "m" + place.host.substr(1);
  for (auto& c : run.cases) c.moved_to = elsewhere;
  EXPECT_THAT(named(run), ElementsAre("m3"));
  run.cases[0].moved_to = run.cases[1].moved_to = nullptr;  // two benchmarks here, three there
  EXPECT_THAT(named(run), ElementsAre("m3"));
  run.cases.resize(3);  // two here, one there
  EXPECT_THAT(named(run), IsEmpty());
}

TEST(SlowHosts, ranks_with_a_place_of_their_own_do_not_count) {
  EXPECT_THAT(named(agreeing_on(64, 0, {"BcastMT", "ReduceMT", "Accumulate", "Incast", "One_put_all"})),
              IsEmpty());
  record::Run run = agreeing_on(64, 3);
  for (auto& c : run.cases) c.id.bytes = 0;
  EXPECT_THAT(named(run), IsEmpty()) << "calls without data may return at once";
}

// Of two processes a case says less than of 64: the first host takes part in both.
TEST(SlowHosts, small_process_counts_use_the_first_hosts_only) {
  record::Run run = run_on(64);
  for (const auto& benchmark : several) run.cases.push_back(apart(benchmark, 2, 1));
  EXPECT_THAT(named(run), IsEmpty());
  for (auto& c : run.cases) c.id.processes = 64;
  EXPECT_THAT(named(run), ElementsAre("n1"));
}

TEST(SlowHosts, groups_that_are_not_listed_are_the_first_ranks_unless_ranks_are_mapped) {
  record::Run run = run_on(256);
  for (const auto& benchmark : several) run.cases.push_back(apart(benchmark, 128, 100));
  EXPECT_THAT(named(run), ElementsAre("n100"));
  run.header.settings["map"] = "2x128";
  EXPECT_THAT(named(run), IsEmpty());
  run.header.settings.erase("map");
  run.header.settings["load"] = "incast:0.5,1048576";
  EXPECT_THAT(named(run), IsEmpty());
  run.header.settings.erase("load");
  run.header.command_line = {"IMB-MPI1", "-map", "2x128"};
  EXPECT_THAT(named(run), IsEmpty());
}

TEST(SlowHosts, with_more_ranks_must_be_slowest_more_often) {
  record::Run run = run_on(8);
  for (int rank = 8; rank < 100; ++rank) run.header.places.push_back({rank, "n3", {}, {}});
  run.header.ranks = 100;
  for (const auto& benchmark : several) run.cases.push_back(apart(benchmark, 100, 50));
  EXPECT_THAT(named(run), IsEmpty());
  for (auto& c : run.cases) c.slowest_world_rank = 4;
  EXPECT_THAT(named(run), ElementsAre("n4"));
}

/// Its ranks send more over the network than those of full hosts.
TEST(SlowHosts, that_are_filled_in_part_are_compared_with_their_like) {
  record::Run run = agreeing_on(18, 16,
                                {"Allgather", "Allreduce", "Alltoall", "Barrier", "Exchange", "Gather",
                                 "Reduce", "Scatter", "Sendrecv"});
  for (auto& place : run.header.places) place.host = "n" + std::to_string(place.rank / 8);
  EXPECT_THAT(named(run), IsEmpty());
  for (auto& c : run.cases) c.slowest_world_rank = c.summary->slowest_rank = 12;
  EXPECT_THAT(named(run), ElementsAre("n1"));
}

/// In a collective call all wait for the last: only messages to itself tell.
TEST(SlowHosts, are_named_where_their_ranks_are_slow_by_themselves) {
  record::Run run = agreeing_on(8, 3);
  for (auto& c : run.cases) {
    c.summary->slowest_lead = 0.0;
    for (int rank = 0; rank < 8; ++rank)
      c.witnesses.push_back({.world_rank = rank, .alone_seconds = rank == 5 ? 3e-6 : 1e-6});
  }
  EXPECT_THAT(named(run), ElementsAre("n5"));
  const HostShare worst = slow_hosts_of(run)[0];
  EXPECT_EQ(worst.alone_cases, 5U);
  EXPECT_NEAR(worst.alone_factor, 3, 1e-9);
  EXPECT_EQ(slow_hosts_of(agreeing_on(8, 3))[0].alone_cases, 0U) << "it stands apart in the loop";
  for (auto& place : run.header.places) place.host = place.rank < 4 ? "a" : place.rank < 6 ? "b" : "c";
  for (auto& c : run.cases) c.witnesses[4].alone_seconds = 2.9e-6;  // both ranks of a host
  run.cases.pop_back();
  EXPECT_THAT(named(run), IsEmpty()) << "four benchmarks are not enough for a quarter of the ranks";
  for (const auto* more : {"Allgather", "Allgatherv", "Alltoallv", "Reduce_scatter"})
    run.cases.push_back(run.cases[0]), run.cases.back().id.benchmark = more;
  EXPECT_THAT(named(run), ElementsAre("b"));
}

// Four hosts of one rank, ten cases: host c is slowest in 4 of 8 Exchanges and in both Barriers, the others
// in what is left. Its share is 0.6.
TEST(SlowHosts, a_share_is_the_mean_over_the_cases_of_a_host) {
  record::Run run;
  for (int rank = 0; rank < 4; ++rank)
    run.header.places.push_back({rank, std::string(1, static_cast<char>('a' + rank)), {}, {}});
  const auto slowest = [&](const char* benchmark, int rank) {
    run.cases.push_back(make_case(benchmark, 8, 1e-6));
    run.cases.back().ranks = std::vector<int>{0, 1, 2, 3};
    run.cases.back().summary = stats::Summary{.slowest_rank = rank, .slowest_share = 1};
  };
  for (const int rank : {2, 2, 2, 2, 0, 0, 1, 3}) slowest("Exchange", rank);
  for (int i = 0; i < 2; ++i) slowest("Barrier", 2);
  const auto hosts = slow_hosts_of(run, {"Barrier", "Exchange", "Gather"});
  ASSERT_EQ(hosts.size(), 4U);
  EXPECT_EQ(hosts[0].host, "c");
  EXPECT_EQ(hosts[0].cases, 10U);
  EXPECT_DOUBLE_EQ(hosts[0].share, 0.6);
  EXPECT_THAT(hosts[0].by_benchmark, ElementsAre(Optional(1.0), Optional(0.5), std::nullopt));
}

// ---- by simulation

int seeds() {
  const char* asked = std::getenv("SONDE_SEEDS");
  return asked != nullptr ? std::atoi(asked) : 0;
}

enum class Ranks { one, two, four, uneven };

std::vector<int> ranks_of(int hosts, Ranks ranks) {
  std::vector<int> out(static_cast<std::size_t>(hosts), ranks == Ranks::two    ? 2
                                                        : ranks == Ranks::four ? 4
                                                                               : 1);
  if (ranks == Ranks::uneven) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = 1 + static_cast<int>(i % 3);
    out[out.size() / 2] = 2 * hosts;  // two of three ranks or fewer are on this one
  }
  return out;
}

struct Counts {
  int runs = 0, right = 0, wrong = 0;  ///< in which the slow host, or another, was named
};

Counts simulate(const std::vector<int>& ranks, Losers losers, bool one_is_slow, int runs) {
  Counts out;
  for (int i = 0; i < runs; ++i) {
    const auto seed = static_cast<unsigned>(1000 * i) + static_cast<unsigned>(ranks.size());
    const int slow = one_is_slow ? static_cast<int>(7919 * seed % ranks.size()) : -1;
    const auto names = named(Simulation({ranks, losers, slow, seed}).run());
    const bool right = std::ranges::find(names, "n" + std::to_string(slow)) != names.end();
    ++out.runs;
    out.right += right ? 1 : 0;
    out.wrong += names.size() > (right ? 1U : 0U) ? 1 : 0;
  }
  return out;
}

void tell(const char* kind, int hosts, const Counts& counts) {
  if (seeds() > 0)
    std::printf("%-40s %5d hosts %6d runs %6d right %6d wrong\n", kind, hosts, counts.runs, counts.right,
                counts.wrong);
}

struct Kind {
  const char* name;
  Losers losers;
  Ranks ranks = Ranks::one;
};
constexpr std::array kinds{Kind{"noise of 5 %", Losers::noise},
                           Kind{"noise of 5 %, uneven", Losers::noise, Ranks::uneven},
                           Kind{"noise of 30 %", Losers::loud},
                           Kind{"a rank drawn for each batch", Losers::drawn},
                           Kind{"dependent batches", Losers::dependent},
                           Kind{"dependent batches, uneven", Losers::dependent, Ranks::uneven},
                           Kind{"a rank drawn for each case", Losers::of_case},
                           Kind{"a rank drawn for each case, uneven", Losers::of_case, Ranks::uneven},
                           Kind{"a rank drawn for each benchmark", Losers::of_benchmark},
                           Kind{"a rank for each benchmark, uneven", Losers::of_benchmark, Ranks::uneven},
                           Kind{"ties", Losers::tied},
                           Kind{"a hair", Losers::hair},
                           Kind{"fixed roots", Losers::of_root}};

TEST(SimulatedHosts, that_are_alike_are_named_in_at_most_one_run_of_a_hundred) {
  Counts all;
  for (const Kind& kind : kinds)
    for (const int hosts : {2, 3, 8, 64, 256, 1024}) {
      const int usual = hosts > 64 ? 1 : hosts > 8 ? 3 : 10;
      const auto counts =
          simulate(ranks_of(hosts, kind.ranks), kind.losers, false, seeds() > 0 ? seeds() : usual);
      tell(kind.name, hosts, counts);
      if (counts.runs >= 400) {
        EXPECT_LE(counts.wrong, counts.runs / 100) << kind.name << ", " << hosts << " hosts";
      }
      all.runs += counts.runs;
      all.wrong += counts.wrong;
    }
  EXPECT_LE(all.wrong, all.runs / 100);
}

TEST(SimulatedHosts, of_which_one_costs_a_fifth_in_half_of_the_cases_name_it) {
  for (const int hosts : {2, 3, 4, 8, 16, 64, 256, 1024}) {
    const int usual = hosts > 64 ? 2 : hosts > 8 ? 10 : 20;
    const auto counts =
        simulate(ranks_of(hosts, Ranks::one), Losers::quiet, true, seeds() > 0 ? seeds() : usual);
    tell("one host is slow", hosts, counts);
    EXPECT_GE(counts.right * 100, counts.runs * 95) << hosts << " hosts";
    EXPECT_LE(counts.wrong * 100, counts.runs) << hosts << " hosts";
  }
}

}  // namespace
}  // namespace sonde::analysis
