#include "reports/fit_script.hpp"

#include <gmock/gmock.h>

namespace sonde::reports {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

model::FittedCurve line() {
  model::FittedCurve fit;
  fit.name = "a \"line\"";
  fit.x_label = "message length", fit.x_unit = "B";
  fit.y_label = "time", fit.y_unit = "s";
  fit.parameters = {{"alpha", "latency", "s", 2e-6, stats::Interval{1e-6, 3e-6}}};
  fit.points = {{0, 1e-6, 1e-6, 0}, {8, 3e-6, 2e-6, 1e-7, 5e-7}, {16, 4e-6, 5e-6, 1e-7}};
  fit.curve = {{8, 2e-6}, {16, 5e-6}};
  return fit;
}

TEST(FitScript, holds_points_intervals_residuals_and_the_model_in_microseconds) {
  const std::string text = fit_script(line(), {});
  EXPECT_THAT(text, HasSubstr("$measured0 << END\n8 3 2.5 3.5 50\n16 4 4 4 -20\nEND\n"));
  EXPECT_THAT(text, HasSubstr("$model0 << END\n8 2\n16 5\nEND\n"));
  EXPECT_THAT(text, HasSubstr("\"Time (µs)\""));
  EXPECT_THAT(text, HasSubstr("\"Message length\""));
  EXPECT_THAT(text, Not(HasSubstr("\nset title")));
}

TEST(FitScript, has_the_parameters_in_a_comment_and_quotes_every_text) {
  model::FittedCurve fit = line();
  fit.name = "x\nsystem('touch y')";
  EXPECT_THAT(fit_script(fit, {}), HasSubstr("\n# x\n# system('touch y')\n"));
  const std::string text = fit_script(line(), {Picture::pdf, 85, "a \"line\""});
  EXPECT_THAT(text, ContainsRegex("\n#  *alpha  *2 us"));
  EXPECT_THAT(text, HasSubstr("set title \"a 'line'\" noenhanced"));
  EXPECT_THAT(text, HasSubstr("set terminal pdfcairo size 8.5cm,6.375cm font \",8\"\n"));
}

TEST(FitScript, draws_residuals_where_they_are_asked_for) {
  EXPECT_THAT(fit_script(line(), {}), Not(HasSubstr("multiplot")));
  EXPECT_THAT(fit_script(line(), {}, Residuals::drawn),
              AllOf(HasSubstr("set multiplot"), HasSubstr("using 1:5"), HasSubstr("\"Residual (%)\"")));
}

TEST(FitScript, draws_each_value_of_the_second_variable_on_its_own) {
  model::FittedCurve fit = line();
  fit.series_label = "pairs";
  fit.points = {{8, 1e-6, 1e-6, 0, 0, 1}, {8, 2e-6, 2e-6, 0, 0, 4}};
  fit.curve = {{8, 1e-6, 1}, {8, 2e-6, 4}};
  const std::string text = fit_script(fit, {});
  EXPECT_THAT(text, HasSubstr("$measured1 << END\n8 1 1 1 0\nEND\n"));
  EXPECT_THAT(text, HasSubstr("$model4 << END\n8 2\nEND\n"));
  EXPECT_THAT(text, HasSubstr("title \"pairs = 4\""));
}

TEST(FitScript, leaves_a_linear_axis_where_a_value_is_not_positive) {
  model::FittedCurve fit = line();
  fit.curve.back().y = 5e-5;
  EXPECT_THAT(fit_script(fit, {}), HasSubstr("set logscale y 10"));
  fit.points[1].measured = -1;
  EXPECT_THAT(fit_script(fit, {}), Not(HasSubstr("\nset logscale y")));
}

}  // namespace
}  // namespace sonde::reports
