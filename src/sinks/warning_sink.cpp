#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/complain.hpp"
#include "base/text.hpp"
#include "host/launcher.hpp"
#include "host/output.hpp"
#include "record/warnings.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {

namespace {

constexpr std::size_t most_columns = 80;
constexpr std::size_t most_lines = 8;

bool whole_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `text` in lines of at most 80 columns, the first behind `line`, the others behind `next`.
void add_lines(std::vector<std::string>& lines, std::string line, std::string_view next,
               std::string_view text) {
  for (const auto word : split(text, ' ')) {
    if (!line.ends_with(' ') && line.size() + 1 + word.size() > most_columns) {
      lines.push_back(std::move(line));
      line = next;
    }
    if (!line.ends_with(' ')) line += ' ';
    line += whole_number(word) ? fmt::format("'{}'", word) : std::string(word);
  }
  lines.push_back(std::move(line));
}

std::vector<std::string> lines_of(const record::Warning& warning) {
  std::vector<std::string> lines;
  add_lines(lines, fmt::format("# warning {}: ", warning.kind), "#     ", printable(warning.text));
  add_lines(lines, "#   ", "#   ",
            fmt::format("{}: sonde explain {}", printable(warning.advice), warning.kind));
  return lines;
}

class WarningSink final : public Sink {
 public:
  explicit WarningSink(Warnings where) : where_(where) {}

  void begin(const record::Header& header) override { all_ = header.warnings; }

  void add(const TableRun&, const record::CaseRecord& result) override {
    all_.insert(all_.end(), result.warnings.begin(), result.warnings.end());
  }
  void recall(const TableRun& section, const record::CaseRecord& result) override { add(section, result); }

  void end(const record::Footer&) override {
    if (all_.empty() || where_ == Warnings::off) return;
    const auto text = on_screen(all_);
    if (where_ == Warnings::on_output) return host::write_output("\n" + text);
    // Two streams of one place may arrive there in any order.
    if (host::streams_are_one()) return host::write_output(text);
    write_message(text);
  }

 private:
  Warnings where_;
  std::vector<record::Warning> all_;
};

}  // namespace

std::string on_screen(std::span<const record::Warning> warnings) {
  const auto kinds = record::digest(warnings);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto more = lines_of(kinds[i]);
    const bool last = i + 1 == kinds.size();
    if (i > 0 && lines.size() + more.size() > most_lines - (last ? 0U : 1U)) {
      std::string left = "further kinds:";
      for (; i < kinds.size(); ++i) left += " " + kinds[i].kind;
      add_lines(lines, "# ", "#   ", left + " (sonde show, sonde explain)");
      break;
    }
    std::ranges::move(more, std::back_inserter(lines));
  }
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::unique_ptr<Sink> make_warning_sink(Warnings where) {
  return std::make_unique<WarningSink>(where);
}

}  // namespace sonde::sinks
