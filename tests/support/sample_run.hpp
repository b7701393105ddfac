// A header, a case and a footer with every field filled, and a folder for the files of one test.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "record/record.hpp"

namespace sonde::record {

inline Header full_header() {
  Header header;
  header.program = "IMB-MPI1";
  header.version = "0.1.0";
  header.revision = "abc1234";
  header.compiler = "g++ 12.2.0";
  header.compiler_flags = "-O3 -DNDEBUG";
  header.conventions = "IMB 3.2";
  header.mpi_library = "Some MPI v4.1 \"quoted\"\nsecond line";
  header.mpi_standard = "3.1";
  header.thread_level = "MPI_THREAD_SINGLE";
  header.command_line = {"./bin/IMB-MPI1", "PingPong", "-npmin", "2", "-json", "a.jsonl"};
  header.start = "2026-11-21T21:21:04+00:00";
  header.ranks = 2;
  header.places = {{0, "n1", {0, 1}, 0}, {1, "n2", {}, std::nullopt}};
  header.cpu_model = "Some CPU";
  header.governor = "performance";
  header.kernel = "6.1.0 #1 SMP";
  header.machine = "x86_64";
  header.system = "Linux";
  header.cpu_mhz = 2400.5;
  header.timer_name = "clock_gettime";
  header.timer_resolution = 1e-9;
  header.timer_cost = 2.3e-8;
  header.environment = {{"OMPI_MCA_btl", "self,vader"}, {"UCX_TLS", ""}};
  header.seed = 18446744073709551615U;
  header.megabyte = 1e6;
  header.conventions_in_force = {{"root", "i mod P"}, {"megabyte", "10^6"}};
  header.settings = {{"npmin", "2"}, {"time", "10"}, {"benchmarks", "PingPong"}};
  header.settings_hash = "0123456789abcdef";
  header.library_variables = {{"btl", "self,vader"}, {"pml", ""}};
  header.library_variables_count = 830;
  header.library_variables_digest = "fedcba9876543210";
  return header;
}

inline stats::Summary full_summary() {
  stats::Summary summary;
  summary.mean = 1.5e-6;
  summary.median = 1.4e-6;
  summary.p5 = 1.1e-6;
  summary.p25 = 1.2e-6;
  summary.p75 = 1.6e-6;
  summary.p95 = 1.9e-6;
  summary.min = 1e-6;
  summary.max = 2e-6;
  summary.ci_low = 1.35e-6;
  summary.ci_high = 1.45e-6;
  summary.effective_batches = 12.5;
  summary.rho = 0.25;
  summary.drift = -0.01;
  summary.modes = {{1.3e-6, 0.75}, {1.8e-6, 0.25}};
  summary.repetitions = 1000;
  summary.batches = 20;
  summary.warm_up = 16;
  summary.stop_reason = stats::StopReason::precision_reached;
  summary.slowest_rank = 1;
  summary.slowest_share = 0.55;
  summary.slowest_chance = 0.3;
  summary.outlier_share = 0.05;
  summary.outlier_time = 0.7;
  return summary;
}

inline CaseRecord full_case(std::int64_t bytes = 1024) {
  CaseRecord record;
  record.id = {"PingPong", "AGGREGATE", true, 2, 2, 1, bytes};
  record.text = "said \"so\", twice";
  record.repetitions = 1000;
  record.ranks = {2, 3};
  record.slowest_world_rank = 3;
  record.times = Times{1e-6, 2e-6, 1.5e-6};
  record.megabytes_per_second = 512.25;
  record.defects = 0;
  record.overlap = OverlapTimes{3e-3, 2e-3, 1e-3, 50};
  record.summary = full_summary();
  record.batch_seconds = {1e-6, 0.1, 1.0 / 3};
  record.witnesses = {{3, 7, 1, 0.01, 0.99}, {2, 0, -1, std::nullopt, 1}};
  record.warnings = {{"wide_interval", "PingPong, 1024 bytes: the interval is 7 % wide", "use -precision"}};
  record.measured_seconds = 0.5;
  record.dead_seconds = 0.25;
  record.start_late_seconds = 3e-6;
  record.dropped_batches = 2;
  record.extra = {{"p99_s", 4e-6}};
  return record;
}

inline Footer full_footer() {
  return {"2026-11-21T21:22:04+00:00", 4, 10, 1, 2, 1.5, 0.25};
}

/// A fresh folder, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "sonde_record_XXXXXX";
    path_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

inline void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace sonde::record
