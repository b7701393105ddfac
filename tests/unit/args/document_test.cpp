// Texts made from the option table.
#include "args/document.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "command_line.hpp"

namespace sonde {
namespace {

using namespace sonde::testing;

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  for (const auto line : split(text, '\n')) longest = std::max(longest, line.size());
  return longest;
}

TEST(Help, of_one_flag_says_all_about_it) {
  const auto text = [](std::vector<std::string> words) { return parse_words(mpi1, words, {})->text; };
  for (const auto& words :
       {std::vector<std::string>{"-help", "npmin"}, {"-help", "-npmin"}, {"-h", "--npmin"}})
    EXPECT_EQ(
        text(words),
        "-npmin P\n"
        "  Smallest number of processes; then 2P, 4P, ..., and all of them. A number above the number of "
        "processes started means all of them.\n"
        "  Value: a whole number of 1 or more\n"
        "  Default: 2\n"
        "  Example: -npmin 4\n");
  EXPECT_EQ(text({"-help", "PingPong"}), help_text(mpi1));
  EXPECT_EQ(text({"-help", "cold"}), help_text(mpi1)) << "a flag of IMB-IO";
  EXPECT_EQ(text({"-npmin", "2", "-help"}), help_text(mpi1));
  EXPECT_EQ(wrong("---help"), "unknown flag '---help'; did you mean -help?");
}

TEST(Table, every_row_can_be_explained) {
  for (const Option& option : option_table()) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_TRUE(option.details.empty() || option.details.ends_with('.')) << option.name;
    EXPECT_FALSE(option.help.ends_with('.')) << option.name;
    EXPECT_EQ(option.metavar.empty(), option.example.empty()) << option.name;
    EXPECT_TRUE(option.metavar.empty() || option.words != nullptr || !option.expects.empty()) << option.name;
    EXPECT_EQ(std::ranges::count(option_table(), option.name, &Option::name), 1) << option.name;
  }
}

TEST(Table, every_program_has_the_options_of_the_guide) {
  for (const char* name : {"iter", "time", "mem", "input", "msglen"})
    for (const Program& program : all_programs)
      EXPECT_TRUE(applies(*find_option(name), program.suite)) << name;
  for (const char* name : {"npmin", "multi", "map"})
    for (const Program& program : all_programs)
      EXPECT_EQ(applies(*find_option(name), program.suite), program.suite != Suite::mt) << name;
  EXPECT_FALSE(applies(*find_option("sync"), Suite::io));
}

TEST(Help, names_every_option_of_the_program_and_no_other) {
  for (const Program& program : all_programs) {
    const std::string help = help_text(program);
    for (const Option& option : option_table()) {
      const bool shown = help.find("\n  -" + std::string(option.name) + " ") != std::string::npos;
      EXPECT_EQ(shown, applies(option, program.suite)) << program.name << " " << option.name;
    }
  }
}

TEST(Help, fits_a_screen_and_a_half_and_says_the_exit_statuses) {
  for (const Program& program : all_programs) {
    const std::string help = help_text(program);
    EXPECT_LE(lines_in(help), 98u);
    EXPECT_LE(longest_line(help), 100u);
    EXPECT_NE(help.find("  4  measured, but rows are missing"), std::string::npos);
  }
}

TEST(Help, shows_the_defaults_of_the_program) {
  EXPECT_NE(help_text(mpi1).find("[0:22]"), std::string::npos);
  EXPECT_NE(help_text(io).find("[0:24]"), std::string::npos);
  EXPECT_NE(help_text(io).find("[50,16,10]"), std::string::npos);
  EXPECT_NE(help_text(pmb).find("[no limit]"), std::string::npos);
}

TEST(OptionsPage, explains_every_option_once) {
  const std::string page = options_markdown(all_programs);
  for (const Option& option : option_table()) {
    const std::string begin = fmt::format("\n| `-{}{}", option.name, option.metavar.empty() ? "` |" : " ");
    const auto at = page.find(begin);
    ASSERT_NE(at, std::string::npos) << option.name;
    EXPECT_EQ(page.find(begin, at + 1), std::string::npos) << option.name;
    const std::string row = page.substr(at, page.find('\n', at + 1) - at);
    EXPECT_NE(row.find("| " + programs(option) + " |"), std::string::npos) << row;
    EXPECT_NE(row.find(option.details.substr(0, option.details.find('|'))), std::string::npos) << row;
  }
}

TEST(OptionsPage, has_the_defaults_of_every_program) {
  const std::string page = options_markdown(all_programs);
  EXPECT_NE(page.find("| `-msglog [MIN:]MAX` | all programs | `0:22`; IMB-IO `0:24`; sonde-mpi none |"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("| `10`; PMB-MPI1 `no limit` |"), std::string::npos);
  EXPECT_NE(page.find("| `-keep_files` | IMB-IO |  |"), std::string::npos);
  EXPECT_NE(page.find("    msglog 3:16   # short"), std::string::npos);
}

TEST(OptionsPage, is_a_table_of_four_columns_below_each_heading_once) {
  const std::string page = options_markdown(all_programs);
  for (const auto line : split(page, '\n')) {
    int bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    if (line.starts_with("| `")) {
      EXPECT_EQ(bars, 5) << line;
    }
    if (line.starts_with("## ")) {
      EXPECT_EQ(page.find(line), page.rfind(line)) << line;
    }
  }
}

TEST(ManPage, is_troff_without_stray_commands) {
  for (const Program& program : all_programs) {
    const std::string page = man_page(program);
    EXPECT_EQ(page.substr(0, 4), ".TH ");
    for (const auto line : split(page, '\n'))
      if (line.starts_with('.')) {
        EXPECT_TRUE(line.starts_with(".TH ") || line.starts_with(".SH ") || line.starts_with(".SS ") ||
                    line == ".TP" || line.starts_with(".B ") || line.starts_with(".BR ") || line == ".nf" ||
                    line == ".fi")
            << line;
      }
    EXPECT_NE(page.find(".SH EXIT STATUS"), std::string::npos);
  }
  EXPECT_NE(man_page(io).find("\\fB\\-cpu_secs\\fR \\fISECONDS|match\\fR"), std::string::npos);
}

TEST(Version, says_the_conventions) {
  EXPECT_NE(version_text(mpi1).find("IMB 3.2 conventions"), std::string::npos);
  EXPECT_NE(version_text(pmb).find("PMB 2.2 conventions"), std::string::npos);
}

}  // namespace
}  // namespace sonde
