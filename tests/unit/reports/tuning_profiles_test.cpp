#include "reports/tuning_profiles.hpp"

#include <gtest/gtest.h>

namespace sonde::reports {
namespace {

using enum analysis::GuidelineVerdict;

struct Given {
  const char* benchmark;
  int processes;
  std::int64_t bytes;
  double ratio;
  analysis::GuidelineVerdict verdict = violated;
};

analysis::GuidelineCheck check_of(std::initializer_list<Given> given) {
  analysis::GuidelineCheck check{.launches = 8};
  for (const auto& [benchmark, processes, bytes, ratio, verdict] : given) {
    const record::CaseId id{.benchmark = benchmark, .processes = processes, .bytes = bytes};
    check.rows.push_back({analysis::Guideline::composition, id, id, 1, verdict, 8, ratio, 1, 2, 0.9, "",
                          analysis::Composed{"G2", 2e-6, 1e-6, 0, 0}});
  }
  return check;
}

TEST(TuningProfiles, have_ranges_of_measured_lengths_and_the_mock_up_that_is_fastest) {
  const auto profiles = tuning_profiles(check_of({{"Allgather_as_Gather_Bcast", 4, 16, 1.5},
                                                  {"Allgather_as_Gather_Bcast", 4, 32, 1.5},
                                                  {"Allgather_as_Gather_Bcast", 4, 64, 1.0, held},
                                                  {"Allgather_as_Gather_Bcast", 4, 128, 1.5},
                                                  {"Allgather_as_Alltoall", 4, 128, 2.5},
                                                  {"Allgather_as_Alltoall", 4, 32, 1.2},
                                                  {"Allgather_as_Alltoall", 4, 256, 1.2, open}}));
  ASSERT_EQ(profiles.size(), 1U);
  EXPECT_EQ(profiles[0].file, "allgather-4.prf");
  EXPECT_EQ(profiles[0].text,
            "# sonde guidelines: 8 launches, tolerance 5 %\n"
            "MPI_Allgather\n4\n2\n"
            "1 allgather_as_alltoall\n2 allgather_as_gather_bcast\n"
            "2\n16 32 2\n128 128 1\n");
}

TEST(TuningProfiles, are_one_a_collective_and_number_of_processes) {
  const auto profiles =
      tuning_profiles(check_of({{"Bcast_as_Allgatherv", 4, 8, 1.5},
                                {"Bcast_as_Allgatherv", 2, 8, 1.5},
                                {"Reduce_scatter_block_as_Reduce_then_Scatter", 2, 8, 1.5}}));
  ASSERT_EQ(profiles.size(), 3U);
  EXPECT_EQ(profiles[0].file, "bcast-2.prf");
  EXPECT_EQ(profiles[1].file, "bcast-4.prf");
  EXPECT_EQ(profiles[2].file, "reducescatterblock-2.prf");
  EXPECT_NE(profiles[2].text.find("MPI_Reduce_scatter_block\n2\n1\n1 reducescatterblock_as_reduce_scatter\n"),
            std::string::npos);
}

TEST(TuningProfiles, leave_out_what_the_library_does_not_have_or_cannot_tell_apart) {
  auto check = check_of({{"Bcast_as_Own", 4, 8, 1.5},
                         {"Bcast_as_Allgatherv", 4, 8, 1.5},
                         {"Bcast_as_Allgatherv", 4, std::int64_t{1} << 40, 1.5},
                         {"Scan_as_Exscan_Reduce_local", 4, 8, 1.5, held}});
  check.rows[1].left.multi = true;
  EXPECT_TRUE(tuning_profiles(check).empty());
}

}  // namespace
}  // namespace sonde::reports
