// Reads what a run left behind: records of Sonde, and the text of other suites. What a file lacks stays
// absent.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/input.hpp"
#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::readers {

/// How a note of a run begins of which a launcher or a batch system says that it died; its line follows.
inline constexpr std::string_view death_note = "the program died: ";

/// A file of records or tables, for a reader that looks at its beginning first. Up to 4 GiB are read.
[[nodiscard]] Result<InputFile> open_runs(const std::string& path);

/// The one run in a file: JSON lines or CSV of Sonde, text tables of Sonde and of the IMB family (PMB, 3.x,
/// 2018 to 2021), OSU text, or a performance log of ReFrame; the content decides which, not the name. A file
/// cut short gives its complete lines. The message of an error names file and line. A file with several runs
/// is an error.
[[nodiscard]] Result<record::Run> read_run(const std::string& path);

/// All runs in a file: -append puts several there, and so does `cat`. At least one; an empty file is an
/// error.
[[nodiscard]] Result<std::vector<record::Run>> read_runs(const std::string& path);

/// The same for what is left of an open file.
[[nodiscard]] Result<std::vector<record::Run>> read_runs(InputFile& file);

/// The same as read_run for text in memory; `source` stands in messages and in `Run::source`.
[[nodiscard]] Result<record::Run> read_text(std::string_view text, const std::string& source);

}  // namespace sonde::readers
