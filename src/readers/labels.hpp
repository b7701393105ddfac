// What launchers and collectors of logs write before each line: "0: " (srun -l), "[0] " (mpiexec -l),
// "[1,0]<stdout>:" (mpirun --tag-output), times of day (CI logs, syslog), quoting ("> ").
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace sonde::readers {

/// What labels of one kind have in common: times, numbers and blanks in it differ from line to line.
class LabelKind {
 public:
  LabelKind() = default;
  explicit LabelKind(std::string_view label);

  /// The length of a label of this kind at the start of the line, 0 where there is none.
  [[nodiscard]] std::size_t length(std::string_view line) const;
  /// Whether it holds a time or a number beside other characters, so that no row of a table looks like it.
  [[nodiscard]] bool unmistakable() const;
  bool operator==(const LabelKind&) const = default;

 private:
  std::string shape_;
};

/// What stands before a line that only a suite writes, "# OSU MPI ..." or "# Benchmarking ..."; empty where
/// it begins the line. No value where the line is no such line.
[[nodiscard]] std::optional<std::string_view> label_of(std::string_view line);

/// Takes labels off, of several kinds where programs of a log have been started in several ways. A kind of
/// label is one where two lines that only a suite writes have it. Lines come out
/// in the order in which they went in, but those of other labels (other ranks) behind all others, and only
/// where there are tables among them. Labels that never come back count (seconds, lines): theirs are one
/// text.
class LineLabels {
 public:
  using Take = std::function<Result<void>(std::string_view line, std::int64_t number)>;
  explicit LineLabels(Take take) : take_(std::move(take)) {}

  Result<void> add(std::string_view line);
  Result<void> finish();
  /// What was taken off, and lines that were lost: sentences.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  struct Line {
    std::string text;
    std::int64_t number = 0;
  };
  struct Speaker {
    std::vector<Line> lines;
    bool has_tables = false;
  };
  Result<void> hold(std::string_view line);
  Result<void> let_go();
  Result<void> pass(std::string_view line, std::int64_t number);
  Result<void> hear(const std::string& speaker);
  bool joined(std::string_view text, const LabelKind& kind, std::int64_t number);
  /// That of the label at the start of the line, if it has one.
  [[nodiscard]] const LabelKind* known_kind(std::string_view line) const;
  /// What label_of says of a line without a label that is known.
  [[nodiscard]] std::optional<std::string_view> new_label(std::string_view line) const;
  void learn();

  Take take_;
  std::int64_t number_ = 0;
  std::vector<LabelKind> kinds_;
  std::vector<std::string> shown_;  ///< the first label of each kind that a line has told, for the notes
  LabelKind likely_;
  std::string likely_shown_;
  std::vector<Line> held_;  ///< until it is known whether `likely_` is a kind
  std::string speaker_;     ///< whose tables are read
  std::string last_;        ///< who spoke last
  bool spoken_ = false, returned_ = false;
  std::map<std::string, Speaker> others_;
  std::size_t kept_bytes_ = 0;
  std::int64_t joined_ = 0, first_joined_ = 0, dropped_ = 0, rows_left_out_ = 0;
};

}  // namespace sonde::readers
