// What makes a case another one beyond its benchmark, mode and sizes: labels by name, such as "datatype"
// MPI_INT. Tables of other suites have them, and our own where messages lie in memory of a GPU
// (record/message_memory.hpp).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::record {

/// Text that is not empty and holds neither = nor ;, so that it can stand in a cell.
[[nodiscard]] bool is_label(std::string_view text);

/// Text as a label: shortened, with blanks for what must not stand in one; "" where no text is left.
[[nodiscard]] std::string label_text(std::string_view text);

/// Adds a label of a foreign text; nothing where no text is left.
void set_variant(std::map<std::string, std::string>& variant, std::string_view name, std::string_view value);

/// "buffers=D D;window=64", and back; nothing where the text is no such list.
[[nodiscard]] std::string variant_cell(const std::map<std::string, std::string>& variant);
[[nodiscard]] std::optional<std::map<std::string, std::string>> variant_of_cell(std::string_view cell);

}  // namespace sonde::record
