#include "record/plausible.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "record/fields.hpp"
#include "record/variant.hpp"

namespace sonde::record {

namespace {

constexpr std::size_t longest_name = 200;

/// Holds every field against its bounds and keeps the first complaint.
class Checks {
 public:
  void operator()(const Field& field, double value) { between(field.key, value, field.low, field.high); }
  template <std::integral Whole>
  void operator()(const Field& field, Whole value) {
    const auto number = static_cast<double>(value);
    if (field.unknown && static_cast<std::int64_t>(value) == *field.unknown) return;
    if (number < field.low)
      complain(fmt::format("{} cannot be {}: expected {} or more", field.key, value, field.low));
    if (number > field.high)
      complain(fmt::format("{} cannot be {}: expected {} or less", field.key, value, field.high));
  }
  void operator()(const Field&, bool) {}
  void operator()(const Field& field, const std::string& value) {
    if (field.kind != FieldKind::text) named(field, value);
  }
  void operator()(const Field& field, const std::map<std::string, std::string>& values) {
    if (field.kind == FieldKind::text) return;
    for (const auto& [name, value] : values) named(field, name), named(field, value);
  }
  void operator()(const Field&, const std::map<std::string, double>& values) {
    for (const auto& [name, value] : values) {
      named({.key = "the name of a column", .kind = FieldKind::name}, name);
      const bool time = name.ends_with("_s");
      between(name, value, time ? 0 : -most_of_anything, time ? most_seconds : most_of_anything);
    }
  }
  void operator()(const Field& field, const RankList& ranks) { (*this)(field, ranks.list()); }
  void operator()(const Field&, const links::Matrix&) {}
  void operator()(const Field& field, const Maybe auto& value) {
    if (value) (*this)(field, *value);
  }
  template <class Value>
  void operator()(const Field& field, const std::vector<Value>& values) {
    for (const Value& value : values) (*this)(field, value);
  }
  template <HasFields Value>
  void operator()(const Field&, const Value& value) {
    visit_fields(*this, value);
  }

  void word(const Field&, const auto&, const auto&) {}
  template <class Values>
  void flat(const std::optional<Values>& values) {
    if (values) visit_fields(*this, *values);
  }
  void places(const std::vector<RankPlace>& places) { (*this)(field::object("places"), places); }
  void derived(const Field&, double) {}

  [[nodiscard]] Result<void> result() const {
    if (complaint_.empty()) return {};
    return failure(complaint_);
  }

 private:
  void between(std::string_view key, double value, double low, double high) {
    if (std::isnan(value) || (value >= low && value <= high)) return;
    complain(fmt::format("{} cannot be {:.6g}: expected {:g} to {:g}", key, value, low, high));
  }
  void named(const Field& field, const std::string& value) {
    if (value.size() > longest_name)
      complain(fmt::format("{} is longer than {} characters", field.key, longest_name));
    else if (printable(value) != value)
      complain(fmt::format("{} has control characters: {}", field.key, sonde::quoted(value)));
    else if (field.kind == FieldKind::label && !is_label(value))
      complain(
          fmt::format("{} cannot hold {}: expected text without = and ;", field.key, sonde::quoted(value)));
  }
  void complain(std::string sentence) {
    if (complaint_.empty()) complaint_ = std::move(sentence);
  }
  std::string complaint_;
};

Result<void> check(const auto& part) {
  Checks checks;
  visit_fields(checks, part);
  return checks.result();
}

}  // namespace

Result<void> plausible(const CaseRecord& record) {
  if (auto wrong = check(record); !wrong) return wrong;
  if (record.times && record.times->min > record.times->max)
    return failure(fmt::format("the shortest time, {:.6g} s, is above the longest, {:.6g} s",
                               record.times->min, record.times->max));
  return {};
}
Result<void> plausible(const Header& header) {
  return check(header);
}
Result<void> plausible(const Footer& footer) {
  return check(footer);
}

}  // namespace sonde::record
