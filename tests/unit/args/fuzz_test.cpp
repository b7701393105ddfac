// Random command lines with a fixed seed: settings that make sense, a text, or one line of error; never
// anything else.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "command_line.hpp"

namespace sonde {
namespace {

using namespace sonde::testing;

class Words {
 public:
  explicit Words(unsigned seed) : random_(seed) {}

  std::vector<std::string> line(const Program& program) {
    std::vector<std::string> out(below(7));
    for (auto& word : out) word = one(program);
    return out;
  }
  std::string file(const Program& program) {
    std::string out;
    for (std::size_t i = below(5); i > 0; --i) out += one(program) + (below(3) == 0 ? " # c\r\n" : "\n");
    return out;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  std::string one(const Program& program) {
    const auto table = option_table();
    const Option& option = table[below(table.size())];
    switch (below(8)) {
      case 0:
        return std::string(program.catalog[below(program.catalog.size())].name);
      case 1:
        return std::string(option.example);
      case 2:
        return garbage();
      case 3:
        return "-" + std::string(option.name) + "=" + std::string(option.example);
      case 4:
        return std::to_string(static_cast<std::int64_t>(random_()) - 2000000000);
      default:
        return (below(2) == 0 ? "-" : "--") + std::string(option.name);
    }
  }
  std::string garbage() {
    std::string out(below(12), ' ');
    for (char& c : out) c = static_cast<char>(below(256));
    return out;
  }
  std::mt19937 random_;
};

void expect_sense(const Settings& s) {
  EXPECT_FALSE(s.benchmarks.empty());
  EXPECT_GE(s.npmin, 1);
  EXPECT_TRUE(s.seconds_per_sample > 0);
  EXPECT_TRUE(s.mem_gib > 0 && std::isfinite(s.mem_gib));
  EXPECT_LE(s.min_log, s.max_log);
  EXPECT_GE(s.iterations.per_sample, 1);
  EXPECT_GE(s.iterations.overall_bytes, 1);
  for (const auto length : s.lengths) EXPECT_GE(length, 0);
}

TEST(Fuzz, random_command_lines_give_settings_a_text_or_one_line) {
  Words words(20260101);
  int with_settings = 0, with_text = 0;
  for (int i = 0; i < 20000; ++i) {
    const Program& program = all_programs[static_cast<std::size_t>(i) % all_programs.size()];
    Files files = example_files(program);
    if (i % 2 == 0)
      for (auto& [name, content] : files) content = words.file(program);
    const auto line = words.line(program);
    const auto parsed = parse_words(program, line, files);
    if (!parsed) {
      EXPECT_FALSE(parsed.error().message.empty());
      EXPECT_LE(parsed.error().message.size(), 610u);
      for (const char c : parsed.error().message) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
    } else if (parsed->settings) {
      ++with_settings;
      expect_sense(*parsed->settings);
    } else {
      ++with_text;
      EXPECT_FALSE(parsed->text.empty());
    }
  }
  EXPECT_GT(with_settings, 500);
  EXPECT_GT(with_text, 500);
}

}  // namespace
}  // namespace sonde
