// -load KIND[:SHARE[,SIZE]].
#include "args/load_words.hpp"

#include <gmock/gmock.h>

#include "command_line.hpp"

namespace sonde::testing {
namespace {

using ::testing::HasSubstr;

std::string shown_load(const std::string& value) {
  return text_of(good("-load " + value).load.value());
}

TEST(LoadOption, HasAKindAShareAndASize) {
  EXPECT_EQ(shown_load("alltoall"), "alltoall:0.8,4096");
  EXPECT_EQ(shown_load("Incast:0.5"), "incast:0.5,1048576");
  EXPECT_EQ(shown_load("put_incast:0.25,64k"), "put_incast:0.25,65536");
  EXPECT_EQ(shown_load("get_outcast:0.9,1"), "get_outcast:0.9,1");
  EXPECT_EQ(shown_load("shift"), "shift:0.8,1048576");
  EXPECT_EQ(shown_load("stream"), "stream:0.8,16777216");
  EXPECT_EQ(shown_load("fileio:0.5"), "fileio:0.5,1048576");
  EXPECT_FALSE(good("").load);
}

TEST(LoadOption, MayBeAlone) {
  EXPECT_EQ(shown_load("only"), "only,alltoall:10,4096");
  EXPECT_EQ(shown_load("only:2m"), "only,alltoall:120,4096");
  EXPECT_EQ(shown_load("only,shift:0.5,1k"), "only,shift:0.5,1024");
  EXPECT_THAT(wrong("-load only,what"), HasSubstr("expected one of alltoall"));
  EXPECT_THAT(wrong("-load only:0"), HasSubstr("-load"));
  EXPECT_THAT(wrong("-load only PingPong"), HasSubstr("runs no benchmark"));
  EXPECT_THAT(wrong("-load only -json x"), HasSubstr("measures no case"));
}

TEST(LoadOption, OfFilesNeedsAPlaceForThem) {
  EXPECT_TRUE(good("-load fileio -path /tmp").files);
  EXPECT_FALSE(good("-load shift").files);
}

TEST(LoadOption, RefusesWhatItCannotFollow) {
  EXPECT_THAT(wrong("-load files"), HasSubstr("expected one of alltoall, incast"));
  EXPECT_THAT(wrong("-load files"), HasSubstr("fileio, or only"));
  EXPECT_THAT(wrong("-load alltoall:"), HasSubstr("share"));
  EXPECT_THAT(wrong("-load alltoall:nan"), HasSubstr("share"));
  EXPECT_THAT(wrong("-load alltoall:1"), HasSubstr("above 0 and below 1"));
  EXPECT_THAT(wrong("-load alltoall:0"), HasSubstr("above 0 and below 1"));
  EXPECT_THAT(wrong("-load alltoall:0.5,"), HasSubstr("-load"));
  EXPECT_THAT(wrong("-load alltoall:0.5,0"), HasSubstr("not of 1 to"));
  EXPECT_THAT(wrong("-load alltoall:0.5,2g"), HasSubstr("not of 1 to"));
  for (const char* other : {"-tails", "-arrival last", "-multi 0"})
    EXPECT_THAT(wrong(std::string("-load shift ") + other), HasSubstr("contradict each other")) << other;
  EXPECT_THAT(wrong("-load shift", io), HasSubstr("-load"));
}

}  // namespace
}  // namespace sonde::testing
