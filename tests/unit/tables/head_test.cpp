#include "tables/head.hpp"

#include <gmock/gmock.h>

#include "../plan/rows.hpp"

namespace sonde::tables {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

record::Header header() {
  record::Header h;
  h.version = "1.2.3";
  h.start = "2026-11-21T21:21:04+00:00";
  h.machine = "x86_64";
  h.system = "Linux";
  h.kernel = "6.1.0 #1 SMP";
  h.mpi_standard = "3.1";
  h.thread_level = "MPI_THREAD_SINGLE";
  h.mpi_library = "Example MPI 4.1\nbuilt with much\tcare";
  return h;
}

Settings settings() {
  Settings s;
  s.command_line = {"IMB-MPI1", "PingPong", "Allreduce"};
  s.benchmarks = {"PingPong", "Allreduce"};
  return s;
}

std::string head_of(const record::Header& of, const Settings& given) {
  return head(of, given, {});
}

TEST(Head, says_where_messages_lie_where_that_is_not_host_memory) {
  auto h = header();
  EXPECT_THAT(head_of(h, settings()), Not(HasSubstr("# Memory")));
  h.memory = record::MessageMemory{"cuda", "", "CUDA", "580.159.04, CUDA 13.0", "yes"};
  h.memory->devices = {{0, 0, 1, "NVIDIA H100 80GB HBM3", "0000:17:00.0", {}}};
  EXPECT_THAT(
      head_of(h, settings()),
      HasSubstr("# MPI Library           : Example MPI 4.1\n"
                "# Memory                : cuda (NVIDIA H100 80GB HBM3, driver 580.159.04, CUDA 13.0, "
                "device 0 of 1 on each rank); library: CUDA-aware\n"));
}

TEST(Head, IsTheGuidesHeadUnderOurOwnTitle) {
  EXPECT_EQ(head_of(header(), settings()),
            "#----------------------------------------------------------------\n"
            "#    Sonde 1.2.3, MPI-1 part (IMB 3.2 conventions)\n"
            "#----------------------------------------------------------------\n"
            "# Date                  : Sat Nov 21 21:21:04 2026\n"
            "# Machine               : x86_64\n"
            "# System                : Linux\n"
            "# Release               : 6.1.0\n"
            "# Version               : #1 SMP\n"
            "# MPI Version           : 3.1\n"
            "# MPI Thread Environment: MPI_THREAD_SINGLE\n"
            "# MPI Library           : Example MPI 4.1\n"
            "\n"
            "# The number of repetitions per message length is cut down\n"
            "# where a sample is expected to take more than 10 seconds\n"
            "# (flag -time); the counts follow the flag -iter.\n"
            "\n"
            "# Calling sequence was: \n"
            "\n"
            "# IMB-MPI1 PingPong Allreduce\n"
            "\n"
            "# Minimum message length in bytes:   0\n"
            "# Maximum message length in bytes:   4194304\n"
            "#\n"
            "# MPI_Datatype                   :   MPI_BYTE\n"
            "# MPI_Datatype for reductions    :   MPI_FLOAT\n"
            "# MPI_Op                         :   MPI_SUM\n"
            "#\n"
            "# Mbyte                 : 2^20 bytes\n"
            "# Time limit            : 10 s per length\n"
            "# Clock                 : around batches of one loop\n"
            "# Start                 : 2 barriers before each loop\n"
            "# Warm-up               : before the first length and until times settle\n"
            "# Root                  : i mod P in repetition i\n"
            "# Reduce_scatter        : X is split over the ranks\n"
            "# Cache                 : buffers reused\n"
            "#\n"
            "\n"
            "# List of Benchmarks to run:\n"
            "\n"
            "# PingPong\n"
            "# Allreduce\n");
}

TEST(Head, HasNoSecretOfTheCommandLine) {
  auto given = settings();
  given.command_line = {"IMB-MPI1", "-cvar", "db_password=hush", "PingPong"};
  const auto text = head_of(header(), given);
  EXPECT_THAT(text, HasSubstr("-cvar 'db_password=(withheld)' PingPong\n"));
  EXPECT_THAT(text, Not(HasSubstr("hush")));
}

TEST(Head, NamesTheDatatypesThatRun) {
  auto s = settings();
  s.data_type = s.red_data_type = TransferType::char_type;
  EXPECT_THAT(head_of(header(), s), HasSubstr("# MPI_Datatype                   :   MPI_CHAR\n"
                                              "# MPI_Datatype for reductions    :   MPI_SIGNED_CHAR\n"));
}

TEST(Head, ShowsTheCallAsOneWouldRepeatIt) {
  auto s = settings();
  s.command_line = {"./IMB-MPI1", "-info", "a=$b", "-path", "it's", "-msgsize", "1k,2"};
  EXPECT_THAT(head_of(header(), s), HasSubstr("# ./IMB-MPI1 -info 'a=$b' -path 'it'\\''s' -msgsize 1k,2\n"));
}

TEST(Head, HasBlanksForControlCharacters) {
  auto h = header();
  h.mpi_library = "Example\tMPI\x1b[2J 4.1";
  EXPECT_THAT(head_of(h, settings()), HasSubstr("# MPI Library           : Example MPI [2J 4.1\n"));
}

TEST(Head, NamesThePartAndTheProfile) {
  auto s = settings();
  s.suite = Suite::ext;
  EXPECT_THAT(head_of(header(), s), HasSubstr("Sonde 1.2.3, MPI-2 part (IMB 3.2 conventions)"));
  s.suite = Suite::mpi1;
  s.profile = Profile::pmb22;
  s.seconds_per_sample = std::numeric_limits<double>::infinity();
  const auto text = head_of(header(), s);
  EXPECT_THAT(text, HasSubstr("(PMB 2.2 conventions)"));
  EXPECT_THAT(text, Not(HasSubstr("cut down")));
  EXPECT_THAT(text, HasSubstr("# Time limit            : none\n"));
}

TEST(Head, OfIoSpeaksOfPortions) {
  auto s = settings();
  s.suite = Suite::io;
  s.max_log = 24;
  const auto text = head_of(header(), s);
  EXPECT_THAT(
      text, HasSubstr("# Minimum io portion in bytes:   0\n# Maximum io portion in bytes:   16777216\n#\n"));
  EXPECT_THAT(text, Not(HasSubstr("MPI_Datatype")));
}

TEST(Head, SaysWhereLengthsComeFrom) {
  auto s = settings();
  s.lengths = {100};
  EXPECT_THAT(head_of(header(), s), HasSubstr("\n# Message lengths were user defined\n"));
  s.suite = Suite::io;
  EXPECT_THAT(head_of(header(), s), HasSubstr("\n# IO lengths were user defined\n"));
  s.suite = Suite::mpi1;
  s.lengths.clear();
  s.zero_size = false;
  s.min_log = 3;
  EXPECT_THAT(head_of(header(), s), HasSubstr("# Minimum message length in bytes:   8\n"));
}

TEST(Head, marks_benchmarks_that_multi_may_run_in_groups) {
  auto s = settings();
  s.benchmarks = {"PingPong", "Once", "Allreduce"};
  Benchmark once = test::allreduce;
  once.name = "Once";
  once.axis = Axis::world;
  const Plan plan{
      .ranks = 4,
      .order = {0, 1, 2, 3},
      .sections = {{.benchmark = &test::ping_pong}, {.benchmark = &once}, {.benchmark = &test::allreduce}}};
  EXPECT_THAT(head(header(), s, plan), HasSubstr("# PingPong\n# Once\n# Allreduce\n"));
  s.multi = Multi::worst;
  EXPECT_THAT(head(header(), s, plan), HasSubstr("# (Multi-)PingPong\n# Once\n# (Multi-)Allreduce\n"));
}

TEST(Head, WrapsTheCallingSequenceEverySixArguments) {
  auto s = settings();
  s.command_line = {"IMB-MPI1", "pingping", "allreduce", "-map", "3x2",
                    "-msglen",  "Lengths",  "-multi",    "0"};  // guide 6.2
  EXPECT_THAT(head_of(header(), s),
              HasSubstr("\n# IMB-MPI1 pingping allreduce -map 3x2 -msglen Lengths\n#          -multi 0\n\n"));
}

TEST(Head, KeepsHostileArgumentsOnTheirLine) {
  auto s = settings();
  s.command_line = {"IMB-MPI1", "-input", "a b\n            0         1000", ""};
  EXPECT_THAT(head_of(header(), s), HasSubstr("# IMB-MPI1 -input 'a b             0         1000' ''\n"));
}

TEST(Head, StatesTheConventionsInForce) {
  auto s = settings();
  s.megabyte = 1e6;
  s.root_shift = false;
  s.warm_up = WarmUp::off;
  s.off_cache = OffCache{16, 64};
  const auto text = head_of(header(), s);
  EXPECT_THAT(text, HasSubstr("# Mbyte                 : 10^6 bytes\n"));
  EXPECT_THAT(text, HasSubstr("# Root                  : rank 0\n"));
  EXPECT_THAT(text, HasSubstr("# Warm-up               : off\n"));
  EXPECT_THAT(text, HasSubstr("# Cache                 : avoided, 16 MB\n"));
}

TEST(Head, NamesTheConventionsOf2021AndTheFormulaOfTheOverlap) {
  auto s = settings();
  s.suite = Suite::nbc;
  s.conventions = Conventions::of_2021;
  s.reduce_scatter = Share::each;
  s.overlap_over = OverlapOver::most;
  const auto text = head_of(header(), s);
  EXPECT_THAT(text, HasSubstr("MPI-NBC part (IMB 2021 conventions)\n"));
  EXPECT_THAT(text, HasSubstr("# Overlap               : (t_pure + t_CPU - t_ovrl) / max(t_pure, t_CPU)\n"));
  EXPECT_THAT(text, HasSubstr("# Reduce_scatter        : X is what each rank receives\n"));
}

TEST(DateLine, IsThatOfTheCalendar) {
  EXPECT_EQ(date_line("2026-11-21T21:21:04+00:00"), "Sat Nov 21 21:21:04 2026");
  EXPECT_EQ(date_line("2008-09-04T13:20:07+02:00"), "Thu Sep  4 13:20:07 2008");  // guide 6.1
  EXPECT_EQ(date_line("2024-02-29T00:00:00Z"), "Thu Feb 29 00:00:00 2024");
}

TEST(DateLine, LeavesAloneWhatIsNoDate) {
  EXPECT_EQ(date_line(""), "");
  EXPECT_EQ(date_line("yesterday"), "yesterday");
  EXPECT_EQ(date_line("2026-13-01T00:00:00Z"), "2026-13-01T00:00:00Z");
  EXPECT_EQ(date_line("2026-02-30T00:00:00Z"), "2026-02-30T00:00:00Z");
}

record::CaseRecord with(record::Status status, record::Reason reason, std::optional<double> defects = {}) {
  record::CaseRecord result;
  result.status = status;
  result.reason = reason;
  result.defects = defects;
  result.text = "what happened";
  return result;
}

TEST(Foot, OfACompleteRunIsTheClosingLine) {
  Tally tally;
  count(tally, with(record::Status::measured, record::Reason::none));
  EXPECT_EQ(foot(settings(), tally), "\n\n# All processes entering MPI_Finalize\n\n");
  EXPECT_EQ(exit_status(tally), 0);
}

TEST(Foot, CountsMissingRowsByReason) {
  Tally tally;
  count(tally, with(record::Status::failed, record::Reason::mpi_error));
  count(tally, with(record::Status::skipped, record::Reason::out_of_memory));
  count(tally, with(record::Status::skipped, record::Reason::out_of_memory));
  EXPECT_EQ(foot(settings(), tally),
            "\n\n"
            "# Rows without a result, by reason:\n"
            "#     out of memory     : 2\n"
            "#     MPI error         : 1\n"
            "\n"
            "# All processes entering MPI_Finalize\n\n");
  EXPECT_EQ(exit_status(tally), 4);
}

TEST(Foot, DoesNotMissWhatCannotRunOnSoFewProcesses) {
  Tally tally;
  count(tally, with(record::Status::skipped, record::Reason::invalid_process_count));
  EXPECT_EQ(exit_status(tally), 0);
  EXPECT_EQ(foot(settings(), tally), "\n\n# All processes entering MPI_Finalize\n\n");
}

TEST(Foot, MissesWhatTheLibraryLacksOnlyWhereItWasAskedFor) {
  Tally tally;
  count(tally, with(record::Status::skipped, record::Reason::unsupported));
  EXPECT_EQ(exit_status(tally), 0);
  EXPECT_EQ(tally.skipped, 1);
  count(tally, with(record::Status::failed, record::Reason::unsupported));
  EXPECT_EQ(exit_status(tally), 4);
  Tally late;
  count(late, with(record::Status::skipped, record::Reason::skew_not_kept));
  EXPECT_EQ(exit_status(late), 4);
  EXPECT_THAT(foot({}, late), HasSubstr("skew not kept"));
  EXPECT_THAT(foot(settings(), tally), HasSubstr("#     not available     : 1\n"));
}

TEST(Foot, GivesTheVerdictOfTheCheck) {
  auto s = settings();
  s.check = true;
  Tally tally;
  EXPECT_THAT(foot(s, tally), HasSubstr("# Result check: nothing was checked\n"));
  count(tally, with(record::Status::measured, record::Reason::none, 0));
  EXPECT_THAT(foot(s, tally), HasSubstr("# Result check: no defects in 1 rows\n"));
  count(tally, with(record::Status::measured, record::Reason::none, 3));
  count(tally, with(record::Status::failed, record::Reason::mpi_error));
  EXPECT_THAT(foot(s, tally), HasSubstr("# Result check: DEFECTS in 1 of 2 rows, 3 wrong elements\n"
                                        "#     first: what happened\n"));
  EXPECT_EQ(exit_status(tally), 3) << "a defect weighs more than a missing row";
}

}  // namespace
}  // namespace sonde::tables
