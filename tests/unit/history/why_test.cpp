// What the headers of two nights say to have changed.
#include "history/why.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde::history {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

record::Run launch_on(const std::string& host, const std::string& library) {
  record::Run run;
  run.header.program = "IMB-MPI1";
  run.header.mpi_library = library;
  run.header.kernel = "6.1.0-25";
  run.header.places = {{0, host, {0}}, {1, host, {1}}};
  run.header.command_line = {"IMB-MPI1", "Allreduce", "-json", "run-" + library + ".json"};
  run.header.environment = {{"UCX_TLS", "sm"}};
  return run;
}

TEST(Why, NamesTheLibraryThatChanged) {
  const std::vector before{launch_on("n1", "Open MPI 4.1.4")}, after{launch_on("n1", "Open MPI 4.1.5")};
  EXPECT_THAT(changes_between(before, after), ElementsAre("MPI library: Open MPI 4.1.4 -> Open MPI 4.1.5"));
  EXPECT_THAT(changes_between(before, before), IsEmpty());
}

TEST(Why, NamesHostsCommandLinesAndVariables) {
  const std::vector before{launch_on("n1", "a")};
  std::vector after{launch_on("n2", "a")};
  after[0].header.command_line[1] = "Bcast";
  after[0].header.environment["UCX_TLS"] = "rc";
  after[0].header.environment["SLURM_CPU_BIND"] = "quiet";
  const auto changes = changes_between(before, after);
  EXPECT_THAT(changes, Contains("hosts gone: n1"));
  EXPECT_THAT(changes, Contains("hosts new: n2"));
  EXPECT_THAT(changes, Contains("command lines new: IMB-MPI1 Bcast -json FILE"));
  EXPECT_THAT(changes, Contains("environment UCX_TLS: sm -> rc"));
  EXPECT_THAT(changes, Contains("environment SLURM_CPU_BIND: not set -> 'quiet'"));
}

TEST(Why, KnowsNoOtherNights) {
  const std::vector<Night> nights{{"2025-11-21", {}}, {"2025-11-22", {}}};
  EXPECT_EQ(*find_night(nights, "2025-11-22"), 1U);
  EXPECT_FALSE(find_night(nights, "2025-11-23"));
  EXPECT_FALSE(changes_at("nowhere", nights, 0));
}

}  // namespace
}  // namespace sonde::history
