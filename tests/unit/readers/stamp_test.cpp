#include "readers/stamp.hpp"

#include <gtest/gtest.h>

namespace sonde::readers {
namespace {

TEST(Stamp, ends_behind_the_offset_of_its_zone) {
  for (const std::string_view stamp :
       {"2026-11-28T07:33:02", "2026-11-28T07:33:02Z", "2026-11-28T07:33:02.125+01:00",
        "2026-11-28 07:33:02-0530", "2026-11-28 07:33:02,5+01"}) {
    const std::size_t length = stamp_length(std::string(stamp) + " 8 1000 0.52");
    EXPECT_GE(length, stamp.size()) << stamp;
    EXPECT_LE(length, stamp.size() + 1) << stamp;
  }
  EXPECT_EQ(stamp_length("8 1000 0.52"), 0U);
}

}  // namespace
}  // namespace sonde::readers
