#include "record/message_memory.hpp"

#include <gmock/gmock.h>

#include "record/csv.hpp"

namespace sonde::record {
namespace {

using testing::HasSubstr;

MessageMemory cuda(int ranks, int devices) {
  MessageMemory memory{"cuda", "", "CUDA", "580.159.04, CUDA 13.0", "yes"};
  for (int rank = 0; rank < ranks; ++rank)
    memory.devices.push_back({rank, rank % devices, devices, "NVIDIA H100", "", {}});
  return memory;
}

TEST(MessageMemory, is_told_in_a_line) {
  EXPECT_EQ(
      memory_text(cuda(2, 1)),
      "cuda (NVIDIA H100, driver 580.159.04, CUDA 13.0, device 0 of 1 on each rank); library: CUDA-aware");
  EXPECT_EQ(memory_text({"hip", "", "", "", ""}), "hip");
}

TEST(MessageMemory, groups_ranks_by_their_device) {
  EXPECT_THAT(memory_text(cuda(4, 2)), HasSubstr("device 0 of 2 on ranks 0,2; device 1 of 2 on ranks 1,3)"));
  EXPECT_THAT(memory_text(cuda(2, 2)), HasSubstr("device 0 of 2 on rank 0; device 1 of 2 on rank 1)"));
  EXPECT_THAT(memory_text(cuda(512, 4)), HasSubstr("devices 0 to 3 of 4, 128 ranks on each)"));
  EXPECT_THAT(memory_text(cuda(513, 4)), HasSubstr("devices 0 to 3 of 4, 128 to 129 ranks on each)"));
  auto mixed = cuda(2, 1);
  mixed.devices[1].name = "NVIDIA A100";
  EXPECT_THAT(memory_text(mixed), HasSubstr("(NVIDIA H100 and NVIDIA A100, driver"));
}

TEST(MessageMemory, says_what_is_known_of_the_library) {
  auto memory = cuda(1, 1);
  memory.library_aware = "no";
  EXPECT_THAT(memory_text(memory), HasSubstr("; library: not CUDA-aware, not checked (-memory_unchecked)"));
  memory.library_aware = "unknown";
  EXPECT_THAT(memory_text(memory), HasSubstr("; library: not known to be CUDA-aware"));
  memory.library_aware = "";
  EXPECT_THAT(memory_text(memory), testing::Not(HasSubstr("library")));
}

TEST(MessageMemory, comes_back_from_its_line) {
  for (const char* aware : {"yes", "no", "unknown", ""})
    for (const char* second : {"", "cuda", "cuda_managed"}) {
      auto memory = cuda(2, 1);
      memory.kind = *second == '\0' ? "cuda" : "host";
      memory.kind_of_second = second;
      memory.library_aware = aware;
      const auto back = memory_of_text(memory_text(memory));
      ASSERT_TRUE(back) << memory_text(memory);
      EXPECT_EQ(kinds_of(*back), kinds_of(memory));
      EXPECT_EQ(back->driver, "CUDA");
      EXPECT_EQ(back->library_aware, aware);
    }
  EXPECT_EQ(kinds_of(*memory_of_text("host on the first, ze on the second rank of each pair")), "host,ze");
}

TEST(MessageMemory, other_lines_are_none) {
  for (const char* text :
       {"", "64 GB", "host on the first, cuda on the fourth rank of each pair", "cuda of the host", "(cuda)",
        "host on the first, tape on the second rank of each pair",
        "tape on the first, cuda on the second rank of each pair"})
    EXPECT_FALSE(memory_of_text(text)) << text;
}

TEST(MessageMemory, is_a_label_of_a_csv_that_needs_it) {
  Header header;
  EXPECT_FALSE(csv_columns(header, false).variant);
  header.memory = cuda(2, 1);
  const auto columns = csv_columns(header, false);
  ASSERT_TRUE(columns.variant);
  CaseRecord row;
  row.id.benchmark = "PingPong";
  row.id.variant["memory"] = "host,cuda";
  EXPECT_EQ(CsvReader::of(csv_head(columns))->read(to_csv(row, 1, columns))->id, row.id);
}

}  // namespace
}  // namespace sonde::record
