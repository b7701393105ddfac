// What every script for gnuplot shares: kinds of pictures, quoting, the look of lines.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::reports {

enum class Picture { svg, png, pdf };

/// How a figure looks.
struct FigureLook {
  Picture picture = Picture::svg;
  int width_mm = 0;     ///< on paper, with type of 8 points; 0: for a screen
  std::string title{};  ///< empty: none, the caption says it
};

/// The value of `set terminal`.
[[nodiscard]] std::string gnuplot_terminal(const FigureLook& look);

/// The line that sets the title; nothing where there is none.
[[nodiscard]] std::string gnuplot_title(const FigureLook& look);

/// `text` in double quotes: no escapes, no control characters, nothing gnuplot would take for markup or a
/// command.
[[nodiscard]] std::string gnuplot_text(std::string_view text);

/// Between two things that one `plot` draws.
inline constexpr const char* gnuplot_next = ", \\\n     ";

/// The colour of line `number`; this with dash and width; these with its point. Lines differ in colour, dash and point,
/// so that they do in black and white.
[[nodiscard]] std::string gnuplot_colour(std::size_t number);
[[nodiscard]] std::string gnuplot_line_style(std::size_t number);
[[nodiscard]] std::string gnuplot_style(std::size_t number);

}  // namespace sonde::reports
