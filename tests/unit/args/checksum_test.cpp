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
                           "S_Write_indv",
                           "P_Read_priv",
                           "P_Read_priv,S_Write_indv"}) {
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

}  // namespace
}  // namespace sonde
