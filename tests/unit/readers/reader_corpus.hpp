// Texts of other suites, made by rule from known numbers, and how they are read back.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "readers/read.hpp"
#include "record/record.hpp"

namespace sonde::readers::test {

/// The one run of a text; a failure where it is refused.
inline record::Run read_back(const std::string& text, const std::string& source = "t.txt") {
  auto run = read_text(text, source);
  EXPECT_TRUE(run) << (run ? "" : run.error().message) << "\n" << text;
  return run ? std::move(*run) : record::Run{};
}

/// The rate of a case in bytes per second, or -1.
inline double rate_of(const record::Run& run, std::size_t i) {
  return run.cases.at(i).megabytes_per_second.value_or(-1 / run.header.megabyte) * run.header.megabyte;
}

}  // namespace sonde::readers::test
