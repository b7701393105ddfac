// Reading files of our own, whole, cut and broken.
#include "readers/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "complaint.hpp"
#include "record/csv.hpp"
#include "record/file.hpp"
#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::readers {
namespace {

using namespace record;
using testing::StartsWith;

std::string replaced(std::string line, std::string_view from, std::string_view to) {
  return line.replace(line.find(from), from.size(), to);
}

std::string whole_run(std::int64_t cases) {
  std::string text = to_json(full_header()) + "\n";
  for (std::int64_t i = 0; i < cases; ++i) text += to_json(full_case(i)) + "\n";
  return text + to_json(full_footer()) + "\n";
}

TEST(ReadJson, gives_header_cases_and_footer) {
  const auto run = read_text(whole_run(3), "a.jsonl");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->source, "a.jsonl");
  EXPECT_EQ(run->format, Format::json);
  EXPECT_EQ(run->header.program, "IMB-MPI1");
  EXPECT_EQ(run->cases.size(), 3U);
  EXPECT_EQ(run->footer->exit_status, 4);
  EXPECT_FALSE(run->torn);
}

TEST(ReadJson, takes_the_complete_lines_of_a_file_cut_anywhere) {
  const auto text = whole_run(2);
  std::size_t lines = 0;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    if (cut > 0 && text[cut - 1] == '\n') ++lines;
    const auto run = read_text(std::string_view(text).substr(0, cut), "a.jsonl");
    ASSERT_EQ(run.has_value(), lines > 0) << cut;
    if (!run) continue;
    ASSERT_EQ(run->cases.size(), std::min<std::size_t>(lines - 1, 2)) << cut;
    ASSERT_EQ(run->footer.has_value(), lines == 4) << cut;
    ASSERT_EQ(run->torn, text[cut - 1] != '\n') << cut;
  }
}

TEST(ReadText, takes_the_complete_lines_of_a_table_cut_anywhere) {
  const auto text = content(std::string(SONDE_TEST_DATA) + "/samples/imb-3.2-multi1.txt");
  const auto all = read_text(text, "t");
  ASSERT_TRUE(all);
  std::size_t before = 0;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const auto run = read_text(std::string_view(text).substr(0, cut), "t");
    if (!run) {
      ASSERT_EQ(before, 0U) << cut << run.error().message;
      continue;
    }
    ASSERT_GE(run->cases.size(), before) << cut;
    before = run->cases.size();
    for (std::size_t i = 0; i < before; ++i) ASSERT_EQ(run->cases[i].id, all->cases[i].id);
  }
  EXPECT_EQ(before, all->cases.size());
}

/// As Docker and journalctl keep the lines of a program.
std::string collected(std::string_view text, const char* key) {
  std::string out;
  for (const auto line : split(text, '\n'))
    out +=
        nlohmann::ordered_json{{key, std::string(line) + "\n"}, {"stream", "stdout"}, {"time", "2026-11-27"}}
            .dump() +
        "\n";
  return out;
}

TEST(Read, takes_records_and_tables_out_of_collected_logs) {
  const auto table = content(std::string(SONDE_TEST_DATA) + "/samples/imb-3.2-multi1.txt");
  const auto cases = read_text(table, "t").value().cases.size();
  for (const char* key : {"log", "MESSAGE", "message", "msg"}) {
    EXPECT_EQ(read_text(collected("mpirun: a warning\n" + table, key), "t").value().cases.size(), cases)
        << key;
    const auto run = read_text(collected(whole_run(3), key), "r").value();
    EXPECT_EQ(run.cases.size(), 3U) << key;
    EXPECT_TRUE(run.footer) << key;
  }
  EXPECT_FALSE(read_text(collected(table, "other"), "t"));
}

TEST(ReadJson, finds_a_case_again_among_very_many) {
  constexpr int cases = 9000;
  CaseRecord record;
  record.id = {.benchmark = "PingPong", .processes = 2, .groups = 1, .bytes = 0};
  std::string text = to_json(full_header()) + "\n";
  for (; record.id.bytes < cases; ++record.id.bytes) text += to_json(record) + "\n";
  Header again = full_header();
  again.resumed = true;
  for (const int bytes : {4095, 4096, 8191, cases - 1}) {
    record.id.bytes = bytes;
    record.repetitions = 7;
    text += to_json(again) + "\n" + to_json(record) + "\n";
  }
  const auto run = read_text(text, "many");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), cases);
  EXPECT_EQ(run->launches, 5);
  for (int bytes = 0; bytes < cases; ++bytes) {
    const CaseRecord& found = run->cases[static_cast<std::size_t>(bytes)];
    EXPECT_EQ(found.id.bytes, bytes);
    const bool replaced = bytes == 4095 || bytes == 4096 || bytes == 8191 || bytes == cases - 1;
    EXPECT_EQ(found.repetitions, replaced ? 7 : 0);
  }
}

TEST(ReadJson, a_run_may_be_resumed_999_times) {
  Header again;
  again.resumed = true;
  std::string text = to_json(Header{}) + "\n";
  for (int launch = 0; launch < 999; ++launch) text += to_json(again) + "\n";
  const auto run = read_text(text, "a");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->launches, 1000);
  EXPECT_EQ(read_text(text + to_json(again) + "\n", "a").error().message,
            "a:1001: the run was resumed more than 999 times");
}

TEST(ReadJson, goes_on_with_a_resumed_run_and_lets_the_last_record_of_a_case_count) {
  Header again = full_header();
  again.resumed = true;
  CaseRecord failed = full_case(7), better = full_case(7);
  failed.status = Status::failed;
  const auto run =
      read_text(to_json(full_header()) + "\n" + to_json(failed) + "\n" + to_json(full_case(8)) + "\n" +
                    to_json(full_footer()) + "\n" + to_json(again) + "\n" + to_json(better) + "\n",
                "a");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->launches, 2);
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->cases[0].status, Status::measured);
  EXPECT_FALSE(run->footer.has_value());
}

TEST(ReadJson, a_case_that_cannot_be_takes_no_place_in_a_resumed_run) {
  Header again = full_header();
  again.resumed = true;
  CaseRecord impossible = full_case(7);
  impossible.repetitions = -1;
  const auto run = read_text(to_json(full_header()) + "\n" + to_json(again) + "\n" + to_json(impossible) +
                                 "\n" + to_json(full_case(8)) + "\n" + to_json(full_case(7)) + "\n",
                             "a");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->cases[0].id, full_case(8).id);
  EXPECT_EQ(run->cases[1].id, full_case(7).id);
}

TEST(ReadJson, keeps_the_places_of_each_launch) {
  Header moved = full_header(), back = full_header();
  moved.resumed = back.resumed = true;
  moved.places[1].host = "elsewhere";
  std::string text = to_json(full_header()) + "\n";
  text += to_json(full_case(7)) + "\n" + to_json(moved) + "\n" + to_json(full_case(8)) + "\n";
  text += to_json(back) + "\n" + to_json(full_case(9)) + "\n";
  const auto run = read_text(text, "a");
  ASSERT_TRUE(run);
  ASSERT_EQ(run->cases.size(), 3U);
  EXPECT_EQ(places_of(run->cases[0], run->header)[1].host, full_header().places[1].host);
  EXPECT_EQ(places_of(run->cases[1], run->header)[1].host, "elsewhere");
  EXPECT_EQ(run->cases[2].moved_to, nullptr);
  ASSERT_FALSE(run->notes.empty());
  EXPECT_NE(run->notes.back().find("1 case on n1, elsewhere"), std::string::npos) << run->notes.back();
}

TEST(ReadJson, of_a_resumed_run_keeps_as_many_records_of_a_case_as_were_asked_for) {
  Header header = full_header();
  header.settings["benchmarks"] = "PingPong,Barrier,pingpong";
  Header again = header;
  again.resumed = true;
  CaseRecord first = full_case(7), failed = full_case(7), second = full_case(7);
  first.id.benchmark = failed.id.benchmark = second.id.benchmark = "PingPong";
  first.repetitions = 1, second.repetitions = 2;
  failed.status = Status::failed;
  const auto launch = [](const Header& head, const std::vector<CaseRecord>& cases) {
    std::string text = to_json(head) + "\n";
    for (const auto& c : cases) text += to_json(c) + "\n";
    return text;
  };
  const auto repetitions = [](const std::string& text) {
    std::vector<std::int64_t> all;
    const auto run = read_text(text, "a");
    if (run)
      for (const auto& c : run->cases) all.push_back(c.repetitions);
    return all;
  };
  using List = std::vector<std::int64_t>;
  EXPECT_EQ(repetitions(launch(header, {first}) + launch(again, {second})), (List{1, 2}));
  EXPECT_EQ(repetitions(launch(header, {failed, first}) + launch(again, {second})), (List{2, 1}));
  EXPECT_EQ(repetitions(launch(header, {first}) + launch(again, {failed}) + launch(again, {second})),
            (List{1, 2}));
  EXPECT_EQ(repetitions(launch(header, {first, first}) + launch(again, {second})), (List{1, 2}));
  header.settings["msgsize"] = again.settings["msgsize"] = "8,7,7";
  EXPECT_EQ(repetitions(launch(header, {first, first}) + launch(again, {second})), (List{1, 1, 2}));
  const auto asked = [&](const char* list, const char* key = "msgsize") {
    header.settings["benchmarks"] = again.settings["benchmarks"] = "PingPong";
    header.settings.erase("msgsize"), again.settings.erase("msgsize");
    header.settings[key] = again.settings[key] = list;
    return repetitions(launch(header, {first, first}) + launch(again, {second}));
  };
  ASSERT_EQ(first.id.bytes, 7);
  EXPECT_EQ(asked("0,5,6,7,8"), (List{1, 1, 2}));  // whole elements of 7 bytes: 5, 6 and 7 become 7
  EXPECT_EQ(asked("0,6,7,8"), (List{1, 2}));
  EXPECT_EQ(asked("0,7,8"), (List{1, 2}));
  EXPECT_EQ(asked("1,3,1,1", "count"), (List{1, 1, 2}));
  CaseRecord shorter = first;
  shorter.id.bytes = 6;  // it was not rounded: 5 and 6 have rows of their own
  header.settings.erase("count"), again.settings.erase("count");
  header.settings["msgsize"] = again.settings["msgsize"] = "6,7";
  EXPECT_EQ(repetitions(launch(header, {shorter, first}) + launch(again, {second})), (List{1, 2}));
}

TEST(ReadRuns, keeps_appended_runs_apart) {
  const Folder folder;
  put(folder.file("two.jsonl"), whole_run(1) + whole_run(2));
  const auto runs = read_runs(folder.file("two.jsonl"));
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 2U);
  EXPECT_EQ((*runs)[1].cases.size(), 2U);
  const auto one = read_run(folder.file("two.jsonl"));
  ASSERT_FALSE(one);
  EXPECT_NE(one.error().message.find("holds 2 runs"), std::string::npos);
}

TEST(ReadRuns, reads_tables_one_behind_the_other) {
  const Folder folder;
  const std::string samples = std::string(SONDE_TEST_DATA) + "/samples/";
  put(folder.file("all.txt"), content(samples + "osu-7.4-bw.txt") +
                                  content(samples + "imb-2021.11-mpi1-np2.txt") +
                                  content(samples + "osu-7.4-allreduce.txt"));
  const auto runs = read_runs(folder.file("all.txt"));
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 3U);
  EXPECT_EQ((*runs)[0].cases.size(), 21U);
  EXPECT_EQ((*runs)[1].cases.size(), 315U);
  EXPECT_EQ((*runs)[2].cases.size(), 21U);
  EXPECT_EQ((*runs)[2].header.start, "2026-11-21T21:25:47Z");
}

TEST(Read, says_file_and_line_of_what_is_wrong) {
  EXPECT_EQ(complaint(""), "t:1: the file holds no complete line");
  EXPECT_EQ(complaint("{\"schema\":1"), "t:1: the file holds no complete line");
  EXPECT_EQ(complaint("hello\n"),
            "t:1: neither a record of Sonde, nor a table of Sonde, IMB, PMB, OSU, nccl-tests or "
            "MPIBenchmarks.jl, nor a log of ReFrame");
  EXPECT_EQ(complaint(whole_run(1) + "{}\n"),
            "t:4: JSON that is neither a record of Sonde nor of nccl-tests: it has no 'schema'");
  EXPECT_EQ(complaint("{\"other\":\"# OSU MPI Latency Test v7.4\\n\"}\n"),
            "t:1: JSON that is neither a record of Sonde nor of nccl-tests: it has no 'schema'");
  EXPECT_EQ(complaint(to_json(full_case()) + "\n"),
            "t:1: a case stands before the header: the start of the file is missing");
  EXPECT_EQ(complaint(whole_run(1) + std::string("\0\0\n", 3)),
            "t:4: the line holds a zero byte: this is not a text file");
}

TEST(Read, says_what_is_wrong_in_a_table) {
  const std::string head =
      "# Benchmarking PingPong \n# #processes = 2 \n #bytes #repetitions t[usec] Mbytes/sec\n";
  EXPECT_EQ(complaint(head + "  0 1000 x 0.00\n"),
            "t:4: 'x' in column t[usec] is not a number" + of_first_row("0 1000 x 0.00"));
  EXPECT_EQ(complaint(head + "  0 10.5 1.0 0.00\n"),
            "t:4: '10.5' is not a count" + of_first_row("0 10.5 1.0 0.00"));
  EXPECT_EQ(complaint(head + "  0 1000 1.0\n"),
            "t:4: the row has 3 numbers, its table 4 columns" + of_first_row("0 1000 1.0"));
  EXPECT_EQ(complaint(head + "  -1 1000 1.0 2.0\n"),
            "t:4: '-1' is not a count" + of_first_row("-1 1000 1.0 2.0"));
  EXPECT_EQ(complaint(head + "  99999999999999999999 1000 1.0 2.0\n"),
            "t:4: '99999999999999999999' is not a count" + of_first_row("99999999999999999999 1000 1.0 2.0"));
  EXPECT_EQ(complaint(head + "2 total processes killed (some possibly by mpirun)\n  0 1000 1.0 0.00\n"), "");
}

TEST(ReadText, a_title_names_the_part_of_the_suite) {
  const std::string table =
      "# Benchmarking PingPong \n# #processes = 2 \n  #bytes #repetitions t[usec] Mbytes/sec\n  0 1000 1.0 0.00\n";
  const auto titled = read_text("# Sonde 0.2, MPI-1 part (IMB 3.2 conventions)\n" + table, "t");
  const auto prose = read_text("# Sonde 0.2, looked at (with other conventions)\n" + table, "t");
  ASSERT_TRUE(titled && prose);
  EXPECT_EQ(titled->header.version, "0.2");
  EXPECT_EQ(prose->header.version, "");
}

TEST(ReadText, reads_our_own_tables_with_columns_of_stats) {
  const std::string text =
      "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Calling sequence was: \n\n# IMB-MPI1 exchange -iter 20\n"
      "#          -stats -multi 1\n\n# Benchmarking Multi-Exchange \n# ( 2 groups of 2 processes each running "
      "simultaneous ) \n# Group  0:     0    1\n# \n# Group  1:     2    3\n# \n        Group       #bytes "
      "#repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec      defects median[usec]      ci95[%]    "
      "p95[usec]        flags\n\n            1           16           20         3.00         3.20         3.10        "
      "18.97         0.00         3.15         3.34         -    modes drift\n            1           32 failed; no "
      "space left\n# Benchmarking Exchange \n# #processes = 4 \n        Group       #bytes #repetitions  t_min[usec]  "
      "t_max[usec]  t_avg[usec]   Mbytes/sec        flags\n            0           16           20         3.00         "
      "3.20         3.10        18.97            -\n";
  const auto run = read_text(text, "own.txt");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->format, Format::sonde_text);
  EXPECT_EQ(run->header.version, "0.1.0");
  EXPECT_EQ(run->header.conventions, "IMB 3.2");
  EXPECT_EQ(run->header.command_line.size(), 7U);
  ASSERT_EQ(run->cases.size(), 3U);
  EXPECT_EQ(run->cases[0].ranks, (std::vector<int>{2, 3}));
  EXPECT_DOUBLE_EQ(run->cases[0].extra.at("median_s"), 3.15e-6);
  EXPECT_DOUBLE_EQ(run->cases[0].extra.at("ci95[%]"), 3.34);
  EXPECT_FALSE(run->cases[0].extra.contains("p95_s"));
  EXPECT_EQ(run->cases[1].status, Status::failed);
  EXPECT_EQ(run->cases[1].id.bytes, 32);
  EXPECT_EQ(run->cases[1].text, "no space left");
  EXPECT_EQ(run->cases[2].id.group, -1);
}

TEST(ReadText, tells_apart_who_came_late) {
  const std::string text =
      "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Benchmarking Bcast \n# #processes = 2 \n"
      "# arrival = all,7:2000us\n      pattern       #bytes #repetitions  t_min[usec]        flags d_last[usec]\n"
      "         last            8           10         3.00            - 4.00\n"
      "       random            8           10         3.00            - 5.00\n"
      "       halves            8 skipped; in 10 of 12 repetitions\n"
      "# Benchmarking Barrier \n# #processes = 2 \n# arrival = first:2\n #repetitions  t_min[usec] d_last[usec]\n"
      "           10         3.00          4.00\n"
      "# Benchmarking Barrier \n# #processes = 2 \n #repetitions  t_min[usec]\n           10         3.00\n";
  const auto run = read_text(text, "own.txt");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), 5U);
  const char* arrivals[] = {"last:2000us", "random,7:2000us", "halves:2000us", "first:2"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(run->cases[i].id.variant.at("arrival"), arrivals[i]);
  EXPECT_TRUE(run->cases[4].id.variant.empty());
  EXPECT_DOUBLE_EQ(run->cases[1].extra.at("d_last_s"), 5e-6);
  EXPECT_EQ(run->cases[2].id.bytes, 8);
  EXPECT_EQ(run->cases[2].status, Status::skipped);
  EXPECT_EQ(run->cases[2].reason, record::Reason::skew_not_kept);
}

TEST(ReadText, takes_both_sides_of_a_guideline) {
  const std::string text =
      "#    Sonde 1.0.0, whole cluster (IMB 3.2 conventions)\n# Benchmarking Allgather_as_Alltoall \n# #processes = 4 \n"
      "       #bytes #repetitions   left[usec]  right[usec]        ratio          low         high\n"
      "           64            8        12.44        50.11        0.254            -            -\n"
      "# !! Benchmark Scan_as_lanes needs two nodes or more with as many neighbouring processes on each, at least two !!\n"
      "# !! Benchmark Session needs MPI 4.0 (this library: 3.1) !!\n";
  const auto run = read_text(text, "own.txt");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->format, record::Format::sonde_text);
  EXPECT_EQ(run->header.version, "1.0.0");
  ASSERT_EQ(run->cases.size(), 3U);
  EXPECT_DOUBLE_EQ(run->cases[0].extra.at("left_s"), 12.44e-6);
  EXPECT_DOUBLE_EQ(run->cases[0].extra.at("ratio"), 0.254);
  EXPECT_FALSE(run->cases[0].extra.contains("low"));
  EXPECT_EQ(run->cases[1].reason, record::Reason::invalid_process_count);
  EXPECT_EQ(run->cases[2].reason, record::Reason::unsupported);
}

TEST(ReadText, tells_apart_what_was_measured_beside_a_load) {
  const std::string text =
      "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# load = nothing of a table\n"
      "# Benchmarking PingPong \n# #processes = 2 \n# load = incast:0.5,65536\n #bytes #repetitions t[usec] Mbytes/sec\n"
      "            8           40         1.86         4.10\n"
      "# Benchmarking PingPong \n# #processes = 2 \n #bytes #repetitions t[usec] Mbytes/sec\n"
      "            8           40         1.20         5.10\n";
  const auto run = read_text(text, "own.txt");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->cases[0].id.variant.at("load"), "incast:0.5,65536");
  EXPECT_TRUE(run->cases[1].id.variant.empty());
}

TEST(Read, refuses_lines_that_no_record_has) {
  const Folder folder;
  put(folder.file("long"), "{" + std::string((std::size_t{64} << 20) + 1, ' '));
  const auto run = read_run(folder.file("long"));
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("long:1: the line is longer than 64 MiB"), std::string::npos);
}

TEST(Read, survives_every_byte_of_noise) {
  std::uint32_t state = 1;
  for (int round = 0; round < 200; ++round) {
    std::string noise =
        round % 2 == 0 ? whole_run(1) : content(std::string(SONDE_TEST_DATA) + "/samples/imb-3.2-multi1.txt");
    for (int i = 0; i < 20; ++i) {
      state = state * 1664525U + 1013904223U;
      noise[state % noise.size()] = static_cast<char>(state >> 24);
    }
    const auto run = read_text(noise, "noise");
    EXPECT_TRUE(run || run.error().message.starts_with("noise:")) << run.error().message;
  }
}

TEST(Read, says_what_it_cannot_open) {
  EXPECT_EQ(read_run("/nowhere/x").error().message, "cannot read '/nowhere/x': No such file or directory");
  EXPECT_EQ(read_run("/").error().message, "cannot read '/': it is a directory, expected a file");
}

Result<CaseRecord> back_from_csv(const CaseRecord& one) {
  return CsvReader::of(csv_head())->read(to_csv(one, 1e6));
}

TEST(ReadCsv, comes_back_as_it_went) {
  CaseRecord bare, expected = full_case();
  bare.id.benchmark = "Barrier";
  const auto text = csv_head() + "\n" + to_csv(full_case(), 1048576) + "\n" + to_csv(bare, 1048576) + "\n";
  expected.summary->modes.clear();
  const auto run = read_text(text, "a.csv");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->format, Format::csv);
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(to_csv(run->cases[0], 1048576), to_csv(expected, 1048576));
  EXPECT_EQ(run->cases[0].text, "said \"so\", twice");
  EXPECT_EQ(run->cases[0].summary->ci_high, 1.45e-6);
  EXPECT_EQ(run->cases[0].megabytes_per_second, 512.25);
  EXPECT_FALSE(run->cases[1].times.has_value());
}

TEST(Threads, come_back_from_records_of_each_format) {
  auto one = full_case();
  one.id.threads = 4;
  one.summary->slowest_thread = 3;
  const auto line = parse_line(to_json(one));
  ASSERT_TRUE(line);
  EXPECT_EQ(std::get<CaseRecord>(*line).id, one.id);
  EXPECT_EQ(std::get<CaseRecord>(*line).summary->slowest_thread, 3);
  EXPECT_EQ(back_from_csv(one)->id.threads, 4);
  EXPECT_EQ(to_json(full_case()).find("thread\""), std::string::npos);
}

TEST(Contention, comes_back_from_a_line_of_json) {
  auto one = full_case();
  one.contention = Contention{.rank = 7, .alone = 2e-6, .quickest = 3e-6, .middle = 4e-6, .slowest = 8e-6};
  const std::string text = to_json(one);
  EXPECT_NE(text.find("\"efficiency_percent\":25"), std::string::npos) << text;
  EXPECT_NE(text.find("\"partner\":null"), std::string::npos) << text;
  const auto line = parse_line(text);
  ASSERT_TRUE(line);
  const auto& back = std::get<CaseRecord>(*line).contention;
  ASSERT_TRUE(back);
  EXPECT_EQ(back->rank, 7);
  EXPECT_EQ(back->partner, -1);
  EXPECT_EQ(back->alone, 2e-6);
  EXPECT_EQ(back->quickest, 3e-6);
  EXPECT_EQ(back->middle, 4e-6);
  EXPECT_EQ(back->slowest, 8e-6);
  EXPECT_EQ(to_json(full_case()).find("contention"), std::string::npos);
}

TEST(Csv, holds_rates_of_messages_tests_and_requests) {
  auto one = full_case();
  one.messages_per_second = 2.5e6;
  one.init_seconds = 3e-6;
  one.overlap = OverlapTimes{
      .overlapped = 3e-6, .pure = 2e-6, .cpu = 2e-6, .percent = 50, .cpu_spread = 0, .tests = 1e-7};
  const auto back = back_from_csv(one);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->messages_per_second, 2.5e6);
  EXPECT_EQ(back->init_seconds, 3e-6);
  EXPECT_EQ(back->overlap->tests, 1e-7);
  const auto without = back_from_csv(full_case());
  EXPECT_FALSE(without->messages_per_second || without->init_seconds);
}

TEST(Csv, of_times_before_there_were_threads_is_read) {
  auto head = csv_head(), line = to_csv(full_case(), 1e6);
  for (int added = 0; added < 4; ++added) {
    head.resize(head.rfind(','));
    line.resize(line.rfind(','));
  }
  EXPECT_TRUE(is_csv_head(head));
  EXPECT_EQ(CsvReader::of(head)->read(line)->id, full_case().id);
}

TEST(ReadCsv, says_what_is_wrong) {
  EXPECT_FALSE(CsvReader::of(csv_head() + ",\"never closed"));
  EXPECT_THAT(complaint(csv_head() + "\n1,PingPong\n"),
              StartsWith("t:2: the line has 2 cells, its head 41: "));
  auto line = to_csv(full_case(), 1048576);
  line.replace(line.find(",1024,"), 6, ",many,");
  EXPECT_THAT(complaint(csv_head() + "\n" + line + "\n"),
              StartsWith("t:2: 'many' in column bytes is not a number: "));
}

TEST(ReadCsv, a_wrong_line_costs_itself) {
  const auto good = to_csv(full_case(), 1048576);
  for (const std::string& wrong : {std::string("1,PingPong"), replaced(good, ",1024,", ",-7,")}) {
    const auto run = read_text(csv_head() + "\n" + good + "\n" + wrong + "\n" + good + "\n", "t");
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->cases.size(), 2U) << wrong;
    EXPECT_EQ(run->passed_over, 1);
    EXPECT_THAT(run->notes.at(0), StartsWith("line 3 looks like a row and is not taken: ")) << wrong;
  }
}

TEST(ReadJson, a_case_or_footer_that_cannot_be_read_costs_itself) {
  const auto head = to_json(full_header()) + "\n", good = to_json(full_case()), foot = to_json(full_footer());
  const auto negative = replaced(good, R"("bytes":1024)", R"("bytes":-7)");
  for (const std::string& wrong :
       {negative, good.substr(0, good.size() / 2), foot.substr(0, foot.size() / 2)}) {
    const auto run = read_text(head + wrong + "\n" + good + "\n" + foot + "\n", "t");
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->cases.size(), 1U) << wrong;
    EXPECT_TRUE(run->footer);
    EXPECT_THAT(run->notes.at(0), StartsWith("line 2 looks like a row and is not taken: ")) << wrong;
  }
  EXPECT_THAT(complaint(head + negative + "\n"), StartsWith("t:2: "));
}

// The cases behind it would count as those of the run before.
TEST(ReadJson, a_line_that_may_hold_a_header_costs_the_file) {
  const auto head = to_json(full_header()), good = to_json(full_case()) + "\n";
  for (const std::string& wrong :
       {head.substr(0, head.size() / 2), good.substr(0, good.size() / 2) + head, std::string("{")})
    EXPECT_THAT(complaint(head + "\n" + good + wrong + "\n" + good), StartsWith("t:3: ")) << wrong;
}

// No limit on real time is asserted: the figures are for docs/user/records.md.
TEST(Read, reads_a_hundred_thousand_records) {
  const Folder folder;
  put(folder.file("large.jsonl"), whole_run(100'000));
  const auto began = std::clock();
  const auto run = read_run(folder.file("large.jsonl"));
  std::printf("100000 full records of %zu bytes read in %.2f s of CPU time\n", to_json(full_case()).size(),
              static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->cases.size(), 100'000U);
}

TEST(RecordFile, of_many_records_is_read_back) {
  const Folder folder;
  auto file = RecordFile::create(folder.file("a"));
  ASSERT_TRUE(file->write_line(to_json(full_header())));
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 20'000; ++i) ASSERT_TRUE(file->write_line(to_json(full_case(i))));
  ASSERT_TRUE(file->close());
  std::printf("20000 records written in %.2f s, %.0f bytes each\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
              static_cast<double>(std::filesystem::file_size(folder.file("a"))) / 2e4);
  EXPECT_EQ(read_run(folder.file("a"))->cases.size(), 20'000U);
}

}  // namespace
}  // namespace sonde::readers
