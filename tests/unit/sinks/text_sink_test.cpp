// What stands on standard output from the head to the foot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../plan/rows.hpp"
#include "make_case.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Tables {
  Settings settings;
  Plan plan;
  std::int64_t last_bytes = 512;
  TableRun section, refused;
  record::Header header;

  Tables() {
    settings.lengths = {8};
    settings.benchmarks = {"PingPong"};
    plan = {2, {0, 1}, {}};
    section = refused = equal_lanes(test::ping_pong, 0, 2, 1);
    refused.lanes.clear();
    refused.refusal = "Benchmark PingPong invalid for 1 processes";
    header.version = "1";
    header.ranks = 2;
    header.places = {{0, "a", {}, {}}, {1, "b", {}, {}}};
  }

  /// What a run of one row prints, then one that fails, one of an earlier launch, and a benchmark that cannot
  /// run.
  [[nodiscard]] std::string printed() const {
    testing::internal::CaptureStdout();
    const auto sink = make_text_sink(settings, plan);
    sink->begin(header);
    sink->remark("# a remark\n");
    sink->section(section);
    sink->size(section);
    sink->add(section, test::with_rate(test::make_case("PingPong", 8, 1e-6), 7.63));
    auto failed = test::make_case("PingPong", 64, 1e-6);
    failed.status = record::Status::failed;
    failed.reason = record::Reason::mpi_error;
    failed.text = "MPI_Send: it broke";
    sink->add(section, failed);
    sink->recall(section, test::with_rate(test::make_case("PingPong", last_bytes, 2e-6), 244.14));
    sink->section(refused);
    sink->size(refused);
    auto skipped = test::make_case("PingPong", -1, 0);
    skipped.status = record::Status::skipped;
    skipped.reason = record::Reason::invalid_process_count;
    sink->add(refused, skipped);
    sink->after_all();
    sink->end({});
    return testing::internal::GetCapturedStdout();
  }
};

constexpr auto tables_of_the_run =
    "# a remark\n"
    "\n"
    "#---------------------------------------------------\n"
    "# Benchmarking PingPong \n"
    "# #processes = 2 \n"
    "#---------------------------------------------------\n"
    "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
    "            8            0         1.00         7.63\n"
    "           64 failed; MPI_Send: it broke\n"
    "          512            0         2.00       244.14\n"
    "\n"
    "# !! Benchmark PingPong invalid for 1 processes !!\n"
    "\n"
    "\n"
    "# Rows without a result, by reason:\n"
    "#     MPI error         : 1\n"
    "\n"
    "# All processes entering MPI_Finalize\n"
    "\n";

TEST(TextSink, prints_head_tables_and_foot) {
  const auto text = Tables().printed();
  EXPECT_THAT(text,
              StartsWith("#----------------------------------------------------------------\n#    Sonde 1,"));
  EXPECT_THAT(text, EndsWith(tables_of_the_run));
}

TEST(TextSink, prints_tables_alone_where_the_head_is_not_wanted) {
  Tables tables;
  tables.settings.head = false;
  EXPECT_EQ(tables.printed(), tables_of_the_run);
}

TEST(TextSink, parts_the_lengths_of_groups) {
  Tables tables;
  tables.settings.head = false;
  tables.settings.multi = Multi::each;
  EXPECT_THAT(tables.printed(), HasSubstr("Mbytes/sec\n\n            0            8 "));
}

TEST(TextSink, knows_the_nodes_of_the_header) {
  Tables tables;
  tables.settings.bus = true;
  tables.settings.peak = 1e9;
  const auto text = tables.printed();
  EXPECT_THAT(
      text,
      HasSubstr(
          "  bus[MB/sec]  net[MB/sec]   of_peak[%]\n"
          "            8            0         1.00         7.63         7.63         7.63         0.80\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "          512            0         2.00       244.14       244.14       244.14        25.60\n"));
}

TEST(TextSink, ends_with_the_bus_bandwidth_of_long_messages) {
  Tables tables;
  tables.settings.bus = true;
  EXPECT_THAT(tables.printed(), Not(HasSubstr("Average")));
  tables.last_bytes = 1 << 20;
  EXPECT_THAT(tables.printed(), HasSubstr("#\n"
                                          "# Average bus bandwidth over lengths >= 1MiB\n"
                                          "#   PingPong np=2: 500000.00MB/sec (rows: 1)\n"
                                          "\n\n"
                                          "# Rows without a result"));
  tables.settings.bus = false;
  EXPECT_THAT(tables.printed(), Not(HasSubstr("Average")));
}

}  // namespace
}  // namespace sonde::sinks
