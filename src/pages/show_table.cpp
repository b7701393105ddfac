#include "pages/show_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/text.hpp"
#include "base/units.hpp"
#include "pages/show_columns.hpp"
#include "record/names.hpp"

namespace sonde::pages {

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

// Cells are made twice, once for the widths: all of them at a time take far more memory than the cases.
std::string printed(const std::vector<ShowColumn>& columns, const std::vector<record::CaseRecord>& cases) {
  std::vector<std::size_t> widths(columns.size(), 0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].hidden) continue;
    for (const auto& record : cases)
      widths[c] = std::max(widths[c], columns[c].of(record, columns[c].key).text.size());
    if (widths[c] > 0) widths[c] = std::max(widths[c], columns[c].title.size());
  }
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
  lines.add("ranks", hosts(header));
  lines.add("cases", case_counts(run));
  for (const auto& note : run.notes) lines.add("note", note);
  return out + lines.take();
}

std::string show_table(const Run& run) {
  if (run.cases.empty()) return "";
  return printed(show_columns(run.cases, run.header.megabyte), run.cases);
}

std::string show_warnings(const Run& run) {
  std::set<std::string> seen;
  std::string out;
  for (const auto& record : run.cases)
    for (const auto& warning : record.warnings) {
      if (!seen.insert(warning.kind + '\0' + warning.text).second) continue;
      if (out.empty()) out = "Warnings\n";
      out += fmt::format("  {}: {}\n", shortened(warning.kind, longest_line),
                         shortened(warning.text, longest_line));
      if (!warning.advice.empty()) out += fmt::format("    {}\n", shortened(warning.advice, longest_line));
    }
  return out;
}

}  // namespace sonde::pages
