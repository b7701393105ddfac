// The bus bandwidth that a run ends with.

#include <gtest/gtest.h>

#include <string>

#include "record/bus.hpp"

namespace sonde::record {
namespace {

CaseRecord row(const std::string& benchmark, std::int64_t bytes, double bus) {
  CaseRecord record;
  record.id = {.benchmark = benchmark, .processes = 4, .bytes = bytes};
  record.extra[std::string(bus_column)] = bus;
  return record;
}

TEST(BusAverages, are_of_lengths_from_a_mebibyte_on) {
  BusAverages averages;
  for (const auto& [bytes, bus] : {std::pair(4, 1.0), {(1 << 20) - 1, 10}, {1 << 20, 100}, {1 << 21, 400}})
    averages.add(row("Allreduce", bytes, bus));
  averages.add(row("Bcast", 1 << 22, 7));
  EXPECT_EQ(averages.lines(),
            "#\n# Average bus bandwidth over lengths >= 1MiB\n"
            "#   Allreduce np=4: 250.00MB/sec (rows: 2)\n"
            "#   Bcast np=4: 7.00MB/sec (rows: 1)\n");
}

TEST(BusAverages, are_of_each_number_of_ranks_and_all_its_groups) {
  BusAverages averages;
  for (const int group : {0, 1}) {
    auto of_group = row("Bcast", 1 << 20, 10 + 2 * group);
    of_group.id.multi = true;
    of_group.id.groups = 2;
    of_group.id.group = group;
    averages.add(of_group);
  }
  auto more = row("Bcast", 1 << 20, 5);
  more.id.processes = 8;
  averages.add(more);
  EXPECT_EQ(averages.lines(),
            "#\n# Average bus bandwidth over lengths >= 1MiB\n"
            "#   Multi-Bcast np=4 groups=2: 11.00MB/sec (rows: 2)\n"
            "#   Bcast np=8: 5.00MB/sec (rows: 1)\n");
}

TEST(BusAverages, leave_out_rows_with_wrong_data_and_those_without_a_rate) {
  BusAverages averages;
  auto wrong = row("Bcast", 1 << 20, 10);
  wrong.defects = 1;
  averages.add(wrong);
  auto none = row("Bcast", 1 << 20, 10);
  none.extra.clear();
  averages.add(none);
  EXPECT_EQ(averages.lines(), "");
  auto right = row("Bcast", 1 << 20, 12);
  right.defects = 0;
  averages.add(right);
  EXPECT_NE(averages.lines().find("12.00MB/sec (rows: 1)"), std::string::npos);
}

}  // namespace
}  // namespace sonde::record
