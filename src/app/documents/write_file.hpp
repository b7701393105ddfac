// How programs that make documents write them.
#pragma once
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace sonde::app {

/// Writes a file and the folders above it. Throws where that fails.
inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace sonde::app
