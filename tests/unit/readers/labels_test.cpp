#include "readers/labels.hpp"

#include <gtest/gtest.h>

namespace sonde::readers {
namespace {

TEST(Labels, stand_before_lines_that_only_a_suite_writes) {
  EXPECT_EQ(label_of("# Benchmarking PingPong"), "");
  EXPECT_EQ(label_of("  # OSU MPI Latency Test v7.4"), "");
  EXPECT_EQ(label_of("[1,0]<stdout>: # Benchmarking PingPong"), "[1,0]<stdout>:");
  EXPECT_EQ(label_of(" 0: #       size         count      type   redop    root     time   algbw"), "0:");
  EXPECT_EQ(label_of(" 0: #        (B)    (elements)                     (us)  (GB/s)  (GB/s)"), "0:");
  EXPECT_EQ(label_of("0: # nThread: 1 nGpus: 1"), "0:");
  EXPECT_EQ(label_of("> # Size\t\tBandwidth (MB/s)"), ">");
  EXPECT_EQ(label_of("[1,0]<stdout>:# Number of Sender threads: 1"), "[1,0]<stdout>:");
  EXPECT_EQ(label_of("        8         1000         0.25"), std::nullopt);
}

TEST(Labels, are_no_comments_and_no_long_texts) {
  EXPECT_EQ(label_of("# step 1: # Benchmarking PingPong"), std::nullopt);
  EXPECT_EQ(label_of(std::string(120, 'x') + "# Benchmarking PingPong"), std::string(120, 'x'));
  EXPECT_EQ(label_of(std::string(121, 'x') + "# Benchmarking PingPong"), std::nullopt);
}

}  // namespace
}  // namespace sonde::readers
