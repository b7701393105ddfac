#include "history/why.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "analysis/chosen_variables.hpp"
#include "analysis/provenance_notes.hpp"
#include "base/text.hpp"
#include "history/history.hpp"

namespace sonde::history {
namespace {

using Texts = std::set<std::string>;
constexpr std::size_t longest_list = 200;

Texts texts_of(std::span<const record::Run> runs,
               const std::function<void(const record::Header&, Texts&)>& collect) {
  Texts out;
  for (const auto& run : runs) collect(run.header, out);
  return out;
}

void hosts_in(const record::Header& header, Texts& out) {
  for (const auto& place : header.places)
    if (!place.host.empty()) out.insert(place.host);
}

void commands_in(const record::Header& header, Texts& out) {
  std::string line;
  bool names_file = false;  // a file of results is named anew for each launch
  for (const auto& word : header.command_line) {
    const bool names_next = same_word(word, "-json") || same_word(word, "-csv");
    line += (line.empty() ? "" : " ") + (names_file ? std::string("FILE") : word);
    names_file = names_next;
  }
  if (!line.empty()) out.insert(line);
}

Texts less(const Texts& all, const Texts& without) {
  Texts out;
  std::ranges::set_difference(all, without, std::inserter(out, out.end()));
  return out;
}

std::string joined(const Texts& texts) {
  return shortened(fmt::format("{}", fmt::join(texts, ", ")), longest_list);
}

/// Values that disappeared, and new ones.
void tell_sets(const char* what, const Texts& before, const Texts& after, std::vector<std::string>& out) {
  if (before.empty() || after.empty()) return;
  if (const auto gone = less(before, after); !gone.empty())
    out.push_back(fmt::format("{} gone: {}", what, joined(gone)));
  if (const auto fresh = less(after, before); !fresh.empty())
    out.push_back(fmt::format("{} new: {}", what, joined(fresh)));
}

/// Whether the value is another one in each job, by what the name ends with.
bool is_of_one_job(std::string_view variable) {
  constexpr std::array<std::string_view, 10> ends{"JOBID", "JOB_ID", "_jobid", "_uri",       "_session_dir",
                                                  "ARGV",  "_PID",   "_PORT",  "START_TIME", "FILE_LOCATION"};
  return std::ranges::any_of(ends, [&](std::string_view end) { return variable.ends_with(end); });
}

/// Variables that the notes of a comparison leave out: those that differ from launch to launch on either
/// side, or from job to job, tell nothing.
void tell_environment(std::span<const record::Run> before, std::span<const record::Run> after,
                      std::vector<std::string>& out) {
  std::map<std::string, std::pair<Texts, Texts>> values;
  for (const auto& run : before)
    for (const auto& [name, value] : run.header.environment) values[name].first.insert(value);
  for (const auto& run : after)
    for (const auto& [name, value] : run.header.environment) values[name].second.insert(value);
  const auto shown = [](const Texts& all) {
    return all.empty() ? std::string("not set") : sonde::quoted(*all.begin());
  };
  for (const auto& [name, both] : values)
    if (!analysis::is_chosen_variable(name) && !is_of_one_job(name) && both.first != both.second &&
        both.first.size() <= 1 && both.second.size() <= 1)
      out.push_back(fmt::format("environment {}: {} -> {}", shortened(name, longest_list), shown(both.first),
                                shown(both.second)));
}

}  // namespace

Result<std::size_t> find_night(std::span<const Night> nights, const std::string& name) {
  const auto found = std::ranges::find(nights, name, &Night::name);
  if (found != nights.end()) return static_cast<std::size_t>(found - nights.begin());
  return failure(fmt::format("there is no night {}: the first is {}, the last {}", sonde::quoted(name),
                             nights.front().name, nights.back().name));
}

std::vector<std::string> changes_between(std::span<const record::Run> before,
                                         std::span<const record::Run> after) {
  constexpr std::string_view differs = "differs: ";
  std::vector<std::string> out;
  for (const auto& note : analysis::provenance_notes(before, after))
    if (note.starts_with(differs)) out.push_back(note.substr(differs.size()));
  tell_sets("hosts", texts_of(before, hosts_in), texts_of(after, hosts_in), out);
  tell_sets("command lines", texts_of(before, commands_in), texts_of(after, commands_in), out);
  tell_environment(before, after, out);
  return out;
}

Result<std::vector<std::string>> changes_at(const std::string& directory, std::span<const Night> nights,
                                            std::size_t night) {
  if (night == 0) return failure(fmt::format("{} is the first night: none is before it", nights[0].name));
  const auto before = read_headers(directory, nights[night - 1].files);
  if (!before) return tl::unexpected(before.error());
  const auto after = read_headers(directory, nights[night].files);
  if (!after) return tl::unexpected(after.error());
  return changes_between(*before, *after);
}

}  // namespace sonde::history
