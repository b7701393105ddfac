#include "record/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "record/plausible.hpp"

namespace sonde::record {

namespace {

// Real files take two to six times their length; a case of a table takes more than its row, so small files may
// take what they need.
constexpr std::uint64_t most_times_the_text = 8;
// Whatever the length of the text; addresses of 32 bits reach 3 GiB.
constexpr std::uint64_t most_kept = std::uint64_t{sizeof(void*) == 4 ? 1U : 8U} << 30U;
constexpr std::size_t most_silence = std::size_t{128} << 20;
constexpr std::size_t most_shown = 4;
constexpr std::size_t map_node = 64;
// What a command makes of a case beside it: a sample of a fit, a row of a comparison, its figures on a page.
constexpr std::size_t made_of_a_case = 320;

std::size_t size_of(const std::string& text) {
  return text.capacity() > sizeof(std::string) ? text.capacity() : 0;
}

template <class Element>
std::size_t size_of(const std::vector<Element>& list) {
  return list.capacity() * sizeof(Element);
}

std::size_t size_of(const std::vector<std::string>& list) {
  std::size_t bytes = list.capacity() * sizeof(std::string);
  for (const auto& text : list) bytes += size_of(text);
  return bytes;
}

std::size_t size_of(const std::vector<Warning>& warnings) {
  std::size_t bytes = warnings.capacity() * sizeof(Warning);
  for (const auto& w : warnings) bytes += size_of(w.kind) + size_of(w.text) + size_of(w.advice);
  return bytes;
}

std::size_t size_of(const CaseRecord& record) {
  std::size_t bytes = sizeof record + made_of_a_case + size_of(record.id.benchmark) +
                      size_of(record.id.mode) + size_of(record.text) +
                      (record.ranks.shared() ? 0 : size_of(record.ranks.list())) +
                      size_of(record.batch_seconds) + size_of(record.witnesses) + size_of(record.warnings);
  if (record.summary) bytes += sizeof *record.summary + size_of(record.summary->modes);
  for (const auto& [name, value] : record.id.variant)
    bytes += map_node + 2 * sizeof(std::string) + size_of(name) + size_of(value);
  for (const auto& [name, value] : record.extra) bytes += map_node + sizeof(std::string) + size_of(name);
  return bytes;
}

std::size_t size_of(const Header& header) {
  std::size_t bytes = size_of(header.command_line) + size_of(header.places) + size_of(header.warnings);
  for (const auto& place : header.places) bytes += size_of(place.host) + size_of(place.cores);
  for (const auto& [name, value] : header.environment)
    bytes += map_node + 2 * sizeof(std::string) + size_of(name) + size_of(value);
  for (const auto& [name, value] : header.conventions_in_force)
    bytes += 2 * sizeof(std::string) + size_of(name) + size_of(value);
  return bytes;
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

Result<void> Runs::account(std::size_t bytes) {
  kept_bytes_ += bytes;
  text_used_ = text_bytes_;
  if (kept_bytes_ <=
      std::max<std::uint64_t>(always_allowed, std::min(most_kept, most_times_the_text * text_bytes_)))
    return {};
  return failure(fmt::format(
      "what stands in the first {} of this file needs more than {} of memory: give its runs files of "
      "their own",
      human_bytes(static_cast<std::int64_t>(text_bytes_)),
      human_bytes(static_cast<std::int64_t>(kept_bytes_))));
}

Result<void> Runs::begin(Run run) {
  if (auto possible = plausible(run.header); !possible) return possible;
  if (auto fits = account(sizeof run + size_of(run.header)); !fits) return fits;
  hand_over_cases();
  note_passed_over();
  runs_.push_back(std::move(run));
  return {};
}

Result<void> Runs::add(CaseRecord&& record) {
  if (auto possible = plausible(record); !possible) return possible;
  if (auto known = vocabulary_.add(record); !known) return known;
  if (auto fits = account(size_of(record)); !fits) return fits;
  static_cast<void>(last());
  cases_.add(std::move(record));
  return {};
}

Result<void> Runs::replace(std::size_t place, CaseRecord&& record) {
  if (auto possible = plausible(record); !possible) return possible;
  if (auto known = vocabulary_.add(record); !known) return known;
  text_used_ = text_bytes_;
  cases_[place] = std::move(record);
  return {};
}

Result<void> Runs::end(Footer footer) {
  if (auto possible = plausible(footer); !possible) return possible;
  text_used_ = text_bytes_;
  last().footer = std::move(footer);
  return {};
}

void Runs::leave_out(std::string_view name) {
  if (++tables_left_out_ <= most_shown) left_out_.push_back({shortened(name, 60), line_});
}

void Runs::pass_over(std::string_view text, std::string_view why) {
  if (passed_over_.lines++ > 0) return;
  passed_over_ = {shortened(trim(text), 80), std::string(why), line_, 1};
  if (first_passed_over_.lines == 0) first_passed_over_ = passed_over_;
}

void Runs::note_passed_over() {
  const auto passed = std::exchange(passed_over_, {});
  if (passed.lines == 0 || runs_.empty()) return;
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
  return fmt::format("{} table{}: {}", tables_left_out_, tables_left_out_ == 1 ? "" : "s", list);
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
