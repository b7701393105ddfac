#include "record/device_warnings.hpp"

#include <gmock/gmock.h>

#include "record/warning_kinds.hpp"

namespace sonde::record {
namespace {

using testing::IsEmpty;

/// Two ranks of host a, one of host b, each with a device of its own at its own NUMA node.
Header apart() {
  Header header;
  header.places = {{0, "a", {0}, 0}, {1, "a", {1}, 1}, {2, "b", {0}, 0}};
  header.memory = MessageMemory{"cuda", "", "CUDA", "", "yes"};
  header.memory->devices = {{0, 0, 2, "H100", "0000:17:00.0", 0},
                            {1, 1, 2, "H100", "0000:97:00.0", 1},
                            {2, 0, 2, "H100", "0000:17:00.0", 0}};
  return header;
}

std::vector<std::string> texts(const Header& header) {
  std::vector<std::string> out;
  for (const auto& warning : device_warnings(header)) {
    out.push_back(warning.kind + ": " + warning.text);
    EXPECT_EQ(warning_kind_of(std::string_view(warning.text)), warning.kind);
    EXPECT_NE(warning.advice, "");
  }
  return out;
}

TEST(DeviceWarnings, a_device_for_each_rank_near_it_is_silent) {
  EXPECT_THAT(texts(apart()), IsEmpty());
  EXPECT_THAT(device_warnings(Header{}), IsEmpty());
}

TEST(DeviceWarnings, several_ranks_on_one_device) {
  auto header = apart();
  header.memory->devices[1] = {1, 0, 1, "H100", "0000:17:00.0", {}};
  EXPECT_THAT(texts(header), testing::ElementsAre("shared_device: a: ranks=0-1 share device 0000:17:00.0"));
  header.memory->kind = "cuda_managed";
  EXPECT_EQ(device_warnings(header).size(), 1U);
}

TEST(DeviceWarnings, a_device_at_another_node) {
  auto header = apart();
  header.memory->devices[1].numa_node = 0;
  EXPECT_THAT(
      texts(header),
      testing::ElementsAre("far_device: a: ranks=1 use a device at another NUMA node (rank 1 at node 1, "
                           "device 0000:97:00.0 at node 0)"));
}

TEST(DeviceWarnings, what_is_not_known_is_not_judged) {
  auto header = apart();
  header.memory->devices[1].numa_node = -1;
  header.memory->devices[0].numa_node.reset();
  header.places[2].numa_node.reset();
  EXPECT_THAT(texts(header), IsEmpty());
  header.places.clear();
  header.memory->devices[1].numa_node = 0;
  EXPECT_THAT(texts(header), IsEmpty());
  header = apart();
  for (auto& device : header.memory->devices) device.pci = "", device.index = 0;
  EXPECT_THAT(texts(header), IsEmpty()) << "each rank may see another device as its first";
}

TEST(DeviceWarnings, parts_of_a_device_are_devices) {
  auto header = apart();
  for (auto& device : header.memory->devices)
    device.name = "NVIDIA H100 80GB HBM3 MIG 1g.10gb", device.pci = "0000:17:00.0", device.numa_node.reset();
  EXPECT_THAT(texts(header), IsEmpty());
}

TEST(DeviceWarnings, memory_of_the_host_needs_no_device) {
  auto header = apart();
  header.memory->devices[1] = {1, 0, 1, "H100", "0000:17:00.0", 0};
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"cuda_host", ""}, {"host", "cuda"}, {"cuda", "host"}, {"tape", ""}}) {
    header.memory->kind = first, header.memory->kind_of_second = second;
    EXPECT_THAT(texts(header), IsEmpty()) << first << second;
  }
  header.memory->kind = "cuda", header.memory->kind_of_second = "cuda_managed";
  EXPECT_EQ(device_warnings(header).size(), 2U);
}

}  // namespace
}  // namespace sonde::record
