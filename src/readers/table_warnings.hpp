// The warnings that stand in tables of Sonde, read back.
#pragma once
#include <optional>
#include <string_view>

#include "record/runs.hpp"

namespace sonde::readers {

class TableWarnings {
 public:
  explicit TableWarnings(record::Runs& runs) : runs_(runs) {}

  /// "# warning KIND: SENTENCE", and the lines behind it, which go on and say what to do. True where the line
  /// is one of these.
  bool line(std::string_view text);
  /// Another run begins with the next line.
  void begin_run();
  /// Adds the one whose advice may have been still to come: to the case whose name its sentence begins with,
  /// else to the run.
  void keep();

 private:
  bool goes_on(std::string_view text, std::string_view inner);
  bool further_kinds(std::string_view inner);

  record::Runs& runs_;
  std::optional<record::Warning> open_;  ///< whose advice is still to come
  int count_ = 0;                        ///< of this run, so far
};

}  // namespace sonde::readers
