// The files of src/history/web and what they share with src/reports/web, put into the program by
// cmake/report_assets.cmake.
#pragma once
#include "base/embedded.hpp"

namespace sonde {

extern const Embedded history_template;
extern const Embedded history_style;
extern const Embedded history_script;

}  // namespace sonde
