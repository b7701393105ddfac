// Writes JSON text: keys in the order they are given, null for what is unknown, never a newline, always valid
// UTF-8.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::record {

/// `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);
/// The shortest decimal that reads back as `value`; null for NaN and infinities.
void append_json_number(std::string& out, double value);

/// One JSON object, appended to a string while this lives; the closing brace comes with the destructor.
class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ += '{'; }
  ~JsonObject() { out_ += '}'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  std::string& key(std::string_view name);                   ///< the caller appends the value
  void text(std::string_view name, std::string_view value);  ///< null where empty
  void number(std::string_view name, double value);
  void whole(std::string_view name, std::int64_t value);
  void flag(std::string_view name, bool value) { key(name) += value ? "true" : "false"; }
  void null(std::string_view name) { key(name) += "null"; }

  /// An array; `write(out, element)` appends one element.
  template <class Range, class Write>
  void list(std::string_view name, const Range& range, Write write) {
    key(name) += '[';
    bool first = true;
    for (const auto& element : range) {
      if (!first) out_ += ',';
      first = false;
      write(out_, element);
    }
    out_ += ']';
  }

 private:
  std::string& out_;
  bool first_ = true;
};

}  // namespace sonde::record
