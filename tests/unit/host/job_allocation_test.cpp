#include "host/job_allocation.hpp"

#include <gmock/gmock.h>

#include <map>

namespace sonde::host {
namespace {

using testing::HasSubstr;

constexpr double now = 1.8e9;

using Environment = std::map<std::string, std::string>;

Variable of(const Environment& environment) {
  return [&environment](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  };
}

Result<double> left_by(const Environment& environment) {
  return seconds_to_run(of(environment), now);
}

Result<std::optional<double>> end_by(const Environment& environment) {
  return end_of_allocation(of(environment));
}

TEST(Allocation, leaves_what_a_run_may_be_late) {
  EXPECT_NEAR(*left_by({{"SLURM_JOB_END_TIME", "1800001100"}}), 995, 1e-6);
  EXPECT_NEAR(*left_by({{"SONDE_END_TIME", "1800000110"}, {"SLURM_JOB_END_TIME", "1800001100"}}), 95, 1e-6);
}

TEST(Allocation, that_is_over_or_unknown_is_an_error) {
  EXPECT_THAT(left_by({}).error().message, HasSubstr("neither SONDE_END_TIME nor SLURM_JOB_END_TIME is set"));
  EXPECT_THAT(left_by({{"SLURM_JOB_ID", "17"}}).error().message,
              HasSubstr("SONDE_END_TIME=$(date -d \"$(squeue -h -j $SLURM_JOB_ID -o %e)\" +%s)"));
  EXPECT_THAT(left_by({{"SLURM_JOB_END_TIME", "1800000005"}}).error().message,
              HasSubstr("by SLURM_JOB_END_TIME 5 s of the allocation is left"));
  EXPECT_THAT(left_by({{"SONDE_END_TIME", "1799999999"}}).error().message,
              HasSubstr("nothing of the allocation"));
  for (const auto* text : {"", "soon", "1e400", "1e30", "inf", "nan", "-5", "1800001100s"})
    EXPECT_THAT(left_by({{"SONDE_END_TIME", text}}).error().message, HasSubstr("expected seconds since 1970"))
        << text;
}

TEST(Allocation, is_shared_by_the_launches_that_are_to_come) {
  const Environment job{{"SLURM_JOB_END_TIME", "1800001100"}};
  EXPECT_EQ(end_of_share(of(job), now, 10), now + 110);
  EXPECT_EQ(end_of_share(of(job), now, 1), now + 1100);
  EXPECT_EQ(end_of_share(of(job), now, 0), std::nullopt);
  EXPECT_EQ(end_of_share(of(job), now + 1100, 2), std::nullopt) << "it is over";
  EXPECT_EQ(end_of_share(of({}), now, 2), std::nullopt);
}

TEST(Allocation, leaves_a_launch_its_share) {
  const Environment launch{{"SONDE_LAUNCH_END_TIME", "1800000110.000"}, {"SONDE_END_TIME", "1800001100"}};
  EXPECT_NEAR(*left_by(launch), 95, 1e-6);
  EXPECT_EQ(end_by(launch).value(), 1800001100) << "which is not when the allocation ends";
  EXPECT_THAT(
      left_by({{"SONDE_LAUNCH_END_TIME", "1800000004"}}).error().message,
      HasSubstr("by SONDE_LAUNCH_END_TIME 4 s of the allocation is left for this launch, too little"));
}

TEST(Allocation, has_an_end_where_a_variable_is_a_time) {
  EXPECT_EQ(end_by({{"SLURM_JOB_END_TIME", "1800001100"}}).value(), 1800001100);
  EXPECT_EQ(end_by({{"SONDE_END_TIME", "1800000110"}, {"SLURM_JOB_END_TIME", "1800001100"}}).value(),
            1800000110);
  EXPECT_EQ(end_by({}).value(), std::nullopt);
  EXPECT_THAT(end_by({{"SONDE_END_TIME", "soon"}, {"SLURM_JOB_END_TIME", "1800001100"}}).error().message,
              testing::StartsWith("SONDE_END_TIME is 'soon'"));
}

TEST(Allocation, gives_the_case_that_runs_as_long_as_batch_system_and_launcher_wait) {
  const auto grace = [](const Environment& environment) { return grace_after_sigterm(of(environment)); };
  EXPECT_EQ(grace({{"OMPI_COMMAND", "IMB-MPI1"}}), 0);
  for (const char* job : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"}) {
    EXPECT_EQ(grace({{job, "17"}}), 8) << job;
    EXPECT_EQ(grace({{job, "17"}, {"OMPI_COMMAND", "IMB-MPI1"}}), 0.5) << job;
    EXPECT_EQ(grace({{job, "17"}, {"PRTE_LAUNCHED", "1"}}), 0.5) << job;
  }
}

}  // namespace
}  // namespace sonde::host
