// Times as rates of the network: what a benchmark has to move over the time that its row shows.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/traffic.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// Names of the columns, and of the values in `extra`; Mbytes as the header has them.
inline constexpr std::string_view bus_column = "bus[MB/sec]";
inline constexpr std::string_view net_column = "net[MB/sec]";
inline constexpr std::string_view peak_column = "of_peak[%]";

/// The rates of the cases of one run.
class BusRates {
 public:
  /// `peak`: bytes per second of a link, or 0.
  BusRates(const Header& header, double peak);

  /// Adds them to a measured case of which the bytes are known (catalog/traffic.hpp); the time is the largest
  /// of the row, without computation. Of `peak`, the share that `net` is, on one node or
  /// where no host is known `bus`.
  void add(CaseRecord& record) const;

  /// Of `peak`, in percent; nothing without one.
  [[nodiscard]] std::optional<double> percent_of_peak(const CaseRecord& record) const;

  /// Bytes that the busiest rank's link must carry, a second; nothing where that is not known.
  [[nodiscard]] std::optional<double> bus(const CaseRecord& record) const;

 private:
  /// What is known of a measured case.
  [[nodiscard]] std::optional<Traffic> moved_by(const CaseRecord& record) const;
  [[nodiscard]] Placement placement_of(const CaseRecord& record) const;

  /// Where lists of ranks stand that many cases share.
  mutable std::map<const std::vector<int>*, std::pair<RankList, Placement>> known_;
  std::map<int, int> host_of_;      ///< the number of the host of each rank that is known to stand on one
  Placement all_;                   ///< of all ranks
  std::optional<bool> each_share_;  ///< X of Reduce_scatter is each rank's part; none: the head does not say
  double megabyte_, peak_;
};

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
