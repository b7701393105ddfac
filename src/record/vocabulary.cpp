#include "record/vocabulary.hpp"

#include <fmt/format.h>

namespace sonde::record {

namespace {

constexpr std::size_t most_names = 10000, most_columns = 100, most_kinds = 100;

Result<void> learn(std::set<std::string>& known, const std::string& word, std::size_t most,
                   const char* what) {
  if (known.contains(word)) return {};
  if (known.size() == most)
    return failure(fmt::format("the file holds more than {} different {}", most, what));
  known.insert(word);
  return {};
}

}  // namespace

Result<void> Vocabulary::add(const CaseRecord& record) {
  for (const std::string* name : {&record.id.benchmark, &record.id.mode})
    if (auto known = learn(names_, *name, most_names, "names of benchmarks and modes"); !known) return known;
  for (const auto& [label, value] : record.id.variant)
    if (auto known = learn(labels_, fmt::format("{}={}", label, value), most_names, "labels of cases");
        !known)
      return known;
  for (const auto& [column, value] : record.extra)
    if (auto known = learn(columns_, column, most_columns, "columns"); !known) return known;
  for (const Warning& warning : record.warnings)
    if (auto known = learn(kinds_, warning.kind, most_kinds, "kinds of warnings"); !known) return known;
  return {};
}

}  // namespace sonde::record
