// The figure of a case that is drawn and compared, with its interval.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "analysis/quantities.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

/// A number and the 95 % interval around it, where the record has one.
struct Figure {
  double value = 0;
  std::optional<double> low, high;
};

/// Seconds per repetition of the loop: the median over the batches with its interval where the record has a
/// summary, else the largest time over the ranks, else the overlapped time. Absent where the case was not
/// measured or the figure is not a positive number.
[[nodiscard]] std::optional<Figure> loop_time_of(const record::CaseRecord& c);

/// The same; beside computation, which the loop contains, the time of the transfer alone where there is one.
[[nodiscard]] std::optional<Figure> time_of(const record::CaseRecord& c);

/// Which of measures_of() that is: the first, or the time of the transfer alone. At least one.
[[nodiscard]] const Measure& time_measure(std::span<const Measure> measures);

/// Bytes per second. The rate of the record belongs to its largest time (guide 3.3.2); with a summary it is
/// scaled to the median, and its interval follows from that of the time.
[[nodiscard]] std::optional<Figure> rate_of(const record::CaseRecord& c, double megabyte);

/// Messages per second; as the rate of bytes belongs to the largest time, and follows the median the same
/// way.
[[nodiscard]] std::optional<Figure> message_rate_of(const record::CaseRecord& c);

/// A rate of the network (record/bus.hpp), which belongs to the largest time, or to the pure time beside
/// computation: the former follows the median the same way.
[[nodiscard]] std::optional<Figure> network_rate_of(const record::CaseRecord& c, std::optional<double> rate);

/// The part of the transfer that ran beside computation, in per cent; it may be 0.
[[nodiscard]] std::optional<Figure> overlap_of(const record::CaseRecord& c);

/// "PingPong, 64 KiB, 4 processes": the case as a person names it.
[[nodiscard]] std::string case_name(const record::CaseId& id);

/// "Multi-PingPong NON-AGGREGATE": benchmark and mode.
[[nodiscard]] std::string benchmark_of(const record::CaseId& id);

}  // namespace sonde::analysis
