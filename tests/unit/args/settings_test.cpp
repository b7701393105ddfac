// Right command lines and the settings they mean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "args/document.hpp"
#include "command_line.hpp"

namespace sonde {
namespace {

using namespace sonde::testing;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(Defaults, are_those_of_the_guide_for_each_suite) {
  const Settings m = good("");
  EXPECT_EQ(m.npmin, 2);
  EXPECT_EQ(m.min_log, 0);
  EXPECT_EQ(m.max_log, 22);
  EXPECT_EQ(m.iterations.per_sample, 1000);
  EXPECT_EQ(m.iterations.overall_bytes, 41943040);
  EXPECT_EQ(m.seconds_per_sample, 10);
  EXPECT_EQ(m.barriers, 2);
  EXPECT_EQ(m.multi, Multi::off);
  EXPECT_TRUE(m.root_shift);
  EXPECT_FALSE(m.sync_calls);
  EXPECT_THAT(m.benchmarks, ElementsAre("PingPong", "PingPing", "Allreduce", "Gather", "Barrier"));

  const Settings e = good("", ext);
  EXPECT_EQ(e.npmin, 2);
  EXPECT_EQ(e.iterations.nonaggregate, 100);

  const Settings i = good("", io);
  EXPECT_EQ(i.npmin, 1);
  EXPECT_EQ(i.max_log, 24);
  EXPECT_EQ(i.iterations.per_sample, 50);
  EXPECT_EQ(i.iterations.overall_bytes, 16777216);
  EXPECT_EQ(i.iterations.nonaggregate, 10);
  EXPECT_EQ(i.cpu_seconds, 0.1);
}

TEST(Defaults, of_the_older_profile_have_its_benchmarks_and_no_time_limit) {
  const Settings p = good("-npmin 1 -multi 0", pmb);
  EXPECT_EQ(p.profile, Profile::pmb22);
  EXPECT_TRUE(std::isinf(p.seconds_per_sample));
  EXPECT_EQ(p.iterations.per_sample, 1000);
  EXPECT_THAT(p.benchmarks, ElementsAre("PingPong", "PingPing", "Allreduce", "Barrier"));
  EXPECT_NE(wrong("Gather", pmb).find("'Gather'"), std::string::npos);
}

TEST(Spelling, takes_one_or_two_dashes_and_an_equals_sign) {
  for (const char* line : {"-npmin 3", "--npmin 3", "-npmin=3", "--npmin=3"})
    EXPECT_EQ(good(line).npmin, 3) << line;
}

TEST(Spelling, values_may_begin_with_a_dash) {
  EXPECT_EQ(good("-off_cache -1").off_cache.value().megabytes, -1);
  EXPECT_EQ(good("-path -odd", io).path, "-odd");
  EXPECT_EQ(good("-path=-help", io).path, "-help");
  EXPECT_NE(wrong("-time -5").find("'-5' is out of range"), std::string::npos);
}

TEST(Values, which_cases) {
  EXPECT_EQ(good("-npmin 9223372036854775807").npmin, 9223372036854775807);
  EXPECT_EQ(good("-multi 0").multi, Multi::worst);
  EXPECT_EQ(good("-multi 1").multi, Multi::each);
  const Grid g = good("-map 3x2").map.value();
  EXPECT_EQ(g.rows, 3);
  EXPECT_EQ(g.columns, 2);
  EXPECT_EQ(good("-map 4X8").map.value().columns, 8);
  EXPECT_EQ(good("-msglog 5").max_log, 5);
  EXPECT_EQ(good("-msglog 3:10").min_log, 3);
  EXPECT_EQ(good("-msglog 3:10").max_log, 10);
  EXPECT_FALSE(good("-zero_size OFF").zero_size);
  EXPECT_EQ(good("-aggregate_mode non_aggregate", ext).modes, ModeChoice::non_aggregate);
}

TEST(Values, lengths_keep_their_order_and_their_twins) {
  EXPECT_THAT(good("-msgsize 8,0,1k,8,3G").lengths, ElementsAre(8, 0, 1024, 8, 3221225472));
  const Files files{{"l", "# lengths\n\n 8 # eight\r\n0\n1k\n8\n"}};
  EXPECT_THAT(good("-msglen l", mpi1, files).lengths, ElementsAre(8, 0, 1024, 8));
  EXPECT_THAT(good("-msgsize 0,8,0 -zero_size off").lengths, ElementsAre(8));
  EXPECT_THAT(good("-count 0,1 -zero_size off", mt).counts, ElementsAre(1));
}

TEST(Values, a_list_of_a_hundred_thousand_lengths) {
  std::string file;
  for (int i = 0; i < 100000; ++i) file += std::to_string(i) + "\n";
  const auto lengths = good("-msglen l", mpi1, {{"l", file}}).lengths;
  ASSERT_EQ(lengths.size(), 100000u);
  EXPECT_EQ(lengths.back(), 99999);
}

TEST(Values, how_often_and_how_long) {
  EXPECT_EQ(good("-iter 2000").iterations.per_sample, 2000);
  EXPECT_EQ(good("-iter 2000").iterations.overall_bytes, 40 * 1048576);
  EXPECT_EQ(good("-iter 1000,100").iterations.overall_bytes, 104857600);
  EXPECT_EQ(good("-iter 1000,40,150", ext).iterations.nonaggregate, 150);
  EXPECT_EQ(good("-iter_policy multiple_np").iter_policy, IterPolicy::multiple_np);
  EXPECT_EQ(good("-time 1.5").seconds_per_sample, 1.5);
  EXPECT_EQ(good("-budget 10m").budget_seconds, 600);
  EXPECT_EQ(good("-budget 90s").budget_seconds, 90);
  EXPECT_EQ(good("-budget 2h").budget_seconds, 7200);
  EXPECT_EQ(good("-budget 30").budget_seconds, 30);
  EXPECT_DOUBLE_EQ(good("-precision 2%").precision.value(), 0.02);
  EXPECT_EQ(good("-warm_up auto").warm_up, WarmUp::automatic);
  EXPECT_EQ(good("-warm_up disable").warm_up, WarmUp::off);
  EXPECT_EQ(good("-warm_up yes").warm_up, WarmUp::on);
  EXPECT_EQ(good("-n_warmup 7").warm_up_calls, 7);
}

TEST(Values, how_it_is_measured) {
  EXPECT_EQ(good("-off_cache 16,128").off_cache.value().megabytes, 16);
  EXPECT_EQ(good("-off_cache 16,128").off_cache.value().line_bytes, 128);
  EXPECT_EQ(good("-off_cache 2.5").off_cache.value().megabytes, 2.5);
  EXPECT_EQ(good("-mem 0.25").mem_gib, 0.25);
  EXPECT_EQ(good("-start clock").start, Start::clock);
  EXPECT_EQ(good("-n_barr 5").barriers, 5);
  EXPECT_TRUE(good("-sync on").sync_calls);
  EXPECT_TRUE(good("-imb_barrier 1").imb_barrier);
  EXPECT_FALSE(good("-root_shift no").root_shift);
  EXPECT_TRUE(good("-msg_pause enable").msg_pause);
  EXPECT_EQ(good("-data_type double").data_type, TransferType::double_type);
  EXPECT_EQ(good("-red_data_type int").red_data_type, TransferType::int_type);
  EXPECT_EQ(good("-contig_type resize_vec").contig_type, ContigType::resize_vec);
  EXPECT_EQ(good("-thread_level Multiple").thread_level, ThreadLevel::multiple);
  EXPECT_THAT(good("-info a=1 -info b=c=d -info e=", io).info,
              ElementsAre(Pair("a", "1"), Pair("b", "c=d"), Pair("e", "")));
  EXPECT_TRUE(good("-check").check);
  EXPECT_EQ(good("-check").check_repetitions, std::nullopt);
  EXPECT_EQ(good("-check 12").check_repetitions, 12);
  EXPECT_EQ(good("-check=7 PingPong").check_repetitions, 7);
  EXPECT_EQ(good("-check all").check_repetitions, all_repetitions);
  EXPECT_TRUE(good("-check -npmin 3").check);
  EXPECT_EQ(good("-check PingPong").benchmarks, std::vector<std::string>{"PingPong"}) << "not its value";
}

TEST(Conventions, of_2021_are_set_at_once_and_single_flags_win) {
  const Settings guide = good("-conventions 3.2");
  EXPECT_TRUE(guide.root_shift && !guide.sync_calls);
  const Settings later = good("-conventions 2021");
  EXPECT_TRUE(!later.root_shift && later.sync_calls);
  EXPECT_EQ(later.megabyte, 1e6);
  EXPECT_EQ(later.reduce_scatter, Share::each);
  EXPECT_EQ(later.overlap_over, OverlapOver::most);
  for (const char* line :
       {"-conventions 2021 -sync off -mbytes 2^20", "-sync off -mbytes 2^20 -conventions 2021"}) {
    EXPECT_FALSE(good(line).sync_calls) << line;
    EXPECT_EQ(good(line).megabyte, 1048576) << line;
    EXPECT_FALSE(good(line).root_shift) << line;
  }
  const Files files{{"s", "root_shift on\n"}};
  EXPECT_TRUE(good("-settings s -conventions 2021", mpi1, files).root_shift);
  EXPECT_NE(wrong("-conventions 2020").find("3.2, 2021"), std::string::npos);
}

TEST(Conventions, of_2021_add_their_rows_to_those_that_run_by_default) {
  auto rows = mpi1_rows;
  rows[3].optional = true;
  rows[2].optional = rows[2].since_2021 = true;
  const Program program{"IMB-MPI1", Suite::mpi1, Profile::imb32, rows};
  EXPECT_THAT(good("", program).benchmarks, ElementsAre("PingPong", "PingPing", "Barrier"));
  EXPECT_THAT(good("-conventions 2021", program).benchmarks,
              ElementsAre("PingPong", "PingPing", "Allreduce", "Barrier"));
  EXPECT_THAT(good("-include Gather", program).benchmarks,
              ElementsAre("PingPong", "PingPing", "Barrier", "Gather"));
}

TEST(Conventions, of_non_blocking_collectives) {
  const Settings s = good("", nbc);
  EXPECT_THAT(s.benchmarks, ElementsAre("Ibcast"));
  EXPECT_TRUE(s.cpu_match);
  EXPECT_EQ(s.reduce_scatter, Share::each);
  EXPECT_EQ(s.overlap_over, OverlapOver::least);
  EXPECT_EQ(good("-progress 10", nbc).progress_calls, 10);
  EXPECT_FALSE(good("-cpu_secs 0.01", nbc).cpu_match);
  EXPECT_EQ(good("-reduce_scatter all", nbc).reduce_scatter, Share::all);
  EXPECT_EQ(
      wrong("-progress 3"),
      "-progress is a flag of IMB-NBC, IMB-MPI4 and sonde-mpi, it has no meaning for IMB-MPI1; leave it out");
}

TEST(Values, windows_of_messages) {
  EXPECT_EQ(good("").window_messages, 256);
  EXPECT_EQ(good("-window_size 65536").window_messages, 65536);
  EXPECT_NE(wrong("-window_size 0"), "");
  EXPECT_NE(wrong("-window_size 65537"), "");
}

TEST(Values, where_messages_lie) {
  EXPECT_TRUE(in_host_memory(good("")));
  const Settings one = good("-memory cuda -device 1,0 -memory_unchecked on");
  EXPECT_THAT(one.memory, ElementsAre(MemoryKind::cuda, MemoryKind::cuda));
  EXPECT_THAT(one.devices, ElementsAre(1, 0));
  EXPECT_TRUE(one.memory_unchecked);
  EXPECT_TRUE(on_device(one));
  EXPECT_TRUE(good("-memory cuda -device auto").devices.empty());
  EXPECT_EQ(good("-memory host -device 1").devices.size(), 1U);
  EXPECT_EQ(wrong("-device 1"),
            "-device needs messages in memory of a device; say with -memory where they lie");
  EXPECT_FALSE(on_device(good("-memory cuda_managed")));
  EXPECT_EQ(good("-mem_alloc_type device").alloc_type, AllocType::device);
  EXPECT_TRUE(in_host_memory(good("-mem_alloc_type cpu")));
  EXPECT_TRUE(in_host_memory(good("-memory host")));
  EXPECT_EQ(
      wrong("-memory gpu"),
      "-memory: 'gpu' is no kind of memory; expected one of host, cuda, cuda_managed, cuda_host, hip, hip_managed, "
      "hip_host, ze, ze_shared, ze_host");
  EXPECT_EQ(wrong("-memory cuda,cuda,cuda"), "-memory: a pair has two ranks; give one kind or two");
  EXPECT_THAT(wrong("-memory cuda,hip PingPong"), HasSubstr("both of one driver"));
  EXPECT_THAT(wrong("-memory cuda -mem_alloc_type host"), HasSubstr("contradict each other"));
  EXPECT_THAT(wrong("-memory cuda", io), HasSubstr("has no meaning for IMB-IO"));
  EXPECT_THAT(wrong("-memory host,cuda Allreduce"), HasSubstr("Allreduce has none"));
}

TEST(Values, programs_for_device_memory_take_it_where_nothing_is_said) {
  Program gpu = mpi1;
  gpu.gpu = true;
  EXPECT_EQ(good("", gpu).alloc_type, AllocType::device);
  EXPECT_EQ(good("-device 1", gpu).devices.size(), 1U);
  EXPECT_TRUE(in_host_memory(good("-memory host", gpu)));
  EXPECT_TRUE(in_host_memory(good("-mem_alloc_type cpu", gpu)));
  EXPECT_FALSE(on_device(good("-memory cuda_managed", gpu)));
}

TEST(Values, device_memory_is_not_touched_by_the_host) {
  EXPECT_FALSE(good("-memory cuda", p2p).touch_before);
  EXPECT_FALSE(good("-memory cuda", p2p).touch_after);
  EXPECT_TRUE(good("-memory cuda_managed", p2p).touch_before);
  EXPECT_FALSE(good("-memory cuda -msgwr off", p2p).touch_before);
  EXPECT_THAT(wrong("-memory cuda -msgwr on", p2p), HasSubstr("cannot reach a device's memory"));
}

TEST(Values, partitions_of_a_message) {
  EXPECT_THAT(good("", cluster).partitions, ElementsAre(8));
  EXPECT_THAT(good("-partitions 65536,1", cluster).partitions, ElementsAre(65536, 1));
  for (const char* words : {"-partitions 0", "-partitions -1", "-partitions 65537"})
    EXPECT_THAT(wrong(words, cluster), EndsWith("is out of range; expected 1 to 65536")) << words;
  EXPECT_THAT(wrong("-partitions abc", cluster), HasSubstr("abc"));
}

TEST(Values, files_and_output) {
  EXPECT_EQ(good("-path /tmp", io).path, "/tmp");
  EXPECT_EQ(good("-file_name probe", io).file_name, "probe");
  EXPECT_TRUE(good("-keep_files", io).keep_files);
  EXPECT_TRUE(good("-cold", io).cold);
  EXPECT_EQ(good("-cpu_secs 0.5", io).cpu_seconds, 0.5);
  EXPECT_TRUE(good("-cpu_secs match", io).cpu_match);
  EXPECT_TRUE(good("-stats").extra_columns);
  EXPECT_EQ(good("-mbytes 1e6").megabyte, 1e6);
  EXPECT_EQ(good("-mbytes 2^20").megabyte, 1048576);
  const Settings s = good("-json a.json -csv a.csv -append -samples all -verbose -dry_run");
  EXPECT_EQ(s.json_path, "a.json");
  EXPECT_EQ(s.csv_path, "a.csv");
  EXPECT_TRUE(s.append && s.all_samples && s.verbose && s.dry_run);
  EXPECT_TRUE(good("-json a.json -resume").resume);
}

TEST(SettingsFile, in_the_documentation_is_right) {
  const std::string page = options_markdown(all_programs);
  const auto begin = page.find("    # site.settings"), end = page.find("\n## Exit status");
  ASSERT_NE(begin, std::string::npos);
  const Settings s = good("-settings s", mpi1, {{"s", page.substr(begin, end - begin)}});
  EXPECT_EQ(s.npmin, 8);
  EXPECT_EQ(s.max_log, 16);
  EXPECT_TRUE(s.check);
}

TEST(Values, the_command_line_is_kept_as_given) {
  EXPECT_THAT(good("PingPong --npmin=3").command_line, ElementsAre("IMB-MPI1", "PingPong", "--npmin=3"));
}

TEST(Benchmarks, run_in_the_order_given_and_as_often_as_they_are_named) {
  EXPECT_THAT(good("barrier,PINGPONG Allreduce Barrier").benchmarks,
              ElementsAre("Barrier", "PingPong", "Allreduce", "Barrier"));
  EXPECT_THAT(good("PingPong -include PingPong").benchmarks, ElementsAre("PingPong"));
  EXPECT_THAT(good("PingPong PingPong -exclude PingPong Barrier").benchmarks, ElementsAre("Barrier"));
  EXPECT_THAT(good("Barrier, PingPong").benchmarks, ElementsAre("Barrier", "PingPong"));
  EXPECT_THAT(good("-exclude Gather,Barrier").benchmarks, ElementsAre("PingPong", "PingPing", "Allreduce"));
  EXPECT_THAT(good("PingPong -include Gather -include barrier").benchmarks,
              ElementsAre("PingPong", "Gather", "Barrier"));
}

TEST(Benchmarks, are_named_by_themselves_or_by_a_word_for_several) {
  auto rows = mpi1_rows;
  rows[0].guideline = "G1";
  rows[2].guideline = rows[3].guideline = "G2";
  const Program program{"IMB-MPI1", Suite::mpi1, Profile::imb32, rows};
  EXPECT_THAT(good("", program).by_name, IsEmpty());
  EXPECT_THAT(good("pingping -include Barrier", program).by_name, ElementsAre("PingPing", "Barrier"));
  EXPECT_THAT(good("Guidelines", program).by_name, IsEmpty());
  EXPECT_THAT(good("G1,G2 Gather", program).by_name, ElementsAre("PingPong", "Gather"));
  EXPECT_THAT(good("-input b", program, {{"b", "G2\nBarrier\n"}}).by_name, ElementsAre("Barrier"));
}

TEST(Benchmarks, come_from_a_file_too) {
  const Files files{{"b", "#\n# mine\n#Gather\nAllreduce\n  pingpong  # twice\nAllreduce\n"}};
  EXPECT_THAT(good("-input b", mpi1, files).benchmarks, ElementsAre("Allreduce", "PingPong", "Allreduce"));
  EXPECT_THAT(good("Barrier -input b Gather", mpi1, files).benchmarks,
              ElementsAre("Barrier", "Allreduce", "PingPong", "Allreduce", "Gather"));
}

TEST(Scripts, that_other_suites_took_are_taken) {
  EXPECT_EQ(good("-iter_policy off -time 2").seconds_per_sample, 2);
  EXPECT_EQ(good("-iter_policy multiple_np -precision 2%").seconds_per_sample, 10);
  EXPECT_EQ(good("-iter_policy auto").seconds_per_sample, 10);
  for (const char* without_limit : {"-iter_policy off", "-iter_policy multiple_np"})
    EXPECT_TRUE(std::isinf(good(without_limit).seconds_per_sample)) << without_limit;
  EXPECT_TRUE(good("-off_cache -1", io).off_cache.has_value());
}

TEST(WarningsOption, says_where_they_go) {
  EXPECT_EQ(good("").warnings, Warnings::end);
  EXPECT_EQ(good("-warnings off").warnings, Warnings::off);
  EXPECT_EQ(good("-warnings stdout").warnings, Warnings::on_output);
}

TEST(SettingsFile, gives_flags_and_the_command_line_wins) {
  const Files files{{"t", "input b\n"}, {"b", "Gather\n"}};
  const Settings s = good("-settings s -npmin 8 PingPong", mpi1,
                          {{"s", "npmin 4\n--msglog 3:5 # short\ncheck\ninclude Barrier\n"}});
  EXPECT_EQ(s.npmin, 8);
  EXPECT_EQ(s.max_log, 5);
  EXPECT_TRUE(s.check);
  EXPECT_THAT(s.benchmarks, ElementsAre("PingPong", "Barrier"));
  EXPECT_THAT(good("-settings t", mpi1, files).benchmarks, ElementsAre("Gather"));
  EXPECT_THAT(good("-settings t PingPong", mpi1, files).benchmarks, ElementsAre("PingPong"));
  EXPECT_THAT(good("-settings s -include Gather PingPong", mpi1, {{"s", "include Barrier\n"}}).benchmarks,
              ElementsAre("PingPong", "Gather"));
  EXPECT_THAT(good("-settings s -msgsize 7", ext, {{"s", "msglog 3\n"}}).lengths, ElementsAre(7));
}

TEST(ThreadLevel, is_known_before_the_line_is_right) {
  const auto early = [](std::string_view line) {
    return early_settings(mpi1, words_of_line(line)).thread_level;
  };
  EXPECT_EQ(early("-thread_level multiple"), ThreadLevel::multiple);
  EXPECT_EQ(early("PingPnog --thread_level=Funneled -msglen none"), ThreadLevel::funneled);
  EXPECT_EQ(early("-thread_level many"), ThreadLevel::single);
  EXPECT_EQ(early("-info -thread_level multiple"), ThreadLevel::single);
  EXPECT_EQ(early(""), ThreadLevel::single);
  EXPECT_NE(wrong("-settings s", mpi1, {{"s", "thread_level multiple\n"}}), "");
}

TEST(LibraryVariables, are_known_before_the_library_starts) {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  const Pairs both{{"btl", "self,vader"}, {"A", ""}};
  EXPECT_EQ(early_settings(mpi1, words_of_line("PingPong -cvar btl=self,vader --cvar=A=")).library_variables,
            both);
  EXPECT_EQ(good("-cvar btl=self,vader -cvar A=").library_variables, both);
  EXPECT_THAT(wrong("-cvar btl"), ::testing::HasSubstr("'btl' is not key=value"));
  EXPECT_THAT(wrong("-cvar =1"), ::testing::HasSubstr("is not key=value"));
  EXPECT_THAT(wrong("-cvar a=1 -cvar a=2"), ::testing::HasSubstr("'a' is given twice"));
  EXPECT_NE(wrong("-settings s", mpi1, {{"s", "cvar a=1\n"}}), "");
  EXPECT_EQ(good("").kept_variables, KeptVariables::changed);
  EXPECT_EQ(good("-pvars unexpected|sent$").performance_variables, "unexpected|sent$");
  EXPECT_THAT(wrong("-pvars ("), ::testing::HasSubstr("'(' is no regular expression"));
  EXPECT_NE(wrong("-pvars " + std::string(201, 'x')), "");
  EXPECT_EQ(good("-cvars off").kept_variables, KeptVariables::none);
}

TEST(Answers, win_anywhere) {
  for (const char* line :
       {"-h", "-help", "--help", "--h", "-bogus 2junk -h", "-npmin -help", "-list --version -h"}) {
    const auto parsed = parse_words(mpi1, words_of_line(line), {});
    ASSERT_TRUE(parsed.has_value()) << line;
    EXPECT_FALSE(parsed->settings.has_value());
    EXPECT_EQ(parsed->text.substr(0, 6), "Usage:") << line;
  }
  EXPECT_NE(parse_words(mpi1, {"--version", "-x"}, {})->text.find("Sonde"), std::string::npos);
  EXPECT_NE(parse_words(mpi1, {"-npmin", "-list"}, {})->text.find("Messages cross"), std::string::npos);
  EXPECT_EQ(parse_words(pmb, {"-list"}, {})->text.find("Gather"), std::string::npos);
}

TEST(TopologyFile, is_read_whatever_runs_and_names_a_host_once) {
  EXPECT_NE(wrong("Links -topology none", cluster), "");
  EXPECT_NE(wrong("Shift -topology none", cluster), "");
  EXPECT_EQ(wrong("Links -topology t", cluster, {{"t", "n1 s1\nSwitchName=s2 Nodes=n[2-3]\n"}}), "");
  EXPECT_EQ(wrong("Links -topology t", cluster, {{"t", "n2 s1\nSwitchName=s2 Nodes=n[2-3]\n"}}),
            "-topology: 't': host 'n2' is named twice; it can hang on one switch");
}

TEST(Answers, are_about_words_that_are_known) {
  EXPECT_EQ(wrong("-help bogus"), "-help: 'bogus' is no flag; -help without it shows the flags");
  EXPECT_NE(wrong("-h 4"), "");
  EXPECT_THAT(wrong("-list bogus"), ::testing::HasSubstr("-list: unknown benchmark 'bogus'"));
  EXPECT_EQ(wrong("-list PingPong"), "");
  EXPECT_EQ(wrong("-npmin 2 -list -help"), "");
}

TEST(PairsAndPartners, HaveFlagsOfTheirOwn) {
  EXPECT_THAT(good("-msgsz 4k -msgsz 8", p2p).lengths, ElementsAre(4096, 8));
  EXPECT_NE(wrong("-msgsz 8 -msglog 3", p2p), "");
  EXPECT_NE(wrong("-msgsz 8", mpi1), "");
  EXPECT_DOUBLE_EQ(good("-pause 100000", p2p).pause_seconds, 0.1);
  EXPECT_NE(wrong("-pause -1", p2p), "");
}

TEST(PairsAndPartners, HaveLength0WhereAMaximumStandsAlone) {
  EXPECT_FALSE(good("", p2p).zero_size);
  EXPECT_TRUE(good("-msglog 3", p2p).zero_size);
  EXPECT_FALSE(good("-msglog 0:3", p2p).zero_size);
  EXPECT_FALSE(good("-msglog 3 -zero_size off", p2p).zero_size);
  EXPECT_TRUE(good("-msglog 0:3", mpi1).zero_size);
}

TEST(Threads, HaveDefaultsOfTheirSuite) {
  const Settings s = good("", mt);
  EXPECT_THAT(s.counts, ElementsAre(1, 2, 4, 8));
  EXPECT_EQ(s.data_type, TransferType::int_type);
  EXPECT_EQ(s.red_data_type, TransferType::int_type);
  EXPECT_EQ(s.warm_up_calls, 100);
  EXPECT_EQ(s.iterations.per_sample, 1000);
  EXPECT_EQ(s.window_messages, 64);
  EXPECT_TRUE(s.sync_calls);
  EXPECT_TRUE(s.threads.empty());
}

TEST(Threads, HaveFlagsOfTheirOwn) {
  EXPECT_THAT(good("-threads 3 -thread_level multiple", mt).threads, ElementsAre(3));
  EXPECT_THAT(good("-threads 4,1 -thread_level multiple", mt).threads, ElementsAre(4, 1));
  EXPECT_EQ(good("-repeat 7", mt).iterations.per_sample, 7);
  EXPECT_EQ(good("-warmup 9", mt).warm_up_calls, 9);
  EXPECT_EQ(good("-warmup 0", mt).warm_up, WarmUp::off);
  EXPECT_THAT(good("-count 0,3", mt).counts, ElementsAre(0, 3));
  EXPECT_TRUE(good("-msglog 3:4", mt).counts.empty());
  EXPECT_EQ(good("-datatype char", mt).red_data_type, TransferType::char_type);
  EXPECT_EQ(good("-malloc_align 4096 -malloc_algo continuous", mt).memory_layout, MemoryLayout::side_by_side);
  EXPECT_EQ(good("-barrier off", mt).start, Start::none);
  EXPECT_FALSE(good("-barrier off", mt).sync_calls);
  EXPECT_TRUE(good("-barrier special", mt).imb_barrier);
  EXPECT_FALSE(good("-noheader", mt).head);
}

TEST(Threads, AreCheckedByAWordToo) {
  for (const char* on : {"-check", "-check on", "-check true", "-check 1", "-check all", "-check=yes"})
    EXPECT_TRUE(good(on, mt).check) << on;
  for (const char* off : {"-check off", "-check no", "-check 0", "-check=false"})
    EXPECT_FALSE(good(off, mt).check) << off;
  EXPECT_EQ(good("-check 12", mt).check_repetitions, 12);
  EXPECT_NE(wrong("-check off", mpi1), "");
}

TEST(Threads, AboveOneNeedTheLevel) {
  EXPECT_THAT(wrong("-threads 2", mt), ::testing::HasSubstr("needs -thread_level multiple"));
  EXPECT_THAT(wrong("-threads 1,2", mt), ::testing::HasSubstr("needs -thread_level multiple"));
  EXPECT_THAT(wrong("-threads 2,2 -thread_level multiple", mt), ::testing::HasSubstr("2 stands there twice"));
  EXPECT_EQ(wrong("-threads 1", mt), "");
}

}  // namespace
}  // namespace sonde
