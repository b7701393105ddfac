#include "model/collective_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "model/describe_fit.hpp"

namespace sonde::model {

namespace {

constexpr std::array<const char*, collective_bases> base_names{"1",     "log2(P)", "ceil(log2(P))", "P",
                                                               "(P-1)", "(P-1)/P", "P log2(P)"};

std::array<double, collective_bases> base_values(int processes) {
  const double p = processes, log = std::log2(p);
  return {1,      log,   static_cast<double>(std::bit_width(static_cast<unsigned>(processes - 1))),
          p,      p - 1, (p - 1) / p,
          p * log};
}

/// True where the second is the first times a factor, at all of them.
bool proportional(const std::set<int>& processes, int a, int b) {
  double factor = 0;
  for (const int p : processes) {
    const auto values = base_values(p);
    const double one = values[static_cast<std::size_t>(a)], other = values[static_cast<std::size_t>(b)];
    if (one == 0 && other == 0) continue;
    if (one == 0 || other == 0) return false;
    if (factor == 0) factor = other / one;
    if (std::abs(other / one / factor - 1) > 1e-9) return false;
  }
  return true;
}

/// The first function that is proportional to this one: often itself.
int stands_for(const std::set<int>& processes, int base) {
  int first = 0;
  while (first < base && !proportional(processes, first, base)) ++first;
  return first;
}

}  // namespace

TermValues term_values(const Sample& sample) {
  const auto of_processes = base_values(sample.processes);
  TermValues all{};
  for (std::size_t i = 0; i < of_processes.size(); ++i) {
    all[i] = of_processes[i];
    all[i + of_processes.size()] = of_processes[i] * std::max(0.0, sample.bytes);
  }
  return all;
}

std::string name_of_term(int term) {
  const std::string base = base_names[static_cast<std::size_t>(term % collective_bases)];
  return per_byte(term) ? base + " x" : base;
}

std::string shape_of(const Terms& terms) {
  std::string text;
  for (const int term : terms) text += (text.empty() ? "" : " + ") + name_of_term(term);
  return text;
}

std::string formula_of(const Terms& terms, std::span<const double> factors) {
  std::string text = "T =";
  for (std::size_t i = 0; i < terms.size(); ++i) {
    text += fmt::format("{} {}", i > 0 ? " +" : "", with_unit(factors[i], per_byte(terms[i]) ? "s/B" : "s"));
    if (terms[i] % collective_bases != 0)
      text += " " + name_of_term(terms[i]);
    else if (per_byte(terms[i]))
      text += " x";
  }
  return text;
}

std::vector<int> distinct_bases(const std::set<int>& processes) {
  std::vector<int> out;
  for (int base = 0; base < collective_bases; ++base)
    if (stands_for(processes, base) == base) out.push_back(base);
  return out;
}

std::string same_bases_note(const std::set<int>& processes, const std::set<int>& used) {
  std::string text;
  for (int base = 0; base < collective_bases; ++base)
    if (const int first = stands_for(processes, base); first != base && used.contains(first))
      text +=
          fmt::format("{}These process counts do not tell {} from {}; the formula has {}.",
                      text.empty() ? "" : " ", name_of_term(base), name_of_term(first), name_of_term(first));
  return text;
}

std::vector<Terms> collective_formulas(std::span<const int> bases) {
  std::vector<Terms> parts{{}};
  for (const int base : bases) parts.push_back({base});
  for (const int base : bases)
    if (base != 0) parts.push_back({0, base});
  std::vector<Terms> all;
  for (const Terms& latency : parts)
    for (const Terms& bandwidth : parts) {
      Terms terms = latency;
      for (const int t : bandwidth) terms.push_back(t + collective_bases);
      if (!terms.empty()) all.push_back(std::move(terms));
    }
  std::ranges::stable_sort(all, {}, &Terms::size);
  return all;
}

}  // namespace sonde::model
