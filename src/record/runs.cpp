#include "record/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "record/plausible.hpp"

namespace sonde::record {

namespace {

// Ranges of a few bytes stand for as many numbers, and every run is looked at together with the others.
constexpr std::size_t most_numbers = std::size_t{1} << 27, most_runs = 100'000;
constexpr std::size_t most_silence = std::size_t{128} << 20;
constexpr std::size_t most_shown = 4;
constexpr std::size_t most_names = 10000, most_columns = 100, most_kinds = 100;

Result<void> add_word(std::set<std::string>& known, const std::string& word, std::size_t most,
                      const char* what) {
  if (known.size() < most || known.contains(word)) return known.insert(word), Result<void>{};
  return failure(fmt::format("the file holds more than {} different {}", most, what));
}

}  // namespace

Result<void> Runs::begin_line(std::size_t bytes) {
  ++line_;
  text_bytes_ += bytes + 1;
  if (text_bytes_ - text_used_ <= most_silence) return {};
  return failure(fmt::format("no result stands in {} of text: this is not a record",
                             human_bytes(static_cast<std::int64_t>(most_silence))));
}

Run& Runs::last() {
  if (runs_.empty()) runs_.emplace_back();
  return runs_.back();
}

void Runs::hand_over_cases() {
  if (cases_.size() > 0) runs_.back().cases = cases_.take();
}

Result<void> Runs::begin(Run run) {
  for (const RankPlace& place : run.header.places) numbers_ += 1 + place.cores.size();
  if (numbers_ > most_numbers)
    return failure(fmt::format("the file holds more than {} places of ranks and cores", most_numbers));
  if (runs_.size() == most_runs) return failure(fmt::format("the file holds more than {} runs", most_runs));
  if (auto possible = plausible(run.header); !possible) return possible;
  text_used_ = text_bytes_;
  hand_over_cases();
  note_passed_over();
  runs_.push_back(std::move(run));
  return {};
}

Result<void> Runs::learn(const CaseRecord& record) {
  auto& [names, labels, columns, kinds] = vocabulary_;
  for (const std::string* name : {&record.id.benchmark, &record.id.mode})
    if (auto added = add_word(names, *name, most_names, "names of benchmarks and modes"); !added)
      return added;
  for (const auto& [label, value] : record.id.variant)
    if (auto added = add_word(labels, fmt::format("{}={}", label, value), most_names, "labels of cases");
        !added)
      return added;
  for (const auto& [column, value] : record.extra)
    if (auto added = add_word(columns, column, most_columns, "columns"); !added) return added;
  for (const Warning& warning : record.warnings)
    if (auto added = add_word(kinds, warning.kind, most_kinds, "kinds of warnings"); !added) return added;
  return {};
}

Result<void> Runs::add(CaseRecord&& record, std::string_view row) {
  if (const auto possible = plausible(record); !possible) return pass_over(row, possible.error().message);
  if (auto known = learn(record); !known) return known;
  text_used_ = text_bytes_;
  static_cast<void>(last());
  cases_.add(std::move(record));
  return {};
}

Result<void> Runs::replace(std::size_t place, CaseRecord&& record) {
  if (auto known = learn(record); !known) return known;
  text_used_ = text_bytes_;
  cases_[place] = std::move(record);
  return {};
}

Result<void> Runs::end(Footer footer, std::string_view row) {
  if (const auto possible = plausible(footer); !possible) return pass_over(row, possible.error().message);
  text_used_ = text_bytes_;
  last().footer = std::move(footer);
  return {};
}

Result<void> Runs::leave_out(std::string_view name) {
  if (++tables_left_out_ <= most_shown) left_out_.push_back({shortened(name, 60), line_});
  return {};
}

Result<void> Runs::pass_over(std::string_view text, std::string_view why) {
  if (passed_over_.lines++ > 0) return {};
  passed_over_ = {shortened(trim(text), 80), std::string(why), line_, 1};
  if (first_passed_over_.lines == 0) first_passed_over_ = passed_over_;
  return {};
}

void Runs::note_passed_over() {
  const auto passed = std::exchange(passed_over_, {});
  if (passed.lines == 0 || runs_.empty()) return;
  runs_.back().passed_over = passed.lines;
  runs_.back().notes.push_back(
      passed.lines == 1
          ? fmt::format("line {} looks like a row and is not taken: {} ({})", passed.line, passed.why,
                        sonde::quoted(passed.text))
          : fmt::format("{} lines look like rows and are not taken, the first is line {}: {} ({})",
                        passed.lines, passed.line, passed.why, sonde::quoted(passed.text)));
}

std::string Runs::list_of_left_out() const {
  std::string list;
  for (const auto& [name, line] : left_out_)
    list +=
        fmt::format("{}{} (line {})", list.empty() ? "" : ", ", name.empty() ? "without a name" : name, line);
  if (tables_left_out_ > left_out_.size())
    list += fmt::format(" and {} more", tables_left_out_ - left_out_.size());
  return fmt::format("{}: {}", counted(tables_left_out_, "table"), list);
}

Result<std::vector<Run>> Runs::take() {
  hand_over_cases();
  const bool nothing = std::ranges::all_of(runs_, [](const Run& run) { return run.cases.empty(); });
  if (nothing && tables_left_out_ > 0)
    return failure(
        fmt::format("{}: no table here can be read, {}", left_out_.front().line, list_of_left_out()));
  if (nothing && first_passed_over_.lines > 0)
    return failure(
        fmt::format("{}: {}: this is the first line that looks like a row, and none can be read: {}",
                    first_passed_over_.line, first_passed_over_.why, sonde::quoted(first_passed_over_.text)));
  note_passed_over();
  if (tables_left_out_ > 0)
    runs_.back().notes.push_back("cannot be read and left out: " + list_of_left_out());
  return std::move(runs_);
}

}  // namespace sonde::record
