// One number a case and night.
#pragma once
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/observations.hpp"
#include "record/record.hpp"

namespace sonde::history {

/// What is measured again every night: a case of a program on so many hosts, of any names.
struct MeasuredCase {
  record::CaseId id;
  std::string program{};
  std::size_t hosts = 0;  ///< 0: the record does not say

  std::weak_ordering operator<=>(const MeasuredCase& other) const {
    return std::tie(id, program, hosts) <=> std::tie(other.id, other.program, other.hosts);
  }
};

/// Fewer launches than this, and one disturbed launch may set the value of the night: it is weak.
inline constexpr int enough_launches = 3;

struct Cell {
  double value =
      std::numeric_limits<double>::quiet_NaN();  ///< median over launches of log(slowness); NaN: not measured
  double low = value, high = value;              ///< the least and the greatest of the launches
  int launches = 0;                              ///< that measured it
  int failed = 0;                                ///< that failed in it
  double rounding = 0;                           ///< how far the launches leave it open, the most of them

  [[nodiscard]] bool weak() const { return launches > 0 && launches < enough_launches; }
};

struct HistoryRow {
  MeasuredCase what;
  std::string name;  ///< for a person, distinct in its table
  analysis::Quantity quantity = analysis::Quantity::median;
  std::vector<Cell> nights;
  bool leading = true;     ///< the number that stands for the whole case; only this one counts failures
  record::CaseId apart{};  ///< the case, with its program and number of hosts where namesakes have others

  /// "s", "MB/s" (10^6 bytes), "/s" or "%".
  [[nodiscard]] const char* unit() const;
  /// The value of a night in that unit.
  [[nodiscard]] double plain(std::size_t night) const { return plain_of(nights[night].value); }
  /// The same of a log(slowness), and as a person reads it: "115 us", "200 MB/s".
  [[nodiscard]] double plain_of(double value) const;
  [[nodiscard]] std::string text_of(double value) const;
};

/// log(slowness) by analysis::Quantity; NaN: none.
using Logarithms = std::array<double, analysis::known_quantities>;

/// How far printed digits or a coarse timer leave each of them open.
using Roundings = std::array<float, analysis::known_quantities>;

[[nodiscard]] constexpr Logarithms no_logarithms() {
  Logarithms out{};
  for (double& one : out) one = std::numeric_limits<double>::quiet_NaN();
  return out;
}

/// What the table needs of one case of a launch.
struct CaseReading {
  record::CaseId id;
  bool failed = false;
  Logarithms of_quantity = no_logarithms();
  Roundings rounding{};
};

/// What it needs of a launch.
struct LaunchReadings {
  std::string program{};
  std::size_t hosts = 0;  ///< 0: the record does not say
  std::vector<CaseReading> readings{};
};
[[nodiscard]] LaunchReadings launch_of(const record::Run& run);
/// False where the alarm can say nothing of any of its cases: none has a number, and none failed.
[[nodiscard]] bool comparable(const LaunchReadings& launch);

/// The name that the row has beside namesakes of other programs, or on other numbers of hosts.
[[nodiscard]] std::string name_of(const HistoryRow& row, bool other_program, bool other_hosts);

/// Gives the cases of a run the ids of their rows (HistoryRow::apart): namesakes are cases of their own.
void set_apart(std::span<const HistoryRow> rows, std::span<record::Run> runs);

/// Takes the launches of all nights, one after the other, and keeps of each what the table needs.
class TableMaker {
 public:
  void add(std::size_t night, const LaunchReadings& launch);
  void add(std::size_t night, const record::Run& run) { add(night, launch_of(run)); }
  /// The rows in the order of cases; each has a cell for each of `nights` nights.
  [[nodiscard]] std::vector<HistoryRow> rows(std::size_t nights) const;

 private:
  struct Value {
    std::size_t night = 0, launch = 0;
    bool failed = false;
    Logarithms of_quantity{};
    Roundings rounding{};
  };
  [[nodiscard]] static std::optional<analysis::Quantity> quantity_of(const std::vector<Value>& values,
                                                                     analysis::Quantity group);
  [[nodiscard]] static HistoryRow row_of(const MeasuredCase& what, const std::vector<Value>& values,
                                         analysis::Quantity quantity, bool leading, std::size_t nights);
  std::map<MeasuredCase, std::vector<Value>> values_;  ///< those of a launch stand together
  std::size_t launches_ = 0;
};

}  // namespace sonde::history
