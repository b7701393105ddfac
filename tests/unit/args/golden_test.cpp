// What every example of the option table means, in every program that takes it.
#include "golden.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "args/canonical.hpp"
#include "command_line.hpp"

namespace sonde {
namespace {

std::string told(const Program& program, const std::string& line) {
  std::string text = fmt::format("== {} {}\n", program.name, line);
  const auto parsed =
      testing::parse_words(program, testing::words_of_line(line), testing::example_files(program));
  if (!parsed) return text + parsed.error().message + "\n";
  if (!parsed->settings) return text + "text\n";
  for (const auto& [flag, value] : canonical(*parsed->settings))
    text += fmt::format("{} = {}\n", flag, value);
  return text;
}

TEST(Golden, settings_by_default) {
  std::string text;
  for (const Program& program : testing::all_programs) {
    text += told(program, "");
    text += told(program, "-conventions 2021");
  }
  test::expect_golden("settings-by-default", text);
}

TEST(Golden, settings_of_every_example) {
  std::string text;
  for (const Program& program : testing::all_programs) {
    const auto usual = told(program, "");
    for (const Option& option : option_table()) {
      const auto found = told(
          program, fmt::format("-{}{}{}", option.name, option.example.empty() ? "" : " ", option.example));
      const auto changed = test::lines_beyond(usual, found);
      if (std::ranges::count(changed, '\n') > 1) text += changed;
    }
  }
  test::expect_golden("settings-of-examples", text);
}

}  // namespace
}  // namespace sonde
