#include "app/sonde/input_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "campaign/journal.hpp"
#include "readers/read.hpp"

namespace sonde::app {
namespace {

// The last `parts` parts of a path.
std::string tail(const std::string& path, int parts) {
  std::size_t from = path.size();
  while (parts-- > 0 && from != std::string::npos && from > 0) from = path.rfind('/', from - 1);
  return from == std::string::npos || from == 0 ? path : path.substr(from + 1);
}

std::vector<std::string>& notes_so_far() {
  static std::vector<std::string> notes;
  return notes;
}

// Lines of one benchmark belong together however its suites spell it: as where it stands first.
void spell_alike(std::vector<record::Run>& runs) {
  std::map<std::string, std::string> spellings;
  for (record::Run& run : runs)
    for (record::CaseRecord& record : run.cases)
      record.id.benchmark =
          spellings.try_emplace(lower(record.id.benchmark), record.id.benchmark).first->second;
}

/// Adds the records of launches that ended well, and a note on the others.
void add_records(const std::string& directory, const campaign::Journal& journal,
                 std::vector<std::string>& records, std::vector<std::string>& notes) {
  std::size_t left_out = 0;
  std::set<std::string> reasons;
  for (const auto& [launch, entry] : journal.entries()) {
    std::error_code ignored;
    auto record = journal.record_path(launch);
    const bool there = std::filesystem::exists(record, ignored);
    if (entry.good && there) {
      records.push_back(std::move(record));
      continue;
    }
    ++left_out;
    reasons.insert(entry.good    ? "its record is gone"
                   : entry.ended ? entry.text.substr(0, entry.text.find(": "))
                                 : "it has not ended");
  }
  if (left_out > 0)
    notes.push_back(fmt::format("{} of '{}' {} left out: {}", counted(left_out, "launch"), directory,
                                left_out == 1 ? "is" : "are", fmt::join(reasons, ", ")));
}

}  // namespace

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const auto ambiguous = [&](int parts) {
      return std::any_of(paths.begin(), paths.end(), [&](const std::string& other) {
        return other != path && tail(other, parts) == tail(path, parts);
      });
    };
    int parts = 1;
    while (ambiguous(parts) && tail(path, parts) != path) ++parts;
    names.push_back(tail(path, parts));
  }
  return names;
}

Result<std::vector<record::Run>> read_input_files(const std::vector<std::string>& paths) {
  const std::vector<std::string> names = short_names(paths);
  std::vector<record::Run> runs;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto read = readers::read_runs(paths[i]);
    if (!read) return tl::unexpected(read.error());
    for (std::size_t n = 0; n < read->size(); ++n) {
      record::Run& run = (*read)[n];
      run.source = names[i] + (n == 0 ? "" : fmt::format(" #{}", n + 1));
      runs.push_back(std::move(run));
    }
  }
  std::ranges::move(record::notes_of(runs), std::back_inserter(notes_so_far()));
  spell_alike(runs);
  return runs;
}

void keep_note(std::string note) {
  notes_so_far().push_back(std::move(note));
}

std::vector<std::string> pop_notes() {
  return std::exchange(notes_so_far(), {});
}

Result<std::vector<std::string>> whole_launches(const std::vector<std::string>& paths,
                                                std::vector<std::string>& notes) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    const auto journal = campaign::Journal::look(path);
    if (!journal) return tl::unexpected(journal.error());
    if (!*journal) {
      out.push_back(path);
      continue;
    }
    add_records(path, **journal, out, notes);
  }
  return out;
}

void shorten_sources(std::vector<record::Run>& runs) {
  std::vector<std::string> paths;
  paths.reserve(runs.size());
  for (const record::Run& run : runs) paths.push_back(run.source);
  const std::vector<std::string> names = short_names(paths);
  for (std::size_t i = 0, of_file = 1; i < runs.size(); ++i) {
    of_file = i > 0 && paths[i] == paths[i - 1] ? of_file + 1 : 1;
    runs[i].source = names[i] + (of_file == 1 ? "" : fmt::format(" #{}", of_file));
  }
}

}  // namespace sonde::app
