#include "record/provenance.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <map>
#include <regex>

#include "record/rank_counters.hpp"
#include "record/secrets.hpp"
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
  const std::map<std::string, std::string> given{{"UCX_TLS", "tcp"},
                                                 {"SLURM_NTASKS", "4"},
                                                 {"SLURM_JWT", "hush"},
                                                 {"PMIX_SECURITY_MODE", "hush"},
                                                 {"OMPI_MCA_db_pw", "hush"},
                                                 {"FI_API_KEY", "hush"},
                                                 {"OMPI_MCA_orte_precondition_transports", "hush"},
                                                 {"UCX_PROXY", "http://me:hush@proxy:80/x"},
                                                 {"UCX_IB_PKEY", "0xffff"},
                                                 {"HOMEMADE", "x"}};
  for (const auto& [name, value] : given) ::setenv(name.c_str(), value.c_str(), 1);
  const auto variables = gather_environment();
  for (const auto& [name, value] : given) ::unsetenv(name.c_str());
  EXPECT_EQ(variables.at("UCX_TLS"), "tcp");
  EXPECT_EQ(variables.at("SLURM_NTASKS"), "4");
  EXPECT_EQ(variables.at("UCX_IB_PKEY"), "0xffff");
  EXPECT_EQ(variables.at("UCX_PROXY"), "http://(withheld)@proxy:80/x");
  EXPECT_EQ(variables.at("FI_API_KEY"), "(withheld)");
  for (const char* name : {"HOMEMADE", "PMIX_SECURITY_MODE", "SLURM_JWT"})
    EXPECT_FALSE(variables.contains(name)) << name;
  for (const auto& [name, value] : variables) EXPECT_EQ(value.find("hush"), std::string::npos) << name;
}

using CommandLine = std::vector<std::string>;

TEST(Secrets, do_not_stay_in_command_lines) {
  const std::map<CommandLine, CommandLine> kept{
      {{"-genv", "API_KEY", "hush", "--token=hush", "-np", "2"},
       {"-genv", "API_KEY", "(withheld)", "--token=(withheld)", "-np", "2"}},
      {{"-x", "MY_SECRET=hush", "-x", "OTHER=1"}, {"-x", "MY_SECRET=(withheld)", "-x", "OTHER=1"}},
      {{"--password", "-hush", "-np"}, {"--password", "(withheld)", "-np"}},
      {{"--api-key", "hush", "--db.pass=hush"}, {"--api-key", "(withheld)", "--db.pass=(withheld)"}},
      {{"--export=ALL,API_KEY=hush,A=hush"}, {"--export=ALL,API_KEY=(withheld)"}},
      {{"--file", "https://host/get?a=1&token=hush"}, {"--file", "https://host/get?a=1&token=(withheld)"}},
      {{"http://me:hush@host/x"}, {"http://(withheld)@host/x"}},
      {{"sh", "-c", "export PASSWORD='a hush'; mpirun  x"}, {"sh", "-c", "export PASSWORD=(withheld)"}},
      {{"sh", "-c", "mpirun  -genv API_KEY hush x", "a"},
       {"sh", "-c", "mpirun  -genv API_KEY (withheld)", "a"}},
      {{"-H", "X-Auth-Token: hush", "a"}, {"-H", "X-Auth-Token: (withheld)", "a"}},
      {{"{\"a\":1,\"token\":\"hush\"}"}, {"{\"a\":1,\"token\":(withheld)"}},
      {{"{\"token\": \"hush\"}"}, {"{\"token\":(withheld)"}},
      {{"setenv", "TOKEN", "hush"}, {"setenv", "TOKEN", "(withheld)"}}};
  for (const auto& [given, expected] : kept) {
    EXPECT_EQ(without_secrets(given), expected);
    EXPECT_EQ(without_secrets(expected), expected);
  }
}

TEST(Secrets, do_not_stay_in_values_of_variables) {
  for (const char* value : {"FOO=1;API_KEY=hush", "x -o password=hush", "--token=hush", "--password hush",
                            "-genv API_KEY hush", "TOKEN=hush", "https://h/?token=hush",
                            "{\"token\":\"hush\"}", "Authorization: Bearer hush", "/lib:http://u:hush@h/"}) {
    const std::string kept = without_secrets("OMPI_MCA_x", value);
    EXPECT_EQ(kept.find("hush"), std::string::npos) << kept;
    EXPECT_EQ(without_secrets("OMPI_MCA_x", kept), kept);
  }
  for (const char* value :
       {"tcp,self", "/usr/lib:/opt/keys/lib", "0xffff", "a=1;b=2", "{0,1},{2,3}", "bind:2,map=core", ""})
    EXPECT_EQ(without_secrets("OMPI_MCA_x", value), value);
}

TEST(Secrets, are_not_seen_in_innocent_words) {
  for (const CommandLine& line :
       {CommandLine{"mpirun", "-x", "UCX_TLS=tcp", "/opt/keys/IMB-MPI1", "PingPong", "-msglog", "0:3"},
        CommandLine{"-pvars", "monkey", "-map", "2x1", "http://host:80/", "me@host:/data"},
        CommandLine{"mpirun", "-x", "API_KEY", "-np", "2", "-genvlist", "MY_TOKEN,B", "-np", "2"},
        CommandLine{"-x", "TOKENS_PER_BATCH=512", "-genv", "TOKENIZERS_PARALLELISM", "0"},
        CommandLine{"mpirun", "-np", "2", "token_ring", "100", "", "--tokens-per-batch", "4"},
        CommandLine{"sh", "-c", "cd /data/auth/x=1; mpirun -genv UCX_IB_PKEY 0xffff x > {record}", "a"}})
    EXPECT_EQ(without_secrets(line), line);
}

TEST(Provenance, names_processors_of_several_makes) {
  EXPECT_EQ(cpu_model_of("processor\t: 0\nmodel\t\t: 85\nmodel name\t: Some CPU @ 2.40GHz\n"),
            "Some CPU @ 2.40GHz");
  EXPECT_EQ(cpu_model_of("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"),
            "Arm implementer 0x41 part 0xd0c");
  EXPECT_EQ(cpu_model_of("processor\t: 0\n"), "");
}

TEST(RankCounters, reads_the_texts_of_the_kernel) {
  EXPECT_EQ(
      migrations_of("bash (1, #threads: 1)\nse.nr_migrations                  :                   12\n"), 12);
  EXPECT_EQ(migrations_of("nothing"), std::nullopt);
  EXPECT_EQ(steal_ticks_of("cpu  1 2 3 4 5 6 7 89 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n"), 89);
  EXPECT_EQ(steal_ticks_of("cpu  1 2 3\n"), std::nullopt);
}

TEST(RankCounters, is_the_difference_of_two_readings) {
  const WitnessReading began{10, 2, 5, 1, 0.5}, ended{12, 3.5, 9, 4, 0.75};
  const RankCounters witness = witness_between(began, ended, 7);
  EXPECT_EQ(witness.world_rank, 7);
  EXPECT_EQ(witness.involuntary_switches, 4);
  EXPECT_EQ(witness.migrations, 3);
  EXPECT_EQ(witness.steal_seconds, 0.25);
  EXPECT_EQ(witness.cpu_share, 0.75);
  EXPECT_EQ(witness_between({1, 0, 0, std::nullopt, std::nullopt}, {1, 0, 0, 3, 1}, 0).migrations, -1);
}

TEST(RankCounters, sees_a_busy_loop) {
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
