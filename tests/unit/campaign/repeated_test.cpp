#include "campaign/repeated.hpp"

#include <gmock/gmock.h>

#include "campaign/journal.hpp"
#include "folder.hpp"

namespace sonde::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Repeated command(Words words) {
  return {.variants = {{"run", std::move(words)}}, .launches = 3};
}

Repeated sides(const Words& words) {
  return {.variants = sides_of(words).value(), .launches = 3};
}

TEST(Repeated, launches_are_numbered_and_each_gets_a_record_of_its_own) {
  const auto plan = plan_of(command({"mpirun", "-np", "2", "IMB-MPI1"}), "there");
  ASSERT_TRUE(plan);
  const auto launches = launches_of(*plan);
  ASSERT_EQ(launches.size(), 3u);
  EXPECT_EQ(launches[2].name, "run-3");
  EXPECT_EQ(launches[2].group, "run");
  EXPECT_THAT(*command_line(*plan, launches[2], "there/run-3.json"),
              ElementsAre("mpirun", "-np", "2", "IMB-MPI1", "-json", "there/run-3.json"));
}

TEST(Repeated, braces_stand_for_themselves_but_for_the_record) {
  const auto plan = plan_of(command({"./x.sh", "a{np}b", "{", "--out={record}"}), "there");
  ASSERT_TRUE(plan);
  const auto launches = launches_of(*plan);
  EXPECT_THAT(*command_line(*plan, launches[0], "r.json"),
              ElementsAre("./x.sh", "a{np}b", "{", "--out=r.json"));
}

TEST(Repeated, refuses_no_command_and_one_that_names_its_record) {
  EXPECT_THAT(plan_of(command({}), "there").error().message, HasSubstr("a command is missing"));
  EXPECT_THAT(plan_of(command({"IMB-MPI1", "-json", "a"}), "there").error().message,
              HasSubstr("leave it out"));
}

TEST(Repeated, sides_are_what_stands_between_the_words_against) {
  const auto plan = plan_of(sides({"a", "x", "--against", "b", "--against", "a"}), "there");
  ASSERT_TRUE(plan);
  EXPECT_EQ(
      plan->text,
      "# of sonde run\n[[command]]\nname = 'A'\nrun = [ 'a', 'x' ]\n\n[[command]]\nname = 'B'\nrun = [ 'b' "
      "]\n\n[[command]]\nname = 'C'\nrun = [ 'a' ]\n");
  const auto launches = launches_of(*plan);
  ASSERT_EQ(launches.size(), 9u);
  EXPECT_EQ(launches[3].name, "B-1");
  EXPECT_THAT(*command_line(*plan, launches[3], "there/B-1.json"),
              ElementsAre("b", "-json", "there/B-1.json"));
}

TEST(Repeated, refuses_a_side_without_a_command_and_too_many) {
  EXPECT_THAT(sides_of({"a", "--against"}).error().message, HasSubstr("missing after --against"));
  EXPECT_THAT(sides_of({"--against", "a"}).error().message, HasSubstr("missing before --against"));
  EXPECT_THAT(sides_of({"a", "--against", "--against", "b"}).error().message, HasSubstr("missing after"));
  EXPECT_THAT(plan_of(sides({"a", "--against", "b", "-json", "x"}), "there").error().message,
              HasSubstr("leave it out"));
  EXPECT_THAT(sides_of(Words(30, "--against")).error().message, HasSubstr("at most 26"));
  Words as_many{"a"};
  while (as_many.size() < 51) as_many.insert(as_many.end(), {"--against", "a"});
  ASSERT_TRUE(sides_of(as_many));
  EXPECT_EQ(sides_of(as_many)->back().name, "Z");
}

TEST(Repeated, the_order_of_several_is_that_of_their_first_start) {
  const test::Folder folder;
  auto two = sides({"a", "--against", "b"});
  two.seed = 5;
  EXPECT_EQ(begin_in(folder / "run", two)->journal.seed(), 5u);
  two.seed = 6;
  EXPECT_EQ(begin_in(folder / "run", two)->journal.seed(), 5u);
}

TEST(Repeated, goes_to_a_new_directory_unless_a_launch_of_the_same_command_was_cut_off) {
  const test::Folder folder;
  const std::string stem = folder / "run";
  const auto mine = command({"a"});
  const auto directory = [&](const Repeated& repeated) {
    return begin_beside(stem, repeated)->plan.directory;
  };
  {
    auto begun = begin_beside(stem, mine);
    ASSERT_TRUE(begun);
    EXPECT_EQ(begun->plan.directory, stem);
    EXPECT_EQ(directory(mine), stem + "-2") << "nothing was started there";
    ASSERT_TRUE(begun->journal.start("run-1"));
    EXPECT_EQ(directory(mine), stem + "-3") << "it runs at this moment";
  }
  EXPECT_EQ(directory(command({"b"})), stem + "-4");
  EXPECT_EQ(directory(mine), stem) << "it was cut off";
  {
    auto again = begin_beside(stem, mine);
    ASSERT_TRUE(
        again->journal.end("run-1", {.ended = true, .good = true, .text = "exit status 0", .seconds = 1}));
  }
  EXPECT_EQ(directory(mine), stem + "-5");
  EXPECT_THAT(begin_in(stem, command({"b"})).error().message, HasSubstr("another plan"));
  EXPECT_TRUE(begin_in(stem, mine));
}

TEST(Repeated, takes_no_file_and_no_link_for_its_directory) {
  const test::Folder folder;
  folder.write("run", "mine");
  std::filesystem::create_directory_symlink(".", folder / "run-2");
  EXPECT_EQ(begin_beside(folder / "run", command({"a"}))->plan.directory, folder / "run-3");
  EXPECT_FALSE(begin_beside(folder / "none/run", command({"a"})));
}

TEST(Repeated, launches_can_be_added) {
  const test::Folder folder;
  auto more = command({"a"});
  ASSERT_TRUE(Journal::open(*plan_of(more, folder / "run"), 0));
  more.launches = 20;
  EXPECT_TRUE(Journal::open(*plan_of(more, folder / "run"), 0));
  EXPECT_FALSE(Journal::open(*plan_of(command({"b"}), folder / "run"), 0));
}

CaseSpread spread(std::size_t runs, double low, double high) {
  CaseSpread out;
  out.runs = runs;
  out.spread.median = 100;
  out.spread.next = {low, high};
  return out;
}

TEST(Repeated, is_enough_when_every_case_is_known) {
  const std::vector known{spread(3, 99, 102), spread(5, 98.5, 100.5)};
  EXPECT_DOUBLE_EQ(reach(known[0]), 0.02);
  EXPECT_DOUBLE_EQ(reach(known[1]), 0.015);
  EXPECT_TRUE(narrow_enough(known, 0.02));
  EXPECT_FALSE(narrow_enough(known, 0.019));
  EXPECT_FALSE(narrow_enough(std::vector{known[0], spread(2, 100, 100)}, 0.5))
      << "two launches tell too little";
  EXPECT_FALSE(narrow_enough({}, 0.5));
}

}  // namespace
}  // namespace sonde::campaign
