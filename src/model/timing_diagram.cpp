#include "model/timing_diagram.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "model/describe_fit.hpp"

namespace sonde::model {

namespace {

constexpr std::size_t most_drawn = 2000;
constexpr double left = 110, width = 840, lane = 26, gap = 10, top = 46;
// Okabe and Ito: told apart by the colour-blind.
constexpr std::array<const char*, 8> colours{"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                             "#56B4E9", "#D55E00", "#F0E442", "#999999"};

class Picture {
 public:
  Picture(const PingPongSetup& setup, const Simulation& run) : setup_(setup), run_(run) {}

  std::string draw() {
    const double height = bottom() + 44;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n",
        left + width + 30, height);
    add("<title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{1}\" y=\"22\" "
        "font-size=\"14\">{0}</text>\n",
        title(), left);
    for (int i = 0; i < lanes(); ++i) lane_label(i);
    for (const Service& service : run_.trace) {
      bar(service, service.process);
      bar(service, setup_.pairs + service.direction);
    }
    axis();
    return text_ + "</svg>\n";
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] int lanes() const { return setup_.pairs + 2; }
  [[nodiscard]] double y(int row) const {
    return top + row * (lane + gap) + (row >= setup_.pairs ? gap : 0);  // the link stands apart
  }
  [[nodiscard]] double bottom() const { return y(lanes() - 1) + lane; }
  [[nodiscard]] double x(double seconds) const { return left + seconds / run_.total * width; }

  [[nodiscard]] std::string title() const {
    return fmt::format("{} processes a node, {} x {}, chunks of {}, {}", setup_.pairs, setup_.repetitions,
                       with_unit(static_cast<double>(setup_.bytes), "B"),
                       with_unit(static_cast<double>(setup_.inner), "B"),
                       setup_.coupling == Coupling::locked ? "in phase" : "free");
  }

  void lane_label(int row) {
    const std::string name = row < setup_.pairs    ? fmt::format("process {}", row)
                             : row == setup_.pairs ? "link, sending"
                                                   : "link, receiving";
    add("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left - 8, y(row) + lane * 0.68, name);
    add("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\" stroke=\"#ccc\"/>\n", left, left + width,
        y(row) + lane);
  }

  void bar(const Service& service, int row) {
    const char* colour = colours[static_cast<std::size_t>(service.process) % colours.size()];
    add("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\" fill-opacity=\"{}\" "
        "stroke=\"{}\"/>\n",
        x(service.start), y(row), x(service.end) - x(service.start), lane, colour,
        service.direction == 0 ? "0.9" : "0.25", colour);
  }

  void axis() {
    const double rough = run_.total / 8, decade = std::pow(10, std::floor(std::log10(rough)));
    const double step = decade * (rough / decade < 2 ? 2 : rough / decade < 5 ? 5 : 10);
    for (int i = 0; i * step <= run_.total * (1 + 1e-9); ++i) {
      add("<line x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#444\"/>\n", x(i * step),
          bottom(), bottom() + 5);
      add("<text x=\"{:.2f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(i * step), bottom() + 19,
          i == 0 ? "0" : with_unit(i * step, "s"));
    }
    add("<text x=\"{}\" y=\"{}\" fill=\"#444\">filled: first node sends; pale: it receives</text>\n", left,
        bottom() + 36);
  }

  const PingPongSetup& setup_;
  const Simulation& run_;
  std::string text_;
};

}  // namespace

Result<std::string> timing_diagram(const PingPongSetup& setup, const Simulation& run) {
  if (run.trace.empty()) return failure("a picture needs a simulation that keeps its trace");
  if (run.trace.size() > most_drawn)
    return failure(fmt::format(
        "a picture of {} pieces cannot be read (at most {}): draw fewer repetitions or larger chunks",
        run.trace.size(), most_drawn));
  return Picture(setup, run).draw();
}

}  // namespace sonde::model
