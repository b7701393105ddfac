// What every example of the option table means, in every program that takes it.
#include "golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

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

/// Whole numbers near which limits lie: small ones, and the neighbours of powers of two, of ten and of an
/// hour.
std::vector<std::string> probes() {
  std::set<unsigned long long> values;
  const auto near = [&](unsigned long long n) { values.insert({n - 1, n, n + 1}); };
  for (unsigned long long n = 1; n <= 40; ++n) values.insert(n);
  for (int bit = 6; bit < 64; ++bit) near(1ULL << bit);
  for (unsigned long long n = 10; n <= 1'000'000'000'000'000'000; n *= 10) near(n);
  for (const unsigned long long n : {3600ULL, 86'400ULL, 3'600'000'000ULL}) near(n);
  std::vector<std::string> out{"-2", "-1", "0"};
  for (const auto n : values) out.push_back(std::to_string(n));
  return out;
}

/// "flag shape: 2..1048576", and what is said of the numbers below and above.
std::string limits(const Program& program, const Option& option, const char* shape) {
  std::string ranges, refusals, first, last, told_last;
  const auto end_range = [&] {
    if (!first.empty())
      ranges += fmt::format(" {}{}{}", first, first == last ? "" : "..", first == last ? "" : last);
    first.clear();
  };
  for (const auto& probe : probes()) {
    const auto value = fmt::format(fmt::runtime(shape), probe);
    std::vector<std::string> words{fmt::format("-{}={}", option.name, value)};
    if (option.name == "device" || option.name == "memory_unchecked") words.emplace_back("-memory=cuda");
    const auto parsed = testing::parse_words(program, words, {});
    if (parsed) {
      if (first.empty()) first = probe;
      last = probe;
      continue;
    }
    end_range();
    auto message = parsed.error().message;
    for (auto at = message.find(value); value.size() > 1 && at != std::string::npos; at = message.find(value))
      message.replace(at, value.size(), "#");
    if (message != told_last && message.find(probe) == std::string::npos)
      refusals += fmt::format("  {}: {}\n", probe, message);
    told_last = message;
  }
  end_range();
  return ranges.empty() ? ""
                        : fmt::format("-{} {}:{}\n{}", option.name, fmt::format(fmt::runtime(shape), "#"),
                                      ranges, refusals);
}

TEST(Golden, limits_of_every_number) {
  std::string text;
  for (const Option& option : option_table()) {
    const auto takes = [&](const Program& program) {
      return !option.example.empty() &&
             (static_cast<unsigned>(option.suites) >> static_cast<unsigned>(program.suite) & 1U) != 0;
    };
    const auto program = std::ranges::find_if(testing::all_programs, takes);
    if (program == testing::all_programs.end()) continue;
    for (const char* shape : {"{}", "{}.5", "{}x2", "2x{}", "2x2x{}", "{}:40", "1:{}", "{},64", "1,{}",
                              "1,1,{}", "1,1,1,{}", "{}%", "{}s", "{}m", "{}h", "{}k", "{}G"})
      text += limits(*program, option, shape);
  }
  test::expect_golden("limits", text);
}

}  // namespace
}  // namespace sonde
