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
  explicit JuliaText(record::Runs& runs) : runs_(runs) {}

  /// True where the line names a benchmark of this suite, or is the head of its CSV.
  [[nodiscard]] static bool is_title(std::string_view line);
  Result<void> line(std::string_view text);
  /// Names the benchmark by the file where the text does not: "julia_osu_bcast.csv" is osu_bcast. Notes where
  /// that is no name, either.
  static void complete(record::Run& run, std::string_view source);

 private:
  Result<void> begin();
  Result<void> heading(std::string_view text);
  Result<void> row(std::string_view text);

  record::Runs& runs_;
  record::CaseId id_;
  bool named_ = false;  ///< a line has named the benchmark of the next heading
  std::vector<std::string> columns_;
};

}  // namespace sonde::readers
