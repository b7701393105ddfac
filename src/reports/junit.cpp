#include "reports/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "reports/escape.hpp"

namespace sonde::reports {

namespace {

std::string attribute(std::string_view text) {
  return escape_html(printable(text));
}

std::string one_test(const JunitTest& test) {
  const std::string head =
      fmt::format(R"(  <testcase classname="{}" name="{}")", attribute(test.group), attribute(test.name));
  if (!test.failure.empty())
    return fmt::format("{}><failure{} message=\"{}\"/></testcase>\n", head,
                       test.type.empty() ? "" : fmt::format(" type=\"{}\"", test.type),
                       attribute(test.failure));
  if (!test.skipped.empty())
    return fmt::format("{}><skipped message=\"{}\"/></testcase>\n", head, attribute(test.skipped));
  return head + "/>\n";
}

}  // namespace

std::string junit(std::string_view suite, std::string_view verdict, std::span<const JunitTest> tests) {
  const auto failed = [](const JunitTest& test) { return !test.failure.empty(); };
  const auto skipped = [&](const JunitTest& test) { return !failed(test) && !test.skipped.empty(); };
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "skipped=\"{}\">\n",
      attribute(suite), tests.size(), std::ranges::count_if(tests, failed),
      std::ranges::count_if(tests, skipped));
  if (!verdict.empty())
    out += fmt::format("  <properties><property name=\"verdict\" value=\"{}\"/></properties>\n",
                       attribute(verdict));
  for (const JunitTest& test : tests) out += one_test(test);
  return out + "</testsuite>\n";
}

}  // namespace sonde::reports
