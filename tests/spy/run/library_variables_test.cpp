// Which control variables a header keeps, and when the library is asked for them at all.
#include "run/library_variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace sonde::run {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

const LibraryState state{{{"btl", ""},
                          {"btl_tcp_eager_limit", "4711"},
                          {"coll_tuned_use_dynamic_rules", "1"},
                          {"coll_sync_priority", "50"},
                          {"orte_ess_jobid", "815"},
                          {"opal_file", "/tmp/somebody/x"},
                          {"new_one", "3"}},
                         {{"btl", ""},
                          {"btl_tcp_eager_limit", "65536"},
                          {"coll_tuned_use_dynamic_rules", "0"},
                          {"coll_sync_priority", "50"},
                          {"orte_ess_jobid", ""},
                          {"opal_file", ""}}};

record::Header described(const LibraryState& library, KeptVariables kept = KeptVariables::changed) {
  record::Header header;
  Settings settings;
  settings.kept_variables = kept;
  describe_library_variables(header, library, settings);
  return header;
}

TEST(LibraryVariables, are_read_as_they_were_written) {
  using namespace std::string_literals;
  EXPECT_THAT(parse_library_variables("btl\0tcp,self\0empty\0\0last\0x\0"s),
              ElementsAre(Pair("btl", "tcp,self"), Pair("empty", ""), Pair("last", "x")));
  EXPECT_THAT(parse_library_variables("btl\0tcp\0cut"s), ElementsAre(Pair("btl", "tcp"), Pair("cut", "")));
  EXPECT_THAT(parse_library_variables(""), IsEmpty());
}

TEST(LibraryVariables, in_a_header_differ_from_their_defaults_or_choose_protocols) {
  const auto header = described(state);
  EXPECT_THAT(header.library_variables, ElementsAre(Pair("btl", ""), Pair("btl_tcp_eager_limit", "4711"),
                                                    Pair("coll_tuned_use_dynamic_rules", "1")));
  EXPECT_THAT(header.library_defaults,
              ElementsAre(Pair("btl_tcp_eager_limit", "65536"), Pair("coll_tuned_use_dynamic_rules", "0")));
  EXPECT_EQ(header.library_variables_count, 7);
  EXPECT_THAT(described(state, KeptVariables::all).library_variables, ::testing::SizeIs(5));
}

TEST(LibraryVariables, have_a_digest_that_is_equal_from_launch_to_launch_until_one_changes) {
  LibraryState other = state;
  other.in_force["orte_ess_jobid"] = "816";
  EXPECT_EQ(described(other).library_variables_digest, described(state).library_variables_digest);
  other.in_force["coll_sync_priority"] = "51";
  EXPECT_NE(described(other).library_variables_digest, described(state).library_variables_digest);
}

TEST(LibraryVariables, that_are_not_known_leave_no_trace) {
  const auto header = described({});
  EXPECT_THAT(header.library_variables, IsEmpty());
  EXPECT_EQ(header.library_variables_count, 0);
  EXPECT_EQ(header.library_variables_digest, "");
}

TEST(LibraryVariables, are_asked_for_by_one_word_alone) {
  std::array<std::string, 3> words{"IMB-MPI1", "--write-library-variables", "PingPong"};
  std::array<char*, 3> arguments{words[0].data(), words[1].data(), words[2].data()};
  EXPECT_TRUE(asked_for_library_variables(2, arguments.data()));
  EXPECT_FALSE(asked_for_library_variables(3, arguments.data()));
  EXPECT_FALSE(asked_for_library_variables(1, arguments.data()));
}

TEST(LibraryVariables, are_set_where_libraries_look_for_them) {
  Settings settings;
  settings.library_variables = {{"btl_x_limit", "7"}, {"MPIR_CVAR_X", "a b"}};
  set_library_variables(settings);
  EXPECT_STREQ(std::getenv("OMPI_MCA_btl_x_limit"), "7");
  EXPECT_STREQ(std::getenv("MPIR_CVAR_X"), "a b");
}

}  // namespace
}  // namespace sonde::run
