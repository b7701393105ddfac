// Reads the files a command names.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::app {

/// All runs of all files in order. Their `source` becomes a short name that tells them apart: the file's name
/// without its folder, with as many folders as it takes, and "#2" for the second run of a file.
[[nodiscard]] Result<std::vector<record::Run>> read_input_files(const std::vector<std::string>& paths);

/// Keeps a note on what could not be read of a file, as read_input_files does, for pop_notes().
void keep_note(std::string note);

/// What could not be read of the files so far; each is handed out once. They belong to an answer, and where
/// there is none, to the one message that says why.
[[nodiscard]] std::vector<std::string> pop_notes();

/// Makes the `source` of runs short as read_input_files does; `runs` of one file stand together.
void shorten_sources(std::vector<record::Run>& runs);

/// The short names read_input_files gives: one for each path, distinct wherever the paths are.
[[nodiscard]] std::vector<std::string> short_names(const std::vector<std::string>& paths);

/// Directories of campaigns become the records of the launches that ended well: one that was killed together
/// with its campaign, or still runs, has left a part of a run.
/// `notes` says how many were left out.
[[nodiscard]] Result<std::vector<std::string>> whole_launches(const std::vector<std::string>& paths,
                                                              std::vector<std::string>& notes);

}  // namespace sonde::app
