// Warnings a user must see: at the end of the run, one of each kind spelt out.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "args/settings.hpp"
#include "sinks/sink.hpp"

namespace sonde::sinks {

/// On standard error, or before the foot of the tables, which is written after this sink then; every line
/// begins with # where both are one file.
[[nodiscard]] std::unique_ptr<Sink> make_warning_sink(Warnings where);

/// As comments that no reader of tables mistakes for a row.
[[nodiscard]] std::string among_tables(const std::vector<record::Warning>& warnings);
/// A whole number that stands alone between blanks is joined to the word behind it ("64-B"): people find rows
/// by the blanks around their length.
[[nodiscard]] std::string without_lone_numbers(std::string_view text);

}  // namespace sonde::sinks
