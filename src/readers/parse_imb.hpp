// Text tables of the IMB family: PMB, 3.x, 2018 to 2021, and Sonde's own.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "readers/table_warnings.hpp"
#include "readers/text_columns.hpp"
#include "record/runs.hpp"

namespace sonde::readers {

class ImbText {
 public:
  explicit ImbText(record::Runs& runs) : runs_(runs), warnings_(runs) {}

  /// True where the line opens a run of this family.
  [[nodiscard]] static bool is_title(std::string_view line);
  Result<void> line(std::string_view text);
  /// Derives what only all rows together tell: the bytes of a megabyte, the ranks of the run.
  static void complete(record::Run& run);
  /// What is held back for a line that may follow.
  void finish() { warnings_.keep(); }

 private:
  enum class ExpectedContent { nothing, command, ranks };

  record::Run& run();
  Result<void> title(std::string_view text);
  Result<void> comment(std::string_view text);
  void head_entry(std::string_view text);
  void section(std::string_view name);
  void processes(std::string_view text);
  void waiting(std::string_view text);
  void groups(std::string_view text);
  void group_ranks(std::string_view text);
  Result<void> invalid(std::string_view text);
  bool more_ranks(std::string_view text);
  void add_ranks(std::string_view numbers);
  Result<void> row(std::string_view text);
  void complete_id(record::CaseRecord& record);
  record::RankList ranks_of(int group);
  Result<void> found_wrong(std::string_view text);
  static void our_reason(record::CaseRecord& record);
  Result<void> unread(std::string_view text);
  Result<void> leave_out();
  void label(record::CaseId& id);
  [[nodiscard]] std::string pattern_of(std::string_view word) const;

  record::Runs& runs_;
  TableWarnings warnings_;
  record::CaseId id_;
  std::vector<std::vector<int>> ranks_;           ///< per group, as printed
  std::map<int, record::RankList> shared_ranks_;  ///< of ranks_, by group, all by -1: rows share them
  bool ranks_cut_ = false;                        ///< a list was abbreviated
  std::vector<TextColumn> columns_;
  std::string arrival_;           ///< of the section: who comes late, "last:2"
  bool leading_pattern_ = false;  ///< a word before the columns says which pattern of arrivals a row is of
  ExpectedContent expect_ = ExpectedContent::nothing;
  std::map<std::int64_t, double> wrong_;  ///< -DCHECK: errors at lengths whose row is still to come
  std::optional<std::string> memory_;     ///< the label of all cases of the run, once the head was read
  bool left_out_ = false;                 ///< the table of this section is noted as one that cannot be read
};

}  // namespace sonde::readers
