#include "analysis/provenance_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compared_runs.hpp"

namespace sonde::analysis {
namespace {

using record::Run;
using test::runs;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

std::vector<Run> placed(int cores_of_a_rank, const std::string& host = "a") {
  auto out = runs(1, 1);
  for (auto& run : out)
    for (int rank = 0; rank < 2; ++rank) {
      std::vector<int> cores;
      for (int i = 0; i < cores_of_a_rank; ++i) cores.push_back(cores_of_a_rank == 1 ? rank : i);
      run.header.places.push_back({.rank = rank, .host = host, .cores = cores});
    }
  return out;
}

std::vector<Run> pooled(std::vector<Run> some, const std::vector<Run>& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

TEST(ProvenanceNotes, name_placements_that_are_pooled_or_differ) {
  EXPECT_THAT(provenance_notes(placed(1), placed(1, "b")), IsEmpty());  // another host, placed alike
  EXPECT_THAT(
      provenance_notes(placed(1), placed(2)),
      ElementsAre(
          "differs: placement of ranks: 2 ranks on 1 host, 1 core each -> 2 ranks on 1 host, 2 cores each"));
  const auto both = pooled(placed(1), placed(2));
  EXPECT_THAT(provenance_notes(both, both), ElementsAre(HasSubstr("the base pools runs of 2 placements"),
                                                        HasSubstr("the new side pools runs of 2")));
  EXPECT_THAT(provenance_notes(runs(1, 1), placed(2)), IsEmpty());  // unknown
}

TEST(ProvenanceNotes, of_several_programs_in_one_directory_pool_nothing) {
  auto both = runs(1, 1, 2);
  auto other = runs(1, 1, 2);
  for (auto& run : both) run.header.program = "IMB-MPI1", run.header.kernel = "5.1";
  for (auto& run : other) {
    run.header.program = "IMB-NBC", run.header.kernel = "6.1";
    for (auto& row : run.cases) row.id.benchmark = "I" + row.id.benchmark;
  }
  auto separate = pooled(both, other);
  EXPECT_THAT(provenance_notes(separate, separate), IsEmpty());
  other[0].cases.push_back(both[0].cases[0]);  // one case of two programs
  const auto mixed = pooled(both, other);
  const std::string programs = "runs of different program: IMB-MPI1 | IMB-NBC",
                    kernels = "runs of different kernel: 5.1 | 6.1";
  EXPECT_THAT(provenance_notes(mixed, separate),
              ElementsAre("the base pools " + programs, "the base pools " + kernels));
  EXPECT_THAT(provenance_notes(separate, mixed),
              ElementsAre("the new side pools " + programs, "the new side pools " + kernels));
  EXPECT_THAT(provenance_notes(mixed, mixed),
              ElementsAre("both sides pool " + programs, "both sides pool " + kernels));
  EXPECT_THAT(provenance_notes(mixed, {}),
              ElementsAre("the input pools " + programs, "the input pools " + kernels));
  for (auto& run : separate) run.header.kernel.clear();
  EXPECT_THAT(provenance_notes(separate, mixed), Contains("the new side pools " + kernels))
      << "the base says nothing";
}

TEST(ProvenanceNotes, name_conventions_that_differ) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base)
    run.header.conventions_in_force = {{"Clock", "a"}, {"Start", "barrier"}, {"Old", "x"}};
  for (auto& run : fresh) run.header.conventions_in_force = {{"Clock", "b"}, {"Start", "barrier"}};
  EXPECT_THAT(provenance_notes(base, fresh), ElementsAre("differs: convention 'Clock': a -> b"));
  base[0].header.conventions = fresh[0].header.conventions = "PMB 2.2";
  for (std::size_t i = 1; i < 5; ++i) base[i].header.conventions = fresh[i].header.conventions = "IMB 3.2";
  EXPECT_THAT(provenance_notes(base, fresh),
              ElementsAre("both sides pool runs of different conventions: IMB 3.2 | PMB 2.2",
                          "differs: convention 'Clock': a -> b"));
}

TEST(ProvenanceNotes, a_text_has_the_first_line_of_the_library) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base) run.header.mpi_library = "MPICH 4.0.2\nDevice: ch4:ofi";
  for (auto& run : fresh) run.header.mpi_library = "MPICH 4.0.2", run.format = record::Format::sonde_text;
  EXPECT_THAT(provenance_notes(base, fresh), IsEmpty());
  for (auto& run : fresh) run.header.mpi_library = "MPICH 4.1";
  EXPECT_THAT(provenance_notes(base, fresh), ElementsAre("differs: MPI library: MPICH 4.0.2 -> MPICH 4.1"));
  for (auto& run : fresh)
    run.header.mpi_library = "MPICH 4.0.2\nDevice: ch4:ucx", run.format = record::Format::json;
  EXPECT_EQ(provenance_notes(base, fresh).size(), 1U) << "records have all lines";
}

TEST(ProvenanceNotes, name_library_variables_that_differ_first) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base) {
    run.header.program = "IMB-MPI1";
    run.header.library_variables = {{"btl", "self,vader"}, {"pml", ""}, {"same", "1"}};
    run.header.library_variables_count = 3;
    run.header.library_variables_digest = "0123456789abcdef";
  }
  for (auto& run : fresh) run.header.program = "IMB-NBC";
  EXPECT_THAT(provenance_notes(base, fresh),
              ElementsAre("differs: program: IMB-MPI1 -> IMB-NBC"));  // unknown
  for (auto& run : fresh) {
    run.header.library_variables = {{"btl", "self,tcp"}, {"same", "1"}};
    run.header.library_variables_count = 3;
    run.header.library_variables_digest = "0123456789abcde0";
  }
  EXPECT_THAT(provenance_notes(base, fresh),
              ElementsAre("differs: library variable btl: self,vader -> self,tcp",
                          "differs: library variable pml: empty -> not in the record",
                          "differs: digest of all library variables: 0123456789abcdef -> 0123456789abcde0",
                          "differs: program: IMB-MPI1 -> IMB-NBC"));
}

TEST(ProvenanceNotes, name_settings_that_differ) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base) run.header.settings = {{"time", "10"}, {"path", "/a"}, {"benchmarks", "PingPong"}};
  EXPECT_THAT(provenance_notes(base, fresh), IsEmpty());  // one side is unknown
  for (auto& run : fresh)
    run.header.settings = {{"time", "10"}, {"path", "/b"}, {"cold", "on"}, {"benchmarks", "Bcast"}};
  EXPECT_THAT(provenance_notes(base, fresh),
              ElementsAre("differs: -cold: not given -> on", "differs: -path: /a -> /b"));
  base[0].header.settings["time"] = fresh[0].header.settings["time"] = "1";
  EXPECT_THAT(provenance_notes(base, fresh),
              ElementsAre("differs: -cold: not given -> on", "differs: -path: /a -> /b",
                          "both sides pool runs of different -time: 1 | 10"));
  for (auto& run : fresh) run.header.settings = base[1].header.settings;
  EXPECT_THAT(provenance_notes(base, fresh), ElementsAre("differs: -time: 1 | 10 -> 10"));
}

TEST(ProvenanceNotes, name_flags_of_texts_that_differ_on_their_command_lines) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  const auto say = [](record::Header& header, std::vector<std::string> words) {
    header.program = words[0];
    header.command_line = std::move(words);
  };
  for (auto& run : base)
    say(run.header, {"IMB-MPI1", "Uniband", "-window_size", "4", "-off_cache", "-1", "-json", "a.json"});
  EXPECT_THAT(provenance_notes(base, fresh), IsEmpty());  // one side is unknown
  for (auto& run : fresh)
    say(run.header,
        {"IMB-MPI1", "Uniband", "-Window_size", "64", "-off_cache", "-1", "-check", "-json", "b.json"});
  EXPECT_THAT(provenance_notes(base, fresh),
              ElementsAre("differs: -check: not given -> given", "differs: -window_size: 4 -> 64"));
  say(base[1].header, {"IMB-EXT", "-mem", "1"});
  say(fresh[1].header, {"IMB-EXT", "-mem", "2"});
  EXPECT_THAT(provenance_notes(base, fresh),
              IsSupersetOf({"differs: IMB-EXT -mem: 1 -> 2", "differs: IMB-MPI1 -window_size: 4 -> 64"}));
  for (auto& run : fresh) say(run.header, {"osu_bw", "-w", "4"});
  EXPECT_THAT(provenance_notes(base, fresh), Not(Contains(HasSubstr("-w"))));  // another program's
}

TEST(ProvenanceNotes, name_every_fact_of_the_headers_that_differs) {
  using record::Header;
  const std::vector<std::pair<std::string, std::string Header::*>> facts{
      {"program", &Header::program},
      {"version", &Header::version},
      {"revision", &Header::revision},
      {"compiler", &Header::compiler},
      {"compiler flags", &Header::compiler_flags},
      {"MPI library", &Header::mpi_library},
      {"MPI standard", &Header::mpi_standard},
      {"thread level", &Header::thread_level},
      {"CPU", &Header::cpu_model},
      {"machine", &Header::machine},
      {"system", &Header::system},
      {"governor", &Header::governor},
      {"kernel", &Header::kernel},
      {"timer", &Header::timer_name},
      {"conventions", &Header::conventions}};
  for (const auto& [name, member] : facts) {
    auto base = runs(1, 1), fresh = runs(1, 1);
    for (auto& run : base) run.header.*member = "one";
    for (auto& run : fresh) run.header.*member = "other";
    EXPECT_THAT(provenance_notes(base, fresh), ElementsAre("differs: " + name + ": one -> other"));
    for (auto& run : fresh) (run.header.*member).clear();
    EXPECT_THAT(provenance_notes(base, fresh), IsEmpty()) << name << " is unknown on one side";
  }
}

TEST(ProvenanceNotes, name_variables_of_the_environment_that_somebody_chose) {
  auto base = runs(1, 1), fresh = runs(1, 1);
  for (auto& run : base)
    run.header.environment = {
        {"UCX_TLS", "sm"}, {"OMPI_MCA_btl", "self"}, {"PMIX_ID", "1.0"}, {"OMPI_MCA_orte_hnp_uri", "1"}};
  EXPECT_THAT(provenance_notes(base, fresh), IsEmpty());  // one side is unknown
  for (auto& run : fresh)
    run.header.environment = {
        {"OMPI_MCA_btl", ""}, {"PMIX_ID", "2.0"}, {"OMPI_MCA_orte_hnp_uri", "2"}, {"FI_PROVIDER", "tcp"}};
  EXPECT_THAT(provenance_notes(base, fresh), ElementsAre("differs: environment FI_PROVIDER: not set -> tcp",
                                                         "differs: environment OMPI_MCA_btl: self -> empty",
                                                         "differs: environment UCX_TLS: sm -> not set"));
}

TEST(KeepDistinct, counts_a_run_once) {
  auto base = runs(1, 1, 1);
  for (int i = 0; i < 4; ++i) base.push_back(base.front()), base.back().source = "copy";
  auto fresh = runs(2, 1);
  EXPECT_THAT(keep_distinct(base, fresh),
              ElementsAre("4 runs of the base hold the same as another one there and count once with it"));
  EXPECT_EQ(base.size(), 1u);
  EXPECT_EQ(fresh.size(), 5u);
}

TEST(KeepDistinct, a_run_may_stand_on_both_sides) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  EXPECT_THAT(keep_distinct(base, fresh), ElementsAre("5 runs stand on both sides"));
  EXPECT_EQ(base.size(), 5u);
  fresh = runs(1, 2);
  EXPECT_THAT(keep_distinct(base, fresh), IsEmpty());
}

TEST(KeepDistinct, the_start_tells_runs_apart) {
  auto base = runs(1, 1, 1);
  base.push_back(base.front());
  base.back().header.start = "2026-01-01T00:00:00Z";
  auto fresh = runs(2, 1);
  EXPECT_THAT(keep_distinct(base, fresh), IsEmpty());
}

}  // namespace
}  // namespace sonde::analysis
