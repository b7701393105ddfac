#include "campaign/kept_plan.hpp"

#include <gmock/gmock.h>

#include <string>

#include "campaign/campaign_plan.hpp"
#include "folder.hpp"

namespace sonde::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string innocent = R"(# a night; the token of the mail is elsewhere
launches = 3   # each
launcher = "mpirun -x API_KEY -x TOKENS_PER_BATCH=4 -np {np} {placement} {command}"
[[command]]
name = "secret"
run = ["IMB-MPI1", "Allreduce"]
)";

std::string with(const std::string& line) {
  return "launches = 3\n" + line + "\n[[command]]\nname = 'a'\nrun = 'x -iter 2'\n";
}

TEST(KeptPlan, is_the_plan_itself_where_it_has_no_secret) {
  EXPECT_EQ(kept_plan(innocent), innocent);
  EXPECT_EQ(kept_plan(""), "");
  EXPECT_EQ(kept_plan("no plan = = password=hush"), "no plan = = password=hush");
}

TEST(KeptPlan, has_no_secret_of_a_string_a_list_or_a_comment) {
  for (const char* line : {"launcher = \"mpirun -genv API_KEY 'a hush' {command}\" # each",
                           "launcher = ['mpirun', '-genv', 'API_KEY', 'a hush', '{command}']",
                           "launcher = 'sh -c \"PASSWORD=hush {command}\"'",
                           "[[placement]]\nname = 'p'\noptions = '--proxy http://me:hush@host'",
                           "# run = 'x --password=hush'"}) {
    const auto kept = kept_plan(with(line));
    EXPECT_THAT(kept, Not(HasSubstr("hush"))) << line;
    EXPECT_THAT(kept, HasSubstr("-iter 2")) << line;
    EXPECT_EQ(kept_plan(kept), kept) << line;
    EXPECT_NE(kept, kept_plan(with("launches = 4"))) << line;
  }
}

TEST(KeptPlan, leaves_the_words_that_are_launched) {
  const test::Folder folder;
  const auto plan = read_plan(folder.write("night.toml", with("launcher = 'env API_KEY=hush {command}'")));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_THAT(plan->text, HasSubstr("API_KEY=(withheld)"));
  const auto words = command_line(*plan, launches_of(*plan)[0], "r.json");
  EXPECT_THAT(*words, ElementsAre("env", "API_KEY=hush", "x", "-iter", "2", "-json", "r.json"));
}

}  // namespace
}  // namespace sonde::campaign
