#include "reports/gnuplot_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace sonde::reports {

std::string gnuplot_text(std::string_view text) {
  std::string out = "\"";
  for (char c : printable(text)) {
    if (c == '"' || c == '`')
      out += '\'';
    else if (c == '\\')
      out += '/';
    else
      out += c;
  }
  return out + '"';
}

namespace {

constexpr double points_an_inch = 72, mm_an_inch = 25.4;
constexpr double letter_width = 0.62;  ///< of the font's size, as a wide font has them
constexpr double line_height = 1.45;   ///< the same

/// In points.
struct Sheet {
  double width = 0, height = 0, font = 0;
};

Sheet sheet_of(const FigureLook& look) {
  Sheet sheet = look.picture == Picture::pdf ? Sheet{454, 312, 11} : Sheet{600, 412.5, 10.5};
  if (look.width_mm > 0) {
    const double width = look.width_mm / mm_an_inch * points_an_inch;
    sheet = {width, 0.75 * width, 8};
  }
  if (look.height_mm > 0) sheet.height = look.height_mm / mm_an_inch * points_an_inch;
  if (look.points > 0) sheet.font = look.points;
  return sheet;
}

/// At word ends where there are any.
std::vector<std::string> wrapped(std::string_view text, std::size_t most) {
  std::vector<std::string> lines;
  while (text.size() > most) {
    auto end = text.rfind(' ', most);
    if (end == std::string_view::npos || end == 0) break;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace

Room room_of(const FigureLook& look) {
  const Sheet sheet = sheet_of(look);
  const auto fit = [](double length, double each) {
    return std::max<std::size_t>(3, static_cast<std::size_t>(length / each));
  };
  return {fit(sheet.width, letter_width * sheet.font), fit(0.75 * sheet.width, 7 * letter_width * sheet.font),
          fit(0.7 * sheet.height, 2.2 * sheet.font)};
}

std::size_t Key::lines() const {
  return (titles.size() + columns - 1) / columns + (heading.empty() ? 0 : 1);
}

namespace {

constexpr std::size_t sample = 7;  // letters that the line before a title takes

/// As gnuplot fills columns of one width from above.
bool fit_in(const std::vector<std::string>& titles, std::size_t columns, std::size_t letters) {
  const std::size_t rows = (titles.size() + columns - 1) / columns;
  std::size_t longest = 0, last = 0;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    longest = std::max(longest, titles[i].size());
    if (i >= rows * (columns - 1)) last = std::max(last, titles[i].size());
  }
  return (columns - 1) * (longest + sample) + last + sample <= letters;
}

}  // namespace

Key key_of(std::vector<std::string> titles, const std::string& heading, const FigureLook& look) {
  const std::size_t all = room_of(look).letters, below_frame = 3 * all / 4;
  for (std::string& title : titles) title = shortened(title, std::max(below_frame, sample + 8) - sample);
  std::size_t columns = std::max<std::size_t>(titles.size(), 1);
  while (columns > 1 && !fit_in(titles, columns, below_frame)) --columns;
  return {std::move(titles), shortened(heading, all), columns};
}

std::string gnuplot_key(const Key& key) {
  return fmt::format(
      "set key below left height 0.7 reverse Left noenhanced samplen 2.5 maxcols {}\n{}", key.columns,
      key.heading.empty() ? ""
                          : fmt::format("set key title {} noenhanced left\n", gnuplot_text(key.heading)));
}

std::string gnuplot_title(const FigureLook& look) {
  if (look.title.empty()) return "";
  std::vector<std::string> lines = wrapped(look.title, room_of(look).letters);
  for (std::string& one : lines) {
    one = gnuplot_text(one);
    one = one.substr(1, one.size() - 2);
  }
  return fmt::format("set title \"{}\" noenhanced\n", fmt::join(lines, "\\n"));
}

/// A sheet grows by more than a long key, so that the plot does not look small above it.
constexpr double room_for_plot = 1.15;

std::string gnuplot_terminal(const FigureLook& look, std::size_t key_lines) {
  Sheet sheet = sheet_of(look);
  if (look.height_mm == 0 && key_lines > 1)
    sheet.height += room_for_plot * line_height * sheet.font * static_cast<double>(key_lines - 1);
  const auto dots = [&](double dots_an_inch) {
    return fmt::format("{:.0f},{:.0f}", sheet.width * dots_an_inch / points_an_inch,
                       sheet.height * dots_an_inch / points_an_inch);
  };
  constexpr double svg_dots = 96;
  switch (look.picture) {
    case Picture::png: {
      const double an_inch = look.width_mm > 0 ? 600 : 192;
      return fmt::format("pngcairo size {} font \"{},{:g}\" fontscale {:.3g} linewidth {:g} pointscale {:g}",
                         dots(an_inch), look.font, sheet.font, an_inch / svg_dots, an_inch / 120,
                         an_inch / 150);
    }
    case Picture::pdf:
      return fmt::format(R"(pdfcairo size {:.4g}cm,{:.4g}cm font "{},{:g}")",
                         sheet.width / points_an_inch * mm_an_inch / 10,
                         sheet.height / points_an_inch * mm_an_inch / 10, look.font, sheet.font);
    default:
      return fmt::format(R"(svg size {}{} font "{},{:.3g}" background "white")", dots(svg_dots),
                         look.width_mm > 0 ? "" : " dynamic", look.font.empty() ? "sans-serif" : look.font,
                         sheet.font * svg_dots / points_an_inch);
  }
}

// Okabe and Ito's colours without yellow: apart for the colour-blind. In grey, dash and mark tell lines
// apart.
std::string gnuplot_colour(const LineLook& look) {
  static constexpr std::array colours{"#0072b2", "#d55e00", "#00795a", "#a3478a", "#333333", "#8a6d00"};
  return fmt::format("lc rgb \"{}\"", colours[look.colour % colours.size()]);
}

std::string gnuplot_line_style(const LineLook& look) {
  static constexpr std::array<const char*, dashes_of_lines> dashes{"1",      "\"_\"",   "\".\"",
                                                                   "\"_.\"", "\"_..\"", "\"__.\""};
  return fmt::format("{} dt {} lw 1.5", gnuplot_colour(look), dashes[look.dash % dashes.size()]);
}

std::string gnuplot_style(const LineLook& look) {
  static constexpr std::array points{7, 5, 9, 11, 6, 4, 8, 10};
  return fmt::format("{} pt {} ps 0.6", gnuplot_line_style(look), points[look.mark % points.size()]);
}

}  // namespace sonde::reports
