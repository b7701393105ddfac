// What a run comes to as a rate of the network: one number a benchmark and number of ranks.
#pragma once
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::record {

/// Arithmetic means of the column bus over rows of 1 MiB and more, as nccl-tests end with one. Rows with a
/// defect do not count.
class BusAverages {
 public:
  /// A case with its rates (BusRates::add).
  void add(const CaseRecord& with_rates);

  /// Comment lines for the end of the tables, in the order of the first rows; empty where no row was that
  /// long.
  [[nodiscard]] std::string lines() const;

 private:
  struct Average {
    CaseId id;  ///< without the length and the group
    double sum = 0;
    int rows = 0;
  };
  std::vector<Average> averages_;
};

}  // namespace sonde::record
