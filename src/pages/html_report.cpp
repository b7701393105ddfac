#include "pages/html_report.hpp"

#include <map>
#include <string_view>

#include "pages/escape.hpp"
#include "pages/page_data.hpp"
#include "pages/web_assets.hpp"

namespace sonde::pages {
namespace {

std::string source_hash(const Embedded& asset) {
  return "'sha256-" + base64_of_hex(asset.sha256) + "'";
}

// Nothing may be loaded, and only the scripts and styles of this build may run. uPlot sets styles through the
// object model, which the policy allows.
std::string policy() {
  return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src " +
         source_hash(report_style) + "; script-src " + source_hash(report_chart_library) + " " +
         source_hash(report_script);
}

// Replaces each {{name}} of the template; values are not looked at again, so they cannot smuggle in another
// one.
std::string fill(std::string_view text, const std::map<std::string_view, std::string_view>& values) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t open = text.find("{{", at), close = text.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out.append(text.substr(at));
    out += text.substr(at, open - at);
    if (const auto value = values.find(text.substr(open + 2, close - open - 2)); value != values.end())
      out += value->second;
    at = close + 2;
  }
}

}  // namespace

bool report_has_charts() {
  return !report_chart_library.text.empty();
}

std::string html_report(std::span<const record::Run> runs, const ReportOptions& options) {
  const std::string title = escape_html(options.title), csp = policy();
  const std::string data = escape_json_for_html(page_data(runs, options));
  return fill(report_template.text, {{"title", title},
                                     {"policy", csp},
                                     {"style", report_style.text},
                                     {"chart_library", report_chart_library.text},
                                     {"script", report_script.text},
                                     {"data", data}});
}

}  // namespace sonde::pages
