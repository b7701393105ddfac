// The head of a text table: which suite wrote it, and what it says about the machine and the command line.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "record/record.hpp"

namespace sonde::readers {

struct Title {
  record::Format format = record::Format::imb_text;
  std::string version;      ///< "2021.11", "3.2", "2.2"
  std::string conventions;  ///< "IMB 2021.11", "PMB 2.2"; of Sonde what it says itself: "IMB 3.2"
};

[[nodiscard]] std::optional<Title> title_of(std::string_view line);

/// Takes "Machine : x86_64" and its like; other entries have no place in a header.
void set_head_entry(record::Header& header, std::string_view text);

/// Adds the words of one line of the calling sequence, of which there are at most 10,000.
void add_command(record::Header& header, std::string_view text);

/// What stands in a text between two others, without blanks at its ends; up to the end where `to` is missing.
[[nodiscard]] std::string_view between(std::string_view text, std::string_view from, std::string_view to);

/// The digits behind a mark and blanks; nothing where there are none, or no such number.
template <class Number>
[[nodiscard]] std::optional<Number> number_after(std::string_view line, std::string_view mark) {
  const auto at = line.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const auto rest = trim(line.substr(at + mark.size()));
  return number_of<Number>(rest.substr(0, rest.find_first_not_of("0123456789")));
}

/// What a comment says, without blanks at its ends.
[[nodiscard]] std::string_view without_hashes(std::string_view line);

}  // namespace sonde::readers
