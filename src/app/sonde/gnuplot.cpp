#include "app/sonde/gnuplot.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
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

void add_look(CLI::App& command, reports::FigureLook& look) {
  command
      .add_option_function<std::string>(
          "--width", [&look](const std::string& text) { look.width_mm = text == "85mm" ? 85 : 170; },
          "of the figure on paper, with type of 8 points: 85mm (a column) or 170mm (a page)")
      ->check(CLI::IsMember({"85mm", "170mm"}));
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
