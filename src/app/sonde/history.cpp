// sonde history: nights of records, and whether the last one stands out.
#include "history/history.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <memory>

#include "analysis/observations.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/output_file.hpp"
#include "base/complain.hpp"
#include "base/text.hpp"
#include "history/acknowledged.hpp"
#include "history/export.hpp"
#include "history/html_page.hpp"
#include "history/index.hpp"
#include "history/levels.hpp"
#include "history/why.hpp"
#include "host/output.hpp"
#include "readers/read.hpp"
#include "record/record.hpp"

namespace sonde::app {
namespace {

struct HistoryOptions {
  std::string directory;
  std::vector<std::string> records;
  std::string time, night, what, text, form;
  std::string title = "Nightly runs";
  Output page{"history.html"};
};

struct File {
  std::string source, name, content;
};

/// Whether nights can be compared by it.
bool counts(const record::Run& run) {
  return history::comparable(history::launch_of(run));
}

/// A run as a file of the history; an error where it is none that can be kept.
Result<File> file_of(const record::Run& run, const std::string& time) {
  if (run.torn || (run.format == record::Format::json && !run.footer))
    return failure(fmt::format(
        "{}: the run did not end: a part of a launch is no night's value; leave it out", run.source));
  if (!counts(run))
    return failure(
        fmt::format("{}: no case of it has a number by which nights can be compared: no night could "
                    "ever raise an alarm",
                    run.source));
  record::Run kept = run;
  if (!time.empty() && !history::minutes_of(kept.header.start)) kept.header.start = time;
  if (kept.header.start.empty())
    return failure(fmt::format("{}: says no time: give it with --time 2025-11-22T03:00Z", run.source));
  const auto minutes = history::minutes_of(kept.header.start);
  if (!minutes)
    return failure(
        fmt::format("{}: says {}, which is no time with a zone: give it with --time 2025-11-22T03:00Z",
                    run.source, sonde::quoted(kept.header.start)));
  File file{run.source, {}, history::content_of(kept)};
  file.name = history::file_name(*minutes, file.content);
  return file;
}

/// What a record adds; what of it is left out is noted.
Result<void> add_files_of(std::span<const record::Run> runs, const std::string& time,
                          std::vector<File>& files, std::vector<std::string>& notes) {
  const bool some = std::ranges::any_of(runs, counts);
  for (const auto& run : runs) {
    const bool unread = std::ranges::any_of(
        run.notes, [](const std::string& note) { return !note.starts_with(readers::death_note); });
    if (run.cases.empty() && unread) continue;
    if (some && !counts(run)) {
      notes.push_back(fmt::format("{}: {} has no case by which nights can be compared: it is left out",
                                  run.source, run.header.program));
      continue;
    }
    auto file = file_of(run, time);
    if (!file) return tl::unexpected(file.error());
    files.push_back(std::move(*file));
  }
  return {};
}

/// All that is to be added; nothing is written before all were looked at.
Result<std::vector<File>> files_of(const HistoryOptions& options, std::vector<std::string>& notes) {
  const auto paths = whole_launches(options.records, notes);
  if (!paths) return tl::unexpected(paths.error());
  std::vector<File> files;
  for (const auto& path : *paths) {
    const auto runs = analysis::read_all(std::span(&path, 1));
    if (!runs) return tl::unexpected(runs.error());
    std::ranges::move(record::notes_of(*runs), std::back_inserter(notes));
    if (const auto added = add_files_of(*runs, options.time, files, notes); !added)
      return tl::unexpected(added.error());
  }
  if (files.empty()) return failure("no launch of these ended well: nothing is added");
  return files;
}

int add_records(const HistoryOptions& options) {
  if (!options.time.empty())
    if (const auto time = history::minutes_of(options.time); !time)
      return wrong_input("--time: " + time.error().message);
  std::vector<std::string> notes;
  const auto files = files_of(options, notes);
  if (!files) return wrong_input(files.error().message);
  for (const auto& note : notes) complain("sonde", note);
  for (const auto& file : *files) {
    const auto added = history::add_file(options.directory, file.name, file.content);
    if (!added) return wrong_input(added.error().message);
    host::write_output(
        fmt::format("{} {}\n", file.name, *added == history::Added::fresh ? "added" : "is there already"));
  }
  return 0;
}

/// The history of the directory; what is to be noted about it is said.
Result<history::History> history_of(const HistoryOptions& options) {
  auto read = history::read_history(options.directory);
  if (read && !read->note.empty()) complain("sonde", read->note);
  return read;
}

int check_history(const HistoryOptions& options) {
  const auto read = history_of(options);
  if (!read) return wrong_input(read.error().message);
  const auto found = history::check(*read);
  if (!found) return wrong_input(found.error().message);
  host::write_output(history::check_text(*read, *found));
  if (found->alarm()) return 1;
  return found->judged() ? 0 : 3;
}

int show_history(const HistoryOptions& options) {
  const auto read = history_of(options);
  if (!read) return wrong_input(read.error().message);
  const auto levels = history::levels_text(*read);
  if (!levels) return wrong_input(levels.error().message);
  host::write_output(history::show_text(*read) + *levels);
  return 0;
}

int write_page(const HistoryOptions& options) {
  if (const auto right = must_hold(options.page.path, ".html"); !right)
    return wrong_input(right.error().message);
  if (const auto allowed = may_write(options.page, {}); !allowed) return wrong_input(allowed.error().message);
  const auto read = history_of(options);
  if (!read) return wrong_input(read.error().message);
  const auto found = history::check(*read);
  if (!found) return wrong_input(found.error().message);
  const auto page = history::html_page(
      *read, *found, {options.title, fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)))});
  if (!page) return wrong_input(page.error().message);
  std::vector<std::string> inputs{fmt::format("{}/{}", options.directory, history::acknowledged_file),
                                  fmt::format("{}/{}", options.directory, history::index_file)};
  for (const auto& night : read->nights)
    for (const auto& file : night.files) inputs.push_back(fmt::format("{}/{}", options.directory, file));
  return deliver(options.page, inputs, *page);
}

int why_night(const HistoryOptions& options) {
  history::History read{options.directory, {}, {}};
  auto nights = history::read_nights(options.directory);
  if (!nights) return wrong_input(nights.error().message);
  read.nights = std::move(*nights);
  const auto night = history::find_night(read.nights, options.night);
  if (!night) return wrong_input(night.error().message);
  const auto changes = history::changes_at(options.directory, read.nights, *night);
  if (!changes) return wrong_input(changes.error().message);
  host::write_output(history::why_text(read, *night, *changes));
  return 0;
}

int acknowledge_level(const HistoryOptions& options) {
  const auto read = history_of(options);
  if (!read) return wrong_input(read.error().message);
  const auto night = history::find_night(read->nights, options.night);
  if (!night) return wrong_input(night.error().message);
  const auto row = std::ranges::find(read->rows, options.what, &history::HistoryRow::name);
  if (row == read->rows.end()) {
    std::vector<std::string_view> names;
    for (const auto& one : read->rows) names.emplace_back(one.name);
    const auto near = nearest(options.what, names);
    return wrong_input(fmt::format(
        "there is no case {}: {}", sonde::quoted(options.what),
        near.empty() ? "sonde history DIR show names them" : fmt::format("did you mean '{}'?", near)));
  }
  if (row->nights[*night].launches == 0)
    return wrong_input(
        fmt::format("{} was not measured in night {}: a level begins with a night that has a number",
                    sonde::quoted(options.what), options.night));
  const auto done = history::acknowledge(options.directory, {options.night, options.what, options.text});
  if (!done) return wrong_input(done.error().message);
  host::write_output(fmt::format("{}: a new level from {} on\n", options.what, options.night));
  return 0;
}

int export_history(const HistoryOptions& options) {
  const auto form = history::form_of(options.form);
  if (!form) return wrong_input("--format: " + form.error().message);
  const auto read = history_of(options);
  if (!read) return wrong_input(read.error().message);
  const auto found = history::check(*read);
  if (!found) return wrong_input(found.error().message);
  host::write_output(form->text(*read, *found));
  return 0;
}

}  // namespace

Action setup_history(CLI::App& command) {
  const auto options = std::make_shared<HistoryOptions>();
  command.add_option("DIR", options->directory, "the directory of the history; add makes it")->required();
  std::vector<std::pair<CLI::App*, Action>> actions;
  const auto sub = [&](const char* name, const char* summary, int (*run)(const HistoryOptions&)) {
    CLI::App* made = command.add_subcommand(name, summary);
    actions.emplace_back(made, [options, run] { return run(*options); });
    return made;
  };
  CLI::App* add = sub("add", "copy records into the directory", add_records);
  add->add_option("REC", options->records, "records, tables of other suites, directories of them, campaigns")
      ->required();
  add->add_option("--time", options->time,
                  "when the launch began, for tables that do not say: 2025-11-22T03:00Z");
  sub("check", "say whether the last night is slower than the site's past", check_history);
  sub("show", "print every case: its last night against the nights before", show_history);
  CLI::App* page =
      sub("page", "write one page that opens offline: the alarms, then a line for every case", write_page);
  add_output(*page, options->page, "the page to write; - is standard output");
  page->add_option("--title", options->title, "heading of the page");
  CLI::App* why = sub("why", "say what changed in the records from the night before to this one", why_night);
  why->add_option("NIGHT", options->night, "its name, as 2025-11-22")->required();
  CLI::App* known =
      sub("acknowledge", "take a new level of a case as it is, from a night on", acknowledge_level);
  known->add_option("NIGHT", options->night, "the first night of the new level, as 2025-11-22")->required();
  known->add_option("CASE", options->what, "the case, as check and show name it")->required();
  known->add_option("TEXT", options->text, "why it is to stay")->required();
  CLI::App* forms = sub("export", "print the history in the form of another tool", export_history);
  forms->add_option("--format", options->form, "github, openmetrics, junit or csv")->required();
  command.require_subcommand(1);
  command.footer("Exit status of check: 0 no alarm, 1 alarm, 2 wrong input, 3 too little history.");
  return [actions] {
    for (const auto& [made, action] : actions)
      if (made->parsed()) return action();
    return 2;
  };
}

}  // namespace sonde::app
