#include "readers/table_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "readers/text_head.hpp"
#include "record/describe.hpp"
#include "record/warning_kinds.hpp"

namespace sonde::readers {

namespace {

constexpr std::size_t longest_sentence = 1000;
constexpr int most_warnings = 100;  // a run has one of each kind and a few about its hosts

/// The kind of "warning KIND: SENTENCE"; nothing where the line is none. Older tables have no kind.
std::optional<std::string_view> kind_of_warning(std::string_view inner) {
  const auto end = inner.find(": ");
  if (!inner.starts_with("warning") || end == std::string_view::npos) return std::nullopt;
  const auto kind = trim(inner.substr(7, end - 7));
  const bool word = kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
  return word ? std::optional(kind) : std::nullopt;
}

// Among tables a number stands joined to the word behind it (sinks/warning_sink.cpp): "4-ranks".
std::string with_lone_numbers(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; at < out.size();) {
    const auto end = std::min(out.find_first_not_of("0123456789", at), out.size());
    const bool alone =
        end > at && (at == 0 || out[at - 1] == ' ' || out[at - 1] == '-') && end + 1 < out.size();
    if (alone && out[end] == '-') out[end] = ' ';
    at = std::min(out.find(' ', at), out.size() - 1) + 1;
  }
  return out;
}

/// Whether a sentence begins with the name of a case; "PingPong np=2 1B and +7 more: ..." names the first of
/// several.
bool names_case(std::string_view sentence, const record::CaseId& id) {
  const auto begins = [&](const std::string& name) {
    return sentence.starts_with(name) && (sentence.substr(name.size()).starts_with(": ") ||
                                          sentence.substr(name.size()).starts_with(" and +"));
  };
  return begins(record::short_name(id)) || begins(record::describe(id));
}

}  // namespace

void TableWarnings::begin_run() {
  keep();
  count_ = 0;
}

bool TableWarnings::line(std::string_view text) {
  const auto inner = without_hashes(text);
  const bool ours = !runs_.empty() && runs_.last().format == record::Format::sonde_text;
  const auto kind = ours ? kind_of_warning(inner) : std::nullopt;
  if (!kind) return goes_on(text, inner) || (ours && further_kinds(inner));
  if (open_) keep();
  if (++count_ > most_warnings) return true;
  const auto sentence = inner.substr(inner.find(": ") + 2);
  open_ =
      record::Warning{.kind = std::string(*kind),
                      .text = shortened(kind->empty() ? with_lone_numbers(sentence) : std::string(sentence),
                                        longest_sentence),
                      .advice = {}};
  if (kind->empty()) open_->kind = record::warning_kind_of(open_->text);
  if (open_->kind.empty()) open_->kind = "warning";
  return true;
}

bool TableWarnings::goes_on(std::string_view text, std::string_view inner) {
  const bool goes_on = open_ && !inner.empty() && trim(text).starts_with("#   ") && !title_of(text);
  if (!goes_on && open_) keep();
  if (!goes_on) return false;
  auto& advice = open_->advice;
  constexpr std::string_view of_sentence = "#     ";  // as sinks/warning_sink indents it, and no further
  const auto line = trim(text);
  const bool goes_on_saying =
      advice.empty() && line.starts_with(of_sentence) && line[of_sentence.size()] != ' ';
  auto& grows = goes_on_saying ? open_->text : advice;
  grows = shortened(grows.empty() ? with_lone_numbers(inner) : fmt::format("{} {}", grows, inner),
                    longest_sentence);
  return true;
}

/// "further kinds: drift outliers (...)": of warnings whose cases the table does not name.
bool TableWarnings::further_kinds(std::string_view inner) {
  constexpr std::string_view beginning = "further kinds: ";
  if (!inner.starts_with(beginning)) return false;
  const auto kinds =
      inner.substr(beginning.size(), std::min(inner.find('('), inner.size()) - beginning.size());
  for (const auto kind : words_in(kinds))
    if (++count_ <= most_warnings)
      runs_.last().header.warnings.push_back(
          {std::string(kind), fmt::format("some cases have the warning {}", kind), ""});
  return true;
}

void TableWarnings::keep() {
  if (!open_) return;
  record::Warning warning = *std::exchange(open_, std::nullopt);
  auto& cases = runs_.cases();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!warning.text.starts_with(cases[i].id.multi ? "Multi-" : cases[i].id.benchmark) ||
        !names_case(warning.text, cases[i].id))
      continue;
    auto& known = cases[i].warnings;  // of the column `flags`
    const auto same = std::ranges::find(known, warning.kind, &record::Warning::kind);
    if (same != known.end())
      *same = std::move(warning);
    else
      known.push_back(std::move(warning));
    return;
  }
  runs_.last().header.warnings.push_back(std::move(warning));
}

}  // namespace sonde::readers
