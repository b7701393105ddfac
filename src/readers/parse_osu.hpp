// Text of the OSU micro-benchmarks: one benchmark a run, rates in 10^6 bytes.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "readers/osu_labels.hpp"
#include "record/runs.hpp"

namespace sonde::readers {

class OsuText {
 public:
  explicit OsuText(record::Runs& runs) : runs_(runs) {}

  [[nodiscard]] static bool is_title(std::string_view line);
  /// Lines before the title that say how the run was started ("# cmd:", "# date:"), as scripts put there.
  void before_title(std::string_view line);
  Result<void> line(std::string_view text);

 private:
  Result<void> title(std::string_view text);
  void comment(std::string_view text);
  void set(record::CaseRecord& record, const std::string& column, std::string_view word) const;
  Result<void> row_of_windows(std::string_view text, const std::vector<std::string_view>& parts);
  Result<void> pass_over_other_width(std::string_view text, std::size_t words, std::size_t leading);
  Result<void> row(std::string_view text, const std::vector<std::string_view>& parts);
  Result<record::CaseRecord> case_of(const std::vector<std::string_view>& parts) const;
  Result<void> set_column(record::CaseRecord& record, const std::string& column, std::string_view word) const;
  Result<void> start_up(std::string_view text);
  Result<void> found_wrong(std::string_view text, std::int64_t bytes);

  record::Runs& runs_;
  record::Header pending_;
  Labels pending_labels_;  ///< of the title to come
  record::CaseId id_;
  std::vector<std::string> columns_;
  bool windows_vary_ = false;          ///< osu_mbw_mr -V
  std::vector<std::int64_t> windows_;  ///< messages in flight, of each column of rates there
  bool message_rates_ = false;         ///< the second table of -V
  bool left_out_ = false;              ///< rows without a head are noted
};

}  // namespace sonde::readers
