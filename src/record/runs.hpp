// Where the readers of all formats put what they read. It refuses what no benchmark can have left behind, and
// text that goes on without a result.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// Cases while their number is unknown: a single list holds them twice when it grows.
class CaseChunks {
 public:
  void add(CaseRecord&& record) {
    if (size_ == chunks_.size() * length) chunks_.emplace_back();
    chunks_.back().push_back(std::move(record));
    ++size_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  CaseRecord& operator[](std::size_t place) { return chunks_[place / length][place % length]; }

  /// All of them in one list; none is left here.
  std::vector<CaseRecord> take() {
    std::vector<CaseRecord> all;
    all.reserve(size_);
    for (auto& chunk : std::exchange(chunks_, {})) {
      std::ranges::move(chunk, std::back_inserter(all));
      std::vector<CaseRecord>().swap(chunk);  // its memory is needed for what `all` still gets
    }
    size_ = 0;
    return all;
  }

 private:
  static constexpr std::size_t length = 4096;
  std::vector<std::vector<CaseRecord>> chunks_;
  std::size_t size_ = 0;
};

class Runs {
 public:
  /// Before each line of the file: its number is that of the lines so far. An error where so much text came
  /// since the last run or case that no more is to be expected: a pipe may have no end.
  Result<void> begin_line(std::size_t bytes);
  [[nodiscard]] std::int64_t line() const { return line_; }
  /// Where lines do not come in the order of the file: the number of the one that has begun.
  void set_line(std::int64_t number) { line_ = number; }

  [[nodiscard]] bool empty() const { return runs_.empty(); }
  /// The run that is being read, without its cases; the first one is opened where there is none.
  Run& last();
  /// The cases of the last run.
  [[nodiscard]] CaseChunks& cases() { return cases_; }
  /// Opens a run.
  Result<void> begin(Run run);
  /// Adds a case of the line `row` to the last run. What no benchmark can have measured costs its line only;
  /// an error where the file holds too much.
  Result<void> add(CaseRecord&& record, std::string_view row);
  /// Puts a plausible case in the place of an earlier one.
  Result<void> replace(std::size_t place, CaseRecord&& record);
  Result<void> end(Footer footer, std::string_view row);

  /// Notes a table that cannot be read, of which `name` is what its heading says. Never an error, as the
  /// next.
  Result<void> leave_out(std::string_view name);
  /// Notes a line that looks like a row of a table or of a record and is not taken.
  Result<void> pass_over(std::string_view text, std::string_view why);

  /// The runs, with notes about what was left out and passed over; an error where that was everything.
  Result<std::vector<Run>> take();

 private:
  struct LeftOut {
    std::string name;
    std::int64_t line = 0;
  };
  struct PassedOver {
    std::string text, why;  ///< of the first
    std::int64_t line = 0;
    std::int64_t lines = 0;
  };
  /// The words that a file makes up for itself. What reads records keeps a list, a column or a group for each
  /// of them, so that a file of ever new ones would take many times its length.
  struct Vocabulary {
    std::set<std::string> names;    ///< of benchmarks and modes
    std::set<std::string> labels;   ///< of variants, with their values
    std::set<std::string> columns;  ///< of foreign tables
    std::set<std::string> kinds;    ///< of warnings
  };
  /// An error where the case brings one more word than any file has.
  Result<void> learn(const CaseRecord& record);
  [[nodiscard]] std::string list_of_left_out() const;
  void note_passed_over();
  void hand_over_cases();

  std::vector<Run> runs_;
  CaseChunks cases_;
  Vocabulary vocabulary_;
  std::vector<LeftOut> left_out_;  ///< the first few
  std::size_t tables_left_out_ = 0;
  PassedOver passed_over_;        ///< of the last run
  PassedOver first_passed_over_;  ///< of all
  std::int64_t line_ = 0;
  std::uint64_t text_bytes_ = 0;  ///< of the lines so far
  std::uint64_t text_used_ = 0;   ///< of these, those up to the last run or case
  std::size_t numbers_ = 0;       ///< of places, of all runs
};

}  // namespace sonde::record
