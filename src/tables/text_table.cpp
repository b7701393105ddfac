#include "tables/text_table.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "args/arrival_words.hpp"
#include "args/load_words.hpp"
#include "args/option_table.hpp"
#include "base/text.hpp"
#include "plan/messages.hpp"
#include "record/names.hpp"
#include "tables/columns.hpp"

namespace sonde::tables {

namespace {

constexpr std::size_t most_shown = 1024;  ///< ranks or groups before a list is abbreviated
constexpr std::size_t shown_end = most_shown / 2;
constexpr std::size_t columns_of_threads = 6;  ///< separators of IMB-MT always have this width

/// Calls `show` for each index below `count`, or for the first and last 512 with `gap` called between them.
template <class Show, class Gap>
void abbreviated(std::size_t count, Show show, Gap gap) {
  for (std::size_t i = 0; i < count; ++i) {
    if (count > most_shown && i == shown_end) {
      gap();
      i = count - shown_end;
    }
    show(i);
  }
}

std::string separator(std::size_t columns) {
  return fmt::format("#{:->{}}\n", "", columns * static_cast<std::size_t>(column_width) - 1);
}

std::string rank_list(std::span<const int> ranks) {
  std::string out;
  abbreviated(
      ranks.size(), [&](std::size_t i) { out += fmt::format(" {:4}", ranks[i]); }, [&] { out += " ..."; });
  return out;
}

std::string group_lines(const Plan& plan, const TableRun& section) {
  std::string out = fmt::format("# ( {} groups of {} processes each running simultaneous ) \n",
                                section.groups, section.processes);
  const auto line = [&](std::size_t group) {
    const auto ranks = members(plan, section, static_cast<int>(group));
    out += fmt::format("# Group  {}: {}\n# \n", group, rank_list(ranks));
  };
  abbreviated(static_cast<std::size_t>(section.groups), line, [&] { out += "# ...\n"; });
  return out;
}

/// Ranks in the rows of the map: the ranks i, i + P, i + 2 P, ... are row i.
std::string map_lines(std::span<const int> ranks, std::int64_t rows) {
  std::string out;
  std::int64_t last_row = -1;
  const auto show = [&](std::size_t i) {
    const std::int64_t row = ranks[i] % rows;
    if (row != last_row) out += last_row < 0 ? "# " : "\n# ";
    last_row = row;
    out += fmt::format(" {:4}", ranks[i]);
  };
  abbreviated(ranks.size(), show, [&] {
    out += "\n# ...";
    last_row = rows;
  });
  return out + "\n# \n";
}

std::string process_lines(const Settings& settings, const Plan& plan, const TableRun& section) {
  if (section.groups > 1) return group_lines(plan, section);
  if (section.benchmark->threaded())
    return fmt::format("# #processes = {} (threads: {})\n", section.processes,
                       threads_of(settings, *section.benchmark));
  if (!settings.map) return fmt::format("# #processes = {} \n", section.processes);
  return fmt::format("# #processes = {}; rank order (rowwise): \n", section.processes) +
         map_lines(members(plan, section, 0), settings.map->rows);
}

/// How many pairs of ranks there are between which nodes.
std::string node_line(const Plan& plan, const TableRun& section) {
  if (section.benchmark->axis != Axis::node_pairs) return {};
  const auto ranks = members(plan, section, 0);
  return fmt::format("# pairs = {}, between the nodes of ranks {} and {}\n", ranks.size() / 2, ranks.front(),
                     ranks[ranks.size() / 2]);
}

std::string waiting_line(const Plan& plan, const TableRun& section) {
  const int waiting = waiting_ranks(plan, section);
  if (waiting == 0) return {};
  return fmt::format("# ( {} waiting in MPI_Barrier)\n", counted(waiting, "additional process"));
}

/// Where times are those of a message in flight.
std::string window_line(const Settings& settings, const TableRun& section) {
  if (!section.benchmark->metric.per_message) return {};
  return fmt::format("# window_size = {}\n", settings.window_messages);
}

std::string partitions_line(const Settings& settings, const TableRun& section) {
  const std::int64_t most = most_partitions(settings, *section.benchmark);
  return most == 0 ? "" : fmt::format("# partitions = {}, or as many below as divide a length\n", most);
}

/// What numbers of one-sided transfers mean.
std::string synchronisation_line(const Settings& settings, const TableRun& section) {
  if (!section.benchmark->needs.window.as_asked) return {};
  const auto value = [&](std::string_view name) { return find_option(name)->shown(settings); };
  return fmt::format("# rma_sync = {}, rma_window = {}\n", value("rma_sync"), value("rma_window"));
}

/// Arrival pattern and load.
std::string arrival_line(const Settings& settings) {
  if (settings.load) return fmt::format("# load = {}\n", text_of(*settings.load));
  return settings.arrival ? fmt::format("# arrival = {}\n", text_of(*settings.arrival)) : "";
}

std::string bus_line(const Settings& settings, const TableRun& section) {
  const auto formula = bus_formula(settings, *section.benchmark);
  if (!formula) return {};
  return fmt::format("# at least: bus = {} / t, net = {} / t\n", formula->bus, formula->net);
}

std::string mode_lines(const TableRun& section) {
  const auto label = label_of(section);
  return label.empty() ? "" : fmt::format("#\n#    MODE: {} \n#\n", label);
}

std::string header_line(std::span<const Column> shown) {
  std::string out;
  for (const auto column : shown) out += cell(token(column));
  return out + "\n";
}

/// The word a missing row begins with; the text of the record says the rest.
std::string_view reason_word(record::Reason reason) {
  constexpr std::array<std::string_view, record::reason_words.size()> words{
      "failed", "skipped", "skipped",     "out-of-mem.", "time-out.", "failed",
      "failed", "failed",  "interrupted", "failed",      "skipped",   "failed"};
  return words[static_cast<std::size_t>(reason)];
}

}  // namespace

std::string section_head(const Settings& settings, const Plan& plan, const TableRun& section) {
  if (!section.refusal.empty()) return fmt::format("\n# !! {} !!\n", section.refusal);
  const auto shown = columns(settings, *section.benchmark);
  const auto line = separator(facts_of(settings.suite).threads ? columns_of_threads : shown.size());
  return fmt::format("\n{}# Benchmarking {} {}\n{}{}{}{}{}{}{}{}{}{}{}", line, display_name(section),
                     section.grid.empty() ? "" : fmt::format("({}) ", grid_text(section.grid)),
                     process_lines(settings, plan, section), node_line(plan, section),
                     window_line(settings, section), partitions_line(settings, section),
                     synchronisation_line(settings, section), arrival_line(settings),
                     bus_line(settings, section), waiting_line(plan, section), line, mode_lines(section),
                     header_line(shown));
}

std::string before_size(const Settings& settings) {
  return settings.multi == Multi::each ? "\n" : "";
}

std::string row(const Settings& settings, const TableRun& section, const record::CaseRecord& result) {
  std::string out;
  const bool measured = result.status == record::Status::measured;
  for (const auto column : columns(settings, *section.benchmark)) {
    if (!measured && column != Column::group && column != Column::pattern && column != Column::bytes) break;
    out += cell(content(column, result));
  }
  if (!measured)
    out += fmt::format(" {}{}{}", reason_word(result.reason), result.text.empty() ? "" : "; ",
                       printable(result.text));
  return out + "\n";
}

}  // namespace sonde::tables
