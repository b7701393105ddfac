// Axes of figures: room between data and frame, and ticks with texts that a person reads.
#pragma once
#include <limits>
#include <span>
#include <string>

namespace sonde::reports {

enum class Scale { linear, log2, log10 };

/// Between the least and the greatest of what is drawn.
struct AxisRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void include(double value);
  [[nodiscard]] bool empty() const { return low > high; }
};

using TickText = std::string (*)(double);

struct PlotAxis {
  char name = 'x';
  Scale scale = Scale::linear;
  AxisRange drawn{};
  TickText text = nullptr;
  bool whole = false;    ///< only whole numbers have a meaning
  bool binary = false;   ///< lengths: steps of a linear axis are powers of two
  std::size_t most = 6;  ///< ticks with a text that fit, 3 or more
};

/// Range and ticks for gnuplot. Data keep 6 % or more of the axis away from the frame; three ticks or more
/// have a text where numbers allow it; a logarithmic axis has ticks without a text between them. A linear
/// axis starts at 0 unless all values lie in the upper half. "" where nothing is drawn.
[[nodiscard]] std::string gnuplot_axis(const PlotAxis& axis);

/// The same for names at 0, 1, 2 ...
[[nodiscard]] std::string gnuplot_categories(char axis, std::span<const std::string> names);

/// Texts of ticks: "32 KiB"; "10 GB/s"; "10 k", "2.5 M"; "0.5".
[[nodiscard]] std::string tick_of_bytes(double bytes);
[[nodiscard]] std::string tick_of_rate(double bytes_per_second);
[[nodiscard]] std::string tick_of_count(double per_second);
[[nodiscard]] std::string tick_of_number(double number);

}  // namespace sonde::reports
