// Text that must not be taken for markup.
#pragma once
#include <string>
#include <string_view>

namespace sonde::reports {

/// For element content and quoted attributes: & < > " ' as character references.
[[nodiscard]] std::string escape_html(std::string_view text);

/// For Markdown, on one line: what would be markup has a backslash; a bar would begin the next cell of a
/// table.
[[nodiscard]] std::string escape_markdown(std::string_view text);

/// JSON made fit for a <script type="application/json"> element: & < > and U+2028, U+2029 as \u escapes,
/// which only occur inside strings, so the value stays the same.
[[nodiscard]] std::string escape_json_for_html(std::string_view json);

/// JSON that a terminal shows as it is: characters that would control it (DEL, U+0080 to U+009F, separators
/// of lines, marks that turn the direction of writing) as \u escapes, so that the value stays the same. JSON
/// writes those below U+0020 so itself.
[[nodiscard]] std::string json_for_terminal(std::string_view json);

/// 64 hexadecimal digits of a SHA-256 as base64, the form a Content-Security-Policy wants.
[[nodiscard]] std::string base64_of_hex(std::string_view hex);

}  // namespace sonde::reports
