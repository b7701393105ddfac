#include "reports/show_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "record/describe.hpp"
#include "record/message_memory.hpp"
#include "record/names.hpp"
#include "record/warning_kinds.hpp"

namespace sonde::reports {

namespace {

using record::Run;

constexpr std::size_t longest_line = 2000;  // a command line may be long

class Lines {
 public:
  void add(std::string_view name, const std::string& value) {
    if (!value.empty()) out_ += fmt::format("  {:<11} {}\n", name, shortened(value, longest_line));
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// "a, b (c)" of the parts that are known.
std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts)
    if (!part.empty()) out += (out.empty() ? "" : ", ") + part;
  return out;
}

std::string completeness(const Run& run) {
  if (run.format != record::Format::json) return run.torn ? "the last line is cut off" : "";
  std::string text = run.footer ? fmt::format("complete, exit status {}", run.footer->exit_status)
                                : "no footer: cut short or converted";
  if (run.torn) text += ", the last line is torn";
  if (run.launches > 1) text += fmt::format(", measured in {} launches", run.launches);
  return text;
}

std::string hosts(const record::Header& header) {
  std::map<std::string, int> ranks;
  for (const auto& place : header.places) ++ranks[place.host];
  std::vector<std::string> parts;
  for (const auto& [host, count] : ranks) {
    if (parts.size() == 8) {
      parts.push_back(fmt::format("... {} hosts", ranks.size()));
      break;
    }
    parts.push_back(fmt::format("{} on {}", count, host.empty() ? "an unnamed host" : host));
  }
  const std::string all = header.ranks > 0 ? std::to_string(header.ranks) : "";
  return parts.empty() ? all : fmt::format("{}: {}", all, fmt::join(parts, ", "));
}

std::string case_counts(const Run& run) {
  std::map<std::string, int> others;
  std::size_t measured = 0;
  for (const auto& record : run.cases) {
    if (record.status == record::Status::measured)
      ++measured;
    else
      ++others[fmt::format(
          "{} ({})", record::to_word(record.status),
          record.reason == record::Reason::none ? "see remarks" : record::to_word(record.reason))];
  }
  std::string text = fmt::format("{} measured", measured);
  for (const auto& [what, count] : others) text += fmt::format(", {} {}", count, what);
  return text;
}

std::string version_text(const record::Header& header) {
  const std::string revision = header.revision.empty() ? "" : fmt::format(" ({})", header.revision);
  const std::string conventions = header.conventions.empty() ? "" : header.conventions + " conventions";
  return joined({header.version.empty() ? "" : header.version + revision, conventions});
}

std::string conventions(const record::Header& header) {
  std::string out;
  for (const auto& [name, value] : header.conventions_in_force)
    out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", name, value);
  return out;
}

/// 0: the column is not shown.
std::vector<std::size_t> widths_of(const std::vector<ShowColumn>& columns,
                                   const std::vector<record::CaseRecord>& cases) {
  std::vector<std::size_t> widths(columns.size(), 0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].hidden) continue;
    for (const auto& record : cases)
      widths[c] = std::max(widths[c], columns[c].of(record, columns[c].key).text.size());
    if (widths[c] > 0) widths[c] = std::max(widths[c], columns[c].title.size());
  }
  return widths;
}

/// Cells are made twice, once for the widths: all of them at a time take far more memory than the cases.
std::string printed(const std::vector<ShowColumn>& columns, const std::vector<record::CaseRecord>& cases) {
  const auto widths = widths_of(columns, cases);
  std::string out;
  const auto line = [&](auto text_of) {
    std::string text;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (widths[c] == 0) continue;
      if (!text.empty()) text += "  ";
      text +=
          fmt::format(fmt::runtime(columns[c].left ? "{:<{}}" : "{:>{}}"), text_of(columns[c]), widths[c]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  line([](const ShowColumn& column) { return column.title; });
  for (const auto& record : cases)
    line([&](const ShowColumn& column) { return column.of(record, column.key).text; });
  return out;
}

constexpr std::size_t most_texts = 5;  // and pieces of advice, of one kind of warning

// What some cases say alike, in the words of the first of them.
struct EqualWarnings {
  std::string text, first;
};

struct WarningGroup {
  std::string kind;
  std::size_t cases = 0;
  std::map<std::string, std::size_t, std::less<>> counts;  // cases of each text
  std::vector<EqualWarnings> shown;
  std::vector<std::string> advice;
};

// Texts begin with the case they are about; without it they can be equal.
void add_warning(std::vector<WarningGroup>& groups, const record::Warning& warning,
                 const record::CaseId* id) {
  auto group = std::ranges::find(groups, warning.kind, &WarningGroup::kind);
  if (group == groups.end()) group = groups.insert(group, WarningGroup{warning.kind, 0, {}, {}, {}});
  const std::string name = id != nullptr ? record::describe(*id) + ": " : "";
  const bool named = !name.empty() && warning.text.starts_with(name);
  const std::string text = warning.text.substr(named ? name.size() : 0);
  const std::size_t count = id != nullptr ? 1 : 0;
  const auto [found, fresh] = group->counts.try_emplace(text, 0);
  found->second += count;
  group->cases += count;
  if (fresh && group->shown.size() < most_texts) group->shown.push_back({text, named ? name : ""});
  if (!warning.advice.empty() && group->advice.size() < most_texts &&
      std::ranges::find(group->advice, warning.advice) == group->advice.end())
    group->advice.push_back(warning.advice);
}

std::string group_text(const WarningGroup& group) {
  std::string out = fmt::format("  {} ({})", shortened(group.kind, longest_line),
                                record::to_word(record::severity_of(group.kind)));
  if (group.cases > 1) out += fmt::format(", {} cases", group.cases);
  out += "\n";
  std::size_t left = group.cases;
  for (const auto& [text, first] : group.shown) {
    const std::size_t cases = group.counts.find(text)->second;
    left -= cases;
    std::string line = first + text;
    if (cases > 1) line += fmt::format(" (and {} more case{})", cases - 1, cases == 2 ? "" : "s");
    out += fmt::format("    {}\n", shortened(line, longest_line));
  }
  if (const std::size_t texts = group.counts.size() - group.shown.size(); texts > 0)
    out += left > 0 ? fmt::format("    and {} more: see the column remarks\n", left)
                    : fmt::format("    and {} more\n", texts);
  for (const auto& advice : group.advice) out += fmt::format("    -> {}\n", shortened(advice, longest_line));
  return out;
}

}  // namespace

std::string show_summary(const Run& run) {
  const record::Header& header = run.header;
  Lines lines;
  const std::string program = header.program.empty() ? "" : header.program + ", ";
  std::string out =
      printable(fmt::format("{}: {}{}", run.source, program, record::to_word(run.format))) + "\n";
  lines.add("version", version_text(header));
  lines.add("conventions", conventions(header));
  lines.add("state", completeness(run));
  lines.add("started", header.start);
  lines.add("ended", run.footer ? run.footer->end : "");
  lines.add("command", fmt::format("{}", fmt::join(header.command_line, " ")));
  lines.add("MPI",
            joined({header.mpi_library, header.mpi_standard.empty() ? "" : "standard " + header.mpi_standard,
                    header.thread_level}));
  lines.add("machine", joined({header.system, header.kernel, header.machine}));
  lines.add("CPU", joined({header.cpu_model, header.cpu_mhz ? fmt::format("{:.0f} MHz", *header.cpu_mhz) : "",
                           header.governor.empty() ? "" : "governor " + header.governor}));
  lines.add("port", record::port_text(header));
  lines.add("ranks", hosts(header));
  lines.add("memory", header.memory ? record::memory_text(*header.memory) : "");
  lines.add("cases", case_counts(run));
  for (const auto& note : run.notes) lines.add("note", note);
  return out + lines.take();
}

std::string show_table(const Run& run, Shown shown) {
  if (run.cases.empty()) return "";
  return printed(show_columns(run, shown), run.cases);
}

std::string show_warnings(const Run& run) {
  std::vector<WarningGroup> groups;
  for (const auto& warning : run.header.warnings) add_warning(groups, warning, nullptr);
  for (const auto& record : run.cases)
    for (const auto& warning : record.warnings) add_warning(groups, warning, &record.id);
  std::ranges::stable_sort(groups, {},
                           [](const WarningGroup& group) { return record::severity_of(group.kind); });
  std::string out;
  for (const auto& group : groups) out += (out.empty() ? "Warnings\n" : "") + group_text(group);
  return out;
}

}  // namespace sonde::reports
