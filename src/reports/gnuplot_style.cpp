#include "reports/gnuplot_style.hpp"

#include <fmt/format.h>

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

/// Of a column or a page in print: type of 8 points, height 0.75 of the width; svg counts 96 dots an inch, png has 600.
std::string terminal_on_paper(Picture picture, int width_mm) {
  const double inches = width_mm / 25.4;
  switch (picture) {
    case Picture::png:
      return fmt::format("pngcairo size {:.0f},{:.0f} font \",8\" fontscale {:.3g} linewidth 5 pointscale 4",
                         600 * inches, 450 * inches, 600 / 96.0);
    case Picture::pdf:
      return fmt::format(R"(pdfcairo size {:g}cm,{:g}cm font ",8")", width_mm / 10.0, 0.075 * width_mm);
    default:
      return fmt::format(R"(svg size {:.0f},{:.0f} font "sans-serif,10.7" background "white")", 96 * inches,
                         72 * inches);
  }
}

}  // namespace

std::string gnuplot_title(const FigureLook& look) {
  return look.title.empty() ? "" : fmt::format("set title {} noenhanced\n", gnuplot_text(look.title));
}

std::string gnuplot_terminal(const FigureLook& look) {
  if (look.width_mm > 0) return terminal_on_paper(look.picture, look.width_mm);
  switch (look.picture) {
    case Picture::png:
      return "pngcairo size 1600,1100 fontscale 2 linewidth 2 pointscale 2";
    case Picture::pdf:
      return R"(pdfcairo size 16cm,11cm font ",11")";
    default:
      return R"(svg size 800,550 dynamic font "sans-serif,14" background "white")";
  }
}

// Okabe and Ito's colours without yellow: apart for the colour-blind, and of different darkness in print.
std::string gnuplot_colour(std::size_t number) {
  static constexpr std::array colours{"#0072b2", "#d55e00", "#00795a", "#a3478a", "#333333", "#8a6d00"};
  return fmt::format("lc rgb \"{}\"", colours[number % colours.size()]);
}

std::string gnuplot_line_style(std::size_t number) {
  static constexpr std::array dashes{"1", "\"_\"", "\".\"", "\"_.\""};
  return fmt::format("{} dt {} lw 1.5", gnuplot_colour(number), dashes[number % dashes.size()]);
}

std::string gnuplot_style(std::size_t number) {
  static constexpr std::array points{7, 5, 9, 11, 6, 4, 8, 10};
  return fmt::format("{} pt {} ps 0.6", gnuplot_line_style(number), points[number % points.size()]);
}

}  // namespace sonde::reports
