// Where the messages of tables of the IMB family lay.
#include <gmock/gmock.h>

#include <fstream>

#include "folder.hpp"
#include "reader_corpus.hpp"
#include "record/describe.hpp"

namespace sonde::readers {
namespace {

using test::read_back;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

const std::string our_title = "#    Sonde 1.0, MPI-1 part (IMB 3.2 conventions)\n";
const std::string imb_title = "#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n";
const std::string ping_pong =
    "# Benchmarking PingPong\n# #processes = 2\n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
    "            8         1000         1.00         7.63\n";

std::map<std::string, std::string> variant(const std::string& suite, const std::string& head) {
  return read_back(suite + head + "\n" + ping_pong).cases.at(0).id.variant;
}

std::map<std::string, std::string> called(const std::string& suite, const std::string& command) {
  return variant(suite,
                 "# Calling sequence was:\n\n# " + command + "\n\n# Minimum message length in bytes:   0\n");
}

TEST(ImbMemory, comes_back_from_our_own_head) {
  const auto run = read_back(
      our_title +
      "# Memory                : host on the first, cuda on the second rank of each pair (H100, driver CUDA 13.0, device 0 of 1 on each rank); library: CUDA-aware\n" +
      ping_pong + "# !! Benchmark Links invalid for 2 processes !!\n");
  EXPECT_THAT(run.cases.at(0).id.variant, ElementsAre(Pair("memory", "host,cuda")));
  EXPECT_THAT(run.cases.at(1).id.variant, ElementsAre(Pair("memory", "host,cuda")));
  EXPECT_EQ(record::describe(run.cases.at(0).id), "PingPong memory host,cuda, 2 processes, 8 B");
  ASSERT_TRUE(run.header.memory);
  EXPECT_EQ(run.header.memory->library_aware, "yes");
}

TEST(ImbMemory, host_memory_has_no_label) {
  EXPECT_THAT(variant(our_title, ""), IsEmpty());
  EXPECT_THAT(variant(our_title, "# Memory : 64 GB\n"), IsEmpty());
  EXPECT_THAT(called(imb_title, "./IMB-MPI1 PingPong"), IsEmpty());
  EXPECT_THAT(called(imb_title, "./IMB-MPI1-GPU -mem_alloc_type cpu PingPong"), IsEmpty());
  EXPECT_THAT(called(our_title, "./IMB-MPI1-GPU PingPong"), IsEmpty()) << "our own head says what it was";
}

TEST(ImbMemory, builds_for_gpus_say_it_on_their_command_line) {
  EXPECT_THAT(called(imb_title, "/opt/imb/IMB-MPI1-GPU PingPong"), ElementsAre(Pair("memory", "device")));
  EXPECT_THAT(called(imb_title, "./IMB-MPI1-GPU PingPong -mem_alloc_type shared"),
              ElementsAre(Pair("memory", "shared")));
  EXPECT_THAT(called(imb_title, "./IMB-MPI1-GPU -mem_alloc_type host PingPong"),
              ElementsAre(Pair("memory", "locked host")));
}

TEST(ImbMemory, a_run_does_not_inherit_that_of_the_run_before) {
  const sonde::test::Folder folder;
  const std::string path = folder / "two.txt";
  std::ofstream(path) << our_title << "# Memory : cuda\n"
                      << ping_pong << "# All processes entering MPI_Finalize\n"
                      << our_title << ping_pong;
  const auto runs = read_runs(path);
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 2U);
  EXPECT_THAT(runs->at(0).cases.at(0).id.variant, ElementsAre(Pair("memory", "cuda")));
  EXPECT_THAT(runs->at(1).cases.at(0).id.variant, IsEmpty());
}

}  // namespace
}  // namespace sonde::readers
