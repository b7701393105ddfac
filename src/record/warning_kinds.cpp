#include "record/warning_kinds.hpp"

#include <array>

#include "base/text.hpp"

namespace sonde::record {

namespace {

struct Kind {
  std::string_view name;
  char letter = 0;
  std::string_view words;  ///< that stand in its sentences and in no other
};

constexpr std::array<Kind, 14> kinds{{{"coarse_timer", 'c', "timer steps by"},
                                      {"few_batches", 'f', "no interval"},
                                      {"wide_interval", 'w', "interval of the median reaches"},
                                      {"several_modes", 'm', " modes: "},
                                      {"drift", 'd', "from the first to the last third"},
                                      {"outliers", 'o', ": the mean is "},
                                      {"slow_rank", 's', "was slowest in"},
                                      {"slow_rank", 's', "slow by itself"},
                                      {"involuntary_switches", 'i', "lost its core"},
                                      {"unsteady_computation", 'u', "the computation alone"},
                                      {"shared_core", 0, "share cores"},
                                      {"unbound", 0, "not bound to a core"},
                                      {"shared_device", 0, "share device"},
                                      {"far_device", 0, "at another NUMA node"}}};

}  // namespace

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
    if (contains(sentence, known.words)) return known.name;
  return {};
}

}  // namespace sonde::record
