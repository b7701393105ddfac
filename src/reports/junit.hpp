// Tests in JUnit's XML, as servers of continuous integration read them.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::reports {

struct JunitTest {
  std::string group, name;
  std::string failure{};    ///< why it has failed; empty: it has not
  std::string skipped{};    ///< why it says nothing; empty: it does
  std::string_view type{};  ///< of the failure; may be empty
};

/// One suite; `verdict` is a property of it, left out where it is empty. Text of any origin is made fit for
/// XML.
[[nodiscard]] std::string junit(std::string_view suite, std::string_view verdict,
                                std::span<const JunitTest> tests);

}  // namespace sonde::reports
