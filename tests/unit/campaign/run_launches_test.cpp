// Campaigns of small shell commands: what ends well, what fails, what is resumed.
#include "campaign/run_launches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "base/input.hpp"
#include "campaign/session.hpp"
#include "campaign/sums.hpp"
#include "campaign/verify_campaign.hpp"
#include "folder.hpp"
#include "host/process.hpp"

namespace sonde::campaign {
using test::Folder;
namespace {

using testing::HasSubstr;

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What stands in the shell before each command: "record WORD" writes a table, with that word in its second
/// line, as its record, whose name is $0.
const std::string shell_words =
    "record() {{ printf \"# OSU MPI Latency Test v7.4\\n# $1\\n# Size       Avg Latency(us)\\n1 1.25\\n\" > "
    "\"$0\"; }}; ";

/// A plan of three launches of one shell command.
struct Trial {
  Folder folder;
  CampaignPlan plan;
  std::vector<CampaignProgress> told{};
  std::function<bool()> over{};

  explicit Trial(const std::string& script) {
    plan = read_plan(folder.write("p.toml",
                                  "launches = 3\nseed = 5\nlauncher = ['{command}']\n[[command]]\n"
                                  "name = 'c'\nrun = ['sh', '-c', '" +
                                      shell_words + script + "', '{record}']\n"))
               .value();
  }

  [[nodiscard]] std::string file(const std::string& name) const { return plan.directory + "/" + name; }
  [[nodiscard]] Result<Journal> journal() const { return Journal::open(plan, 1); }

  Result<bool> run(bool retry = false) {
    auto opened = journal();
    if (!opened) return tl::unexpected(opened.error());
    const auto launches = schedule(plan, opened->seed());
    return execute(plan, launches, *opened, retry,
                   {[&](const CampaignProgress& p) { told.push_back(p); }, {}, over});
  }
};

/// The word that a launch has written into its record.
std::string written(const Trial& c, int launch, const std::string& ending = "") {
  std::istringstream lines(text_of(c.file("c-np2-" + std::to_string(launch) + ".json" + ending)));
  std::string first, second;
  std::getline(lines, first);
  std::getline(lines, second);
  return second.substr(std::min<std::size_t>(2, second.size()));
}

TEST(Campaign, gives_each_launch_its_share_of_the_allocation) {
  const double now = static_cast<double>(std::time(nullptr));
  setenv("SONDE_END_TIME", std::to_string(now + 3000).c_str(), 1);
  Trial c("record $SONDE_LAUNCH_END_TIME");
  EXPECT_TRUE(c.run().value());
  std::vector<double> ends{std::stod(written(c, 1)), std::stod(written(c, 2)), std::stod(written(c, 3))};
  std::ranges::sort(ends);  // launches come in the order of the seed
  EXPECT_NEAR(ends[0], now + 1000, 60) << "what is left now, divided by three";
  EXPECT_NEAR(ends[1], now + 1500, 60);
  EXPECT_NEAR(ends[2], now + 3000, 60);
  unsetenv("SONDE_END_TIME");
  Trial without("record \"none $SONDE_LAUNCH_END_TIME\"");
  EXPECT_TRUE(without.run().value());
  EXPECT_EQ(written(without, 1), "none ");
}

TEST(Campaign, runs_every_launch_once) {
  Trial c("record {name}");
  EXPECT_TRUE(c.run().value());
  EXPECT_EQ(c.told.size(), 4u);
  EXPECT_EQ(c.told.back().done, 3u);
  EXPECT_EQ(written(c, 1), "c-np2-1");
  EXPECT_EQ(c.journal()->seed(), 5u);
  c.told.clear();
  EXPECT_TRUE(c.run().value());
  EXPECT_EQ(c.told.size(), 1u);  // nothing is left
}

TEST(Campaign, a_failure_is_noted_and_the_rest_runs) {
  Trial c("record x; case {name} in *-2) exit 1;; *-3) rm \"$0\";; esac");
  EXPECT_TRUE(c.run().value());
  EXPECT_EQ(c.told.back().failed, 2u);
  const auto entries = c.journal()->entries();
  EXPECT_EQ(entries.at("c-np2-2").text, "exit status 1");
  EXPECT_EQ(entries.at("c-np2-3").text, "exit status 0, but no record");
  EXPECT_TRUE(std::filesystem::exists(c.file("c-np2-2.json.failed")));
  EXPECT_FALSE(std::filesystem::exists(c.file("c-np2-2.json")));
  c.told.clear();
  EXPECT_TRUE(c.run(true).value());
  EXPECT_EQ(c.told.size(), 3u);  // two are tried again
}

/// mpirun ... | tee {record}: the pipe hides that the program has failed.
TEST(Campaign, a_launch_whose_record_cannot_be_read_has_failed) {
  Trial c("case {name} in *-1) echo no slots > \"$0\";; *-2) : > \"$0\";; *) record x;; esac");
  EXPECT_TRUE(c.run().value());
  EXPECT_EQ(c.told.back().failed, 2u);
  const auto entries = c.journal()->entries();
  EXPECT_THAT(entries.at("c-np2-1").text,
              testing::MatchesRegex("exit status 0, but no readable record: .*c-np2-1.json:1: neither a .*"));
  EXPECT_THAT(entries.at("c-np2-2").text, HasSubstr("but no readable record: "));
  EXPECT_TRUE(entries.at("c-np2-3").good);
  EXPECT_EQ(text_of(c.file("c-np2-1.json.failed")), "no slots\n");
  EXPECT_TRUE(std::filesystem::exists(c.file("c-np2-2.json.failed")));
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::IsEmpty());
  c.told.clear();
  EXPECT_TRUE(c.run(true).value());
  EXPECT_EQ(c.told.size(), 3u);  // two are tried again
}

/// A program that measured nothing; rows that all failed are another matter, which the record tells.
TEST(Campaign, a_record_without_a_case_is_none_but_failed_cases_are_some) {
  Trial c("cd \"$(dirname \"$0\")/..\"; case {name} in *-2) cat head row;; *) cat head;; esac > \"$0\"");
  c.folder.write("head", "{\"schema\":1,\"kind\":\"header\",\"program\":\"IMB-MPI1\",\"ranks\":2}\n");
  c.folder.write("row",
                 "{\"schema\":1,\"kind\":\"case\",\"benchmark\":\"PingPong\",\"processes\":2,\"bytes\":8,"
                 "\"status\":\"failed\",\"text\":\"no\"}\n");
  EXPECT_TRUE(c.run().value());
  const auto entries = c.journal()->entries();
  EXPECT_THAT(entries.at("c-np2-1").text, HasSubstr("c-np2-1.json: no case stands in it"));
  EXPECT_FALSE(entries.at("c-np2-1").good);
  EXPECT_TRUE(entries.at("c-np2-2").good) << entries.at("c-np2-2").text;
}

TEST(Campaign, a_retry_repeats_launches_whose_record_was_lost) {
  Trial c("record x");
  EXPECT_TRUE(c.run().value());
  std::filesystem::remove(c.file("c-np2-1.json"));
  std::ofstream(c.file("c-np2-2.json")) << "junk\n";
  c.told.clear();
  EXPECT_TRUE(c.run().value());
  EXPECT_EQ(c.told.size(), 1u) << "they have ended";
  c.told.clear();
  EXPECT_TRUE(c.run(true).value());
  EXPECT_EQ(c.told.size(), 3u) << "the third has its record";
  EXPECT_EQ(written(c, 1), "x");
  EXPECT_EQ(written(c, 2), "x");
  EXPECT_EQ(text_of(c.file("c-np2-2.json.failed")), "junk\n");
  EXPECT_EQ(c.told.back().failed, 0u);
}

TEST(Campaign, a_launch_that_was_cut_off_runs_again) {
  Trial c("record new");
  {
    auto journal = c.journal();
    ASSERT_TRUE(journal->start("c-np2-1"));
  }
  std::ofstream(c.file("c-np2-1.json")) << "half a rec";
  std::ofstream(c.file("campaign.journal"), std::ios::app) << "end c-np2-2 go";  // the power failed here
  EXPECT_TRUE(c.run().value());
  EXPECT_EQ(c.told.back().done, 3u);
  EXPECT_EQ(written(c, 1), "new");
  EXPECT_EQ(text_of(c.file("c-np2-1.json.interrupted")), "half a rec");
  EXPECT_TRUE(c.run().value());
}

TEST(Campaign, a_cut_launch_leaves_no_record_that_looks_like_a_run) {
  Trial c("echo half > \"$0\"; kill -INT $PPID; sleep 60");
  EXPECT_FALSE(c.run().value());
  EXPECT_EQ(progress_of(schedule(c.plan, 5), c.journal().value()).done, 0u);
  for (const auto& file : std::filesystem::directory_iterator(c.plan.directory))
    EXPECT_NE(file.path().extension(), ".json") << file.path();
}

TEST(Campaign, a_launch_that_fails_as_the_allocation_ends_was_cut_off) {
  Trial c("record x; test -e \"$(dirname \"$0\")/../allocated\"");
  c.over = [] { return true; };
  EXPECT_FALSE(c.run().value());
  EXPECT_EQ(c.told.size(), 1u);  // no other was started
  const auto cut = progress_of(schedule(c.plan, 5), c.journal().value());
  EXPECT_EQ(cut.done, 0u);
  EXPECT_EQ(cut.failed, 0u);
  EXPECT_TRUE(std::filesystem::exists(c.file(schedule(c.plan, 5)[0].name + ".json.interrupted")));
  c.folder.write("allocated", "");
  EXPECT_TRUE(c.run().value());  // launches that end well are not cut off, whatever the clock says
  EXPECT_EQ(c.told.back().done, 3u);
  EXPECT_EQ(c.told.back().failed, 0u);
}

TEST(Campaign, goes_on_where_only_the_plan_was_written) {
  Trial c("record x");
  for (const std::string& written : {c.plan.text, c.plan.text.substr(0, 7), std::string()}) {
    std::filesystem::remove_all(c.plan.directory);
    std::filesystem::create_directories(c.plan.directory);
    std::ofstream(c.file("plan.toml")) << written;
    ASSERT_TRUE(c.journal()) << written;
    EXPECT_EQ(text_of(c.file("plan.toml")), c.plan.text);
  }
  std::filesystem::remove(c.file("campaign.journal"));
  std::ofstream(c.file("plan.toml")) << "launches = 99\n";
  EXPECT_THAT(c.run().error().message, HasSubstr("files that are not of a campaign"));
  EXPECT_EQ(text_of(c.file("plan.toml")), "launches = 99\n");
}

TEST(Campaign, what_is_set_aside_replaces_nothing) {
  Trial c("echo {name} >> \"$0\"; cat \"$0\"; exit 1");
  ASSERT_TRUE(c.journal());
  std::ofstream(c.file("c-np2-1.log.failed")) << "foreign";
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_TRUE(c.run(true).value());
  EXPECT_EQ(text_of(c.file("c-np2-1.log.failed")), "foreign");
  for (const char* name : {"c-np2-1.log.failed.2", "c-np2-1.log.failed.3", "c-np2-1.log",
                           "c-np2-1.json.failed", "c-np2-1.json.failed.2", "c-np2-1.json.failed.3"})
    EXPECT_EQ(text_of(c.file(name)), "c-np2-1\n") << name;
}

TEST(Campaign, what_cannot_be_set_aside_ends_the_campaign) {
  Trial c("exit 1");
  ASSERT_TRUE(c.run());
  const std::string log = c.file("c-np2-1.log"), aside = log + ".failed";
  std::ofstream(aside) << "foreign";
  for (int number = 2; number < 999; ++number) std::ofstream(aside + "." + std::to_string(number));
  EXPECT_TRUE(c.run(true).value());  // the last number that is free
  EXPECT_TRUE(std::filesystem::exists(aside + ".999"));
  std::ofstream(log) << "kept";
  EXPECT_THAT(c.run(true).error().message, HasSubstr("c-np2-1.log': File exists"));
  EXPECT_EQ(text_of(log), "kept");
  EXPECT_EQ(text_of(aside), "foreign");
  EXPECT_FALSE(std::filesystem::exists(aside + ".1000"));
}

TEST(Campaign, leaves_foreign_files_alone) {
  Trial c("record x");
  std::filesystem::create_directories(c.plan.directory);
  std::ofstream(c.file("thesis.tex")) << "mine";
  EXPECT_THAT(c.run().error().message, HasSubstr("files that are not of a campaign"));
  std::filesystem::remove(c.file("thesis.tex"));
  ASSERT_TRUE(c.journal());
  std::ofstream(c.file("c-np2-2.json")) << "mine";
  EXPECT_THAT(c.run().error().message, HasSubstr("c-np2-2.json' is not of this campaign"));
  EXPECT_EQ(text_of(c.file("c-np2-2.json")), "mine");
}

TEST(Campaign, another_plan_needs_another_directory) {
  Trial c("record x");
  ASSERT_TRUE(c.journal());
  c.plan.text.replace(0, 12, "launches = 4");
  EXPECT_THAT(c.run().error().message, HasSubstr("line 1 was 'launches = 3' and is 'launches = 4'"));
}

TEST(Campaign, only_one_may_run_at_a_time) {
  Trial c("record x");
  const auto first = c.journal();
  EXPECT_THAT(c.run().error().message, HasSubstr("is running"));
}

TEST(Campaign, a_damaged_journal_is_refused) {
  Trial c("record x");
  ASSERT_TRUE(c.journal());
  std::ofstream(c.file("campaign.journal"), std::ios::app) << "what is this\n";
  EXPECT_THAT(c.run().error().message, HasSubstr("line 2 is damaged: 'what is this'"));
}

TEST(Campaign, a_long_damaged_line_is_shortened_and_cleaned_in_the_message) {
  Trial c("record x");
  ASSERT_TRUE(c.journal());
  std::ofstream(c.file("campaign.journal"), std::ios::app) << "\x1b[2J" + std::string(5000, '[') + "\n";
  const std::string message = c.run().error().message;
  EXPECT_THAT(message, ::testing::Not(HasSubstr("\x1b")));
  EXPECT_LT(message.size(), 400U);
}

TEST(EstimateLeft, takes_the_mean_of_the_group_or_of_all) {
  const Folder folder;
  const auto plan = read_plan(folder.write("p.toml",
                                           "launches = 2\n[[command]]\nname='a'\nrun='x'\n[[command]]\n"
                                           "name='b'\nrun='x'\n[[command]]\nname='c'\nrun='x'\n"))
                        .value();
  auto journal = Journal::open(plan, 1);
  const auto launches = schedule(plan, 1);
  EXPECT_EQ(estimate_left(launches, *journal), 0);
  ASSERT_TRUE(journal->end("a-np2-1", {.good = true, .text = "", .seconds = 10}));
  ASSERT_TRUE(journal->end("b-np2-1", {.good = true, .text = "", .seconds = 2}));
  EXPECT_DOUBLE_EQ(estimate_left(launches, *journal), 10 + 2 + 6 + 6);
  ASSERT_TRUE(journal->end("a-np2-2", {.good = true, .text = "", .seconds = 18}));
  EXPECT_DOUBLE_EQ(estimate_left(launches, *journal), 2 + 10 + 10);
}

constexpr const char* writes_a_table = "record x";

/// As after a full disk or a kill at the wrong moment: the journal goes on and SHA256SUMS does not.
TEST(Campaign, renews_sums_that_lag_behind) {
  Trial c(writes_a_table);
  EXPECT_TRUE(c.run().value());
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::IsEmpty());
  ASSERT_TRUE(
      c.journal()->end("c-np2-1", {.ended = true, .good = true, .text = "exit status 0", .seconds = 2}));
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::Not(testing::IsEmpty()));
  EXPECT_TRUE(c.run().value());
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::IsEmpty());
  std::filesystem::remove(c.file(sums_name));
  EXPECT_TRUE(c.run().value());
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::IsEmpty());
}

TEST(Campaign, that_has_nothing_to_do_takes_nothing_new_into_its_sums) {
  Trial c(writes_a_table);
  EXPECT_TRUE(c.run().value());
  std::ofstream(c.file("added.json")) << "x";
  EXPECT_TRUE(c.run().value());
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::ElementsAre(HasSubstr("'added.json' was added")));
}

TEST(Campaign, is_ended_by_a_signal_between_launches) {
  Trial c("record x");
  auto journal = c.journal();
  const auto launches = schedule(c.plan, 5);
  int asked = 0;
  const auto finished = execute(c.plan, launches, *journal, false,
                                {[](const CampaignProgress&) {},
                                 [&](const Launch&) { return ++asked == 2 && raise(SIGUSR1) != 0; },
                                 {}});
  EXPECT_FALSE(finished.value());
  EXPECT_EQ(progress_of(launches, *journal).done, 1u);
}

TEST(Journal, knows_no_negative_time) {
  const Trial c("");
  auto journal = c.journal();
  ASSERT_TRUE(journal->start("c-np2-1"));
  ASSERT_TRUE(
      journal->end("c-np2-1", {.ended = true, .good = true, .text = "exit status 0", .seconds = -996.15}));
  const auto kept = Journal::look(c.plan.directory).value()->entries().at("c-np2-1");
  EXPECT_EQ(kept.seconds, 0);
  EXPECT_EQ(kept.text, "exit status 0, of unknown length: the clock of this machine went back");
}

/// A journal of another user can name any path as a program: these are neither read nor waited for.
TEST(StartedProgram, is_a_regular_file_that_may_be_executed) {
  const Folder folder;
  const std::string file = folder.write("file", "text");
  EXPECT_FALSE(host::is_program(file));
  std::filesystem::permissions(file, std::filesystem::perms(0700));
  EXPECT_TRUE(host::is_program(file));
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0700), 0);
  for (const auto& other :
       {folder / "pipe", std::string("/dev/zero"), folder / "", std::string("/proc/kmsg"), folder / "none"})
    EXPECT_FALSE(host::is_program(other)) << other;
}

/// Opened to be read and written, a pipe would have this process as its writer, and reading would never end.
TEST(Journal, that_is_a_pipe_is_refused_at_once) {
  Trial c(writes_a_table);
  EXPECT_TRUE(c.run().value());
  std::filesystem::remove(c.file(journal_name));
  ASSERT_EQ(mkfifo(c.file(journal_name).c_str(), 0600), 0);
  EXPECT_THAT(c.journal().error().message, HasSubstr("is no regular file"));
}

TEST(Journal, that_cannot_be_opened_is_refused_with_the_cause) {
  Trial c(writes_a_table);
  EXPECT_TRUE(c.run().value());
  std::filesystem::remove(c.file(journal_name));
  std::filesystem::create_directory(c.file(journal_name));
  EXPECT_THAT(c.journal().error().message, HasSubstr(std::strerror(EISDIR)));
}

TEST(Campaign, does_not_go_on_over_a_journal_that_was_changed) {
  Trial c(writes_a_table);
  EXPECT_TRUE(c.run().value());
  std::string text = read_input(c.file(journal_name)).value();
  text.replace(text.find("good"), 4, "fail");
  text.replace(text.find("fail"), 4, "good");
  std::ofstream(c.file(journal_name)) << text;
  EXPECT_TRUE(c.run().value()) << "the same bytes";
  text.insert(text.find("exit status"), "no ");
  std::ofstream(c.file(journal_name)) << text;
  EXPECT_THAT(c.run().error().message, HasSubstr("was changed since"));
  std::filesystem::remove(c.file(sums_name));
  EXPECT_TRUE(c.run().value());
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::IsEmpty());
}

TEST(Campaign, sums_that_are_no_regular_file_are_refused) {
  Trial c(writes_a_table);
  EXPECT_TRUE(c.run().value());
  std::filesystem::remove(c.file(sums_name));
  ASSERT_EQ(mkfifo(c.file(sums_name).c_str(), 0600), 0);
  EXPECT_THAT(c.run().error().message, HasSubstr("is no regular file"));
  EXPECT_THAT(verify(c.plan.directory)->findings, testing::ElementsAre(HasSubstr("is no regular file")));
}

TEST(Campaign, a_link_is_no_record) {
  Trial c("ln -s /dev/null \"$0\"");
  c.run();
  EXPECT_THAT(read_input(c.file(journal_name)).value(), HasSubstr("failed"));
}

TEST(Campaign, a_program_that_is_no_text_is_noted_as_not_read) {
  Trial c(writes_a_table);
  auto journal = c.journal();
  ASSERT_TRUE(journal->start("a"));
  ASSERT_TRUE(journal->program("a", "/usr/bin/odd", unread));
  EXPECT_EQ(Journal::look(c.plan.directory).value()->programs().at("/usr/bin/odd")[0].sha256, unread);
}

TEST(Journal, notes_a_program_again_where_it_has_changed) {
  Trial c(writes_a_table);
  auto journal = c.journal();
  for (const auto& [launch, digest] : {std::pair("a", "1"), {"b", "1"}, {"c", "2"}, {"d", "2"}}) {
    ASSERT_TRUE(journal->start(launch, "{}"));
    ASSERT_TRUE(journal->program(launch, "/usr/bin/with blank", digest));
  }
  const auto programs = Journal::look(c.plan.directory).value()->programs();
  ASSERT_EQ(programs.size(), 1U);
  const auto& noted = programs.at("/usr/bin/with blank");
  ASSERT_EQ(noted.size(), 2U);
  EXPECT_EQ(noted[0].launch + noted[0].sha256 + noted[1].launch + noted[1].sha256, "a1c2");
}

}  // namespace
}  // namespace sonde::campaign
