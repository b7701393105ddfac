#include "record/resume.hpp"

#include <gtest/gtest.h>

#include "sample_run.hpp"

namespace sonde::record {
namespace {

Run old_run() {
  Run run;
  run.source = "a.jsonl";
  run.header = full_header();
  const auto add = [&](std::int64_t bytes, Status status, Reason reason) {
    run.cases.push_back(full_case(bytes));
    run.cases.back().status = status;
    run.cases.back().reason = reason;
  };
  add(1, Status::measured, Reason::none);
  add(2, Status::skipped, Reason::out_of_memory);
  add(3, Status::skipped, Reason::time_out);
  add(4, Status::failed, Reason::io_error);
  add(5, Status::skipped, Reason::invalid_process_count);
  return run;
}

std::string refusal(const Header& now) {
  const auto may = may_resume(old_run(), now);
  return may ? "" : may.error().message;
}

TEST(Resume, repeats_what_failed_or_ran_out_of_time) {
  std::vector<std::int64_t> lengths;
  for (const CaseRecord& record : old_run().cases)
    if (finished(record)) lengths.push_back(record.id.bytes);
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{1, 2, 5}));
}

TEST(Resume, ignores_where_the_program_stands_and_how_records_are_written) {
  Header now = full_header();
  now.command_line.front() = "/usr/bin/IMB-MPI1";
  now.command_line.emplace_back("-resume");
  now.command_line.emplace_back("--append");
  now.start = "later";
  now.cpu_mhz = 800;
  now.environment["OMPI_COMM_WORLD_RANK"] = std::string("0");
  EXPECT_EQ(refusal(now), "");
}

TEST(Resume, does_not_go_on_with_another_gpu_or_driver) {
  auto old = old_run();
  old.header.memory = MessageMemory{"cuda", "", "CUDA", "CUDA 13.0", "yes"};
  old.header.memory->devices = {{0, 0, 1, "NVIDIA H100", "0000:17:00.0", 0}};
  Header now = old.header;
  now.memory->devices[0].pci = "0000:18:00.0";
  EXPECT_TRUE(may_resume(old, now));
  now.memory->devices[0].name = "NVIDIA A100";
  const auto may = may_resume(old, now);
  ASSERT_FALSE(may);
  EXPECT_NE(may.error().message.find(
                "GPU: then 'NVIDIA H100, driver CUDA 13.0', now 'NVIDIA A100, driver CUDA 13.0'"),
            std::string::npos)
      << may.error().message;
}

TEST(Resume, compares_settings_and_not_how_they_were_given) {
  Header now = full_header();
  now.command_line = {"IMB-MPI1", "-settings", "file"};
  EXPECT_EQ(refusal(now), "");
  now.settings["mbytes"] = "1e6";
  now.settings["npmin"] = "4";
  now.settings.erase("time");
  EXPECT_EQ(refusal(now),
            "'a.jsonl' was measured in another way, start a new file:\n"
            "  -mbytes: then 'not given', now '1e6'\n"
            "  -npmin: then '2', now '4'\n"
            "  -time: then '10', now 'not given'");
}

/// Records of before settings were written.
std::string refusal_without_settings(const Header& now) {
  auto old = old_run();
  old.header.settings.clear();
  const auto state = may_resume(old, now);
  return state ? "" : state.error().message;
}

TEST(Resume, shows_every_difference_in_a_line) {
  Header now = full_header();
  now.command_line[3] = std::string("4");
  now.kernel = std::string("6.2");
  now.places[1].host = now.places[0].host;
  now.places[1].cores = {0, 1};
  now.environment.erase("OMPI_MCA_btl");
  now.environment["FI_PROVIDER"] = "tcp";
  EXPECT_EQ(refusal_without_settings(now),
            "'a.jsonl' was measured in another way, start a new file:\n"
            "  command line: then 'IMB-MPI1 PingPong -npmin 2 -json a.jsonl', now 'IMB-MPI1 PingPong -npmin "
            "4 -json a.jsonl'\n"
            "  kernel: then '6.1.0 #1 SMP', now '6.2'\n"
            "  ranks of each host: then '0 1', now '0-1'\n"
            "  cores of each rank: then '2 0', now '2 2'\n"
            "  OMPI_MCA_btl: then 'self,vader', now 'unset'\n"
            "  FI_PROVIDER: then 'unset', now 'tcp'");
}

TEST(Resume, goes_on_on_other_hosts_and_cores_with_another_budget) {
  auto old = old_run();
  old.header.settings["budget"] = "60s";  // as earlier versions wrote it
  Header now = full_header();
  now.places[0].host = "n7", now.places[1].host = "n8";
  for (int& core : now.places[0].cores) core += 4;
  old.header.environment["MPIR_CVAR_CH3_INTERFACE_HOSTNAME"] = "n1";  // by MPICH's launcher
  now.environment["MPIR_CVAR_CH3_INTERFACE_HOSTNAME"] = "n7";
  EXPECT_TRUE(may_resume(old, now)) << may_resume(old, now).error().message;
}

TEST(Resume, notes_how_many_cases_come_from_which_hosts) {
  auto run = old_run();
  EXPECT_EQ(note_of_moves(run), std::nullopt);
  auto elsewhere = std::make_shared<std::vector<RankPlace>>();
  for (int rank = 0; rank < 6; ++rank) elsewhere->push_back({rank, "m" + std::to_string(rank), {}, {}});
  run.cases[3].moved_to = run.cases[4].moved_to = elsewhere;
  EXPECT_EQ(note_of_moves(run),
            "-resume went on in another place: 3 cases on n1, n2; 2 cases on m0, m1, m2, m3 and 2 more");
}

TEST(Resume, needs_a_record) {
  auto text = old_run();
  text.format = Format::imb_text;
  EXPECT_FALSE(may_resume(text, full_header()));
}

}  // namespace
}  // namespace sonde::record
