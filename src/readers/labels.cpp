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
constexpr std::array<std::string_view, 20> of_suites{"# OSU MPI",
                                                     "# Benchmarking ",
                                                     "# #processes",
                                                     "#bytes",
                                                     "#repetitions",
                                                     "# Size ",
                                                     "# Calling sequence",
                                                     "#----------",
                                                     "# OMB-Py ",
                                                     "# cmd: ",
                                                     "# date: ",
                                                     "# nccl-tests ",
                                                     "# nThread ",
                                                     "# Using devices",
                                                     "# Out of bounds values",
                                                     "# Avg bus ",
                                                     "# Collective test",
                                                     "Running benchmark OSU ",
                                                     "Running benchmark IMB ",
                                                     "size (bytes),"};

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

/// The label without times, and blanks: who speaks.
std::string speaker_of(std::string_view label) {
  std::string out;
  for (std::size_t at = 0; at < label.size();) {
    if (const auto stamp = stamp_at(label, at); stamp > 0) {
      at += stamp;
      continue;
    }
    if (!blank(label[at])) out += label[at];
    ++at;
  }
  return out;
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
  if (at > longest_label || before.find('#') != std::string_view::npos) return std::nullopt;
  return before;
}

Result<void> LineLabels::add(std::string_view line) {
  ++number_;
  if (!held_.empty()) return hold(line);
  if (!kind_.none()) return pass(line, number_);
  const auto label = label_of(line);
  if (!label || label->empty()) return take_(line, number_);
  likely_ = LabelKind(*label);
  shown_ = std::string(*label);
  held_.push_back({std::string(line), number_});
  return {};
}

Result<void> LineLabels::hold(std::string_view line) {
  held_.push_back({std::string(line), number_});
  const auto label = label_of(line);
  if (label && LabelKind(*label) == likely_) {
    kind_ = likely_;
    return let_go();
  }
  return label || held_.size() > most_held ? let_go() : Result<void>{};
}

Result<void> LineLabels::let_go() {
  for (const Line& line : std::exchange(held_, {}))
    if (auto done = kind_.none() ? take_(line.text, line.number) : pass(line.text, line.number); !done)
      return done;
  return {};
}

Result<void> LineLabels::pass(std::string_view line, std::int64_t number) {
  const auto length = kind_.length(line);
  if (length == 0) return take_(line, number);  // of a script, or of the launcher
  const auto text = line.substr(length);
  const auto speaker = speaker_of(line.substr(0, length));
  const bool table = label_of(text).has_value();
  if (table && !std::exchange(spoken_, true)) speaker_ = speaker;
  if (joined(text, number)) return {};
  if (!spoken_ || speaker == speaker_ || check_error(text)) return take_(text, number);
  kept_bytes_ += sizeof(Line) + text.size();
  if (kept_bytes_ > most_kept) return ++dropped_, Result<void>{};
  Speaker& other = others_[speaker];
  other.has_tables |= table;
  other.lines.push_back({std::string(text), number});
  return {};
}

// A second label within a row: two lines became one, and where the first of them ends cannot be known.
bool LineLabels::joined(std::string_view text, std::int64_t number) {
  const auto row = trim(text);
  if (row.empty() || !digit(row.front()) || !kind_.unmistakable() || check_error(row)) return false;
  for (std::size_t at = 1; at < row.size(); ++at)
    if (kind_.length(row.substr(at)) > 0) {
      if (joined_++ == 0) first_joined_ = number;
      return true;
    }
  return false;
}

Result<void> LineLabels::finish() {
  if (auto done = let_go(); !done) return done;
  for (const auto& [speaker, other] : others_)
    for (const Line& line : other.lines)
      if (other.has_tables)
        if (auto done = take_(line.text, line.number); !done) return done;
  return {};
}

std::vector<std::string> LineLabels::notes() const {
  std::vector<std::string> out;
  if (kind_.none()) return out;
  out.push_back(fmt::format("a label before the lines was taken off: {}", sonde::quoted(shown_)));
  if (joined_ > 0)
    out.push_back(fmt::format("{} line{} more than one label: no row is taken from {}, the first is line {}",
                              joined_, joined_ == 1 ? " has" : "s have", joined_ == 1 ? "it" : "them",
                              first_joined_));
  if (dropped_ > 0)
    out.push_back(
        fmt::format("{} lines of other labels were left out: they have more than 64 MiB", dropped_));
  return out;
}

}  // namespace sonde::readers
