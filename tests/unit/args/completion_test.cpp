// Completion files made from tables; tests/cli and tests/sonde ask the shells themselves.
#include "args/completion.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
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

TEST(Completion, names_every_option_in_every_shell) {
  for (const Program& program : all_programs) {
    const auto words = program_words(program);
    const auto bash = bash_completion(words), zsh = zsh_completion(words), fish = fish_completion(words);
    for (const Option* option : options_of(program)) {
      const std::string name(option->name);
      EXPECT_TRUE(has(bash, " -" + name + " ") || has(bash, "-" + name + "'")) << name;
      EXPECT_TRUE(has(zsh, ")-" + name + "[") || has(zsh, "*-" + name + "[")) << name;
      EXPECT_TRUE(has(fish, " -o " + name + " ")) << name;
      EXPECT_TRUE(has(fish, " -l " + name + " ")) << name;
    }
  }
}

TEST(Completion, quotes_what_a_shell_would_read_as_its_own) {
  const CommandWords odd{
      .name = "odd", .options = {{.names = {"--a"}, .help = "it's [one]: \\x", .value = ValueWords{"A:B"}}}};
  EXPECT_TRUE(has(zsh_completion(odd), "--a=[it'\\''s \\[one\\]\\: \\\\x]:A\\:B: '")) << zsh_completion(odd);
  EXPECT_TRUE(has(fish_completion(odd), "-l a -x -d 'it\\'s [one]: \\\\x'")) << fish_completion(odd);
}

TEST(Completion, of_commands_leads_from_one_to_the_next) {
  const CommandWords tree{.name = "tool",
                          .options = {{.names = {"-h", "--help"}}},
                          .commands = {{.name = "one", .options = {{.names = {"-h", "--help"}}}},
                                       {.name = "in",
                                        .options = {{.names = {"-h", "--help"}}},
                                        .arguments = {{"DIR", Completed::directory}},
                                        .commands = {{.name = "two", .options = {{.names = {"-x"}}}}}}}};
  const auto bash = bash_completion(tree);
  EXPECT_TRUE(has(bash, "_sonde_tool_at.one) node=_sonde_tool_at_one ;;"));
  EXPECT_TRUE(has(bash, "_sonde_tool_at_in.*) node=_sonde_tool_at_in_given ;;"));
  EXPECT_TRUE(has(bash, "_sonde_tool_at_in_given.two) node=_sonde_tool_at_in_given_two ;;"));
  EXPECT_TRUE(has(fish_completion(tree), "-n '__sonde_is \\'tool in given\\'' -a two"));
  EXPECT_TRUE(has(zsh_completion(tree), "'2: :_tool_in_commands'"));
}

TEST(Launchers, hand_over_to_the_programs_that_are_named) {
  const std::vector<std::string> programs{"IMB-MPI1", "sonde-mpi"};
  for (const std::string& text :
       {bash_launchers(programs), zsh_launchers(programs), fish_launcher("srun", programs)})
    EXPECT_TRUE(has(text, "IMB-MPI1|sonde-mpi")) << text;
  for (const auto launcher : launchers()) EXPECT_TRUE(has(zsh_launchers(programs).substr(0, 200), launcher));
  EXPECT_TRUE(has(fish_launcher("srun", programs), "complete -c srun "));
}

}  // namespace
}  // namespace sonde
