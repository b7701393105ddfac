// What MPIBenchmarks.jl writes: CSV with a head that names columns and units, on standard output below a line
// that names the benchmark, in a file without one: there the name of the file says it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"
#include "record/runs.hpp"

namespace sonde::readers {

class JuliaText {
 public:
  /// `source` outlives this: the name of the file.
  JuliaText(record::Runs& runs, std::string_view source) : runs_(runs), source_(source) {}

  /// True where the line names a benchmark of this suite, or is the head of its CSV.
  [[nodiscard]] static bool is_title(std::string_view line);
  Result<void> line(std::string_view text);
  /// Notes where neither the text nor the name of the file ("julia_osu_bcast.csv") says which benchmark it
  /// is.
  static void complete(record::Run& run);

 private:
  Result<void> begin();
  Result<void> heading(std::string_view text);
  void note_units();
  Result<void> row(std::string_view text);
  [[nodiscard]] std::string_view column_of(std::string_view written) const;

  record::Runs& runs_;
  std::string_view source_;
  record::CaseId id_;
  bool in_microseconds_ = false;     ///< what stands below "time (seconds)"
  bool of_all_repetitions_ = false;  ///< the bandwidth of a table
  bool named_ = false;               ///< a line has named the benchmark of the next heading
  std::vector<std::string> columns_;
};

}  // namespace sonde::readers
