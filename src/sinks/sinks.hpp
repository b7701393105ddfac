// Where records go. Sinks live on the first rank and are called between cases, never while a clock runs.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "plan/plan.hpp"
#include "record/csv.hpp"
#include "record/record.hpp"

namespace sonde::sinks {

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void begin(const record::Header&) {}
  /// Comment lines for people, before a section.
  virtual void remark(std::string_view) {}
  virtual void section(const TableRun&) {}
  /// Before the cases of a message length, of which there are several under -multi 1.
  virtual void size(const TableRun&) {}
  virtual void add(const TableRun& section, const record::CaseRecord& result) = 0;
  /// A case that stands in the record since an earlier launch (-resume): shown, but not recorded again.
  virtual void recall(const TableRun&, const record::CaseRecord&) {}
  /// After every sink has shown the head of a section, or taken the cases of a message length.
  virtual void after_all() {}
  virtual void end(const record::Footer& footer) = 0;
};

/// What runs, how much is done, how long it will take: one line on the terminal of the user who started the
/// run, on standard error. Launchers put a pipe between a rank and the terminal, so the standard error of the
/// launcher among this process's ancestors counts as well. The line is gone while other sinks write, so this
/// one comes before them. Null where no terminal is there.
[[nodiscard]] std::unique_ptr<Sink> make_progress(const Settings& settings, const Plan& plan);

/// The tables on standard output. `settings` and `plan` must outlive the sink. Every call throws OutputLost
/// when the output cannot be written.
[[nodiscard]] std::unique_ptr<Sink> make_text_sink(const Settings& settings, const Plan& plan);

/// Warnings a user must see: at the end of the run, one of each kind spelt out. On standard error, or before
/// the foot of the tables, which is written after this sink then.
[[nodiscard]] std::unique_ptr<Sink> make_warning_sink(Warnings where);

/// Each kind in two lines, what and what to do, those that weigh most first; at most eight lines of 80
/// columns (a single kind may take more). Every line begins with # and no whole number stands between blanks:
/// people find rows by the blanks around their length. The rest is in the record.
[[nodiscard]] std::string on_screen(std::span<const record::Warning> warnings);

/// Records on disk, each line written before the next case starts: JSON lines (-json) and CSV (-csv), as the
/// settings name them. New files are made exclusively, old ones taken only with -append or -resume. On the
/// first rank. Every call of a sink throws OutputLost when its file cannot be written. `columns`: of -csv.
[[nodiscard]] Result<std::vector<std::unique_ptr<Sink>>> open_record_sinks(const Settings& settings,
                                                                           record::CsvColumns columns = {});

/// What open_record_sinks would refuse; makes and changes no file. On the first rank.
[[nodiscard]] Result<void> could_open_record_sinks(const Settings& settings);

}  // namespace sonde::sinks
