// One self-contained page about a history. It opens offline and loads nothing.
#pragma once
#include <string>

#include "history/page_script_data.hpp"

namespace sonde::history {

/// The page, UTF-8: alarms, then all cases with a line a case. Everything from the records is data, never
/// markup.
[[nodiscard]] Result<std::string> html_page(const History& history, const Check& check,
                                            const PageOptions& options);

}  // namespace sonde::history
