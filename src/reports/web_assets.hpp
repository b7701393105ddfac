// The files of src/reports/web and the chart library, put into the program by cmake/report_assets.cmake.
#pragma once
#include "base/embedded.hpp"

namespace sonde {

extern const Embedded report_template;
extern const Embedded report_style;
extern const Embedded report_script;
extern const Embedded report_chart_library;  ///< empty where the build had no chart library

}  // namespace sonde
