#include "readers/clean.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace sonde::readers {

namespace {

constexpr char escape = '\x1b', bell = '\a';

/// Blanks of web pages and mails, and what stands there for nothing, in UTF-8.
struct Blank {
  std::string_view bytes, shown;
};
constexpr std::array<Blank, 3> blanks{{{"\xc2\xa0", " "}, {"\xe2\x80\xaf", " "}, {"\xe2\x80\x8b", ""}}};

const Blank* blank_at(std::string_view text) {
  const auto* found = std::ranges::find_if(blanks, [&](const Blank& b) { return text.starts_with(b.bytes); });
  return found == blanks.end() ? nullptr : found;
}

// The length of the sequence that begins with an escape (ECMA-48: 5.4 of control sequences, 5.6 of strings).
std::size_t sequence_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  if (text[1] == '[') {
    const auto* const end =
        std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
    return static_cast<std::size_t>(end - text.begin()) + (end == text.end() ? 0 : 1);
  }
  if (text[1] != ']') {  // "(B" names a character set: bytes from blank to / stand before the last one
    const auto last = std::find_if(text.begin() + 1, text.end(), [](char c) { return c < ' ' || c > '/'; });
    return static_cast<std::size_t>(last - text.begin()) + 1;
  }
  const auto end = text.find_first_of(std::string{bell, escape}, 2);
  if (end == std::string_view::npos) return text.size();
  return end + (text[end] == escape ? 2 : 1);
}

}  // namespace

std::string_view as_shown(std::string_view line, std::string& room) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find_first_of("\x1b\r\xc2\xe2") == std::string_view::npos) return line;
  room.clear();
  while (!line.empty()) {
    if (line.front() == escape) {
      line.remove_prefix(std::min(sequence_length(line), line.size()));
      continue;
    }
    if (const Blank* blank = blank_at(line)) {
      room += blank->shown;
      line.remove_prefix(blank->bytes.size());
      continue;
    }
    if (line.front() == '\r')
      room.clear();
    else
      room += line.front();
    line.remove_prefix(1);
  }
  return room;
}

std::string_view as_logged(std::string_view line, std::string& room) {
  if (!line.starts_with('{') || line.starts_with(R"({"schema")")) return line;
  const auto entry = nlohmann::json::parse(line, nullptr, false);
  for (const char* key : {"log", "MESSAGE", "message", "msg"})
    if (const auto text = entry.find(key); text != entry.end() && text->is_string()) {
      room = *text;
      while (room.ends_with('\n')) room.pop_back();
      return room;
    }
  return line;
}

}  // namespace sonde::readers
