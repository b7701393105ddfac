#include "record/severity.hpp"

#include <algorithm>
#include <array>

namespace sonde::record {

Severity severity_of(std::string_view kind) {
  constexpr std::array<std::string_view, 2> problems{"oversubscribed", "shared_core"};
  constexpr std::array<std::string_view, 4> notes{"unbound", "wide_interval", "few_batches",
                                                  "involuntary_switches"};
  if (std::ranges::find(problems, kind) != problems.end()) return Severity::problem;
  if (std::ranges::find(notes, kind) != notes.end()) return Severity::note;
  return Severity::caution;
}

std::string_view to_word(Severity severity) {
  switch (severity) {
    case Severity::problem:
      return "problem";
    case Severity::caution:
      return "caution";
    case Severity::note:
      break;
  }
  return "note";
}

}  // namespace sonde::record
