// A file that this process is to remove when it is cut.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>

#include "host/files_to_remove.hpp"

namespace sonde::test {

inline host::FileIdentity identity_of(const std::string& path) {
  host::FileIdentity file;
  EXPECT_TRUE(host::identify(AT_FDCWD, path.c_str(), file));
  return file;
}

inline void remember(const std::string& path) {
  host::remember_file(path, identity_of(path));
}

}  // namespace sonde::test
