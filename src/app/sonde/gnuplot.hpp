// Figures drawn by gnuplot.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "app/sonde/output_file.hpp"
#include "base/result.hpp"
#include "reports/gnuplot_style.hpp"

namespace sonde::app {

/// What the ending of `path` asks for: .svg, .png or .pdf.
[[nodiscard]] Result<reports::Picture> picture_of(const std::string& path);

/// Declares --width, --height, --font and --title on `command`; they fill `look`, which must outlive it.
void add_look(CLI::App& command, reports::FigureLook& look);

/// Has gnuplot draw `script` and writes the picture; returns the exit status of the command, 1 where gnuplot
/// is missing or fails, after a message on standard error.
int draw(std::string_view script, const Output& output, std::span<const std::string> inputs);

}  // namespace sonde::app
