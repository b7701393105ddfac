// Every benchmark of IMB-IO: its calls, their order and arguments, where the clock is read, and that statuses
// and return codes are believed (guide 4.2.4, 4.2.5, 5.2.8.3, figures 12 to 19).
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "catalog/find_benchmark.hpp"
#include "engine/transfer_errors.hpp"
#include "patterns/catalog.hpp"
#include "spy/file_stand_ins.hpp"
#include "spy/golden_calls.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr std::size_t aggregate = 0, each = 1;

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::io_catalog();
  const auto* row = sonde::find_benchmark(rows, name);
  EXPECT_NE(row, nullptr) << name;
  return *row;
}

double burnt(std::int64_t units) {
  spy::note("burn {}", units);
  return 0;
}

spy::Prepared make_case(int repetitions) {
  auto c = spy::make_case(0, 2, repetitions);
  c.file_comm = MPI_COMM_WORLD;
  c.share_count = 8;
  c.share_bytes = 8;
  c.steps.positions = {100, 16};
  c.file = &spy::handle_of_file;
  c.loop.computation = {burnt, 7, 0.25, false};
  c.loop.between = [] { spy::note("reopen"); };
  return c;
}

Calls run(std::string_view name, std::size_t mode, int repetitions) {
  spy::file = {};
  auto c = make_case(repetitions);
  return spy::calls_of(row_of(name).modes[mode].measure, c);
}

/// How each family calls: names after the prefix and without Write or Read.
struct Family {
  const char* prefix;
  const char* postfix;
  const char* rewind;  ///< "" where there is no pointer
  const char* call;    ///< after write or read
  bool offset;
  bool split;
};

const Family families[] = {
    {"S_", "_Indv", "seek 0", "", false, false},
    {"S_", "_Expl", "", "_at", true, false},
    {"P_", "_Indv", "seek 0", "", false, false},
    {"P_", "_Expl", "", "_at", true, false},
    {"P_", "_Shared", "seek_shared 0", "_shared", false, false},
    {"P_", "_Priv", "seek 0", "", false, false},
    {"C_", "_Indv", "seek 0", "_all", false, true},
    {"C_", "_Expl", "", "_at_all", true, true},
    {"C_", "_Shared", "seek_shared 0", "_ordered", false, true},
};

class EveryFamily : public testing::TestWithParam<Family> {
 protected:
  static std::string name(const char* action) {
    return std::string(GetParam().prefix) + action + GetParam().postfix;
  }
  /// The call of repetition i: at 100, 116, ... where an offset is given; always from the same buffer.
  static std::string call(const std::string& action, int i, const std::string& end = "") {
    const auto offset = GetParam().offset ? fmt::format(" {}", 100 + 16 * i) : std::string();
    const auto* buffer = action.find("read") == std::string::npos ? "out" : "in";
    return fmt::format("{}{}{}{} {}+0 8 byte", action, GetParam().call, end, offset, buffer);
  }
  static Calls rewound(Calls rest) {
    if (*GetParam().rewind != '\0') rest.insert(rest.begin(), GetParam().rewind);
    return rest;
  }
  /// Start, computation and finish of repetition i.
  static Calls overlapped(const std::string& action, int i) {
    if (!GetParam().split) return {call("i" + action, i), "burn 7", "wait"};
    const auto* buffer = action == "read" ? "in" : "out";
    return {call(action, i, "_begin"), "burn 7",
            fmt::format("{}{}_end {}+0", action, GetParam().call, buffer)};
  }
};

Calls joined(std::initializer_list<Calls> parts) {
  Calls all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}
const Calls synced{"sync", "barrier", "sync"};
const Calls computed_alone{"line up", "clock", "burn 7", "clock"};

TEST_P(EveryFamily, writes_aggregate_with_one_completion) {
  EXPECT_THAT(run(name("Write"), aggregate, 2),
              ElementsAreArray(rewound(
                  joined({{"line up", "clock", call("write", 0), call("write", 1)}, synced, {"clock"}}))));
}

TEST_P(EveryFamily, writes_non_aggregate_with_a_completion_each) {
  EXPECT_THAT(run(name("Write"), each, 2),
              ElementsAreArray(rewound(joined({{"line up", "clock", call("write", 0)},
                                               synced,
                                               {"clock", call("write", 1)},
                                               synced,
                                               {"clock"}}))));
}

TEST_P(EveryFamily, reads_without_completion) {
  EXPECT_THAT(
      run(name("Read"), 0, 2),
      ElementsAreArray(rewound({"line up", "clock", call("read", 0), "clock", call("read", 1), "clock"})));
}

TEST_P(EveryFamily, overlaps_writing_with_computation_after_the_blocking_loop) {
  EXPECT_THAT(
      run(name("IWrite"), 0, 2),
      ElementsAreArray(joined(
          {rewound(joined({{"line up", "clock", call("write", 0), call("write", 1)}, synced, {"clock"}})),
           {"reopen"},
           computed_alone,
           rewound(joined(
               {{"line up", "clock"}, overlapped("write", 0), overlapped("write", 1), synced, {"clock"}})),
           computed_alone})));
}

TEST_P(EveryFamily, overlaps_reading_with_computation_after_the_blocking_loop) {
  EXPECT_THAT(
      run(name("IRead"), 0, 1),
      ElementsAreArray(joined({rewound({"line up", "clock", call("read", 0), "clock"}),
                               {"reopen"},
                               computed_alone,
                               rewound(joined({{"line up", "clock"}, overlapped("read", 0), {"clock"}})),
                               computed_alone})));
}

TEST_P(EveryFamily, goes_on_from_another_loop_with_one_part_alone) {
  auto c = make_case(1);
  c.loop.first = 3;
  c.loop.rewinds = false;
  c.loop.part = sonde::engine::Part::alone;
  spy::file = {};
  const auto& row = row_of(name("IRead"));
  EXPECT_THAT(spy::calls_of(row.modes[0].measure, c),
              ElementsAreArray(
                  {std::string("line up"), std::string("clock"), call("read", 3), std::string("clock")}));
  c.loop.part = sonde::engine::Part::beside;
  c.loop.between = nullptr;
  EXPECT_THAT(spy::calls_of(row.modes[0].measure, c),
              ElementsAreArray(joined(
                  {computed_alone, {"line up", "clock"}, overlapped("read", 3), {"clock"}, computed_alone})));
}

TEST_P(EveryFamily, believes_the_counts_of_statuses) {
  spy::moved = 5;
  for (const char* action : {"Write", "Read", "IWrite", "IRead"})
    EXPECT_THROW(run(name(action), 0, 2), sonde::engine::TransferError) << name(action);
  spy::moved.reset();
}

TEST_P(EveryFamily, notes_an_error_and_goes_on_so_that_no_rank_is_left_alone) {
  spy::code = MPI_ERR_OTHER;
  EXPECT_THROW(run(name("Write"), each, 2), sonde::engine::TransferError);
  EXPECT_EQ(std::ranges::count(spy::calls, "sync"), 4);
  spy::code = MPI_SUCCESS;
}

INSTANTIATE_TEST_SUITE_P(Io, EveryFamily, testing::ValuesIn(families), [](const auto& family) {
  return std::string(family.param.prefix) + "x" + family.param.postfix;
});

TEST(Overlap, says_how_long_each_of_the_three_loops_took) {
  auto c = make_case(4);
  sonde::LoopSample sample;
  row_of("S_IRead_Indv").modes[0].measure(c, c.loop, sample);
  EXPECT_DOUBLE_EQ(sample.pure, 1.0);
  EXPECT_DOUBLE_EQ(sample.overlapped, 1.0);
  EXPECT_DOUBLE_EQ(sample.cpu, 4 * 1.0) << "as it was measured beside them";
  EXPECT_DOUBLE_EQ(sample.cpu_spread, 0);
}

TEST(Errors, name_the_call_and_the_repetition) {
  spy::moved = 5;
  try {
    run("S_Write_Indv", each, 2);
    ADD_FAILURE();
  } catch (const sonde::engine::TransferError& error) {
    EXPECT_STREQ(error.what(), "repetition 1 moved 5 of 8 bytes");
  }
  spy::moved.reset();
  spy::code = MPI_ERR_OTHER;
  try {
    run("C_Write_Expl", each, 2);
    ADD_FAILURE();
  } catch (const sonde::engine::TransferError& error) {
    EXPECT_STREQ(error.what(), "MPI_File_write_at_all: no space left");
  }
  spy::code = MPI_SUCCESS;
}

TEST(Catalog, stands_in_the_order_of_table_1_with_twins_after_the_blocking_ones) {
  const auto rows = sonde::patterns::io_catalog();
  ASSERT_EQ(rows.size(), 37U);
  EXPECT_EQ(rows[0].name, "Open_Close");
  std::size_t at = 1;
  for (const auto& family : families)
    for (const char* action : {"Write", "IWrite", "Read", "IRead"})
      EXPECT_EQ(rows[at++].name, std::string(family.prefix) + action + family.postfix);
}

TEST(Catalog, says_who_opens_which_file) {
  using sonde::FileOwner;
  EXPECT_EQ(row_of("S_Read_Expl").needs.file.owner, FileOwner::self);
  EXPECT_EQ(row_of("P_IWrite_Priv").needs.file.owner, FileOwner::rank);
  EXPECT_EQ(row_of("P_Write_Expl").needs.file.owner, FileOwner::group);
  EXPECT_EQ(row_of("S_Read_Expl").needs.processes.exactly, 1);
  EXPECT_EQ(row_of("C_Write_Indv").needs.processes.exactly, 0);
}

TEST(Golden, calls_of_every_row) {
  const auto prepare = [](const sonde::Benchmark&, int rank, int size, int repetitions) {
    spy::file = {};
    auto c = make_case(repetitions);
    c.rank = rank, c.size = size;
    return c;
  };
  const auto transfers = sonde::patterns::io_catalog().subspan(1);  // the first opens files
  sonde::test::expect_golden("calls-io", spy::calls_of_rows(transfers, prepare));
}

}  // namespace
