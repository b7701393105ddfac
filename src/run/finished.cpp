#include "run/finished.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/complain.hpp"
#include "mpi/error.hpp"
#include "plan/messages.hpp"
#include "readers/read.hpp"
#include "record/file.hpp"
#include "record/resume.hpp"
#include "run/case_records.hpp"

namespace sonde::run {

namespace {

constexpr std::int64_t to_do = -1;

/// The last run in the file; no run where there is no file or where the run died within its first line.
Result<std::optional<record::Run>> earlier_run(const std::string& path) {
  // Refuses what is none of ours. A torn line stays until the file is opened for more, and is not read.
  const auto complete = record::RecordFile::could_append(path, record::FileKind::json);
  if (!complete) return tl::unexpected(complete.error());
  if (*complete == 0) return std::optional<record::Run>{};
  auto runs = readers::read_runs(path);
  if (!runs) return tl::unexpected(runs.error());
  return std::optional<record::Run>{std::move(runs->back())};
}

/// What is finished, in the order of the file: a case that is planned twice stands there twice.
using Known = std::map<record::CaseId, std::deque<record::CaseRecord>>;

Result<Known> known_cases(const std::string& path, const record::Header& header) {
  Known known;
  auto run = earlier_run(path);
  if (!run) return tl::unexpected(run.error());
  if (!*run) return known;
  if (const auto same = record::may_resume(**run, header); !same) return tl::unexpected(same.error());
  if (const auto before = record::some_hosts((*run)->header.places), now = record::some_hosts(header.places);
      before != now)
    write_message(
        fmt::format("# cases measured before stand on {}, this launch goes on on {}\n", before, now));
  for (auto& record : (*run)->cases)
    if (record::finished(record)) known[record.id].push_back(std::move(record));
  return known;
}

/// Takes the records of all rows of a case out of what is known; none where one is missing.
std::vector<record::CaseRecord> pop_rows(Known& known, const std::vector<record::CaseRecord>& wanted) {
  if (std::ranges::any_of(wanted, [&](const auto& row) { return known[row.id].empty(); })) return {};
  std::vector<record::CaseRecord> rows;
  for (const auto& row : wanted) {
    auto& found = known[row.id];
    rows.push_back(std::move(found.front()));
    found.pop_front();
  }
  return rows;
}

constexpr double in_told = 1e9;  ///< seconds are compared as whole nanoseconds

/// Seconds of a repetition in the slowest of these rows, as the clock has shown them.
double slowest_repetition(const Settings& settings, const PlannedCase& planned,
                          const std::vector<record::CaseRecord>& rows) {
  double longest = 0;
  for (const auto& row : rows) {
    if (row.overlap) longest = std::max(longest, row.overlap->overlapped + row.overlap->pure);
    if (!row.overlap && row.times)
      longest =
          std::max(longest, row.times->max / time_scale(settings, planned.benchmark(), planned.lane.ranks));
  }
  return longest;
}

using Rows = std::vector<record::CaseRecord>;

/// The finished rows of each case, none where it is to be measured; and the sections of which it is known why
/// they cannot run.
struct Earlier {
  std::vector<Rows> rows;
  std::set<const TableRun*> refused{};
};

Result<Earlier> finished_rows(const Settings& settings, const Plan& plan,
                              const std::vector<PlannedCase>& cases, const record::Header& header) {
  auto known = known_cases(settings.json_path, header);
  if (!known) return tl::unexpected(known.error());
  Earlier earlier;
  earlier.rows.reserve(cases.size());
  for (const PlannedCase& planned : cases)
    earlier.rows.push_back(pop_rows(*known, failed_records(settings, plan, planned, {})));
  for (const TableRun& section : plan.sections)
    if (!section.refusal.empty() && !pop_rows(*known, {refused_record(section)}).empty())
      earlier.refused.insert(&section);
  return earlier;
}

/// What all ranks are told: of each case the repetitions, then the nanoseconds of each; last whether the
/// first rank could read.
std::vector<std::int64_t> numbers_of(const Settings& settings, const std::vector<PlannedCase>& cases,
                                     const Result<Earlier>& earlier) {
  std::vector<std::int64_t> told(2 * cases.size() + 1, to_do);
  told.back() = earlier ? 1 : 0;
  for (std::size_t i = 0; earlier && i < cases.size(); ++i) {
    const Rows& finished = earlier->rows[i];
    if (finished.empty()) continue;
    told[i] = std::ranges::max_element(finished, {}, &record::CaseRecord::repetitions)->repetitions;
    told[cases.size() + i] = std::llround(in_told * slowest_repetition(settings, cases[i], finished));
  }
  return told;
}

}  // namespace

const Finished::Case* Finished::of(const TableRun& section, std::size_t length) const {
  const auto found = cases_.find({&section, length});
  return found == cases_.end() ? nullptr : &found->second;
}

Result<Finished> find_finished(const mpi::World& world, const Settings& settings, const Plan& plan,
                               const record::Header& header) {
  Finished finished;
  if (!settings.resume) return finished;
  const auto cases = cases_of(settings, plan);
  auto earlier =
      world.first() ? finished_rows(settings, plan, cases, header) : Earlier{std::vector<Rows>(cases.size())};
  auto told = numbers_of(settings, cases, earlier);
  // NOLINTNEXTLINE(mpi-type-mismatch): int64_t is that type; clang-tidy 14 sees the long behind it
  mpi::ok(MPI_Bcast(told.data(), static_cast<int>(told.size()), MPI_INT64_T, 0, world.comm), "MPI_Bcast");
  if (told.back() == 0) return failure(world.first() ? earlier.error().message : std::string{});
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (told[i] != to_do)
      finished.cases_[{cases[i].section, cases[i].length}] = {
          told[i], static_cast<double>(told[cases.size() + i]) / in_told, std::move(earlier->rows[i])};
  finished.refused_ = std::move(earlier->refused);
  return finished;
}

}  // namespace sonde::run
