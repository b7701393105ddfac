#include "record/provenance.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <regex>

#include "record/witness.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

TEST(Provenance, says_when_and_where) {
  Header header;
  gather_host(header);
  EXPECT_TRUE(std::regex_match(header.start, std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)")))
      << header.start;
  EXPECT_EQ(header.system, "Linux");
  EXPECT_FALSE(header.kernel.empty());
}

TEST(Provenance, tells_the_cores_the_kernel_grants) {
  cpu_set_t old;
  ASSERT_EQ(::sched_getaffinity(0, sizeof old, &old), 0);
  const auto all = gather_place(3);
  EXPECT_EQ(all.rank, 3);
  EXPECT_FALSE(all.host.empty());
  ASSERT_FALSE(all.cores.empty());
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(all.cores.back()), &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(gather_place(0).cores, std::vector<int>{all.cores.back()});
  ::sched_setaffinity(0, sizeof old, &old);
}

TEST(Provenance, keeps_variables_of_mpi_and_no_secrets) {
  ::setenv("UCX_TLS", "tcp", 1);
  ::setenv("SLURM_JWT", "hush", 1);
  ::setenv("HOMEMADE", "x", 1);
  const auto variables = gather_environment();
  EXPECT_EQ(variables.at("UCX_TLS"), "tcp");
  EXPECT_EQ(variables.at("SLURM_JWT"), "(withheld)");
  EXPECT_FALSE(variables.contains("HOMEMADE"));
  ::unsetenv("SLURM_JWT");
  ::unsetenv("UCX_TLS");
}

TEST(Provenance, names_processors_of_several_makes) {
  EXPECT_EQ(cpu_model_of("processor\t: 0\nmodel\t\t: 85\nmodel name\t: Some CPU @ 2.40GHz\n"),
            "Some CPU @ 2.40GHz");
  EXPECT_EQ(cpu_model_of("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"),
            "Arm implementer 0x41 part 0xd0c");
  EXPECT_EQ(cpu_model_of("processor\t: 0\n"), "");
}

TEST(Witness, reads_the_texts_of_the_kernel) {
  EXPECT_EQ(
      migrations_of("bash (1, #threads: 1)\nse.nr_migrations                  :                   12\n"), 12);
  EXPECT_EQ(migrations_of("nothing"), std::nullopt);
  EXPECT_EQ(steal_ticks_of("cpu  1 2 3 4 5 6 7 89 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n"), 89);
  EXPECT_EQ(steal_ticks_of("cpu  1 2 3\n"), std::nullopt);
}

TEST(Witness, is_the_difference_of_two_readings) {
  const WitnessReading began{10, 2, 5, 1, 0.5}, ended{12, 3.5, 9, 4, 0.75};
  const Witness witness = witness_between(began, ended, 7);
  EXPECT_EQ(witness.world_rank, 7);
  EXPECT_EQ(witness.involuntary_switches, 4);
  EXPECT_EQ(witness.migrations, 3);
  EXPECT_EQ(witness.steal_seconds, 0.25);
  EXPECT_EQ(witness.cpu_share, 0.75);
  EXPECT_EQ(witness_between({1, 0, 0, std::nullopt, std::nullopt}, {1, 0, 0, 3, 1}, 0).migrations, -1);
}

TEST(Witness, sees_a_busy_loop) {
  WitnessClock clock(WitnessDetail::everything);
  clock.start();
  const auto from = read_witness(WitnessDetail::counters);
  EXPECT_FALSE(from.migrations || from.steal_seconds);
  while (read_witness(WitnessDetail::counters).user_seconds < from.user_seconds + 0.01) {
  }
  EXPECT_GT(clock.stop(0).cpu_share, 0);
}

}  // namespace
}  // namespace sonde::record
