#include "readers/text_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "catalog/convention_words.hpp"
#include "catalog/suite.hpp"
#include "record/message_memory.hpp"

namespace sonde::readers {

namespace {

std::string_view without_v(std::string_view version) {
  if (version.starts_with('V') || version.starts_with('v')) version.remove_prefix(1);
  return version;
}

constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/// "Sat Nov 21 21:21:04 2026" as "2026-11-21T21:21:04" (the text knows no zone); other text as it is.
std::string iso_date(std::string_view text) {
  const auto parts = words_in(text);
  if (parts.size() != 5) return std::string(text);
  const auto* const month = std::ranges::find(months, parts[1]);
  const auto day = number_of<int>(parts[2]);
  const auto year = number_of<int>(parts[4]);
  if (month == months.end() || !day || !year) return std::string(text);
  return fmt::format("{:04}-{:02}-{:02}T{}", *year, month - months.begin() + 1, *day, parts[3]);
}

constexpr std::size_t most_words = 10'000;

void append_kernel(record::Header& header, std::string_view part) {
  if (!header.kernel.empty()) header.kernel += ' ';
  header.kernel += part;
}

}  // namespace

std::optional<Title> title_of(std::string_view line) {
  const auto text = trim(line.substr(std::min(line.find_first_not_of("# \t"), line.size())));
  if (text.starts_with("Sonde ") &&
      std::ranges::count(suite_facts, between(text, ", ", " ("), &SuiteFacts::part) > 0)
    return Title{record::Format::sonde_text, std::string(between(text, "Sonde ", ",")),
                 std::string(between(text, "(", " conventions"))};
  if (!contains(text, " part")) return std::nullopt;
  const bool pallas = lower(text.substr(0, 6)) == "pallas";
  for (const std::string_view name : {"MPI Benchmarks ", "MPI Benchmark Suite "})
    if (const auto version = without_v(between(text, name, ",")); !version.empty())
      return Title{record::Format::imb_text, std::string(version),
                   fmt::format("{} {}", pallas ? "PMB" : "IMB", version)};
  return std::nullopt;
}

std::string_view between(std::string_view text, std::string_view from, std::string_view to) {
  const auto start = text.find(from);
  if (start == std::string_view::npos) return {};
  text.remove_prefix(start + from.size());
  return trim(text.substr(0, text.find(to)));
}

std::string_view without_hashes(std::string_view line) {
  line = trim(line);
  while (line.starts_with('#')) line.remove_prefix(1);
  return trim(line);
}

void set_head_entry(record::Header& header, std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return;
  const auto name = trim(text.substr(0, colon)), value = trim(text.substr(colon + 1));
  if (value.empty()) return;
  if (name == "Date")
    header.start = iso_date(value);
  else if (name == "Machine")
    header.machine = value;
  else if (name == "System")
    header.system = value;
  else if (name == "Release" || name == "Version")
    append_kernel(header, value);
  else if (name == "MPI Version")
    header.mpi_standard = value;
  else if (name == "MPI Thread Environment")
    header.thread_level = value;
  else if (name == "MPI Library")
    header.mpi_library = value;
  else if (name == "Memory")
    header.memory = record::memory_of_text(value);
  else if (std::ranges::find(convention_names, name) != convention_names.end())
    header.conventions_in_force.emplace_back(name, value);
}

void add_command(record::Header& header, std::string_view text) {
  for (const auto word : words_in(text))
    if (header.command_line.size() < most_words) header.command_line.emplace_back(word);
  if (header.command_line.empty()) return;
  const std::string& program = header.command_line.front();
  header.program = program.substr(program.find_last_of("/\\") + 1);
}

}  // namespace sonde::readers
