#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>
#include <limits>
#include <new>

#include "base/base64.hpp"
#include "base/text.hpp"
#include "record/fields.hpp"
#include "record/json.hpp"
#include "record/settle.hpp"

namespace sonde::record {

namespace {

using simdjson::dom::element;

/// Numbers of places that a header may have: more are no cluster but a hostile file.
constexpr std::size_t most_numbers = 1 << 26, most_ranks = 1 << 21;

std::string listed(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!words[i].empty())
      out += fmt::format("{}{}", out.empty() ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return out;
}

/// Of a whole line.
struct ReadState {
  std::size_t numbers_left = most_numbers;  ///< that ranges may still stand for
  std::string complaint{};                  ///< the first
};

/// Reads the fields of one object and keeps the first complaint. A key that is missing or null leaves a value
/// as it is, but a number whose field names no value for that becomes NaN where it is null.
class Reader {
 public:
  Reader(const element& value, ReadState& progress) : progress_(progress) {
    is_object_ = value.get(object_) == simdjson::SUCCESS;
    if (is_object_)
      next_ = object_.begin();
    else
      complain("the line", "an object");
  }

  void operator()(const Field& field, std::string& value) {
    std::string_view text;
    if (const auto found = find(field))
      found->get(text) ? complain(field.key, "a string") : void(value = text);
    if (field.needed && value.empty()) complain(field.key, "text that is not empty");
  }
  void operator()(const Field& field, bool& value) {
    if (const auto found = find(field); found && found->get(value)) complain(field.key, "true or false");
  }
  void operator()(const Field& field, double& value) {
    if (const auto found = find(field)) return set(field, *found, value);
    if (field.unknown)
      value = static_cast<double>(*field.unknown);
    else if (is_null_)
      value = std::nan("");
  }
  template <std::integral Whole>
  void operator()(const Field& field, Whole& value) {
    if (const auto found = find(field))
      set(field, *found, value);
    else if (field.unknown)
      value = static_cast<Whole>(*field.unknown);
  }
  void operator()(const Field& field, Maybe auto& value) {
    if (const auto found = find(field)) set(field, *found, value.emplace());
  }
  template <HasFields Value>
  void operator()(const Field& field, Value& value) {
    if (const auto found = find(field))
      set(field, *found, value);
    else if (field.needed)
      complain(field.key, "an object");
  }
  void operator()(const Field& field, RankList& ranks) {
    std::vector<int> list;
    (*this)(field, list);
    ranks = std::move(list);
  }
  void operator()(const Field& field, links::Matrix& matrix) {
    std::string text;
    (*this)(field, text);
    auto numbers = floats_from_base64(text);
    if (!numbers) return complain(field.key, "numbers in base 64");
    matrix.seconds = std::move(*numbers);
  }

  template <class Value>
  void operator()(const Field& field, std::vector<Value>& values) {
    const auto found = find(field);
    if (!found) return;
    simdjson::dom::array array;
    if (found->get(array)) return complain(field.key, "an array");
    values.reserve(array.size());
    for (const element value : array) set(field, value, values.emplace_back());
  }
  template <class Value>
  void operator()(const Field& field, std::map<std::string, Value>& values) {
    const auto found = find(field);
    if (!found) return;
    simdjson::dom::object object;
    if (found->get(object)) return complain(field.key, "an object");
    for (const auto& [name, value] : object)
      if (!value.is_null()) set(Field{.key = name}, value, values[std::string(name)]);
  }

  template <class Enumeration, std::size_t count>
  void word(const Field& field, const Words<count>& words, Enumeration& value) {
    std::string text;
    (*this)(Field{.key = field.key}, text);
    if (text.empty() && !field.needed) return;
    if (const auto known = value_of<Enumeration>(text, words))
      value = *known;
    else
      complain(field.key, fmt::format("{}, not {}", listed(words), sonde::quoted(text)));
  }

  template <class Values>
  void flat(std::optional<Values>& values) {
    Values read;
    const std::size_t before = found_;
    visit_fields(*this, read);
    if (found_ > before) values = read;
  }

  void places(std::vector<RankPlace>& places) {
    (*this)(field::object("places"), places);
    std::vector<NodePlaces> nodes;
    (*this)(field::object("nodes"), nodes);
    std::size_t ranks = 0, numbers = 0;
    for (const NodePlaces& node : nodes)
      for (const PlacedAlike& set : node.ranks)
        ranks += set.ranks.size(), numbers += set.ranks.size() * (1 + set.cores.size());
    if (ranks > most_ranks || numbers > most_numbers) return complain("nodes", "fewer ranks and cores");
    if (progress_.complaint.empty() && !nodes.empty()) places = by_rank(nodes);
  }
  void ranges(const Field& field, std::vector<int>& numbers) {
    std::string text;
    (*this)(field, text);
    auto found = numbers_of(text, progress_.numbers_left);
    if (!found) return complain(field.key, "ranges: " + found.error().message);
    progress_.numbers_left -= found->size();
    numbers = std::move(*found);
  }
  void derived(const Field&, double) {}

  void complain(std::string_view key, std::string_view wanted) {
    if (progress_.complaint.empty()) progress_.complaint = fmt::format("'{}' must be {}", key, wanted);
  }

 private:
  /// The value, or nothing where it is missing or null. Keys mostly stand in the order of the fields.
  std::optional<element> find(const Field& field) {
    is_null_ = false;
    if (!is_object_) return std::nullopt;
    const auto is_key = [&](const auto& at) { return at.key_equals(field.key); };
    auto at = next_;
    while (at != object_.end() && !is_key(at)) ++at;
    if (at == object_.end())
      for (at = object_.begin(); at != next_ && !is_key(at);) ++at;
    if (at == object_.end() || !is_key(at)) return std::nullopt;
    const element value = at.value();
    next_ = ++at;
    is_null_ = value.is_null();
    if (is_null_) return std::nullopt;
    ++found_;
    return value;
  }

  void set(const Field& field, const element& found, std::string& value) {
    std::string_view text;
    if (found.get(text)) return complain(field.key, "a string");
    value = text;
  }
  /// Null stands for no number, in a list.
  void set(const Field& field, const element& found, double& value) {
    if (found.is_null())
      value = std::nan("");
    else if (found.get(value))
      complain(field.key, "a number");
  }
  template <std::integral Whole>
  void set(const Field& field, const element& found, Whole& value) {
    using Wide = std::conditional_t<std::is_signed_v<Whole>, std::int64_t, std::uint64_t>;
    Wide whole = 0;
    if (found.get(whole) || whole < std::numeric_limits<Whole>::min() ||
        whole > std::numeric_limits<Whole>::max())
      return complain(field.key, std::is_signed_v<Whole>
                                     ? fmt::format("a whole number of {} bits", sizeof(Whole) * 8)
                                     : "a whole number that is not negative");
    value = static_cast<Whole>(whole);
  }
  template <HasFields Value>
  void set(const Field&, const element& found, Value& value) {
    Reader reader(found, progress_);
    visit_fields(reader, value);
    if constexpr (requires { settle(value); })
      if (const auto wrong = settle(value); !wrong.empty()) complain(wrong);
  }
  void complain(std::string_view sentence) {
    if (progress_.complaint.empty()) progress_.complaint = sentence;
  }

  simdjson::dom::object object_;
  simdjson::dom::object::iterator next_;  ///< behind the key that was found last
  ReadState& progress_;
  std::size_t found_ = 0;  ///< values that are there
  bool is_object_ = false;
  bool is_null_ = false;  ///< the value that was looked for last
};

template <class Part>
Line part_of(const element& line, ReadState& progress) {
  Part part;
  Reader reader(line, progress);
  visit_fields(reader, part);
  if constexpr (std::is_same_v<Part, Header>)
    if (!(part.megabyte > 0)) reader.complain("megabyte_bytes", "a positive number");
  if constexpr (std::is_same_v<Part, CaseRecord>) summarise_samples(part);
  return part;
}

Result<Line> line_of(const element& object) {
  ReadState progress;
  std::string& complaint = progress.complaint;
  std::string kind;
  Reader fields(object, progress);
  if (object.is_object() && object.at_key("schema").error() != simdjson::SUCCESS)
    return failure("JSON that is neither a record of Sonde nor of nccl-tests: it has no 'schema'");
  int schema = 0;
  fields(field::whole("schema"), schema);
  fields(field::text("kind"), kind);
  if (complaint.empty() && schema > schema_version)
    return failure(fmt::format("the record has schema {}, this version reads up to {}: use a newer one",
                               schema, schema_version));
  if (complaint.empty() && schema < 1) fields.complain("schema", "the number of a schema");
  Line line;
  if (kind == "header")
    line = part_of<Header>(object, progress);
  else if (kind == "case")
    line = part_of<CaseRecord>(object, progress);
  else if (kind == "footer")
    line = part_of<Footer>(object, progress);
  else
    fields.complain("kind", "header, case or footer");
  if (!complaint.empty()) return failure(complaint);
  return line;
}

}  // namespace

Result<Line> parse_line(std::string_view line) {
  thread_local simdjson::dom::parser parser;  // keeps its memory from line to line
  element object;
  const auto error = parser.parse(line.data(), line.size()).get(object);
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error)
    return failure(error == simdjson::DEPTH_ERROR ? "values are nested deeper than those of any record"
                                                  : "not valid JSON");
  return line_of(object);
}

}  // namespace sonde::record
