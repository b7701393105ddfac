// What every script for gnuplot shares: kinds of pictures, quoting, the look of lines.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::reports {

enum class Picture { svg, png, pdf };

/// How a figure looks.
struct FigureLook {
  Picture picture = Picture::svg;
  int width_mm = 0;      ///< on paper, with type of 8 points; 0: for a screen
  std::string title{};   ///< empty: none, the caption says it
  double height_mm = 0;  ///< 0: three quarters of the width for lines and axes, and more below for a long key
  std::string font{};    ///< as letters, digits, blanks, '-', '.'; empty: the terminal's own
  double points = 0;     ///< of the font; 0: as the width says
};

/// What the texts of a figure leave room for.
struct Room {
  std::size_t letters = 0;               ///< side by side over the whole width
  std::size_t x_ticks = 3, y_ticks = 3;  ///< that have a text
};
[[nodiscard]] Room room_of(const FigureLook& look);

/// Titles of a key below the picture, all of them cut to what fits; `set key` and how many lines it has.
struct Key {
  std::vector<std::string> titles;
  std::string heading{};  ///< a line above them
  std::size_t columns = 1;

  [[nodiscard]] std::size_t lines() const;
};
[[nodiscard]] Key key_of(std::vector<std::string> titles, const std::string& heading, const FigureLook& look);
[[nodiscard]] std::string gnuplot_key(const Key& key);

/// The value of `set terminal`; the figure is higher by the lines of the key after the first.
[[nodiscard]] std::string gnuplot_terminal(const FigureLook& look, std::size_t key_lines = 1);

/// The line that sets the title, broken where it is wider than the figure; nothing where there is none.
[[nodiscard]] std::string gnuplot_title(const FigureLook& look);

/// `text` in double quotes: no escapes, no control characters, nothing gnuplot would take for markup or a
/// command.
[[nodiscard]] std::string gnuplot_text(std::string_view text);

/// Lines across, pale and no thinner than print holds.
inline constexpr const char* gnuplot_grid = "set grid lt 1 lc rgb \"#cccccc\" lw 0.8\n";

/// Between two things that one `plot` draws.
inline constexpr const char* gnuplot_next = ", \\\n     ";

inline constexpr std::size_t dashes_of_lines = 6;

/// How a line looks: numbers of its colour, its dash, its mark.
struct LineLook {
  std::size_t colour = 0, dash = 0, mark = 0;
};

/// The same number for all: lines differ in each, so that they do in black and white.
[[nodiscard]] constexpr LineLook look_of(std::size_t number) {
  return {number, number, number};
}

/// The colour of a line; this with dash and width; these with its mark.
[[nodiscard]] std::string gnuplot_colour(const LineLook& look);
[[nodiscard]] std::string gnuplot_line_style(const LineLook& look);
[[nodiscard]] std::string gnuplot_style(const LineLook& look);

}  // namespace sonde::reports
