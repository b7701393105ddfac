// What is said of plans and journals with one line gone, doubled or changed.
#include "golden.hpp"

#include <fmt/format.h>

#include "campaign/journal.hpp"
#include "folder.hpp"

namespace sonde::campaign {
namespace {

const std::vector<std::string> plan_lines{"launches = 3",
                                          "seed = 7",
                                          "limit = 30",
                                          "directory = \"records\"",
                                          "launcher = \"mpirun -np {np} {placement} {command}\"",
                                          "[[command]]",
                                          "name = \"small\"",
                                          "run = \"IMB-MPI1 PingPong -json {record}\"",
                                          "np = [2, 4]",
                                          "[[command]]",
                                          "name = \"reduce\"",
                                          "run = [\"IMB-MPI1\", \"Allreduce\"]",
                                          "[[placement]]",
                                          "name = \"core\"",
                                          "options = \"--bind-to core\"",
                                          "[[placement]]",
                                          "name = \"free\""};

const std::vector<std::string> journal_lines{"sonde campaign 1 seed 7",
                                             "session {}",
                                             "start small-np2-core-1",
                                             "program small-np2-core-1 aa /usr/bin/mpirun",
                                             "end small-np2-core-1 good 1.5 exit status 0",
                                             "start reduce-core-2",
                                             "end reduce-core-2 failed 0.25 signal 9",
                                             "start reduce-free-1"};

/// Every line gone, doubled, with another value and with a sign too much: the outcome of each.
template <class LaunchOutcome>
std::string outcomes(const std::vector<std::string>& lines, const std::vector<std::string>& values,
                     const char* between, LaunchOutcome outcome) {
  std::string text = "whole: " + outcome(test::with_line(lines, lines.size(), {})) + "\n";
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const auto tried = [&](const std::string& how, const std::vector<std::string>& instead) {
      text += fmt::format("{}, {}: {}\n", lines[at], how, outcome(test::with_line(lines, at, instead)));
    };
    tried("gone", {});
    tried("twice", {lines[at], lines[at]});
    tried("x more", {lines[at] + "x"});
    if (const auto end = lines[at].rfind(between); end != std::string::npos)
      for (const auto& value : values)
        tried(value, {lines[at].substr(0, end + std::string(between).size()) + value});
  }
  return text;
}

TEST(Golden, damaged_plans) {
  const test::Folder folder;
  const auto outcome = [&](const std::string& content) {
    const auto path = folder.write("plan.toml", content);
    const auto plan = read_plan(path);
    std::string text;
    if (plan) {
      text = fmt::format("limit {} seed {} in {}:", plan->limit_seconds, plan->seed.value_or(0),
                         plan->directory.substr(plan->directory.rfind('/') + 1));
      for (const auto& launch : launches_of(*plan))
        if (const auto line = command_line(*plan, launch, "R"); line)
          text += fmt::format(" {} <{}>", launch.name, fmt::join(*line, " "));
        else
          text += fmt::format(" {} {}", launch.name, line.error().message);
      return text;
    }
    text = plan.error().message;
    if (text.find("Error while parsing") != std::string::npos) return std::string("no TOML");
    return text.starts_with(path) ? text.substr(path.size()) : text;
  };
  test::expect_golden("damaged-plans",
                      outcomes(plan_lines,
                               {"0", "1", "-1", "2.5", "1e9", "\"\"", "\"{np\"", "\"a b/c\"", "\"{oops}\"",
                                "[]", "[1, 1]", "[\"a\", 2]", "[0]", "[-3]", "[2000000000]", "true"},
                               " = ", outcome));
}

TEST(Golden, damaged_journals) {
  const test::Folder folder;
  const auto outcome = [&](const std::string& content) {
    folder.write("campaign.journal", content);
    const auto journal = Journal::look(folder / "");
    if (!journal) {
      const auto& text = journal.error().message;
      return text.substr(text.find("campaign.journal"));
    }
    if (!*journal) return std::string("none");
    std::string text = fmt::format("seed {}:", (*journal)->seed());
    for (const auto& [name, entry] : (*journal)->entries())
      text += fmt::format(" {} {} {} {} {},", name, entry.ended, entry.good, entry.seconds, entry.text);
    return text;
  };
  test::expect_golden("damaged-journals",
                      outcomes(journal_lines, {"", "-1", "x", "1e400", "\t", "\x1b[2J"}, " ", outcome));
}

}  // namespace
}  // namespace sonde::campaign
