#include "campaign/campaign_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "folder.hpp"

namespace sonde::campaign {
using test::Folder;
namespace {

using testing::HasSubstr;

constexpr const char* two_by_two = R"(
launches = 3
seed = 7
limit = 30
launcher = "mpirun -np {np} {placement} {command}"
[[command]]
name = "small"
run = "IMB-MPI1 PingPong -json {record}"
np = [2, 4]
[[command]]
name = "reduce"
run = ["IMB-MPI1", "Allreduce"]
[[placement]]
name = "core"
options = "--bind-to core"
[[placement]]
name = "free"
)";

Result<CampaignPlan> plan_of(const std::string& text) {
  const Folder folder;
  return read_plan(folder.write("night.toml", text));
}

std::string complaint(const std::string& text) {
  const auto plan = plan_of(text);
  return plan ? "accepted" : plan.error().message;
}

const std::string one_command = "[[command]]\nname='a'\nrun='x'\n";

TEST(CampaignPlan, reads_all_of_it) {
  const auto plan = plan_of(two_by_two);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->launches, 3);
  EXPECT_EQ(plan->seed, 7u);
  EXPECT_EQ(plan->limit_seconds, 30);
  EXPECT_THAT(plan->directory, testing::EndsWith("/night.campaign"));
  ASSERT_EQ(plan->commands.size(), 2u);
  EXPECT_EQ(plan->commands[0].np, (std::vector<int>{2, 4}));
  EXPECT_EQ(plan->commands[1].np, (std::vector<int>{2}));
  EXPECT_EQ(plan->placements[0].options, (Words{"--bind-to", "core"}));
  EXPECT_TRUE(plan->placements[1].options.empty());
}

TEST(CampaignPlan, command_lines_follow_the_template) {
  const auto plan = plan_of(two_by_two);
  std::map<std::string, Words> lines;
  for (const Launch& launch : schedule(*plan, 1))
    lines[launch.name] = command_line(*plan, launch, "d/r 1.json").value();
  EXPECT_EQ(lines.at("small-np4-core-2"), (Words{"mpirun", "-np", "4", "--bind-to", "core", "IMB-MPI1",
                                                 "PingPong", "-json", "d/r 1.json"}));
  EXPECT_EQ(lines.at("reduce-np2-free-1"),
            (Words{"mpirun", "-np", "2", "IMB-MPI1", "Allreduce", "-json", "d/r 1.json"}));
}

TEST(CampaignPlan, what_is_missing_has_defaults) {
  const auto plan = plan_of(one_command);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->launches, 5);
  EXPECT_FALSE(plan->seed);
  const auto launches = schedule(*plan, 1);
  EXPECT_EQ(launches.size(), 5u);
  EXPECT_EQ(command_line(*plan, launches[0], "r").value(), (Words{"mpirun", "-np", "2", "x", "-json", "r"}));
}

TEST(CampaignPlan, a_shell_may_turn_output_into_the_record) {
  const auto plan =
      plan_of("launcher = ['sh', '-c', 'mpirun -np {np} {command} > {record}']\n" + one_command);
  ASSERT_TRUE(plan);
  EXPECT_EQ(command_line(*plan, schedule(*plan, 1)[0], "r").value(),
            (Words{"sh", "-c", "mpirun -np 2 x > r"}));
}

TEST(CampaignPlan, mistakes_have_one_message) {
  EXPECT_THAT(complaint(""), HasSubstr("there is no [[command]]"));
  EXPECT_THAT(complaint("launchs = 3\n" + one_command),
              HasSubstr("unknown key 'launchs': did you mean 'launches'?"));
  EXPECT_EQ(plan_of("launches = 10000\n" + one_command)->launches, 10000);
  EXPECT_THAT(complaint("launches = 10001\n" + one_command),
              HasSubstr("'launches' must be a whole number from 1 to 10000"));
  EXPECT_THAT(complaint("launches = 0\n" + one_command),
              HasSubstr("'launches' must be a whole number from 1"));
  EXPECT_THAT(complaint("launches = 2.5\n" + one_command), HasSubstr("'launches' must be a whole number"));
  EXPECT_THAT(complaint("limit = -1\n" + one_command), HasSubstr("'limit'"));
  EXPECT_THAT(complaint("launcher = \"mpirun 'x\"\n" + one_command), HasSubstr("not closed"));
  EXPECT_THAT(complaint("launcher = 'mpirun {nq}'\n" + one_command), HasSubstr("unknown placeholder '{nq}'"));
  EXPECT_THAT(complaint(one_command + "np = [2, 0]\n"), HasSubstr("[[command]] number 1: 'np'"));
  EXPECT_THAT(complaint("[[command]]\nname='../a'\nrun='x'\n"), HasSubstr("'name'"));
  EXPECT_THAT(complaint(one_command + one_command), HasSubstr("two commands are named 'a'"));
  EXPECT_THAT(complaint("command = 3\n"), HasSubstr("[[command]]"));
  EXPECT_THAT(complaint("a = = 3\n"), HasSubstr("night.toml:1:"));
  EXPECT_THAT(read_plan("/nowhere/plan.toml").error().message, HasSubstr("cannot read '/nowhere/plan.toml'"));
}

TEST(Schedule, is_a_shuffle_that_the_seed_fixes) {
  const auto plan = plan_of(two_by_two);
  std::set<std::string> names;
  std::vector<std::string> first;
  std::vector<std::string> again;
  std::vector<std::string> other;
  for (const auto& launch : schedule(*plan, 1)) names.insert(launch.name), first.push_back(launch.name);
  for (const auto& launch : schedule(*plan, 1)) again.push_back(launch.name);
  for (const auto& launch : schedule(*plan, 2)) other.push_back(launch.name);
  EXPECT_EQ(names.size(), 3u * (2 + 1) * 2);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

std::vector<std::string> names_in_rounds(const std::string& launches, std::uint64_t seed) {
  const auto plan = plan_of("launches = " + launches + "\n" + one_command + "np = [1, 2, 3]\n");
  std::vector<std::string> out;
  for (const Launch& launch : schedule_in_rounds(*plan, seed)) out.push_back(launch.name);
  return out;
}

TEST(CampaignPlan, rounds_hold_each_launch_once_and_more_of_them_change_no_earlier_one) {
  const auto few = names_in_rounds("4", 7), many = names_in_rounds("9", 7);
  ASSERT_EQ(few.size(), 12u);
  EXPECT_EQ(std::vector(many.begin(), many.begin() + 12), few);
  for (std::size_t round = 0; round < 4; ++round)
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_THAT(few[3 * round + i], testing::EndsWith("-" + std::to_string(round + 1)));
  EXPECT_EQ(std::set(few.begin(), few.end()).size(), 12u);
  EXPECT_NE(names_in_rounds("4", 8), few);
}

}  // namespace
}  // namespace sonde::campaign
