#include "host/loaded_libraries.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace sonde::host {
namespace {

/// Of the C library, and loaded by nothing here.
constexpr const char* library = "libanl.so.1";

bool is_loaded() {
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

TEST(LoadedLibraries, stay_when_they_are_closed) {
  if (is_loaded()) GTEST_SKIP() << library << " is loaded before it is asked for";
  for (const bool kept : {false, true}) {
    void* const handle = dlopen(library, RTLD_LAZY);
    if (handle == nullptr) GTEST_SKIP() << dlerror();
    if (kept) keep_libraries_loaded();
    EXPECT_EQ(dlclose(handle), 0);
    EXPECT_EQ(is_loaded(), kept);
  }
}

}  // namespace
}  // namespace sonde::host
