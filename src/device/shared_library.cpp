#include "device/shared_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace sonde::device {

Result<SharedLibrary> SharedLibrary::open(std::span<const char* const> names) {
  for (const char* name : names)
    if (void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(name, handle);
  return failure(fmt::format("{} cannot be loaded", names.front()));
}

void* SharedLibrary::address(const char* name) {
  void* found = dlsym(handle_, name);
  if (found == nullptr && missing_.empty()) missing_ = name;
  return found;
}

}  // namespace sonde::device
