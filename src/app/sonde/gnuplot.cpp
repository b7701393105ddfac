#include "app/sonde/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/complain.hpp"
#include "base/text.hpp"
#include "host/child.hpp"

namespace sonde::app {

namespace {
constexpr double gnuplot_limit_seconds = 120;
}  // namespace

Result<reports::Picture> picture_of(const std::string& path) {
  const std::string name = lower(path);
  if (name.ends_with(".svg")) return reports::Picture::svg;
  if (name.ends_with(".png")) return reports::Picture::png;
  if (name.ends_with(".pdf")) return reports::Picture::pdf;
  return failure(fmt::format("'{}' must end in .svg, .png or .pdf", path));
}

namespace {

bool names_a_font(std::string_view name) {
  return !name.empty() && name.size() <= 60 && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ' || c == '-';
  });
}

/// "Times" or "Times,7".
void set_font(const std::string& text, reports::FigureLook& look) {
  const auto comma = text.find(',');
  const bool sized = comma != std::string::npos;
  const auto points = sized ? number_of<double>(text.substr(comma + 1)) : std::optional(0.0);
  if (!names_a_font(text.substr(0, comma)) || !points || (sized && !(*points >= 6 && *points <= 24)))
    throw CLI::ValidationError(
        "--font", fmt::format("{} is not NAME or NAME,POINTS: letters, digits, blanks and -, 6 to 24 points",
                              sonde::quoted(text)));
  look.font = text.substr(0, comma), look.points = *points;
}

/// "60mm".
void set_height(const std::string& text, reports::FigureLook& look) {
  const auto height =
      text.ends_with("mm") ? number_of<double>(text.substr(0, text.size() - 2)) : std::nullopt;
  if (!height || !(*height >= 30 && *height <= 250))
    throw CLI::ValidationError("--height",
                               fmt::format("{} is no height from 30mm to 250mm", sonde::quoted(text)));
  look.height_mm = *height;
}

}  // namespace

void add_look(CLI::App& command, reports::FigureLook& look) {
  auto* width =
      command
          .add_option_function<std::string>(
              "--width", [&look](const std::string& text) { look.width_mm = text == "85mm" ? 85 : 170; },
              "of the figure on paper, with type of 8 points: 85mm (a column) or 170mm (a page)")
          ->check(CLI::IsMember({"85mm", "170mm"}));
  command
      .add_option_function<std::string>(
          "--height", [&look](const std::string& text) { set_height(text, look); },
          "of the figure on paper, as 60mm (default: 3/4 of the width, more below a long key)")
      ->needs(width);
  command.add_option_function<std::string>(
      "--font", [&look](const std::string& text) { set_font(text, look); },
      "of all texts: a name and how many points, as Times or Times,7");
  command.add_option("--title", look.title, "a title above the figure (default: none)");
}

int draw(std::string_view script, const Output& output, std::span<const std::string> inputs) {
  if (!host::path_of_program("gnuplot"))
    return complain("sonde", "gnuplot is missing; please install it (Debian: apt-get install gnuplot-nox)"),
           1;
  auto gnuplot = host::Child::start_filter({"gnuplot", "-"}, script);
  if (!gnuplot) return complain("sonde", gnuplot.error().message), 1;
  const auto figure = gnuplot->answer(gnuplot_limit_seconds);
  if (!figure) return complain("sonde", "gnuplot drew nothing: " + figure.error().message), 1;
  return deliver(output, inputs, *figure);
}

}  // namespace sonde::app
