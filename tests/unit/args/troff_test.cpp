#include "args/troff.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

TEST(Troff, has_no_command_in_a_text) {
  EXPECT_EQ(troff("plain."), "plain.");
  EXPECT_EQ(troff(".sh"), "\\&.sh");
  EXPECT_EQ(troff("'sh"), "\\&'sh");
  EXPECT_EQ(troff("a-b\\c^2"), "a\\-b\\ec\\(ha2");
}

}  // namespace
}  // namespace sonde
