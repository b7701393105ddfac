#include "record/json_fields.hpp"

#include <cmath>

namespace sonde::record {

using nlohmann::json;

const json* Fields::find(const char* name) const {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::complain(std::string_view name, std::string_view wanted) {
  if (complaint_.empty()) complaint_ = fmt::format("'{}' must be {}", name, wanted);
}

void Fields::get(const char* name, std::string& value) {
  const json* found = find(name);
  if (found == nullptr) return;
  if (!found->is_string()) return complain(name, "a string");
  value = found->get_ref<const std::string&>();
}

void Fields::get(const char* name, bool& value) {
  const json* found = find(name);
  if (found == nullptr) return;
  if (!found->is_boolean()) return complain(name, "true or false");
  value = found->get<bool>();
}

void Fields::get(const char* name, double& value) {
  const json* found = find(name);
  if (found == nullptr) {
    if (object_.is_object() && object_.contains(name)) value = std::nan("");
    return;
  }
  if (!found->is_number()) return complain(name, "a number");
  value = found->get<double>();
}

void Fields::get(const char* name, std::optional<double>& value) {
  const json* found = find(name);
  if (found == nullptr) return;
  if (!found->is_number()) return complain(name, "a number or null");
  value = found->get<double>();
}

void Fields::get(const char* name, std::vector<double>& values) {
  each(name, [&](const json& element) {
    if (!element.is_number() && !element.is_null()) return complain(name, "an array of numbers");
    values.push_back(element.is_null() ? std::nan("") : element.get<double>());
  });
}

void Fields::get(const char* name, std::vector<int>& values) {
  each(name, [&](const json& element) {
    values.push_back(0);
    set_whole(name, element, values.back());
  });
}

void Fields::get(const char* name, std::vector<std::string>& values) {
  each(name, [&](const json& element) {
    if (!element.is_string()) return complain(name, "an array of strings");
    values.push_back(element.get<std::string>());
  });
}

void Fields::get(const char* name, std::optional<std::uint64_t>& value) {
  const json* found = find(name);
  if (found == nullptr) return;
  if (!found->is_number_unsigned()) return complain(name, "a whole number that is not negative");
  value = found->get<std::uint64_t>();
}

}  // namespace sonde::record
