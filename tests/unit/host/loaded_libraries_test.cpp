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

void open_and_close(bool keep) {
  void* const handle = dlopen(library, RTLD_LAZY);
  if (keep) keep_libraries_loaded();
  if (handle != nullptr) dlclose(handle);
}

TEST(LoadedLibraries, stay_when_they_are_closed) {
  if (is_loaded()) GTEST_SKIP() << library << " is loaded before it is asked for";
  open_and_close(false);
  if (is_loaded()) GTEST_SKIP() << "no library is unloaded here (sanitizers)";
  open_and_close(true);
  EXPECT_TRUE(is_loaded());
}

}  // namespace
}  // namespace sonde::host
