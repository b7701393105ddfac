// Whole plans, under many settings: which lanes, lengths, repetitions and buffers come out of them.
#include "golden.hpp"

#include <fmt/format.h>

#include <functional>

#include "plan/describe_plan.hpp"
#include "plan/lengths.hpp"
#include "plan/repetitions.hpp"
#include "rows.hpp"

namespace sonde {
namespace {

using Change = std::function<void(Settings&)>;

const std::vector<std::pair<std::string, Change>>& variants() {
  static const std::vector<std::pair<std::string, Change>> all{
      {"defaults", [](Settings&) {}},
      {"npmin 3", [](Settings& s) { s.npmin = 3; }},
      {"multi 0", [](Settings& s) { s.multi = Multi::worst; }},
      {"multi 1, npmin 1", [](Settings& s) { s.multi = Multi::each, s.npmin = 1; }},
      {"map",
       [](Settings& s) {
         s.map = Grid{3, 2};
       }},
      {"msglog 3:9, no 0", [](Settings& s) { s.min_log = 3, s.max_log = 9, s.zero_size = false; }},
      {"lengths",
       [](Settings& s) {
         s.lengths = {0, 1, 7, 4097, 1 << 20};
       }},
      {"few repetitions",
       [](Settings& s) {
         s.iterations = {37, 100000, 3};
       }},
      {"iter_policy off", [](Settings& s) { s.iter_policy = IterPolicy::off; }},
      {"iter_policy multiple_np", [](Settings& s) { s.iter_policy = IterPolicy::multiple_np; }},
      {"aggregate", [](Settings& s) { s.modes = ModeChoice::aggregate; }},
      {"off_cache",
       [](Settings& s) {
         s.off_cache = OffCache{0.25, 64};
       }},
      {"little memory", [](Settings& s) { s.mem_gib = 0.01; }},
      {"doubles", [](Settings& s) { s.data_type = s.red_data_type = TransferType::double_type; }},
      {"windows of 3", [](Settings& s) { s.window_messages = 3; }},
      {"reduce_scatter each", [](Settings& s) { s.reduce_scatter = Share::each; }},
      {"PMB", [](Settings& s) { s.profile = Profile::pmb22; }},
  };
  return all;
}

std::string sections(const Settings& settings, int ranks) {
  const auto plan = make_plan(settings, test::rows, ranks);
  if (!plan) return plan.error().message + "\n";
  std::string text;
  for (const int rank : plan->order) text += fmt::format("{} ", rank);
  text += "\n" + describe(*plan, settings);
  for (const TableRun& section : plan->sections)
    for (const Lane& lane : section.lanes)
      text += fmt::format("{} {} from {} on {}\n", lane.benchmark->name, lane.mode, lane.first, lane.ranks);
  return text;
}

Settings all_rows(const Change& change) {
  Settings settings;
  for (const Benchmark& row : test::rows) settings.benchmarks.emplace_back(row.name);
  change(settings);
  return settings;
}

TEST(Golden, plans_under_many_settings) {
  std::string text;
  for (const auto& [name, change] : variants())
    for (const int ranks : {1, 2, 6}) {
      const auto usual =
          &change == &variants().front().second ? "" : sections(all_rows([](Settings&) {}), ranks);
      text += fmt::format("== {}, {} ranks\n", name, ranks) +
              test::lines_beyond(usual, sections(all_rows(change), ranks));
    }
  test::expect_golden("plans", text);
}

TEST(Golden, repetitions_and_buffers_of_all_lengths) {
  std::string text;
  std::string usual;
  for (const auto& [name, change] : variants()) {
    const Settings settings = all_rows(change);
    std::string found;
    for (const Benchmark& row : test::rows)
      for (int mode = 0; mode < row.mode_count(); ++mode)
        for (const std::int64_t bytes : {0, 1, 1000, 65536, 4 << 20}) {
          const auto buffers = plan_buffers(settings, {1 << 20, 64}, row, mode, bytes, 5);
          found += fmt::format("{} {} {}:", row.name, mode, bytes);
          found += fmt::format(" {}", wanted_repetitions(settings, row, mode, bytes, 5));
          if (buffers)
            found += fmt::format(" {} {} {} {} {}\n", buffers->send_bytes, buffers->receive_bytes,
                                 buffers->window_bytes, buffers->send_stride, buffers->receive_stride);
          else
            found += " " + buffers.error().message + "\n";
        }
    text += "== " + name + "\n" + test::lines_beyond(usual, found);
    if (usual.empty()) usual = found;
  }
  test::expect_golden("buffers", text);
}

}  // namespace
}  // namespace sonde
