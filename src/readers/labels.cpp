#include "readers/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "readers/check_errors.hpp"
#include "readers/stamp.hpp"

namespace sonde::readers {

namespace {

constexpr char number_mark = '\x01', stamp_mark = '\x02';
constexpr std::size_t longest_label = 120;
constexpr std::size_t most_held = 200;                     // lines
constexpr std::size_t most_kept = std::size_t{64} << 20U;  // bytes of other speakers
constexpr std::array<std::string_view, 28> of_suites{"# OSU ",
                                                     "# Benchmarking ",
                                                     "# #processes",
                                                     "#bytes",
                                                     "#repetitions",
                                                     "# Size ",
                                                     "# Size\t",
                                                     "# Number of ",
                                                     "# Calling sequence",
                                                     "#----------",
                                                     "# OMB-Py ",
                                                     "# cmd: ",
                                                     "# date: ",
                                                     "# nccl-tests ",
                                                     "# nThread ",
                                                     "# nThread: ",
                                                     "#       size ",
                                                     "#        (B) ",
                                                     "# Using devices",
                                                     "# Out of bounds values",
                                                     "# Avg bus ",
                                                     "# Collective test",
                                                     "Running benchmark OSU ",
                                                     "Running benchmark IMB ",
                                                     "size (bytes),",
                                                     "# Avg Latency",
                                                     "# Overall(us)",
                                                     "nprocs: "};

bool digit(char c) {
  return c >= '0' && c <= '9';
}

bool blank(char c) {
  return c == ' ' || c == '\t';
}

std::size_t run_length(std::string_view text, bool (*of)(char)) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, of) - text.begin());
}

// A stamp begins a word.
std::size_t stamp_at(std::string_view text, std::size_t at) {
  const bool inside =
      at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '.');
  return inside ? 0 : stamp_length(text.substr(at));
}

constexpr std::string_view to_output = "<stdout>", to_errors = "<stderr>";

/// The label without times, streams and blanks: who speaks.
std::string speaker_of(std::string_view label) {
  std::string out;
  for (std::size_t at = 0; at < label.size();) {
    if (const auto stamp = stamp_at(label, at); stamp > 0) {
      at += stamp;
      continue;
    }
    const auto rest = label.substr(at);
    if (rest.starts_with(to_output) || rest.starts_with(to_errors)) {
      at += to_output.size();
      continue;
    }
    if (!blank(label[at])) out += label[at];
    ++at;
  }
  return out;
}

/// Two numbers or more, and nothing else.
bool looks_like_row(std::string_view line) {
  line = trim(line);
  return line.find_first_not_of("0123456789.eE+-* \t") == std::string_view::npos &&
         line.find_first_of(" \t") != std::string_view::npos;
}

}  // namespace

LabelKind::LabelKind(std::string_view label) {
  label = trim(label);
  for (std::size_t at = 0; at < label.size();) {
    if (const auto stamp = stamp_at(label, at); stamp > 0) {
      shape_ += stamp_mark;
      at += stamp;
    } else if (digit(label[at])) {
      shape_ += number_mark;
      at += run_length(label.substr(at), digit);
    } else if (blank(label[at])) {
      shape_ += ' ';
      at += run_length(label.substr(at), blank);
    } else {
      shape_ += label[at++];
    }
  }
}

std::size_t LabelKind::length(std::string_view line) const {
  std::size_t at = run_length(line, blank);
  for (const char mark : shape_) {
    if (at >= line.size()) return 0;
    std::size_t step = line[at] == mark ? 1 : 0;
    if (mark == stamp_mark) step = stamp_at(line, at);
    if (mark == number_mark) step = run_length(line.substr(at), digit);
    if (mark == ' ') step = run_length(line.substr(at), blank);
    if (step == 0) return 0;
    at += step;
  }
  return at;
}

bool LabelKind::unmistakable() const {
  const auto counted = [](char c) { return c == number_mark || c == stamp_mark; };
  return std::ranges::any_of(shape_, counted) &&
         std::ranges::any_of(shape_, [&](char c) { return !counted(c) && c != ' '; });
}

std::optional<std::string_view> label_of(std::string_view line) {
  std::size_t at = std::string_view::npos;
  for (const auto mark : of_suites) at = std::min(at, line.find(mark));
  if (at == std::string_view::npos) return std::nullopt;
  const auto before = trim(line.substr(0, at));
  if (before.empty()) return std::string_view{};
  if (at > longest_label || contains(before, "#")) return std::nullopt;
  return before;
}

const LabelKind* LineLabels::known_kind(std::string_view line) const {
  const auto found =
      std::ranges::find_if(kinds_, [&](const LabelKind& kind) { return kind.length(line) > 0; });
  return found == kinds_.end() ? nullptr : &*found;
}

std::optional<std::string_view> LineLabels::new_label(std::string_view line) const {
  return known_kind(line) == nullptr ? label_of(line) : std::nullopt;
}

Result<void> LineLabels::add(std::string_view line) {
  ++number_;
  if (!held_.empty()) return hold(line);
  const auto label = new_label(line);
  if (!label || label->empty()) return pass(line, number_);
  likely_ = LabelKind(*label);
  likely_shown_ = std::string(*label);
  held_.push_back({std::string(line), number_});
  return {};
}

Result<void> LineLabels::hold(std::string_view line) {
  held_.push_back({std::string(line), number_});
  const auto label = new_label(line);
  if (label && LabelKind(*label) == likely_) {
    learn();
    return let_go();
  }
  return label || held_.size() > most_held ? let_go() : Result<void>{};
}

/// The likely kind is one, and so is that of the same launcher's other stream.
void LineLabels::learn() {
  kinds_.push_back(likely_);
  shown_.push_back(likely_shown_);
  if (const auto at = likely_shown_.find(to_output); at != std::string::npos)
    kinds_.emplace_back(likely_shown_.replace(at, to_output.size(), to_errors));
}

Result<void> LineLabels::let_go() {
  for (const Line& line : std::exchange(held_, {}))
    if (auto done = pass(line.text, line.number); !done) return done;
  return {};
}

Result<void> LineLabels::pass(std::string_view line, std::int64_t number) {
  const LabelKind* kind = known_kind(line);
  if (kind == nullptr) return take_(line, number);  // of a script, or of the launcher
  const auto length = kind->length(line);
  const auto text = line.substr(length);
  const auto speaker = speaker_of(line.substr(0, length));
  const bool table = label_of(text).has_value();
  if (table && !std::exchange(spoken_, true)) speaker_ = last_ = speaker;
  if (joined(text, *kind, number)) return {};
  if (!spoken_) return take_(text, number);
  if (auto done = hear(speaker); !done) return done;
  if (speaker == speaker_ || (returned_ && check_error(text))) return take_(text, number);
  kept_bytes_ += sizeof(Line) + text.size();
  if (kept_bytes_ > most_kept) return ++dropped_, Result<void>{};
  Speaker& other = others_[speaker];
  other.has_tables |= table;
  other.lines.push_back({std::string(text), number});
  return {};
}

/// A label that comes back is that of a rank among others; one that never does counts, as seconds do. What
/// ranks have said of wrong data belongs to the rows above.
Result<void> LineLabels::hear(const std::string& speaker) {
  const bool other = std::exchange(last_, speaker) != speaker;
  if (!other || returned_ || (speaker != speaker_ && !others_.contains(speaker))) return {};
  returned_ = true;
  for (auto& [name, said] : others_)
    for (Line& line : said.lines)
      if (check_error(line.text))
        if (auto done = take_(std::exchange(line.text, {}), line.number); !done) return done;
  return {};
}

// A second label within a row: two lines became one, and where the first of them ends cannot be known. A
// blank stands behind it where one stands behind the first: "03:" of a time of day is no label as "0: " is.
bool LineLabels::joined(std::string_view text, const LabelKind& kind, std::int64_t number) {
  const bool apart = !text.empty() && blank(text.front());
  const auto row = trim(text);
  if (row.empty() || !digit(row.front()) || !kind.unmistakable() || check_error(row)) return false;
  for (std::size_t at = 1; at < row.size(); ++at)
    if (const auto end = at + kind.length(row.substr(at));
        end > at && (!apart || end == row.size() || blank(row[end]))) {
      if (joined_++ == 0) first_joined_ = number;
      return true;
    }
  return false;
}

Result<void> LineLabels::finish() {
  if (auto done = let_go(); !done) return done;
  std::vector<Speaker> others;
  for (auto& [name, said] : others_) others.push_back(std::move(said));
  std::ranges::sort(others, {}, [](const Speaker& said) { return said.lines.front().number; });
  for (const auto& said : others)
    for (const Line& line : said.lines)
      if (returned_ && !said.has_tables)
        rows_left_out_ += looks_like_row(line.text) ? 1 : 0;
      else if (auto done = take_(line.text, line.number); !done)
        return done;
  return {};
}

std::vector<std::string> LineLabels::notes() const {
  std::vector<std::string> out;
  for (const std::string& label : shown_)
    out.push_back(fmt::format("a label before the lines was taken off: {}", sonde::quoted(label)));
  if (joined_ > 0)
    out.push_back(fmt::format("{} line{} more than one label: no row is taken from {}, the first is line {}",
                              joined_, joined_ == 1 ? " has" : "s have", joined_ == 1 ? "it" : "them",
                              first_joined_));
  if (rows_left_out_ > 0)
    out.push_back(fmt::format("{} of numbers {} left out: no table has {} label",
                              counted(rows_left_out_, "line"), rows_left_out_ == 1 ? "is" : "are",
                              rows_left_out_ == 1 ? "its" : "their"));
  if (dropped_ > 0)
    out.push_back(
        fmt::format("{} lines of other labels were left out: they have more than 64 MiB", dropped_));
  return out;
}

}  // namespace sonde::readers
