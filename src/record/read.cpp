#include "record/read.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace sonde::record {

Result<Run> read_text(std::string_view, const std::string& source) {
  return failure(fmt::format("{}:1: neither a record of Sonde nor a table that it knows", source));
}

Result<Run> read_run(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return failure(fmt::format("cannot open '{}'", path));
  return read_text(std::string(std::istreambuf_iterator<char>(in), {}), path);
}

Result<std::vector<Run>> read_runs(const std::string& path) {
  return read_run(path).map([](Run run) { return std::vector<Run>{std::move(run)}; });
}

}  // namespace sonde::record
