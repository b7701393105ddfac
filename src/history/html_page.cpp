#include "history/html_page.hpp"

#include "history/history_assets.hpp"
#include "reports/self_contained.hpp"

namespace sonde::history {

Result<std::string> html_page(const History& history, const Check& check, const PageOptions& options) {
  const auto data = page_data(history, check, options);
  if (!data) return tl::unexpected(data.error());
  return reports::self_contained({history_template, history_style, history_script}, options.title, *data);
}

}  // namespace sonde::history
