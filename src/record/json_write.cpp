#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>

#include "base/base64.hpp"
#include "record/fields.hpp"
#include "record/json.hpp"
#include "record/json_text.hpp"
#include "stats/interval.hpp"

namespace sonde::record {

namespace {

/// Writes the fields of one object.
class Writer {
 public:
  explicit Writer(std::string& out) : object_(out) {}

  void operator()(const Field& field, const std::string& value) {
    if (!value.empty() || field.needed) return append_json_string(key(field), value);
    nothing(field);
  }
  void operator()(const Field& field, bool value) {
    if (value || field.absent != Absent::left_out) object_.flag(field.key, value);
  }
  void operator()(const Field& field, double value) {
    if (field.unknown && !(value > static_cast<double>(*field.unknown))) return nothing(field);
    object_.number(field.key, value);
  }
  template <std::integral Whole>
  void operator()(const Field& field, Whole value) {
    if (std::is_signed_v<Whole> && field.unknown && static_cast<std::int64_t>(value) == *field.unknown)
      return nothing(field);
    fmt::format_to(std::back_inserter(key(field)), "{}", value);
  }
  void operator()(const Field& field, const Maybe auto& value) {
    value ? (*this)(field, *value) : nothing(field);
  }
  template <HasFields Value>
  void operator()(const Field& field, const Value& value) {
    element(key(field), value);
  }
  /// The ends of an interval that is not there are unknown.
  void operator()(const Field& field, const stats::Summary& summary) {
    stats::Summary shown = summary;
    if (!stats::has_interval(summary)) shown.ci_low = shown.ci_high = std::nan("");
    element(key(field), shown);
  }
  void operator()(const Field& field, const RankList& ranks) { (*this)(field, ranks.list()); }
  void operator()(const Field& field, const links::Matrix& matrix) {
    (*this)(field, to_base64(matrix.seconds));
  }

  template <class Value>
  void operator()(const Field& field, const std::vector<Value>& values) {
    if (values.empty() && field.absent != Absent::as_kind) return nothing(field);
    object_.list(field.key, values, [](std::string& out, const Value& value) { element(out, value); });
  }
  template <class Value>
  void operator()(const Field& field, const std::map<std::string, Value>& values) {
    if (values.empty() && field.absent != Absent::as_kind) return nothing(field);
    JsonObject object(key(field));
    for (const auto& [name, value] : values) element(object.key(name), value);
  }

  template <class Enumeration, std::size_t count>
  void word(const Field& field, const Words<count>& words, Enumeration value) {
    object_.text(field.key, words[static_cast<std::size_t>(value)]);
  }

  template <class Values>
  void flat(const std::optional<Values>& values) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const Values none{nan, nan, nan};
    visit_fields(*this, values ? *values : none);
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
    object_.whole("schema", schema);
    object_.text("kind", kind);
  }

 private:
  std::string& key(const Field& field) { return object_.key(field.key); }
  void nothing(const Field& field) {
    if (field.absent != Absent::left_out) object_.null(field.key);
  }

  static void element(std::string& out, const std::string& value) { append_json_string(out, value); }
  static void element(std::string& out, double value) { append_json_number(out, value); }
  static void element(std::string& out, std::integral auto value) {
    fmt::format_to(std::back_inserter(out), "{}", value);
  }
  template <HasFields Value>
  static void element(std::string& out, const Value& value) {
    Writer writer(out);
    visit_fields(writer, value);
  }

  JsonObject object_;
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
