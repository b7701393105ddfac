// Wrong command lines: every option of the table against every kind of wrong value, and the messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "args/document.hpp"
#include "args/tokens.hpp"
#include "command_line.hpp"

namespace sonde {
namespace {

using namespace sonde::testing;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Options that take any text for a name or path: only an empty one is wrong.
bool takes_any_name(const Option& option) {
  return option.metavar == "FILE" || option.metavar == "DIR" || option.metavar == "NAME" ||
         option.metavar == "KEY=VALUE" || option.metavar == "REGEX";
}

std::string message(const Program& program, const std::vector<std::string>& words) {
  const auto parsed = parse_words(program, words, example_files(program));
  if (!parsed) return parsed.error().message;
  return "";
}

/// A program that has the option.
const Program& program_of(const Option& option) {
  return *std::ranges::find_if(all_programs, [&](const Program& p) { return applies(option, p.suite); });
}

std::vector<std::string> flag_of(const Option& option, const std::string& value) {
  return {"-" + std::string(option.name), value};
}

/// An example that is right for the program: benchmark names are its own.
std::string example_of(const Option& option, const Program& program) {
  return option.metavar == "A,B" ? std::string(program.catalog.back().name) : std::string(option.example);
}

/// What else an option's example needs on the command line.
std::vector<std::string> company(const Option& option) {
  if (option.name == "append" || option.name == "resume" || option.name == "samples")
    return {"-json", "out.json"};
  if (option.name == "threads") return {"-thread_level", "multiple"};
  if (option.name == "device" || option.name == "memory_unchecked") return {"-memory", "cuda"};
  return {};
}

TEST(EveryOption, takes_its_example_in_every_program_that_has_it) {
  for (const Program& program : all_programs)
    for (const Option* option : options_of(program)) {
      std::vector<std::string> words = company(*option);
      words.push_back("-" + std::string(option->name));
      if (!option->metavar.empty()) words.push_back(example_of(*option, program));
      EXPECT_EQ(message(program, words), "") << program.name << " -" << option->name;
    }
}

TEST(EveryOption, refuses_to_be_without_its_value) {
  for (const Option& option : option_table()) {
    if (option.metavar.empty() || option.value_optional) continue;
    const std::string flag = "-" + std::string(option.name);
    const Program& program = program_of(option);
    const std::string needs = flag + " needs a value: " + expected_value(option);
    EXPECT_EQ(message(program, {flag}), needs);
    EXPECT_EQ(message(program, {flag, "-npmin", "2"}), needs + "; but the flag '-npmin' follows");
  }
}

TEST(EveryOption, refuses_wrong_values_in_one_line) {
  const std::vector<std::string> values{"",
                                        "junk",
                                        "2junk",
                                        "-1000000",
                                        "nan",
                                        "NaN",
                                        "inf",
                                        "-inf",
                                        "1e999",
                                        "1e-999",
                                        "99999999999999999999999999",
                                        "9223372036854775808",
                                        "0x10",
                                        " 1",
                                        "1 ",
                                        "+1",
                                        "1;2",
                                        ",",
                                        "1,",
                                        ",1",
                                        "1,,2",
                                        "1,2,3,4",
                                        "--",
                                        "-",
                                        "2%%",
                                        "%",
                                        "-5%",
                                        "100%",
                                        "3x",
                                        "x3",
                                        "0x2",
                                        "3x2x1",
                                        "-3x2",
                                        "3037000500x3037000500",
                                        ":",
                                        "5:",
                                        ":5",
                                        "5:3",
                                        "0:63",
                                        "1\n2",
                                        std::string("1\0", 2),
                                        std::string(100000, '9')};
  for (const Option& option : option_table()) {
    if (option.metavar.empty() || option.value_optional || takes_any_name(option)) continue;
    for (const std::string& value : values) {
      constexpr std::array<std::string_view, 6> lists{"msgsize", "count",      "windows",
                                                      "device",  "partitions", "threads"};
      if (std::ranges::count(lists, option.name) > 0 && value == "1,2,3,4") continue;
      const std::string said = message(program_of(option), flag_of(option, value));
      if (option.metavar == "A,B" && said.empty()) continue;
      EXPECT_THAT(said, StartsWith("-" + std::string(option.name) + ": ")) << value.substr(0, 50);
      EXPECT_EQ(said.find('\n'), std::string::npos);
      EXPECT_LE(said.size(), 610u);
    }
  }
}

TEST(EveryOption, refuses_an_empty_name) {
  for (const Option& option : option_table()) {
    if (!takes_any_name(option)) continue;
    EXPECT_NE(message(program_of(option), flag_of(option, "")), "") << option.name;
  }
}

TEST(EveryOption, refuses_to_be_given_twice_unless_it_is_a_list) {
  for (const Option& option : option_table()) {
    if (option.repeatable || option.group == Group::answers) continue;
    const Program& program = program_of(option);
    std::vector<std::string> words = company(option);
    for (int i = 0; i < 2; ++i) {
      words.push_back("--" + std::string(option.name));
      if (!option.metavar.empty()) words.emplace_back(option.example);
    }
    EXPECT_THAT(message(program, words), AllOf(StartsWith("-" + std::string(option.name) + " is given twice"),
                                               HasSubstr("give it once")));
  }
}

TEST(EveryOption, belongs_to_its_programs_only) {
  for (const Program& program : all_programs)
    for (const Option& option : option_table()) {
      if (applies(option, program.suite)) continue;
      EXPECT_THAT(
          message(program, flag_of(option, std::string(option.example))),
          AllOf(StartsWith("-" + std::string(option.name) + " is a flag of "), HasSubstr(program.name)));
    }
}

TEST(EveryOption, without_a_value_refuses_one) {
  for (const Option& option : option_table())
    if (option.metavar.empty() && option.name != "help") {
      EXPECT_THAT(message(program_of(option), {"-" + std::string(option.name) + "=on"}),
                  HasSubstr("takes no value"));
    }
}

TEST(EveryOption, is_suggested_when_it_is_misspelt) {
  for (const Option& option : option_table()) {
    if (option.name.size() < 5) continue;
    std::string misspelt = "-" + std::string(option.name);
    misspelt[misspelt.size() - 2] = '~';
    EXPECT_EQ(message(program_of(option), {misspelt}),
              "unknown flag '" + misspelt + "'; did you mean -" + std::string(option.name) + "?");
  }
}

TEST(Messages, say_what_is_wrong_and_what_would_be_right) {
  EXPECT_EQ(wrong("-npmin 2junk"), "-npmin: '2junk' is not a whole number; expected 1 or more");
  EXPECT_EQ(wrong("-npmin 0"), "-npmin: 0 is out of range; expected 1 or more");
  EXPECT_EQ(wrong("-npmin 9223372036854775808"),
            "-npmin: '9223372036854775808' does not fit in 64 bits; expected 1 or more");
  EXPECT_EQ(wrong("-multi 2"), "-multi: 2 is out of range; expected 0 to 1");
  EXPECT_EQ(wrong("-time nan"), "-time: 'nan' is not a number; expected one above 0, such as 1.5");
  EXPECT_THAT(wrong("-time 0"), HasSubstr("out of range"));
  EXPECT_THAT(wrong("-iter 10,,5"), HasSubstr("the overall volume in MB: '' is not a whole number"));
  EXPECT_THAT(wrong("-iter 1,2,3,dynamic"), HasSubstr("-iter_policy"));
  EXPECT_THAT(wrong("-iter 1,8796093022208"), HasSubstr("out of range; expected 1 to 8796093022207"));
  EXPECT_THAT(wrong("-msgsize 1,8589934592G"), HasSubstr("does not fit in 64 bits"));
  EXPECT_THAT(wrong("-msglog 5:3"), HasSubstr("a minimum above its maximum"));
  EXPECT_THAT(wrong("-thread_level many"),
              HasSubstr("expected one of single, funneled, serialized, multiple"));
  EXPECT_THAT(wrong("-precision 2"), HasSubstr("expected for example 2%"));
  EXPECT_THAT(wrong("-off_cache 0"), HasSubstr("-1: the sizes of this machine"));
  EXPECT_THAT(wrong("-map 3"), HasSubstr("such as 3x2"));
  EXPECT_THAT(wrong("-map 3037000500x3037000500"), HasSubstr("64 bits"));
  EXPECT_THAT(wrong("-info k", io), HasSubstr("not key=value"));
  EXPECT_THAT(wrong("-info k=1 -info k=2", io), HasSubstr("given twice"));
  for (const char* name : {"a/b", ".", ".."})
    EXPECT_THAT(wrong("-file_name " + std::string(name), io), HasSubstr("-path"));
  EXPECT_EQ(wrong("-mem_alloc_type 4"),
            "-mem_alloc_type: '4' is none of the accepted words; expected one of cpu, host, device, shared");
  EXPECT_EQ(wrong("-1"), "unknown flag '-1'; -help shows the flags");
  EXPECT_EQ(wrong("-cold"), "-cold is a flag of IMB-IO, it has no meaning for IMB-MPI1; leave it out");
  EXPECT_EQ(wrong("-npmin 2 -npmin 4"), "-npmin is given twice, with '2' and with '4'; give it once");
}

TEST(Messages, about_benchmarks) {
  EXPECT_EQ(wrong("PingPnog"), "unknown benchmark 'PingPnog'; did you mean PingPong?");
  EXPECT_EQ(wrong("xyzzy"), "unknown benchmark 'xyzzy'; -list shows the names");
  EXPECT_EQ(
      wrong("multi-pingpong"),
      "'multi-pingpong' is not a name of its own; expected PingPong together with -multi 0 or -multi 1");
  EXPECT_EQ(wrong("-include Barier"), "-include: unknown benchmark 'Barier'; did you mean Barrier?");
  EXPECT_EQ(message(mpi1, {""}), "'' has no benchmark name in it");
  EXPECT_EQ(wrong("PingPong -exclude PingPong"), "no benchmark is left to run; exclude fewer");
  EXPECT_EQ(wrong("-include Barrier -exclude Barrier"),
            "-include and -exclude contradict each other over Barrier; give one of them");
}

TEST(Messages, about_list_files_name_the_file_and_the_line) {
  const Files files{{"l", "1\n# two\n2junk\n"},
                    {"c", "# nothing\n\n"},
                    {"b", "PingPong\nPingPnog\n"},
                    {"two", "PingPong Barrier\n"},
                    {"s", "# x\nnpmin two\n"},
                    {"u", "\nnpmni 2\n"},
                    {"v", "stats on\n"},
                    {"w", "npmin\n"},
                    {"n", "settings s\n"},
                    {"r", "npmin 1\nnpmin 2\n"},
                    {"x", "stats=off\n"},
                    {"y", "npmin=two\n"},
                    {"z", "check=\n"}};
  EXPECT_THAT(wrong("-msglen l", mpi1, files), StartsWith("-msglen: 'l' line 3: '2junk'"));
  EXPECT_EQ(wrong("-msglen c", mpi1, files),
            "-msglen: 'c' has no message length in it, only comments or blanks");
  EXPECT_EQ(wrong("-msglen none"), "-msglen: cannot read 'none': No such file or directory");
  EXPECT_EQ(wrong("-input b", mpi1, files),
            "-input: 'b' line 2: unknown benchmark 'PingPnog'; did you mean PingPong?");
  EXPECT_THAT(wrong("-input two", mpi1, files), StartsWith("-input: 'two' line 1: unknown benchmark"));
  EXPECT_EQ(wrong("-settings s", mpi1, files),
            "'s' line 2: -npmin: 'two' is not a whole number; expected 1 or more");
  EXPECT_EQ(wrong("-settings u", mpi1, files),
            "-settings: 'u' line 2: unknown flag '-npmni'; did you mean -npmin?");
  EXPECT_EQ(wrong("-settings v", mpi1, files), "-settings: 'v' line 1: -stats takes no value");
  EXPECT_EQ(wrong("-settings w", mpi1, files),
            "-settings: 'w' line 1: -npmin needs a value: a whole number of 1 or more");
  EXPECT_EQ(wrong("-settings x", mpi1, files),
            "-settings: 'x' line 1: -stats takes no value; write it without '=off'");
  EXPECT_EQ(wrong("-settings y", mpi1, files),
            "'y' line 1: -npmin: 'two' is not a whole number; expected 1 or more");
  EXPECT_THAT(wrong("-settings z", mpi1, files), HasSubstr("line 1: -check: nothing follows the ="));
  EXPECT_THAT(wrong("-settings n", mpi1, files), HasSubstr("belongs on the command line"));
  EXPECT_EQ(wrong("-settings r", mpi1, files),
            "'r' line 2: -npmin is given twice, with '1' and with '2'; give it once");
}

TEST(Hostile, sizes_are_answered_without_delay) {
  std::string flags, infos, names, lengths = "1\n";
  for (int i = 0; i < 300000; ++i) {
    flags += "msgsize 8\n";
    infos += "info k" + std::to_string(i) + "=v\n";
    names += "Barrier\n";
  }
  const std::string long_word(8 << 20, 'x');
  const Files files{{"flags", flags}, {"infos", infos}, {"names", names}, {"word", long_word}};
  EXPECT_THAT(wrong("-settings flags", io, files), HasSubstr("line 2: -msgsize is given twice"));
  EXPECT_EQ(good("-settings infos", io, files).info.size(), 300000u);
  EXPECT_EQ(good("-input names", mpi1, files).benchmarks.size(), 300000u);
  for (const char* flag : {"-input word", "-settings word", "-msglen word"})
    EXPECT_NE(wrong(flag, mpi1, files), "");
  EXPECT_NE(message(mpi1, {"-" + long_word}), "");
  EXPECT_NE(message(mpi1, {long_word}), "");
  EXPECT_NE(message(mpi1, {"-map", long_word}), "");
}

TEST(Contradictions, are_errors) {
  const Files files{{"l", "8\n"}};
  for (const char* line : {"-msglen l -msgsize 8",
                           "-msglen l -msglog 3",
                           "-msglog 3 -msgsize 8",
                           "-json a -append -resume",
                           "-json -",
                           "-csv -",
                           "-append",
                           "-resume",
                           "-csv a -resume",
                           "-samples all",
                           "-json a -csv a",
                           "-json a -csv ./a",
                           "-json x/../a -csv a",
                           "-iter_policy off -precision 2%",
                           "-iter_policy off -budget 1m",
                           "-iter_policy multiple_np -budget 1m",
                           "-iter_policy auto -budget auto",
                           "-warm_up off -n_warmup 3",
                           "-start none -n_barr 2",
                           "-start clock -n_barr 2",
                           "-msgsize 0 -zero_size off"}) {
    EXPECT_NE(wrong(line, mpi1, files), "") << line;
    EXPECT_EQ(wrong(line, mpi1, files).find('\n'), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace sonde
