#include "record/schema.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "record/fields.hpp"
#include "record/json.hpp"

namespace sonde::record {

namespace {

using Json = nlohmann::ordered_json;

/// Describes each field of one object.
class Describer {
 public:
  template <class Value>
  void operator()(const Field& field, const Value& value) {
    add(field, of(field, value));
  }
  template <class Enumeration, std::size_t count>
  void word(const Field& field, const Words<count>& words, Enumeration) {
    Json choice = Json::array();
    for (const auto known : words) choice.push_back(known.empty() ? Json(nullptr) : Json(known));
    add(field, {{"enum", std::move(choice)}});
  }
  template <class Values>
  void flat(const std::optional<Values>&) {
    const Values values{};
    visit_fields(*this, values);
  }
  void places(const std::vector<RankPlace>& places) {
    (*this)(field::object("places", "empty above 4096 ranks: see nodes"), places);
    (*this)(field::object("nodes", "above 4096 ranks, in place of places").or_left_out(),
            std::vector<NodePlaces>{});
  }
  void ranges(const Field& field, const std::vector<int>&) { (*this)(field, std::string()); }
  void derived(const Field& field, double value) { (*this)(field, value); }

  void constant(std::string_view key, const Json& value) { add({.key = key}, {{"const", value}}); }

  Json schema() && {
    return {{"type", "object"}, {"required", std::move(required_)}, {"properties", std::move(properties_)}};
  }

 private:
  void add(const Field& field, Json described) {
    if (field.absent != Absent::left_out) required_.push_back(field.key);
    if (!field.sentence.empty())
      described["description"] = field.sentence;
    else if (field.kind == FieldKind::seconds)
      described["description"] = "seconds";
    properties_[std::string(field.key)] = std::move(described);
  }

  /// "T", or "T or null" where a line has null for what is unknown.
  static Json type(const char* type, bool nullable) { return nullable ? Json{type, "null"} : Json(type); }
  static Json bounded(Json described, const Field& field) {
    const auto plain = [](double bound) {
      return bound == std::floor(bound) ? Json(static_cast<std::int64_t>(bound)) : Json(bound);
    };
    if (field.low > -most_of_anything) described["minimum"] = plain(field.low);
    if (field.high < most_ranks) described["maximum"] = plain(field.high);
    return described;
  }
  /// Elements of a list or an object are there.
  static Field inner(const Field& field) {
    return {.key = field.key, .kind = field.kind, .low = field.low, .high = field.high, .needed = true};
  }

  static Json of(const Field& field, const std::string&) { return {{"type", type("string", !field.needed)}}; }
  static Json of(const Field&, bool) { return {{"type", "boolean"}}; }
  static Json of(const Field& field, double) { return bounded({{"type", type("number", true)}}, field); }
  template <std::integral Whole>
  static Json of(const Field& field, Whole) {
    return bounded({{"type", type("integer", field.unknown && field.absent != Absent::left_out)}}, field);
  }
  template <class Value>
  static Json of(const Field& field, const std::optional<Value>&) {
    Json described = of(field, Value{});
    if (field.absent != Absent::left_out && described["type"].is_string())
      described["type"] = Json{described["type"], "null"};
    return described;
  }
  template <class Value>
  static Json of(const Field& field, const Boxed<Value>&) {
    return of(field, std::optional<Value>());
  }
  static Json of(const Field& field, const links::Matrix&) { return of(field, std::string()); }
  static Json of(const Field& field, const RankList&) { return of(field, std::vector<int>()); }
  template <class Value>
  static Json of(const Field& field, const std::vector<Value>&) {
    return {{"type", type("array", field.absent == Absent::null)}, {"items", of(inner(field), Value{})}};
  }
  template <class Value>
  static Json of(const Field& field, const std::map<std::string, Value>&) {
    return {{"type", "object"}, {"additionalProperties", of(inner(field), Value{})}};
  }
  template <HasFields Value>
  static Json of(const Field&, const Value& value) {
    Describer describer;
    visit_fields(describer, value);
    return std::move(describer).schema();
  }

  Json required_ = Json::array(), properties_ = Json::object();
};

template <class Part>
Json line_of(std::string_view kind) {
  Describer describer;
  describer.constant("schema", schema_version);
  describer.constant("kind", kind);
  const Part part{};
  visit_fields(describer, part);
  return std::move(describer).schema();
}

/// JSON text in which what fits into a line stands in one.
std::string pretty(const Json& value, std::size_t indent) {
  constexpr std::size_t widest = 140;
  std::string line = value.dump();
  if (!value.is_object() || line.size() + indent <= widest) return line;
  const std::string blanks(indent + 2, ' ');
  std::string out = "{\n";
  for (auto entry = value.begin(); entry != value.end(); ++entry)
    out += fmt::format("{}{}: {}{}\n", blanks, Json(entry.key()).dump(), pretty(entry.value(), indent + 2),
                       std::next(entry) == value.end() ? "" : ",");
  return out + std::string(indent, ' ') + "}";
}

}  // namespace

std::string schema_text() {
  const Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$id", "record.schema.json"},
      {"title", fmt::format("A line of a Sonde record, schema {}", schema_version)},
      {"description",
       "A record is a text file of JSON lines: a header, one line for every case, a footer. Times are seconds, lengths "
       "bytes; null means unknown."},
      {"oneOf", {{{"$ref", "#/$defs/header"}}, {{"$ref", "#/$defs/case"}}, {{"$ref", "#/$defs/footer"}}}},
      {"$defs",
       {{"header", line_of<Header>("header")},
        {"case", line_of<CaseRecord>("case")},
        {"footer", line_of<Footer>("footer")}}}};
  return pretty(schema, 0) + "\n";
}

}  // namespace sonde::record
