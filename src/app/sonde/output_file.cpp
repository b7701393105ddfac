#include "app/sonde/output_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/sonde/commands.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "host/output.hpp"

namespace sonde::app {
namespace {

tl::unexpected<Error> cannot_write(const std::string& path, int error) {
  return failure(fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

bool same_file(const struct stat& file, const std::string& path) {
  struct stat other {};
  return ::stat(path.c_str(), &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino;
}

// Whether a new file has a folder that takes it: said before the work, not after it.
Result<void> may_create(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return cannot_write(path, errno);
  return {};
}

}  // namespace

void add_output(CLI::App& command, Output& output, const std::string& meaning) {
  CLI::Option* option = command.add_option("-o,--output", output.path, meaning);
  if (!output.path.empty()) option->capture_default_str();
  add_force(command, output);
}

void add_force(CLI::App& command, Output& output) {
  command.add_flag_callback(
      "--force", [&output] { output.existing = Existing::replace; }, "replace the output if it exists");
}

Result<void> may_write(const Output& output, std::span<const std::string> inputs) {
  struct stat there {};
  if (output.path == "-") return {};
  if (::lstat(output.path.c_str(), &there) != 0) return may_create(output.path);
  const auto refuse = [&](std::string_view why) { return failure(output.path + std::string(why)); };
  if (S_ISLNK(there.st_mode))
    return refuse(" is a symbolic link, which is never followed; name the file itself");
  if (!S_ISREG(there.st_mode)) return refuse(" exists and is no ordinary file; choose another name");
  for (const std::string& input : inputs)
    if (same_file(there, input)) return refuse(" is one of the files to read; choose another name");
  if (output.existing == Existing::refuse)
    return refuse(" exists; choose another name, or --force to replace it");
  return {};
}

Result<void> must_hold(const std::string& path, std::string_view kind) {
  constexpr std::array<std::string_view, 7> kinds{".html", ".svg", ".png", ".pdf", ".csv", ".json", ".gz"};
  const std::string ending = lower(std::filesystem::path(path).extension().string());
  if (ending == kind || std::ranges::find(kinds, ending) == kinds.end()) return {};
  return failure(
      fmt::format("'{}' ends in {}, and what is written is no such file: choose a name that ends in {}", path,
                  ending, kind));
}

Result<void> write(const Output& output, std::string_view content) {
  if (output.path == "-") return host::write_output(content), Result<void>{};
  int error = make_file(output.path, content);
  if (error == EEXIST && output.existing == Existing::replace) error = replace_file(output.path, content);
  if (error != 0) return cannot_write(output.path, error);
  return {};
}

int deliver(const Output& output, std::span<const std::string> inputs, std::string_view content) {
  if (const auto allowed = may_write(output, inputs); !allowed) return wrong_input(allowed.error().message);
  if (const auto written = write(output, content); !written) return wrong_input(written.error().message), 1;
  return 0;
}

}  // namespace sonde::app
