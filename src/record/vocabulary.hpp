// The words that a file makes up for itself. What reads records keeps a list, a column or a group for each of
// them, so that a file of ever new ones would take many times its length.
#pragma once
#include <set>
#include <string>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

class Vocabulary {
 public:
  /// An error where the case brings one more name, column or kind of warning than any file has.
  Result<void> add(const CaseRecord& record);

 private:
  std::set<std::string> names_;    ///< of benchmarks and modes
  std::set<std::string> labels_;   ///< of variants, with their values
  std::set<std::string> columns_;  ///< of foreign tables
  std::set<std::string> kinds_;    ///< of warnings
};

}  // namespace sonde::record
