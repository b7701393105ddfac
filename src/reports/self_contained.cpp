#include "reports/self_contained.hpp"

#include <map>

#include "reports/escape.hpp"

namespace sonde::reports {
namespace {

std::string source_hash(const Embedded& asset) {
  return "'sha256-" + base64_of_hex(asset.sha256) + "'";
}

// Nothing may be loaded, and only the scripts and styles of this build may run. uPlot sets styles through the
// object model, which the policy allows.
std::string policy(const PageFiles& files) {
  return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src " +
         source_hash(files.style) + "; script-src " +
         (files.library == nullptr ? "" : source_hash(*files.library) + " ") + source_hash(files.script);
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

std::string self_contained(const PageFiles& files, std::string_view title, std::string_view data) {
  const std::string heading = escape_html(title), csp = policy(files), json = escape_json_for_html(data);
  return fill(files.page.text,
              {{"title", heading},
               {"policy", csp},
               {"style", files.style.text},
               {"library", files.library == nullptr ? std::string_view() : files.library->text},
               {"script", files.script.text},
               {"data", json}});
}

}  // namespace sonde::reports
