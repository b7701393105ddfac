#include "reports/html_report.hpp"

#include "reports/page_data.hpp"
#include "reports/self_contained.hpp"
#include "reports/web_assets.hpp"

namespace sonde::reports {

bool report_has_charts() {
  return !report_chart_library.text.empty();
}

std::string html_report(const analysis::Report& report, const ReportOptions& options) {
  return self_contained({report_template, report_style, report_script, &report_chart_library}, options.title,
                        page_data(report, options));
}

}  // namespace sonde::reports
