#include "record/warning_kinds.hpp"

#include <array>

#include "base/text.hpp"

namespace sonde::record {

namespace {

using enum Severity;

struct Kind {
  std::string_view name;
  char letter = 0;
  Severity severity = caution;
  std::string_view words{};  ///< that stand in its sentences and in no other
};

constexpr std::array<Kind, 15> kinds{{{"coarse_timer", 'c', caution, "timer steps by"},
                                      {"few_batches", 'f', note, "no interval"},
                                      {"wide_interval", 'w', note, "interval of the median reaches"},
                                      {"several_modes", 'm', caution, " modes: "},
                                      {"drift", 'd', caution, "from the first to the last third"},
                                      {"outliers", 'o', caution, ": the mean is "},
                                      {"slow_rank", 's', caution, "was slowest in"},
                                      {"slow_rank", 's', caution, "slow by itself"},
                                      {"involuntary_switches", 'i', note, "lost its core"},
                                      {"unsteady_computation", 'u', caution, "the computation alone"},
                                      {"oversubscribed", 0, problem},
                                      {"shared_core", 0, problem, "share cores"},
                                      {"unbound", 0, note, "not bound to a core"},
                                      {"shared_device", 0, caution, "share device"},
                                      {"far_device", 0, caution, "at another NUMA node"}}};

}  // namespace

Severity severity_of(std::string_view kind) {
  for (const Kind& known : kinds)
    if (known.name == kind) return known.severity;
  return caution;
}

std::string_view to_word(Severity severity) {
  constexpr std::array<std::string_view, 3> words{"problem", "caution", "note"};
  return words[static_cast<std::size_t>(severity)];
}

char warning_letter(std::string_view kind) {
  for (const Kind& known : kinds)
    if (known.name == kind) return known.letter;
  return 0;
}

std::string_view warning_kind_of(char letter) {
  for (const Kind& known : kinds)
    if (letter != 0 && known.letter == letter) return known.name;
  return {};
}

std::string_view warning_kind_of(std::string_view sentence) {
  if (contains(sentence, " ranks on ") && contains(sentence, "processing units")) return "oversubscribed";
  for (const Kind& known : kinds)
    if (!known.words.empty() && contains(sentence, known.words)) return known.name;
  return {};
}

}  // namespace sonde::record
