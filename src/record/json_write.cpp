#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>

#include "base/base64.hpp"
#include "base/text.hpp"
#include "record/fields.hpp"
#include "record/json.hpp"
#include "stats/interval.hpp"

namespace sonde::record {

namespace {

void append_ascii(std::string& out, char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\')
    out.append(1, '\\').append(1, c);
  else if (c == '\n')
    out += "\\n";
  else if (c == '\t')
    out += "\\t";
  else if (code < 0x20 || code == 0x7F)
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  else
    out += c;
}

/// `text` as a JSON string with its quotes, never with a newline. Bytes that are not UTF-8 become U+FFFD.
void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else if (length == 1)
      append_ascii(out, text[at]);
    else
      out += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  out += '"';
}

/// Writes the fields of one object, in the order they are given, to a string while this lives: the closing
/// brace comes with the destructor.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) { out_ += '{'; }
  ~Writer() { out_ += '}'; }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void operator()(const Field& field, const std::string& value) {
    if (!value.empty() || field.needed) return append_string(key(field.key), value);
    nothing(field);
  }
  void operator()(const Field& field, bool value) {
    if (value || field.absent != Absent::left_out) key(field.key) += value ? "true" : "false";
  }
  void operator()(const Field& field, double value) {
    if (field.unknown && !(value > static_cast<double>(*field.unknown))) return nothing(field);
    element(key(field.key), value);
  }
  template <std::integral Whole>
  void operator()(const Field& field, Whole value) {
    if (std::is_signed_v<Whole> && field.unknown && static_cast<std::int64_t>(value) == *field.unknown)
      return nothing(field);
    element(key(field.key), value);
  }
  void operator()(const Field& field, const Maybe auto& value) {
    value ? (*this)(field, *value) : nothing(field);
  }
  template <HasFields Value>
  void operator()(const Field& field, const Value& value) {
    element(key(field.key), value);
  }
  /// The ends of an interval that is not there are unknown.
  void operator()(const Field& field, const stats::Summary& summary) {
    stats::Summary shown = summary;
    if (!stats::has_interval(summary)) shown.ci_low = shown.ci_high = std::nan("");
    element(key(field.key), shown);
  }
  void operator()(const Field& field, const RankList& ranks) { (*this)(field, ranks.list()); }
  void operator()(const Field& field, const links::Matrix& matrix) {
    (*this)(field, to_base64(matrix.seconds));
  }

  template <class Value>
  void operator()(const Field& field, const std::vector<Value>& values) {
    if (values.empty() && field.absent != Absent::as_kind) return nothing(field);
    key(field.key) += '[';
    for (const Value& value : values) {
      if (&value != &values.front()) out_ += ',';
      element(out_, value);
    }
    out_ += ']';
  }
  template <class Value>
  void operator()(const Field& field, const std::map<std::string, Value>& values) {
    if (values.empty() && field.absent != Absent::as_kind) return nothing(field);
    Writer entries(key(field.key));
    for (const auto& [name, value] : values) element(entries.key(name), value);
  }

  template <class Enumeration>
  void word(const Field& field, std::span<const std::string_view> words, Enumeration value) {
    const std::string_view known = words[static_cast<std::size_t>(value)];
    known.empty() ? void(key(field.key) += "null") : append_string(key(field.key), known);
  }

  template <class Values>
  void flat(const std::optional<Values>& values) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const Values not_known{nan, nan, nan};
    visit_fields(*this, values ? *values : not_known);
  }

  void places(const std::vector<RankPlace>& places) {
    const Field one_by_one = field::object("places");
    if (places.size() <= ranks_told_one_by_one) return (*this)(one_by_one, places);
    (*this)(one_by_one, std::vector<RankPlace>{});
    (*this)(field::object("nodes"), by_node(places));
  }
  void ranges(const Field& field, const std::vector<int>& numbers) { (*this)(field, ranges_of(numbers)); }
  void derived(const Field& field, double value) { (*this)(field, value); }

  /// In front of the fields.
  void begin(int schema, std::string_view kind) {
    element(key("schema"), schema);
    append_string(key("kind"), kind);
  }

 private:
  /// The value is appended to what this returns.
  std::string& key(std::string_view name) {
    if (!first_) out_ += ',';
    first_ = false;
    append_string(out_, name);
    return out_ += ':';
  }
  void nothing(const Field& field) {
    if (field.absent != Absent::left_out) key(field.key) += "null";
  }

  static void element(std::string& out, const std::string& value) { append_string(out, value); }
  /// The shortest decimal that reads back as `value`; null for what is no number and for infinities.
  static void element(std::string& out, double value) {
    std::isfinite(value) ? void(fmt::format_to(std::back_inserter(out), "{}", value)) : void(out += "null");
  }
  static void element(std::string& out, std::integral auto value) {
    fmt::format_to(std::back_inserter(out), "{}", value);
  }
  template <HasFields Value>
  static void element(std::string& out, const Value& value) {
    Writer writer(out);
    visit_fields(writer, value);
  }

  std::string& out_;
  bool first_ = true;
};

template <class Part>
std::string line_of(const Part& part, int schema, std::string_view kind) {
  std::string out;
  {
    Writer writer(out);
    writer.begin(schema, kind);
    visit_fields(writer, part);
  }
  return out;
}

}  // namespace

std::string to_json(const Header& header) {
  return line_of(header, header.schema, "header");
}
std::string to_json(const CaseRecord& record) {
  return line_of(record, schema_version, "case");
}
std::string to_json(const Footer& footer) {
  return line_of(footer, schema_version, "footer");
}

}  // namespace sonde::record
