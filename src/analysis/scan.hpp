// What a scan says: for each case the times of its settings, and which is proved best.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "record/record.hpp"
#include "stats/interval.hpp"

namespace sonde::analysis {

/// What the launches of one setting say of a case.
struct SettingRow {
  std::size_t setting = 0;
  std::vector<double> values;  ///< of launches, ascending
  double median = 0, slowness = 0;
  std::optional<stats::Interval> interval{};  ///< 95 %, of the median
};

/// A setting without a number of a case.
struct UnmeasuredSetting {
  std::size_t setting = 0;
  std::string why;  ///< "failed: out of memory", "wrong data", "no record"
};

/// That one setting of a case takes less time than another.
struct SettingProof {
  bool of_all = false;           ///< than all others, of which `rival` is the best; else than the first alone
  bool some_unmeasured = false;  ///< all others are those that have the number
  std::size_t rival = 0;         ///< a setting
  double ratio = 1, low = 1, high = 1;  ///< of its time
};

struct ScannedCase {
  record::CaseId id;
  Measure measure{};
  std::vector<SettingRow> rows;                 ///< in the order of settings, of those that have the number
  std::vector<UnmeasuredSetting> unmeasured{};  ///< the others, in the same order
  std::size_t best = 0;                         ///< row of the least time or the highest rate
  std::optional<SettingProof> proof{};
};

/// Cases that are the same in all settings, but for labels of these. The best is proved by compare(): better
/// than its best rival, and so than all others that measured the case, or only better than the first. p is
/// corrected for all pairs of settings, since it is the launches that say which are compared.
[[nodiscard]] std::vector<ScannedCase> scanned_cases(std::span<const std::vector<record::Run>> settings,
                                                     double threshold);

/// Of so many settings, any of which the launches may choose for a comparison.
[[nodiscard]] constexpr std::size_t pairs_of(std::size_t settings) {
  return settings * (settings - 1) / 2;
}

/// "better than all others, next eager=4096, 0.8 [0.78, 0.83] of its time".
[[nodiscard]] std::string proof_text(const SettingProof& proof, std::span<const std::string> labels);

struct Scan {
  std::vector<std::vector<record::ScanSetting>> settings;  ///< ascending where they are numbers
  std::vector<std::string> labels;                         ///< "eager=4096"
  std::vector<std::vector<record::Run>> runs;              ///< of each setting, without labels of it
  std::vector<ScannedCase> cases{};                        ///< by scanned_cases()

  /// Names that have several values.
  [[nodiscard]] std::vector<std::string> axes() const;
};

/// Of runs that have settings by their header; nothing where these are fewer than two.
[[nodiscard]] std::optional<Scan> scan_of(std::span<const record::Run> runs, double threshold);

/// The values of one axis in order, and where they stand on it: numbers by themselves, else categories at 0,
/// 1, 2 ...
struct ScanAxis {
  std::string name;
  std::vector<std::string> values;
  std::vector<double> places;  ///< of these
  bool numbers = false, logarithmic = false;

  [[nodiscard]] std::optional<double> place_of(const std::string& value) const;
};
[[nodiscard]] ScanAxis axis_of(std::span<const std::vector<record::ScanSetting>> settings,
                               const std::string& name);

/// Where each side has one setting at most: these are what the sides are about, and cases are the same
/// without their labels.
void settings_as_sides(std::vector<record::Run>& base, std::vector<record::Run>& fresh);

}  // namespace sonde::analysis
