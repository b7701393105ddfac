// What the programs answer to shells; tests/cli and tests/sonde ask the shells themselves.
#include "args/complete.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "args/option_table.hpp"
#include "base/text.hpp"
#include "command_line.hpp"

namespace sonde {
namespace {

using namespace sonde::testing;

const OptionWords* option_of(const CommandWords& command, std::string_view name) {
  const auto found = std::ranges::find_if(command.options, [&](const OptionWords& o) {
    return std::ranges::find(o.names, name) != o.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

/// The first words of the lines.
std::string offered(const CommandWords& command, const std::vector<std::string>& words) {
  const std::string text = candidates(command, words);
  std::string out;
  for (const auto line : split(text, '\n'))
    if (!line.empty()) out += (out.empty() ? "" : " ") + std::string(line.substr(0, line.find('\t')));
  return out;
}

TEST(ProgramWords, say_what_each_value_is) {
  const auto words = program_words(mpi1);
  EXPECT_EQ(option_of(words, "-thread_level")->value->how, Completed::words);
  EXPECT_EQ(option_of(words, "-thread_level")->others, std::vector<std::string>{"--thread_level"});
  EXPECT_EQ(option_of(words, "-json")->value->how, Completed::file);
  EXPECT_EQ(option_of(words, "-exclude")->value->words.front().word, "PingPong");
  EXPECT_EQ(option_of(words, "-npmin")->value->how, Completed::free);
  EXPECT_FALSE(option_of(words, "-dry_run")->value);
  EXPECT_EQ(option_of(words, "-cpu_secs"), nullptr);
  ASSERT_EQ(words.arguments.size(), 1u);
  EXPECT_EQ(words.arguments[0].words.size(), mpi1.catalog.size());
  EXPECT_EQ(words.arguments[0].words[0].meaning, "A message goes there and comes back");
}

TEST(Candidates, name_every_option_with_one_dash_and_with_two) {
  for (const Program& program : all_programs) {
    const auto words = program_words(program);
    const auto one = " " + offered(words, {"-"}) + " ", two = " " + offered(words, {"--"}) + " ";
    for (const Option* option : options_of(program)) {
      EXPECT_NE(one.find(fmt::format(" -{} ", option->name)), std::string::npos) << option->name;
      EXPECT_NE(two.find(fmt::format(" --{} ", option->name)), std::string::npos) << option->name;
    }
  }
}

TEST(Candidates, of_a_program_are_benchmarks_flags_and_their_values) {
  const auto words = program_words(mpi1);
  EXPECT_EQ(offered(words, {"PingP"}), "PingPong PingPing");
  EXPECT_EQ(offered(words, {"PingPong", "-msgs"}), "-msgsize");
  EXPECT_EQ(offered(words, {"PingPong", "--msgs"}), "--msgsize");
  EXPECT_EQ(offered(words, {"-thread_level", "s"}), "single serialized");
  EXPECT_EQ(offered(words, {"--thread_level=s"}), "--thread_level=single --thread_level=serialized");
  EXPECT_EQ(offered(words, {"--thread_level", "=", "s"}), "single serialized") << "as bash cuts it";
  EXPECT_EQ(offered(words, {"--thread_level", "="}), "single funneled serialized multiple");
  EXPECT_EQ(offered(words, {"-exclude", "PingPong,Al"}), "PingPong,Allreduce");
  EXPECT_EQ(offered(words, {"Barrier,Al"}), "Barrier,Allreduce");
  EXPECT_EQ(offered(words, {"-json", "r"}), ":file");
  EXPECT_EQ(offered(words, {"-npmin", ""}), "") << "any number";
  EXPECT_EQ(offered(words, {"-npmin", "2", "Al"}), "Allreduce");
  EXPECT_EQ(offered(words, {"-cpu_sec"}), "") << "a flag of IMB-IO";
  EXPECT_EQ(candidates(words, std::vector<std::string>{"PingPon"}),
            "PingPong\tA message goes there and comes back\n");
  EXPECT_FALSE(candidates(words, {}).empty());
}

TEST(Candidates, of_commands_lead_from_one_to_the_next) {
  const OptionWords help{.names = {"-h", "--help"}};
  const CommandWords tree{
      .name = "tool",
      .options = {help},
      .commands = {{.name = "one",
                    .options = {help, {.names = {"--to"}, .value = ValueWords{"FILE", Completed::file}}}},
                   {.name = "in",
                    .options = {help},
                    .arguments = {{"DIR", Completed::directory}},
                    .commands = {{.name = "two", .options = {{.names = {"-x"}}}}}},
                   {.name = "run", .arguments = {{"COMMAND", Completed::command}}}}};
  EXPECT_EQ(offered(tree, {""}), "one in run");
  EXPECT_EQ(offered(tree, {"-"}), "-h --help");
  EXPECT_EQ(offered(tree, {"one", "--"}), "--help --to");
  EXPECT_EQ(offered(tree, {"one", "--to", "x"}), ":file");
  EXPECT_EQ(offered(tree, {"one", "--to", "in", ""}), "") << "a value is no command";
  EXPECT_EQ(offered(tree, {"in", ""}), ":directory");
  EXPECT_EQ(offered(tree, {"in", "nights", ""}), "two");
  EXPECT_EQ(offered(tree, {"in", "one", "t"}), "two") << "a directory of that name";
  EXPECT_EQ(offered(tree, {"in", "nights", "two", "-"}), "-x");
  EXPECT_EQ(offered(tree, {"run", "--", "mpir"}), ":command");
}

}  // namespace
}  // namespace sonde
