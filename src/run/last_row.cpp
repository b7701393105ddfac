#include "run/last_row.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "args/settings.hpp"
#include "base/machine.hpp"
#include "host/output.hpp"
#include "mpi/broadcast.hpp"
#include "record/csv.hpp"
#include "record/file.hpp"
#include "record/json.hpp"
#include "run/case_records.hpp"
#include "stats/batches.hpp"
#include "tables/text_table.hpp"

namespace sonde::run {

namespace {

bool is_last(const TableRun& section) {
  return section.benchmark->at_end && section.refusal.empty();
}

/// A line at the end of a file that is closed.
void add_line(const std::string& path, record::FileKind kind, const std::string& line) {
  if (path.empty()) return;
  auto file = record::RecordFile::append(path, kind);
  auto written = file ? file->write_line(line) : Result<void>(tl::unexpected(file.error()));
  if (written) written = file->close();
  if (!written) throw host::OutputLost(written.error().message + ": the record lacks MPI_Finalize");
}

}  // namespace

bool ends_with_a_row(const Plan& plan) {
  return std::ranges::any_of(plan.sections, is_last);
}

LastRow::LastRow(Settings settings, Plan plan, const TableRun& section, record::CsvColumns columns)
    : settings_(std::move(settings)), plan_(std::move(plan)), columns_(std::move(columns)) {
  plan_.sections = {section};
}

std::optional<LastRow> LastRow::of(const mpi::World& world, const Settings& settings, const Plan& plan,
                                   const Finished& finished, record::CsvColumns columns) {
  const auto section = std::ranges::find_if(plan.sections, is_last);
  if (!world.first() || section == plan.sections.end() || finished.of(*section, 0) != nullptr)
    return std::nullopt;
  return LastRow(settings, plan, *section, std::move(columns));
}

record::CaseRecord LastRow::record(double seconds) const {
  const TableRun& section = plan_.sections.front();
  const std::array all{seconds};
  GroupResult result;
  result.times = {seconds, seconds, seconds};
  result.summary = stats::summarise(all, {.mean = seconds, .repetitions = 1, .ranks = 1});
  auto record =
      measured_records(settings_, plan_, cases_of(settings_, section).front(), {result}, {}).front();
  record.ranks = {section.order.empty() ? plan_.order.front() : section.order.front()};
  return record;
}

void LastRow::tell(double seconds) const {
  const auto made = record(seconds);
  const auto json = [&] { add_line(settings_.json_path, record::FileKind::json, record::to_json(made)); };
  const auto csv = [&] {
    add_line(settings_.csv_path, record::FileKind::csv, record::to_csv(made, settings_.megabyte, columns_));
  };
  const auto table = [&] {
    const TableRun& section = plan_.sections.front();
    host::write_output(tables::section_head(settings_, plan_, section) + tables::before_size(settings_) +
                       tables::row(settings_, section, made) + "\n");
    host::finish_output();
  };
  host::tell_each(std::initializer_list<std::function<void()>>{json, csv, table},
                  [](const auto& part) { part(); });
}

FooterAtHand FooterAtHand::of(const mpi::World& world, const Settings& settings, record::Footer footer) {
  FooterAtHand made;
  if (settings.json_path.empty()) return made;
  std::vector<std::string> texts;
  footer.exit_status = 1;
  if (world.first()) texts = {host_name(), record::to_json(footer)};
  mpi::broadcast(world.comm, texts);
  made.path_ = settings.json_path;
  made.host_ = std::move(texts[0]);
  made.line_ = std::move(texts[1]);
  return made;
}

bool FooterAtHand::correct() const {
  if (path_.empty()) return true;
  std::error_code unknown;
  if (host_ != host_name() || !std::filesystem::is_regular_file(path_, unknown)) return false;
  auto file = record::RecordFile::append(path_, record::FileKind::json);
  return file && file->write_line(line_) && file->close();
}

}  // namespace sonde::run
