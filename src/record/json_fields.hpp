// Takes values of the right kind out of a JSON object and keeps the first complaint. For the .cpp files that
// parse.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::record {

/// Reads the keys of one object. A key that is missing or null leaves the variable as it is; a number that is
/// null becomes NaN.
class Fields {
 public:
  Fields(const nlohmann::json& object, std::string& complaint) : object_(object), complaint_(complaint) {
    if (!object.is_object()) complain("the line", "an object");
  }

  void get(const char* name, std::string& value);
  void get(const char* name, bool& value);
  void get(const char* name, double& value);
  void get(const char* name, std::optional<double>& value);
  void get(const char* name, std::vector<double>& values);
  void get(const char* name, std::vector<int>& values);
  void get(const char* name, std::vector<std::string>& values);
  void get(const char* name, std::optional<std::uint64_t>& value);

  template <std::signed_integral Whole>
  void get(const char* name, Whole& value) {
    if (const auto* found = find(name)) set_whole(name, *found, value);
  }

  /// Calls `take` with every element of an array.
  template <class Take>
  void each(const char* name, Take take) {
    const auto* found = find(name);
    if (found == nullptr) return;
    if (!found->is_array()) return complain(name, "an array");
    for (const auto& element : *found) take(element);
  }

  /// The value, or nullptr where it is missing or null.
  const nlohmann::json* find(const char* name) const;
  void complain(std::string_view name, std::string_view wanted);
  std::string& complaint() { return complaint_; }

 private:
  template <class Whole>
  void set_whole(const char* name, const nlohmann::json& found, Whole& value) {
    const bool fits = found.is_number_integer() &&
                      (!found.is_number_unsigned() || found.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
    const std::int64_t whole = fits ? found.get<std::int64_t>() : 0;
    if (!fits || whole < std::numeric_limits<Whole>::min() || whole > std::numeric_limits<Whole>::max())
      return complain(name, fmt::format("a whole number of {} bits", sizeof(Whole) * 8));
    value = static_cast<Whole>(whole);
  }

  const nlohmann::json& object_;
  std::string& complaint_;
};

}  // namespace sonde::record
