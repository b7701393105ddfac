#include "args/canonical.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "command_line.hpp"

namespace sonde {
namespace {

using namespace sonde::testing;

TEST(Checksum, is_the_same_for_equal_settings) {
  EXPECT_EQ(checksum(good("-npmin 3")), checksum(good("-npmin 3")));
}

/// Settings that differ from the defaults in what one option sets; the command line is taken out, which
/// differs anyway.
std::uint64_t without_command_line(Settings settings) {
  settings.command_line.clear();
  return checksum(settings);
}

TEST(Checksum, differs_for_every_option) {
  std::set<std::uint64_t> seen{without_command_line(good("", io))};
  std::size_t expected = 1;
  for (const char* line : {"-npmin 3",
                           "-multi 0",
                           "-multi 1",
                           "-map 3x2",
                           "-map 2x3",
                           "-msglog 3:10",
                           "-msglog 10",
                           "-msgsize 0,8",
                           "-msgsize 8,0",
                           "-zero_size off",
                           "-aggregate_mode aggregate",
                           "-iter 7",
                           "-iter 7,8",
                           "-iter 7,8,9",
                           "-iter 51,16,10",
                           "-iter_policy auto",
                           "-time 1",
                           "-budget 10",
                           "-precision 2%",
                           "-warm_up auto",
                           "-n_warmup 3",
                           "-mem 0.5",
                           "-start clock",
                           "-n_barr 3",
                           "-imb_barrier on",
                           "-msg_pause on",
                           "-thread_level multiple",
                           "-info a=b",
                           "-info a=c",
                           "-check",
                           "-path /x",
                           "-file_name x",
                           "-keep_files",
                           "-cold",
                           "-cpu_secs 1",
                           "-cpu_secs match",
                           "-stats",
                           "-mbytes 1e6",
                           "-json a",
                           "-csv a",
                           "-json a -append",
                           "-json a -resume",
                           "-json a -samples all",
                           "-verbose",
                           "-dry_run",
                           "S_Write_Indv",
                           "P_Read_Priv",
                           "P_Read_Priv,S_Write_Indv"}) {
    EXPECT_TRUE(seen.insert(without_command_line(good(line, io))).second) << line;
    ++expected;
  }
  for (const char* line :
       {"", "-off_cache 1", "-off_cache 1,2", "-off_cache -1", "-sync on", "-root_shift off",
        "-data_type int", "-red_data_type int", "-contig_type resize"}) {
    EXPECT_TRUE(seen.insert(without_command_line(good(line))).second) << line;
    ++expected;
  }
  EXPECT_EQ(seen.size(), expected);
  EXPECT_NE(checksum(good("-npmin 3")), checksum(good("--npmin 3")));
}

std::string value_of(const std::vector<FlagValue>& list, const std::string& flag) {
  for (const auto& [name, value] : list)
    if (name == flag) return value;
  return "not given";
}

TEST(Canonical, does_not_depend_on_the_way_flags_are_given) {
  const Files files{{"s", "npmin 3\nmsgsize 0,8\n"}, {"l", "0\n8\n"}};
  const auto list = canonical(good("-npmin 3 -msgsize 0,8 PingPong"));
  EXPECT_EQ(canonical(good("PINGPONG --msgsize=0,8 -npmin=3")), list);
  EXPECT_EQ(canonical(good("-settings s PingPong", mpi1, files)), list);
  EXPECT_EQ(canonical(good("-npmin 3 -msglen l PingPong", mpi1, files)), list);
  EXPECT_EQ(checksum(list), checksum(canonical(good("-settings s PingPong", mpi1, files))));
}

TEST(Canonical, shows_what_a_file_has_changed) {
  const auto list = [](const char* settings) {
    return canonical(good("-settings s", mpi1, {{"s", settings}}));
  };
  EXPECT_NE(list("mbytes 1e6\n"), list("npmin 2\n"));
  EXPECT_EQ(value_of(list("mbytes 1e6\n"), "mbytes"), "1e6");
  EXPECT_NE(checksum(list("mbytes 1e6\n")), checksum(list("npmin 2\n")));
}

TEST(Canonical, names_defaults_and_benchmarks_and_leaves_out_where_results_go) {
  const auto list =
      canonical(good("PingPong,Barrier,PingPong -json a -append -stats -verbose -warnings off"));
  EXPECT_EQ(value_of(list, "n_barr"), "2");
  EXPECT_EQ(value_of(list, "multi"), "not given");
  EXPECT_EQ(list.back(), FlagValue("benchmarks", "PingPong,Barrier,PingPong"));
  EXPECT_EQ(list, canonical(good("PingPong,Barrier,PingPong")));
}

TEST(Canonical, has_partitions_where_a_benchmark_has_them) {
  std::array<Benchmark, 2> rows{};
  rows[0].name = "Whole";
  rows[1].name = "Parts";
  rows[1].parameter = Parameter::partitions;
  const Program program{"sonde-mpi", Suite::sonde, Profile::imb32, rows};
  EXPECT_EQ(value_of(canonical(good("Parts", program)), "partitions"), "8");
  EXPECT_EQ(value_of(canonical(good("Whole,Parts -partitions 3", program)), "partitions"), "3");
  EXPECT_EQ(value_of(canonical(good("Whole -partitions 3", program)), "partitions"), "not given");
}

/// An option that nobody shows would be missing in every record.
TEST(Canonical, knows_every_option_that_takes_a_value_or_sets_one) {
  for (const Program& program : all_programs)
    for (const Option* option : options_of(program)) {
      if (option->set == nullptr || option->name == "input") continue;
      Draft draft{program.catalog,
                  [&](const std::string&) {
                    return Result<std::string>(option->name == "topology" ? "n1 s1\n" : "3\n");
                  },
                  default_settings(program)};
      const bool lists_names = option->name == "include" || option->name == "exclude";
      if (lists_names) continue;
      // By a benchmark: they change nothing without one.
      draft.settings.windows_as_asked = draft.settings.files = true;
      draft.settings.parameters = {Parameter::in_flight, Parameter::partitions};
      const auto before = checksum(draft.settings);
      ASSERT_TRUE(option->set(draft, option->example)) << option->name;
      const bool is_default = option->shown != nullptr &&
                              option->shown(draft.settings) == option->shown(default_settings(program)) &&
                              option->words == nullptr;
      const bool may_be_default = option->name == "n_warmup" || option->name == "iter" ||
                                  option->name == "reduce_scatter" || option->name == "zero_size";
      if (may_be_default) continue;  // the example, in some program
      EXPECT_FALSE(is_default) << option->name;
      EXPECT_NE(checksum(draft.settings), before) << option->name;
    }
}

}  // namespace
}  // namespace sonde
