// A library that is looked for when it is needed, and stays loaded.
#pragma once
#include <span>
#include <string>

#include "base/result.hpp"

namespace sonde::device {

class SharedLibrary {
 public:
  /// The first of these names that can be loaded; an error that names the first.
  static Result<SharedLibrary> open(std::span<const char* const> names);

  /// Looks a function up. One that is not there makes the library unusable: see `missing`.
  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(address(name));
  }
  /// The first function that was looked for in vain; empty where all are there.
  [[nodiscard]] const std::string& missing() const { return missing_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  SharedLibrary(std::string name, void* handle) : name_(std::move(name)), handle_(handle) {}
  void* address(const char* name);

  std::string name_, missing_;
  void* handle_;
};

}  // namespace sonde::device
