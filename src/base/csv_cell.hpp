// The one writer of texts in CSV.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

/// A text of unknown origin as a cell: printable, in quotes where it has commas or quotes. Spreadsheets run
/// text that begins with = + - @ as a formula: a quote ' in front keeps it text. Text that looks as if it had
/// such a quote gets one, too, so that it comes back as it was.
[[nodiscard]] std::string csv_cell(std::string_view text);

/// The text of a cell whose quotes have been taken off.
[[nodiscard]] std::string text_of_csv_cell(std::string_view cell);

}  // namespace sonde
