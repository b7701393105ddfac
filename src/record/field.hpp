// What is known of one value of a record: its key in a line, its kind and bounds, and when it is left out.
// The tables of record/fields.hpp are lists of these.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace sonde::record {

enum class FieldKind {
  number,   ///< without a unit, or with the one that its key says
  seconds,  ///< 0 or more
  whole,
  text,    ///< of any characters
  name,    ///< text that is printable and short
  label,   ///< a name without = and ;
  column,  ///< a number of any meaning: seconds where its name ends in _s
};

/// What a line has where a value is unknown or a list is empty.
enum class Absent {
  as_kind,   ///< null; of a list or an object of texts: one that is empty; of a flag: false
  null,      ///< null, of a list, too
  left_out,  ///< the key is not there
};

inline constexpr double most_seconds = 1e9;
inline constexpr double most_of_anything = 1e18;
inline constexpr double most_ranks = 1 << 28;
inline constexpr double any_number = std::numeric_limits<double>::infinity();

struct Field {
  std::string_view key;
  FieldKind kind = FieldKind::number;
  double low = -most_of_anything,
         high = most_of_anything;  ///< of numbers; a number that is not finite is unknown
  std::string_view sentence{};     ///< what it is, where the key does not say it
  Absent absent = Absent::as_kind;
  std::optional<std::int64_t> unknown{};  ///< the number in memory that stands for an unknown one
  bool needed = false;                    ///< a line without it is refused

  [[nodiscard]] constexpr Field null_where(std::int64_t number) const {
    Field field = *this;
    field.unknown = number;
    return field;
  }
  [[nodiscard]] constexpr Field null_if_empty() const { return with(Absent::null); }
  [[nodiscard]] constexpr Field or_left_out() const { return with(Absent::left_out); }
  [[nodiscard]] constexpr Field is_needed() const {
    Field field = *this;
    field.needed = true;
    return field;
  }

 private:
  [[nodiscard]] constexpr Field with(Absent when) const {
    Field field = *this;
    field.absent = when;
    return field;
  }
};

/// How fields are made.
namespace field {

constexpr Field seconds(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::seconds, 0, most_seconds, sentence};
}
constexpr Field number(std::string_view key, double low = -most_of_anything, double high = most_of_anything,
                       std::string_view sentence = {}) {
  return {key, FieldKind::number, low, high, sentence};
}
constexpr Field share(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::number, 0, 1, sentence};
}
constexpr Field whole(std::string_view key, double low = 0, double high = any_number,
                      std::string_view sentence = {}) {
  return {key, FieldKind::whole, low, high, sentence};
}
constexpr Field rank(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::whole, 0, most_ranks, sentence};
}
constexpr Field text(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::text, 0, 0, sentence};
}
constexpr Field name(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::name, 0, 0, sentence};
}
constexpr Field labels(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::label, 0, 0, sentence};
}
/// Numbers by the name of their column.
constexpr Field columns(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::column, -most_of_anything, most_of_anything, sentence};
}
/// An object, or a list of objects, that have fields of their own.
constexpr Field object(std::string_view key, std::string_view sentence = {}) {
  return {key, FieldKind::text, 0, 0, sentence};
}

}  // namespace field

}  // namespace sonde::record
