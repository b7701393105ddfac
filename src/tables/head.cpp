#include "tables/head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/text.hpp"
#include "plan/axes.hpp"
#include "plan/conventions.hpp"
#include "record/message_memory.hpp"
#include "record/names.hpp"
#include "record/secrets.hpp"

namespace sonde::tables {

namespace {

constexpr std::size_t arguments_per_line = 6;

std::string title(const record::Header& header, const Settings& settings) {
  const std::string line(64, '-');
  return fmt::format("#{}\n#    Sonde {}, {} ({} conventions)\n#{}\n", line, printable(trim(header.version)),
                     facts_of(settings.suite).part, conventions_name(settings), line);
}

std::string field(std::string_view name, std::string_view value) {
  return fmt::format("# {:<22}: {}\n", name, printable(trim(value)));
}

/// "shift.so, 1.6 ns a repetition for the call"
std::string plugin_text(const record::PluginFile& plugin) {
  if (!plugin.call_seconds) return plugin.file;
  return fmt::format("{}, {:.1f} ns a repetition for the call", plugin.file, 1e9 * *plugin.call_seconds);
}

std::string plugins(const record::Header& header) {
  std::string lines;
  for (const auto& plugin : header.plugins) lines += field("Plug-in", plugin_text(plugin));
  return lines;
}

std::string machine(const record::Header& header) {
  const auto library = std::string_view(header.mpi_library);
  const auto kernel = std::string_view(header.kernel);
  const auto release = kernel.substr(0, kernel.find(' '));
  return field("Date", date_line(header.start)) + field("Machine", header.machine) +
         field("System", header.system) + field("Release", release) +
         field("Version", kernel.substr(release.size())) + field("MPI Version", header.mpi_standard) +
         field("MPI Thread Environment", header.thread_level) + field("MPI Library", first_line(library)) +
         (header.memory ? field("Memory", memory_text(*header.memory)) : "") + plugins(header);
}

std::string run_time_control(const Settings& settings) {
  if (!std::isfinite(settings.seconds_per_sample) || !time_cuts(settings)) return {};
  if (settings.precision)
    return fmt::format(
        "\n# Batches are repeated until the median is known within {:g} %\n"
        "# (flag -precision), per message length for at most {:g} seconds\n"
        "# (flag -time).\n",
        100 * *settings.precision, settings.seconds_per_sample);
  return fmt::format(
      "\n# The number of repetitions per message length is cut down\n"
      "# where a sample is expected to take more than {:g} seconds\n"
      "# (flag -time); the counts follow the flag -iter.\n",
      settings.seconds_per_sample);
}

std::string calling_sequence(const std::vector<std::string>& arguments) {
  std::string out = "\n# Calling sequence was: \n\n#";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool wraps = i > 1 && (i - 1) % arguments_per_line == 0;
    out += fmt::format("{} {}", wraps ? "\n#         " : "", shell_word(printable(arguments[i])));
  }
  return out + "\n\n";
}

std::string lengths(const Settings& settings) {
  const bool io = facts_of(settings.suite).files;
  if (settings.lengths.empty() && !settings.counts.empty())
    return fmt::format("# Elements of a message:   {}\n", fmt::join(settings.counts, ","));
  if (!settings.lengths.empty())
    return fmt::format("# {} lengths were user defined\n", io ? "IO" : "Message");
  const auto* const what = io ? "io portion" : "message length";
  const std::int64_t least = settings.zero_size ? 0 : std::int64_t{1} << settings.min_log;
  return fmt::format("# Minimum {} in bytes:   {}\n# Maximum {} in bytes:   {}\n", what, least, what,
                     std::int64_t{1} << settings.max_log);
}

std::string_view datatype(TransferType type) {
  constexpr std::array<std::string_view, 5> names{"MPI_BYTE", "MPI_CHAR", "MPI_INT", "MPI_FLOAT",
                                                  "MPI_DOUBLE"};
  return names[static_cast<std::size_t>(type)];
}

/// MPI defines no arithmetic on MPI_CHAR: reductions take the signed one.
std::string_view reduced_datatype(TransferType type) {
  return type == TransferType::char_type ? "MPI_SIGNED_CHAR" : datatype(type);
}

std::string datatypes(const Settings& settings) {
  if (facts_of(settings.suite).files) return "#\n";
  return fmt::format(
      "#\n# MPI_Datatype                   :   {}\n# MPI_Datatype for reductions    :   {}\n"
      "# MPI_Op                         :   MPI_SUM\n#\n",
      datatype(settings.data_type), reduced_datatype(settings.red_data_type));
}

std::string conventions(const Settings& settings) {
  std::string out;
  for (const auto& [name, value] : conventions_in_force(settings)) out += field(name, value);
  return out + "#\n";
}

/// "(Multi-)" before those that groups may run side by side.
std::string benchmark_list(const Settings& settings, const Plan& plan) {
  std::set<std::string_view> multiple;
  for (const TableRun& section : plan.sections)
    if (settings.multi != Multi::off && stands_in_groups(*section.benchmark))
      multiple.insert(section.benchmark->name);
  std::string out = "\n# List of Benchmarks to run:\n\n";
  for (const auto& name : settings.benchmarks)
    out += fmt::format("# {}{}\n", multiple.contains(name) ? "(Multi-)" : "", name);
  return out;
}

std::string_view reason_name(record::Reason reason) {
  constexpr std::array<std::string_view, record::reason_words.size()> names{
      "without a reason", "too few processes", "not available", "out of memory", "time-out",      "MPI error",
      "I/O error",        "too large",         "interrupted",   "device error",  "skew not kept", "no load"};
  return names[static_cast<std::size_t>(reason)];
}

/// Rows that never could be measured: too few processes, or a library that lacks what they need.
bool cannot_be(const record::CaseRecord& result) {
  using enum record::Reason;
  return result.status == record::Status::skipped &&
         (result.reason == invalid_process_count || result.reason == unsupported);
}

std::string missing_rows(const Tally& tally) {
  std::string out;
  for (const auto& [reason, rows] : tally.missing)
    out += fmt::format("#     {:<18}: {}\n", reason_name(reason), rows);
  return out.empty() ? out : "# Rows without a result, by reason:\n" + out;
}

/// Of a fault in one call of eleven, fewer repetitions miss more than one in twenty.
constexpr std::int64_t enough_repetitions = 32;

std::string barely_checked(const Tally& tally) {
  if (tally.barely == 0) return {};
  return fmt::format(
      "#     fewer than {} in {}: rare faults may be missed; -check N looks at N of each row\n",
      enough_repetitions, counted(tally.barely, "row"));
}

std::string verdict(const Settings& settings, const Tally& tally) {
  if (!settings.check) return {};
  if (tally.checked == 0) return "# Result check: nothing was checked\n";
  std::string repetitions;
  if (tally.compared > 0)
    repetitions = fmt::format("#     checked: {} repetitions beside {} measured\n{}", tally.compared,
                              tally.repeated, barely_checked(tally));
  if (tally.defective == 0)
    return fmt::format("# Result check: no defects in {} rows\n{}", tally.checked, repetitions);
  return fmt::format(
      "# Result check: DEFECTS in {} of {} rows, {:.0f} wrong elements\n{}{}", tally.defective, tally.checked,
      tally.defects,
      tally.first_defect.empty() ? "" : fmt::format("#     first: {}\n", printable(trim(tally.first_defect))),
      repetitions);
}

}  // namespace

std::string date_line(const std::string& iso) {
  static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  int year = 0, hour = 0, minute = 0, second = 0;
  unsigned month = 0, day = 0;
  // NOLINTNEXTLINE(cert-err34-c): every field has a width, so that no number can overflow
  if (std::sscanf(iso.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d", &year, &month, &day, &hour, &minute, &second) != 6)
    return iso;
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok()) return iso;
  const auto weekday = std::chrono::weekday(sys_days(date)).c_encoding();
  return fmt::format("{} {} {:2} {:02}:{:02}:{:02} {}", days[weekday], months[month - 1], day, hour, minute,
                     second, year);
}

std::string head(const record::Header& header, const Settings& settings, const Plan& plan) {
  return title(header, settings) + machine(header) + run_time_control(settings) +
         calling_sequence(record::without_secrets(settings.command_line)) + lengths(settings) +
         datatypes(settings) + conventions(settings) + benchmark_list(settings, plan);
}

void count(Tally& tally, const record::CaseRecord& result) {
  if (result.status != record::Status::measured) {
    ++(cannot_be(result) ? tally.skipped : tally.missing[result.reason]);
    return;
  }
  ++tally.measured;
  if (result.links)
    tally.slow +=
        std::ranges::count(result.links->findings, links::TrialVerdict::slow, &links::TrialFinding::verdict);
  if (!result.defects) return;
  ++tally.checked;
  if (result.checked_repetitions) {
    tally.compared += *result.checked_repetitions;
    tally.repeated += result.repetitions;
    if (*result.checked_repetitions < std::min<std::int64_t>(enough_repetitions, result.repetitions))
      ++tally.barely;
  }
  if (*result.defects == 0) return;
  ++tally.defective;
  tally.defects += *result.defects;
  if (tally.first_defect.empty()) tally.first_defect = result.text;
}

int exit_status(const Tally& tally) {
  if (tally.defective > 0) return 3;
  if (!tally.missing.empty()) return 4;
  return tally.slow > 0 ? 1 : 0;
}

std::string foot(const Settings& settings, const Tally& tally) {
  const auto notes = missing_rows(tally) + verdict(settings, tally);
  return fmt::format("\n\n{}# All processes entering MPI_Finalize\n\n", notes.empty() ? "" : notes + "\n");
}

}  // namespace sonde::tables
