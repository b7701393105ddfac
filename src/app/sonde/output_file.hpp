// Writes a result to the file the user names, without overwriting an existing one.
#pragma once
#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace sonde::app {

enum class Existing { refuse, replace };

/// Where a command's result goes.
struct Output {
  std::string path;  ///< "-" is standard output
  Existing existing = Existing::refuse;
};

/// Declares -o (which `meaning` explains) and --force on `command`; they fill `output`, which must outlive
/// it.
void add_output(CLI::App& command, Output& output, const std::string& meaning);

/// --force alone, for a command that names its output in another way.
void add_force(CLI::App& command, Output& output);

/// Whether `output` may be written: a new file where its folder is there and takes one, an existing file only
/// where that is allowed, never a symbolic link,
/// anything that is no ordinary file, or one of the files the command reads.
[[nodiscard]] Result<void> may_write(const Output& output, std::span<const std::string> inputs);

/// An error where the path ends as another kind of file than `kind` (".html") does: browsers and viewers go
/// by the ending.
[[nodiscard]] Result<void> must_hold(const std::string& path, std::string_view kind);

/// Writes the whole of `content`. A file that is replaced stays as it was until the new content is complete
/// beside it. Throws host::OutputLost where standard output takes no more.
[[nodiscard]] Result<void> write(const Output& output, std::string_view content);

/// Both, as the end of a command: returns its exit status, 2 where the output is not allowed and 1 where it
/// got lost, after a message on standard error.
int deliver(const Output& output, std::span<const std::string> inputs, std::string_view content);

}  // namespace sonde::app
